// What becomes ready, what is told of directories, and paths from an open directory, over an archive that is empty.
#include <stdio.h>
#include <string.h>

#include "base/archive.h"
#include "fibers.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/files.h"
#include "kernel/heap/java_thread.h"
#include "kernel/heap/owner.h"
#include "log_fixture.h"
#include "tap.h"

#define CAPACITY (32 << 20)

static s64 clock_ns(void) { return 1000; }

static void start(void) {
    static struct archive_header header = {
        .magic = ARCHIVE_MAGIC, .version = ARCHIVE_VERSION, .total_bytes = sizeof(header)};
    tap_ok(files_init(&header, sizeof(header)) == NULL, "an archive of no files");
    files_start(clock_ns, CAPACITY);
}

static void make(const char *path, const char *content) {
    int file = file_open(path, FILE_WRITE | FILE_CREATE | FILE_TRUNCATE, 0666);
    if (file_write(file, content, strlen(content)) != (s64)strlen(content)) tap_ok(false, "%s is made", path);
    file_close(file);
}

static const char *content(const char *path) {
    static char text[64];
    int file = file_open(path, FILE_READ, 0);
    s64 count = file_read(file, text, sizeof(text) - 1);
    text[count < 0 ? 0 : count] = 0;
    file_close(file);
    return text;
}

// ---- Pipes, counters, selectors

static void test_pipes(void) {
    static u8 bytes[100000], got[100000];
    int ends[2];
    for (size_t i = 0; i < sizeof(bytes); i++) bytes[i] = (u8)(i * 7);
    tap_ok(file_pipe(FILE_NO_WAITING, ends) == 0 && file_flags(ends[0]) == (FILE_READ | FILE_NO_WAITING), "a pipe");
    tap_ok(file_read(ends[0], got, 1) == FILE_AGAIN && file_readiness(ends[0]) == 0 &&
               file_readiness(ends[1]) == FILE_READY_OUT,
           "is empty");
    tap_ok(file_read(ends[1], got, 1) == FILE_BAD && file_write(ends[0], bytes, 1) == FILE_BAD, "each end has one way");
    tap_ok(file_seek(ends[0], 0) == FILE_NOT_SEEKABLE && file_read_at(ends[0], got, 1, 0) == FILE_NOT_SEEKABLE &&
               file_truncate(ends[1], 0) == FILE_INVALID && file_map(ends[0], FILE_MAP_READ, 0, 1) < 0,
           "and no positions");
    tap_ok(file_write(ends[1], bytes, 100000) == 65536 && file_write(ends[1], bytes, 1) == FILE_AGAIN &&
               file_readiness(ends[1]) == 0 && file_available(ends[0]) == 65536,
           "holds so much");
    tap_ok(file_read(ends[0], got, 5000) == 5000 && file_write(ends[1], bytes, 4096) == 4096 &&
               file_write(ends[1], bytes, 4096) == FILE_AGAIN && file_write(ends[1], bytes, 10000) == 904,
           "little is written as a whole or not at all");
    s64 first = file_read(ends[0], got, 60536), rest = file_read(ends[0], got + first, sizeof(got) - (u64)first);
    tap_ok(first == 60536 && rest == 5000 && memcmp(got, bytes + 5000, 60536) == 0 &&
               memcmp(got + 60536, bytes, 4096) == 0 && memcmp(got + 64632, bytes, 904) == 0,
           "and comes out in order, around the end of the buffer");
    file_write(ends[1], "left", 4), file_close(ends[1]);
    tap_ok(file_readiness(ends[0]) == (FILE_READY_IN | FILE_READY_HANGUP) && file_read(ends[0], got, 9) == 4 &&
               file_read(ends[0], got, 9) == 0 && file_readiness(ends[0]) == FILE_READY_HANGUP,
           "what was written before the end is read");
    file_close(ends[0]);
    file_pipe(0, ends), file_close(ends[0]);
    tap_ok(file_write(ends[1], "x", 1) == FILE_BROKEN_PIPE &&
               file_readiness(ends[1]) == (FILE_READY_OUT | FILE_READY_ERROR),
           "nobody reads any more");
    file_close(ends[1]);
    file_pipe(0, ends);
    int same = file_duplicate(ends[1]);
    file_close(ends[1]);
    tap_ok(file_write(same, "x", 1) == 1 && file_read(ends[0], got, 1) == 1 && file_shut(same) == 0 &&
               file_write(same, "x", 1) == FILE_BROKEN_PIPE && file_read(ends[0], got, 1) == 0,
           "an end that is shut is closed, and its number is taken still");
    file_shut(ends[0]);
    tap_is_int(file_read(ends[0], got, 1), 0, "who reads from one finds the end");
    file_close(ends[0]), file_close(same);
}

static void test_many_pipes(void) {
    static int all[FILE_DESCRIPTORS][2];
    static u8 bytes[65536];
    int count = 0, error;
    while ((error = file_pipe(0, all[count])) == 0) count++;
    tap_ok(error == FILE_TOO_MANY && count == (FILE_DESCRIPTORS - 3) / 2, "pipes, until there are no descriptors");
    int last = file_counter(0);
    tap_ok(last > 0 && file_pipe(0, all[count]) == FILE_TOO_MANY && file_counter(0) == FILE_TOO_MANY &&
               file_notifier(0) == FILE_TOO_MANY && file_selector_open() == FILE_TOO_MANY,
           "the last is a counter's");
    u64 held = 0;
    s64 written;
    for (int i = 0; i < count && (written = file_write(all[i][1], bytes, sizeof(bytes))) > 0; i++) held += (u64)written;
    tap_ok(held > 1 << 20 && held <= 64 << 20, "what they hold together is limited");
    tap_ok(file_readiness(all[count - 1][1]) == 0 || file_write(all[count - 1][1], bytes, 1) == 1,
           "and a pipe that cannot grow says so");
    for (int i = 0; i < count; i++) file_close(all[i][0]), file_close(all[i][1]);
    file_close(last);
    tap_ok(file_pipe(0, all[0]) == 0 && file_write(all[0][1], bytes, sizeof(bytes)) == 65536, "all is given back");
    file_close(all[0][0]), file_close(all[0][1]);
}

static void test_counters(void) {
    int counter = file_counter(FILE_NO_WAITING);
    u64 value = 3;
    tap_ok(file_read(counter, &value, 8) == FILE_AGAIN && file_readiness(counter) == FILE_READY_OUT, "a counter is 0");
    file_write(counter, &value, 8), file_write(counter, &value, 8);
    tap_ok(file_readiness(counter) == (FILE_READY_IN | FILE_READY_OUT) && file_read(counter, &value, 4) < 0 &&
               file_read(counter, &value, 8) == 8 && value == 6 && file_read(counter, &value, 8) == FILE_AGAIN,
           "it adds, and is taken as a whole");
    value = UINT64_MAX;
    tap_is_int(file_write(counter, &value, 8), FILE_INVALID, "no such number");
    value--;
    tap_ok(file_write(counter, &value, 8) == 8 && file_write(counter, &value, 8) == FILE_AGAIN &&
               file_readiness(counter) == FILE_READY_IN,
           "and it is full");
    file_close(counter);
}

static u32 ready(struct file_selector *selector, struct file_ready_event events[4]) {
    return file_selector_ready(selector, events, 4);
}

static struct thread_queue *awaited;
static void wait_once(struct thread *thread) {
    thread_queue_append(awaited, thread);
    thread->waits_in = awaited;
    scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
}

// A thread that waits in the queue, and ends when it has been woken.
static struct thread *start_waiter(struct thread_queue *queue) {
    struct thread *thread = fiber_new(wait_once);
    awaited = queue;
    scheduler_ready(thread, thread_self());
    scheduler_yield();
    return queue->first == thread && thread->state == THREAD_WAITING ? thread : NULL;
}

static bool is_woken(const struct thread *thread, const struct thread_queue *queue) {
    bool woken = thread && !queue->first && !thread->waits_in && thread->state == THREAD_READY;
    scheduler_yield();
    return woken && thread->state == THREAD_ENDED;
}

static void test_selectors(void) {
    struct file_ready_event events[4];
    int ends[2], other[2], descriptor = file_selector_open(), file = file_open("/dev/null", FILE_READ, 0);
    struct file_selector *selector = file_selector_of(descriptor);
    file_pipe(0, ends), file_pipe(0, other);
    tap_ok(selector && !file_selector_of(ends[0]) && !file_selector_of(999) && ready(selector, events) == 0,
           "a selector");
    tap_ok(file_selector_control(selector, FILE_CONTROL_ADD, file, FILE_READY_IN) == FILE_NOT_PERMITTED &&
               file_selector_control(selector, FILE_CONTROL_ADD, descriptor, FILE_READY_IN) == FILE_INVALID &&
               file_selector_control(selector, FILE_CONTROL_ADD, 999, FILE_READY_IN) == FILE_BAD &&
               file_selector_control(selector, FILE_CONTROL_MODIFY, ends[0], FILE_READY_IN) == FILE_NOT_FOUND &&
               file_selector_control(selector, FILE_CONTROL_DELETE, ends[0], 0) == FILE_NOT_FOUND,
           "takes no files, no selectors, and nothing that is not there");
    tap_ok(file_selector_control(selector, FILE_CONTROL_ADD, ends[0], FILE_READY_IN) == 0 &&
               file_selector_control(selector, FILE_CONTROL_ADD, ends[0], FILE_READY_IN) == FILE_EXISTS &&
               file_selector_control(selector, FILE_CONTROL_ADD, ends[1], FILE_READY_OUT | FILE_READY_ONCE) == 0,
           "each once");
    tap_ok(ready(selector, events) == 1 && events[0].events == FILE_READY_OUT && events[0].data == (u64)ends[1] &&
               ready(selector, events) == 0,
           "reported once");
    file_write(ends[1], "x", 1);
    tap_ok(ready(selector, events) == 1 && events[0].data == (u64)ends[0] && ready(selector, events) == 1 &&
               file_readiness(descriptor) == FILE_READY_IN,
           "reported as long as it is ready");
    struct thread_queue *waiters = file_selector_waiters(selector);
    struct thread *thread = start_waiter(waiters);
    char byte;
    file_read(ends[0], &byte, 1);
    tap_ok(is_woken(thread, waiters) && ready(selector, events) == 0, "who waits is woken by a change");
    thread = start_waiter(file_waiters(ends[0]));
    file_write(ends[1], "y", 1);
    tap_ok(is_woken(thread, file_waiters(ends[0])), "and so is who waits for the pipe alone");
    file_selector_control(selector, FILE_CONTROL_MODIFY, ends[0], 0);
    tap_is_int(ready(selector, events), 0, "no interest");
    struct file_selector *second = file_selector_new();
    file_selector_control(second, FILE_CONTROL_ADD, other[0], FILE_READY_IN);
    file_selector_control(selector, FILE_CONTROL_ADD, other[0], FILE_READY_IN);
    thread = start_waiter(file_selector_waiters(second));
    file_close(other[0]);
    tap_ok(is_woken(thread, file_selector_waiters(second)) && ready(second, events) == 0 &&
               ready(selector, events) == 0,
           "what is closed leaves all selectors");
    file_selector_control(selector, FILE_CONTROL_ADD, other[1], FILE_READY_OUT);
    tap_ok(ready(selector, events) == 1 && events[0].events == (FILE_READY_OUT | FILE_READY_ERROR), "an error");
    file_selector_free(second);
    file_close(descriptor), file_close(ends[0]), file_close(ends[1]), file_close(other[1]), file_close(file);
}

// ---- Notifiers

// What a notifier has to say, in words.
static const char *told(int notifier) {
    static char text[1024];
    static u8 bytes[4096];
    size_t used = 0;
    s64 count = file_read(notifier, bytes, sizeof(bytes));
    if (count < 0) return file_error_text((int)count);
    for (s64 at = 0; at < count;) {
        const struct file_event *event = (const struct file_event *)(bytes + at);
        used += (size_t)snprintf(text + used, sizeof(text) - used, "%d:%x:%s ", event->watch, event->events,
                                 event->name_bytes ? event->name : "-");
        at += (s64)sizeof(*event) + event->name_bytes;
    }
    return text;
}

static void test_notifiers(void) {
    enum { ALL = 0x3c6 };
    int notifier = file_notifier(FILE_NO_WAITING);
    file_make_directory("n", 0777), file_make_directory("n/sub", 0777);
    tap_ok(file_watch(notifier, "n", ALL) == 1 && file_watch(notifier, "n/sub", FILE_EVENT_CREATE) == 2 &&
               file_watch(notifier, "n", ALL) == 1 && file_watch(notifier, "none", ALL) == FILE_NOT_FOUND &&
               file_watch(0, "n", ALL) == FILE_INVALID,
           "watches have numbers");
    tap_is_text(told(notifier), "Resource temporarily unavailable", "nothing has happened");
    make("n/a", "A"), file_set_mode("n/a", true, 0600), file_rename("n/a", "n/sub/b"), file_rename("n/sub/b", "n/c");
    tap_is_text(told(notifier), "1:100:a 1:2:a 1:4:a 1:40:a 1:80:c ", "made, written, changed, moved away and in");
    make("n/sub/x", "X"), file_link("n/c", "n/d"), file_make_link("c", "n/e"), file_unlink("n/d"), file_unlink("n/e");
    file_unlink("n/sub/x");
    tap_is_text(told(notifier), "2:100:x 1:100:d 1:100:e 1:200:d 1:200:e ", "links; and only what is asked for");
    make("n/c", "12"), make("n/c", "34");
    tap_is_text(told(notifier), "1:2:c ", "the same again is told once");
    make("n/c", "5");
    tap_ok(file_read(notifier, (u8[16]){0}, 16) == FILE_INVALID && file_readiness(notifier) == FILE_READY_IN,
           "no part of an event");
    told(notifier);
    file_remove_directory("n/sub"), make("n/c", "6");
    tap_is_text(told(notifier), "1:40000200:sub 2:8000:- 1:2:c ", "a directory that goes ends its watch");
    tap_ok(file_unwatch(notifier, 2) == FILE_INVALID && file_unwatch(notifier, 1) == 0, "and so does who made it");
    make("n/c", "7");
    tap_is_text(told(notifier), "1:8000:- ", "which is told");
    file_watch(notifier, "n", ALL);
    for (int i = 0; i < 10000; i++) make("n/f", ""), file_unlink("n/f");
    s64 count = 0;
    u32 last = 0;
    static u8 bytes[65536];
    for (s64 got; (got = file_read(notifier, bytes, sizeof(bytes))) > 0;) {
        for (s64 at = 0; at < got; count++) {
            const struct file_event *event = (const struct file_event *)(bytes + at);
            last = event->events;
            at += (s64)sizeof(*event) + event->name_bytes;
        }
    }
    tap_ok(count == 16385 && last == FILE_EVENT_OVERFLOW, "too many: the last one says that others are lost");
    make("n/f", "");
    file_close(notifier);
    file_unlink("n/f"), file_unlink("n/c"), file_remove_directory("n");
}

// ---- Relative to a directory

static void test_relative(void) {
    struct file_status status;
    file_make_directory("r", 0777), file_make_directory("r/in", 0777), make("r/a", "A");
    int directory = file_open("r", FILE_READ, 0), inner = file_open("r/in", FILE_READ, 0);
    int file = file_open_at(directory, "a", FILE_READ, 0);
    tap_ok(file >= 0 && file_status_at(inner, "../a", true, &status) == 0 && status.bytes == 1 &&
               file_status_at(file, "a", true, &status) == FILE_NOT_DIRECTORY &&
               file_status_at(999, "a", true, &status) == FILE_BAD && file_status_at(999, "/dev", true, &status) == 0,
           "a path from an open directory");
    tap_ok(file_rename_at(directory, "a", inner, "b") == 0 && !strcmp(content("r/in/b"), "A") &&
               file_unlink_at(directory, "in/b") == 0 && file_unlink_at(directory, "in") == FILE_IS_DIRECTORY,
           "moved and deleted");
    tap_ok(file_remove_directory_at(directory, "in") == 0 && file_remove_directory("r") == 0 &&
               file_status_of(inner, &status) == 0 && status.links == 1 &&
               file_open_at(inner, "x", FILE_WRITE | FILE_CREATE, 0) == FILE_NOT_FOUND &&
               file_status_at(inner, "..", true, &status) == 0 && file_status_at(inner, "../..", true, &status) == 0 &&
               status.owner == FILES_USER,
           "a directory that is gone leads up, and takes nothing");
    make("x", "X");
    tap_is_int(file_rename_at(FILE_AT_WORKING_DIRECTORY, "x", inner, "x"), FILE_NOT_FOUND, "nor by a move");
    struct file_directory *list;
    tap_ok(file_directory_open_of(file, &list) == FILE_NOT_DIRECTORY && file_directory_open_of(inner, &list) == 0,
           "a directory is listed by its descriptor");
    file_directory_close(list);
    tap_is_int(file_close(inner), FILE_BAD, "which it closes");
    file_close(directory), file_close(file), file_unlink("x");
}

// Directories that are nested as deeply as can be go one by one.
static void test_deep(void) {
    enum { LEVELS = 20000 };
    u64 capacity, before, after;
    files_space(&capacity, &before);
    int at = -1;
    file_make_directory("deep", 0777);
    for (int i = 0; i < LEVELS / 2; i++) {
        // from the inside out, since a path has an end
        file_make_directory("outer", 0777), file_rename("deep", "outer/d"), file_rename("outer", "deep");
    }
    at = file_open("deep", FILE_READ, 0);
    for (int inner; (inner = file_open_at(at, "d", FILE_READ, 0)) >= 0; at = inner) file_close(at);
    struct file_status status;
    char up[FILE_PATH_BYTES] = "..";
    tap_is_int(file_status_at(at, up, true, &status), 0, "deep inside");
    for (int i = 0; i < LEVELS / 2; i++) {
        int above = file_open_at(at, "..", FILE_READ, 0);
        file_remove_directory_at(above, "d");
        if (i % 2) file_close(at);
        at = above;
    }
    file_close(at), file_remove_directory("deep");
    for (int i = 3; i < FILE_DESCRIPTORS; i++) file_close(i);
    files_space(&capacity, &after);
    tap_is_int((long long)after, (long long)before, "all of it is given back");
}

static int test_all(void) {
    start();
    test_pipes();
    test_many_pipes();
    test_counters();
    test_selectors();
    test_notifiers();
    test_relative();
    test_deep();
    return tap_done();
}

int main(void) {
    fixture_thread_bytes = sizeof(struct java_thread);
    fixture_start(4 * MIB, 0);
    owner_init();
    fibers_run(test_all);
}
