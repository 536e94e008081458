// What becomes ready, what is reported about directories, and paths from an open directory, over an empty archive.
#include <stdio.h>
#include <string.h>

#include "empty_files.h"
#include "fibers.h"
#include "kernel/core/scheduler.h"
#include "tap.h"

#define CAPACITY (32 << 20)

static struct files *files;

static void start(void) {
    files = empty_files(CAPACITY);
    tap_ok(files, "an archive of no files");
}

static void make(const char *path, const char *content) {
    int file = file_open(files, path, FILE_WRITE | FILE_CREATE | FILE_TRUNCATE, 0666);
    if (file_write(files, file, content, strlen(content)) != (s64)strlen(content)) tap_ok(false, "%s is made", path);
    file_close(files, file);
}

static const char *content(const char *path) {
    static char text[64];
    int file = file_open(files, path, FILE_READ, 0);
    s64 count = file_read(files, file, text, sizeof(text) - 1);
    text[count < 0 ? 0 : count] = 0;
    file_close(files, file);
    return text;
}

// ---- Pipes, counters, selectors

static void test_pipes(void) {
    static u8 bytes[100000], got[100000];
    int ends[2];
    for (size_t i = 0; i < sizeof(bytes); i++) bytes[i] = (u8)(i * 7);
    tap_ok(file_pipe(files, FILE_NO_WAITING, ends) == 0 && file_flags(files, ends[0]) == (FILE_READ | FILE_NO_WAITING),
           "a pipe");
    tap_ok(file_read(files, ends[0], got, 1) == FILE_AGAIN && file_readiness(files, ends[0]) == 0 &&
               file_readiness(files, ends[1]) == FILE_READY_OUT,
           "is empty");
    tap_ok(file_read(files, ends[1], got, 1) == FILE_BAD && file_write(files, ends[0], bytes, 1) == FILE_BAD,
           "each end has one way");
    tap_ok(file_seek(files, ends[0], 0) == FILE_NOT_SEEKABLE &&
               file_read_at(files, ends[0], got, 1, 0) == FILE_NOT_SEEKABLE &&
               file_truncate(files, ends[1], 0) == FILE_INVALID && file_map(files, ends[0], FILE_MAP_READ, 0, 1) < 0,
           "and no positions");
    tap_ok(file_write(files, ends[1], bytes, 100000) == 65536 && file_write(files, ends[1], bytes, 1) == FILE_AGAIN &&
               file_readiness(files, ends[1]) == 0 && file_available(files, ends[0]) == 65536,
           "holds so much");
    tap_ok(file_read(files, ends[0], got, 5000) == 5000 && file_write(files, ends[1], bytes, 4096) == 4096 &&
               file_write(files, ends[1], bytes, 4096) == FILE_AGAIN && file_write(files, ends[1], bytes, 10000) == 904,
           "little is written as a whole or not at all");
    s64 first = file_read(files, ends[0], got, 60536),
        rest = file_read(files, ends[0], got + first, sizeof(got) - (u64)first);
    tap_ok(first == 60536 && rest == 5000 && memcmp(got, bytes + 5000, 60536) == 0 &&
               memcmp(got + 60536, bytes, 4096) == 0 && memcmp(got + 64632, bytes, 904) == 0,
           "and comes out in order, around the end of the buffer");
    file_write(files, ends[1], "left", 4), file_close(files, ends[1]);
    tap_ok(file_readiness(files, ends[0]) == (FILE_READY_IN | FILE_READY_HANGUP) &&
               file_read(files, ends[0], got, 9) == 4 && file_read(files, ends[0], got, 9) == 0 &&
               file_readiness(files, ends[0]) == FILE_READY_HANGUP,
           "what was written before the end is read");
    file_close(files, ends[0]);
    file_pipe(files, 0, ends), file_close(files, ends[0]);
    tap_ok(file_write(files, ends[1], "x", 1) == FILE_BROKEN_PIPE &&
               file_readiness(files, ends[1]) == (FILE_READY_OUT | FILE_READY_ERROR),
           "nobody reads any more");
    file_close(files, ends[1]);
    file_pipe(files, 0, ends);
    int same = file_duplicate(files, ends[1]);
    file_close(files, ends[1]);
    tap_ok(file_write(files, same, "x", 1) == 1 && file_read(files, ends[0], got, 1) == 1 &&
               file_shut(files, same) == 0 && file_write(files, same, "x", 1) == FILE_BROKEN_PIPE &&
               file_read(files, ends[0], got, 1) == 0,
           "an end that is shut is closed, and its number is taken still");
    file_shut(files, ends[0]);
    tap_is_int(file_read(files, ends[0], got, 1), 0, "who reads from one finds the end");
    file_close(files, ends[0]), file_close(files, same);
}

static void test_many_pipes(void) {
    static int all[FILE_DESCRIPTORS][2];
    static u8 bytes[65536];
    int count = 0, error;
    while ((error = file_pipe(files, 0, all[count])) == 0) count++;
    tap_ok(error == FILE_TOO_MANY && count == (FILE_DESCRIPTORS - 3) / 2, "pipes, until there are no descriptors");
    int last = file_counter(files, 0);
    tap_ok(last > 0 && file_pipe(files, 0, all[count]) == FILE_TOO_MANY && file_counter(files, 0) == FILE_TOO_MANY &&
               file_notifier(files, 0) == FILE_TOO_MANY && file_selector_open(files) == FILE_TOO_MANY,
           "the last is a counter's");
    u64 held = 0;
    s64 written;
    for (int i = 0; i < count && (written = file_write(files, all[i][1], bytes, sizeof(bytes))) > 0; i++)
        held += (u64)written;
    tap_ok(held > 1 << 20 && held <= 64 << 20, "what they hold together is limited");
    tap_ok(file_readiness(files, all[count - 1][1]) == 0 || file_write(files, all[count - 1][1], bytes, 1) == 1,
           "and a pipe that cannot grow says so");
    for (int i = 0; i < count; i++) file_close(files, all[i][0]), file_close(files, all[i][1]);
    file_close(files, last);
    tap_ok(file_pipe(files, 0, all[0]) == 0 && file_write(files, all[0][1], bytes, sizeof(bytes)) == 65536,
           "all is given back");
    file_close(files, all[0][0]), file_close(files, all[0][1]);
}

static void test_counters(void) {
    int counter = file_counter(files, FILE_NO_WAITING);
    u64 value = 3;
    tap_ok(file_read(files, counter, &value, 8) == FILE_AGAIN && file_readiness(files, counter) == FILE_READY_OUT,
           "a counter is 0");
    file_write(files, counter, &value, 8), file_write(files, counter, &value, 8);
    tap_ok(file_readiness(files, counter) == (FILE_READY_IN | FILE_READY_OUT) &&
               file_read(files, counter, &value, 4) < 0 && file_read(files, counter, &value, 8) == 8 && value == 6 &&
               file_read(files, counter, &value, 8) == FILE_AGAIN,
           "it adds, and is taken as a whole");
    value = UINT64_MAX;
    tap_is_int(file_write(files, counter, &value, 8), FILE_INVALID, "no such number");
    value--;
    tap_ok(file_write(files, counter, &value, 8) == 8 && file_write(files, counter, &value, 8) == FILE_AGAIN &&
               file_readiness(files, counter) == FILE_READY_IN,
           "and it is full");
    file_close(files, counter);
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
    int ends[2], other[2], descriptor = file_selector_open(files), file = file_open(files, "/dev/null", FILE_READ, 0);
    struct file_selector *selector = file_selector_of(files, descriptor);
    file_pipe(files, 0, ends), file_pipe(files, 0, other);
    tap_ok(selector && !file_selector_of(files, ends[0]) && !file_selector_of(files, 999) &&
               ready(selector, events) == 0,
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
    file_write(files, ends[1], "x", 1);
    tap_ok(ready(selector, events) == 1 && events[0].data == (u64)ends[0] && ready(selector, events) == 1 &&
               file_readiness(files, descriptor) == FILE_READY_IN,
           "reported as long as it is ready");
    struct thread_queue *waiters = file_selector_waiters(selector);
    struct thread *thread = start_waiter(waiters);
    char byte;
    file_read(files, ends[0], &byte, 1);
    tap_ok(is_woken(thread, waiters) && ready(selector, events) == 0, "who waits is woken by a change");
    thread = start_waiter(file_waiters(files, ends[0]));
    file_write(files, ends[1], "y", 1);
    tap_ok(is_woken(thread, file_waiters(files, ends[0])), "and so is who waits for the pipe alone");
    file_selector_control(selector, FILE_CONTROL_MODIFY, ends[0], 0);
    tap_is_int(ready(selector, events), 0, "no interest");
    struct file_selector *second = file_selector_new(files);
    file_selector_control(second, FILE_CONTROL_ADD, other[0], FILE_READY_IN);
    file_selector_control(selector, FILE_CONTROL_ADD, other[0], FILE_READY_IN);
    thread = start_waiter(file_selector_waiters(second));
    file_close(files, other[0]);
    tap_ok(is_woken(thread, file_selector_waiters(second)) && ready(second, events) == 0 &&
               ready(selector, events) == 0,
           "what is closed leaves all selectors");
    file_selector_control(selector, FILE_CONTROL_ADD, other[1], FILE_READY_OUT);
    tap_ok(ready(selector, events) == 1 && events[0].events == (FILE_READY_OUT | FILE_READY_ERROR), "an error");
    file_selector_free(second);
    file_close(files, descriptor), file_close(files, ends[0]), file_close(files, ends[1]), file_close(files, other[1]),
        file_close(files, file);
}

// ---- Notifiers

// What a notifier has to report, in words.
static const char *told(int notifier) {
    static char text[1024];
    static u8 bytes[4096];
    size_t used = 0;
    s64 count = file_read(files, notifier, bytes, sizeof(bytes));
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
    int notifier = file_notifier(files, FILE_NO_WAITING);
    file_make_directory(files, "n", 0777), file_make_directory(files, "n/sub", 0777);
    tap_ok(file_watch(files, notifier, "n", ALL) == 1 && file_watch(files, notifier, "n/sub", FILE_EVENT_CREATE) == 2 &&
               file_watch(files, notifier, "n", ALL) == 1 &&
               file_watch(files, notifier, "none", ALL) == FILE_NOT_FOUND &&
               file_watch(files, 0, "n", ALL) == FILE_INVALID,
           "watches have numbers");
    tap_is_text(told(notifier), "Resource temporarily unavailable", "nothing has happened");
    make("n/a", "A"), file_set_mode(files, "n/a", true, 0600), file_rename(files, "n/a", "n/sub/b"),
        file_rename(files, "n/sub/b", "n/c");
    tap_is_text(told(notifier), "1:100:a 1:2:a 1:4:a 1:40:a 1:80:c ", "made, written, changed, moved away and in");
    make("n/sub/x", "X"), file_link(files, "n/c", "n/d"), file_make_link(files, "c", "n/e"), file_unlink(files, "n/d"),
        file_unlink(files, "n/e");
    file_unlink(files, "n/sub/x");
    tap_is_text(told(notifier), "2:100:x 1:100:d 1:100:e 1:200:d 1:200:e ", "links; and only what is asked for");
    make("n/c", "12"), make("n/c", "34");
    tap_is_text(told(notifier), "1:2:c ", "the same again is told once");
    make("n/c", "5");
    tap_ok(file_read(files, notifier, (u8[16]){0}, 16) == FILE_INVALID &&
               file_readiness(files, notifier) == FILE_READY_IN,
           "no part of an event");
    told(notifier);
    file_remove_directory(files, "n/sub"), make("n/c", "6");
    tap_is_text(told(notifier), "1:40000200:sub 2:8000:- 1:2:c ", "a directory that goes ends its watch");
    tap_ok(file_unwatch(files, notifier, 2) == FILE_INVALID && file_unwatch(files, notifier, 1) == 0,
           "and so does who made it");
    make("n/c", "7");
    tap_is_text(told(notifier), "1:8000:- ", "which is told");
    file_watch(files, notifier, "n", ALL);
    for (int i = 0; i < 10000; i++) make("n/f", ""), file_unlink(files, "n/f");
    s64 count = 0;
    u32 last = 0;
    static u8 bytes[65536];
    for (s64 got; (got = file_read(files, notifier, bytes, sizeof(bytes))) > 0;) {
        for (s64 at = 0; at < got; count++) {
            const struct file_event *event = (const struct file_event *)(bytes + at);
            last = event->events;
            at += (s64)sizeof(*event) + event->name_bytes;
        }
    }
    tap_ok(count == 16385 && last == FILE_EVENT_OVERFLOW, "too many: the last one says that others are lost");
    make("n/f", "");
    file_close(files, notifier);
    file_unlink(files, "n/f"), file_unlink(files, "n/c"), file_remove_directory(files, "n");
}

// ---- Relative to a directory

static void test_relative(void) {
    struct file_status status;
    file_make_directory(files, "r", 0777), file_make_directory(files, "r/in", 0777), make("r/a", "A");
    int directory = file_open(files, "r", FILE_READ, 0), inner = file_open(files, "r/in", FILE_READ, 0);
    int file = file_open_at(files, directory, "a", FILE_READ, 0);
    tap_ok(file >= 0 && file_status_at(files, inner, "../a", true, &status) == 0 && status.bytes == 1 &&
               file_status_at(files, file, "a", true, &status) == FILE_NOT_DIRECTORY &&
               file_status_at(files, 999, "a", true, &status) == FILE_BAD &&
               file_status_at(files, 999, "/dev", true, &status) == 0,
           "a path from an open directory");
    tap_ok(file_rename_at(files, directory, "a", inner, "b") == 0 && !strcmp(content("r/in/b"), "A") &&
               file_unlink_at(files, directory, "in/b") == 0 &&
               file_unlink_at(files, directory, "in") == FILE_IS_DIRECTORY,
           "moved and deleted");
    tap_ok(file_remove_directory_at(files, directory, "in") == 0 && file_remove_directory(files, "r") == 0 &&
               file_status_of(files, inner, &status) == 0 && status.links == 1 &&
               file_open_at(files, inner, "x", FILE_WRITE | FILE_CREATE, 0) == FILE_NOT_FOUND &&
               file_status_at(files, inner, "..", true, &status) == 0 &&
               file_status_at(files, inner, "../..", true, &status) == 0 && status.owner == FILES_USER,
           "a directory that is gone leads up, and takes nothing");
    make("x", "X");
    tap_is_int(file_rename_at(files, FILE_AT_WORKING_DIRECTORY, "x", inner, "x"), FILE_NOT_FOUND, "nor by a move");
    struct file_directory *list;
    tap_ok(file_directory_open_of(files, file, &list) == FILE_NOT_DIRECTORY &&
               file_directory_open_of(files, inner, &list) == 0,
           "a directory is listed by its descriptor");
    file_directory_close(list);
    tap_is_int(file_close(files, inner), FILE_BAD, "which it closes");
    file_close(files, directory), file_close(files, file), file_unlink(files, "x");
}

// Directories nested as deeply as possible are freed one after another.
static void test_deep(void) {
    enum { LEVELS = 20000 };
    u64 capacity, before, after;
    files_space(files, &capacity, &before);
    int at = -1;
    file_make_directory(files, "deep", 0777);
    for (int i = 0; i < LEVELS / 2; i++) {
        // from the inside out, because the length of a path is limited
        file_make_directory(files, "outer", 0777), file_rename(files, "deep", "outer/d"),
            file_rename(files, "outer", "deep");
    }
    at = file_open(files, "deep", FILE_READ, 0);
    for (int inner; (inner = file_open_at(files, at, "d", FILE_READ, 0)) >= 0; at = inner) file_close(files, at);
    struct file_status status;
    char up[FILE_PATH_BYTES] = "..";
    tap_is_int(file_status_at(files, at, up, true, &status), 0, "deep inside");
    for (int i = 0; i < LEVELS / 2; i++) {
        int above = file_open_at(files, at, "..", FILE_READ, 0);
        file_remove_directory_at(files, above, "d");
        if (i % 2) file_close(files, at);
        at = above;
    }
    file_close(files, at), file_remove_directory(files, "deep");
    for (int i = 3; i < FILE_DESCRIPTORS; i++) file_close(files, i);
    files_space(files, &capacity, &after);
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

int main(void) { fibers_run(test_all); }
