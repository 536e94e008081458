// See control.h, and "Requests to the running guest" in log/region.h.
#include "viz/read/control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <unistd.h>

#include "viz/cli/time.h"
#include "viz/read/reader.h"

enum { POLL_US = 200 };

bool control_guest_lives(int descriptor) {
    // The guest's process shares the lock; to have it alone is to know that there is none. Where files have no locks
    // nobody knows.
    if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) return errno == EWOULDBLOCK;
    flock(descriptor, LOCK_UN);
    return false;
}

static struct region_control *find_mailbox(const struct region_header *header, u64 bytes) {
    if (__atomic_load_n(&header->magic, __ATOMIC_ACQUIRE) != REGION_MAGIC) return NULL;
    struct region_section *sections = region_directory((struct region_header *)(uintptr_t)header);
    for (u32 i = 0; i < REGION_SECTIONS; i++) {
        if (sections[i].id != SECTION_CONTROL) continue;
        bool inside = sections[i].offset < bytes && bytes - sections[i].offset >= sizeof(struct region_control) &&
                      sections[i].offset % 8 == 0;
        return inside ? (struct region_control *)((u8 *)(uintptr_t)header + sections[i].offset) : NULL;
    }
    return NULL;
}

bool control_is_waiting(const struct region_header *header, u64 bytes) {
    const struct region_control *mailbox = find_mailbox(header, bytes);
    return mailbox && __atomic_load_n(&mailbox->requested, __ATOMIC_ACQUIRE) >
                          __atomic_load_n(&mailbox->answered, __ATOMIC_ACQUIRE);
}

char *control_dump_path(const char *directory, u64 number) {
    return text_format("%s/dump-%llu.hprof", directory, (unsigned long long)number);
}

// ---- Opening

// Another host's request takes 2 s at most.
static bool take_turn(const struct control *control, struct problem *problem) {
    u64 limit = time_now_ns() + 2 * (u64)CONTROL_WAIT_NS;
    struct flock first = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0, .l_len = 1};
    while (fcntl(control->descriptor, F_OFD_SETLK, &first) != 0) {
        if (errno != EAGAIN && errno != EACCES && errno != EINTR) {
            return problem_set_errno(problem, control->path, "lock");
        }
        if (time_now_ns() > limit) {
            return problem_set(problem, STATUS_BAD_INPUT, "%s: others keep making requests", control->path);
        }
        usleep(POLL_US);
    }
    return true;
}

static bool map_region(struct control *control, struct problem *problem) {
    control->descriptor = open(control->path, O_RDWR | O_CLOEXEC);
    if (control->descriptor < 0) return problem_set_errno(problem, control->path, "open for writing");
    void *memory = mmap(NULL, control->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, control->descriptor, 0);
    if (memory == MAP_FAILED) return problem_set_errno(problem, control->path, "map");
    control->header = memory;
    control->mailbox = find_mailbox(control->header, control->bytes);
    return true;
}

static bool check_lives(const struct control *control, struct problem *problem) {
    u32 state = __atomic_load_n(&control->header->state, __ATOMIC_ACQUIRE);
    if (state == REGION_ENDED || state == REGION_PANICKED || !control_guest_lives(control->descriptor)) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: the run has ended", control->path);
    }
    return true;
}

// It may have been started a moment ago.
static bool wait_for_start(struct control *control, struct problem *problem) {
    for (u64 limit = time_now_ns() + CONTROL_WAIT_NS; !control->mailbox; usleep(POLL_US)) {
        if (time_now_ns() > limit) {
            return problem_set(problem, STATUS_BAD_INPUT, "%s: the guest has not begun within 2 s", control->path);
        }
        if (!check_lives(control, problem)) return false;
        control->mailbox = find_mailbox(control->header, control->bytes);
    }
    return true;
}

bool control_open(struct control *control, const char *path, struct problem *problem) {
    struct reader reader;
    *control = (struct control){.descriptor = -1};
    if (!reader_open(&reader, path, problem)) return false;
    control->path = text_format("%s", reader.path);
    control->bytes = reader.file_bytes;
    reader_close(&reader);
    if (map_region(control, problem) && check_lives(control, problem) && wait_for_start(control, problem) &&
        take_turn(control, problem)) {
        return true;
    }
    control_close(control);
    return false;
}

void control_close(struct control *control) {
    if (control->header) munmap(control->header, control->bytes);
    if (control->descriptor >= 0) close(control->descriptor);
    free(control->path);
    *control = (struct control){.descriptor = -1};
}

// ---- Asking

static void put_request(struct control *control, const struct control_request *request) {
    struct region_control *mailbox = control->mailbox;
    size_t length = request->text ? strlen(request->text) : 0;
    if (length > CONTROL_TEXT_BYTES) length = CONTROL_TEXT_BYTES;
    mailbox->kind = request->kind;
    mailbox->number = request->number;
    memcpy(mailbox->event_mask, request->event_mask, sizeof(mailbox->event_mask));
    mailbox->text_bytes = (u32)length;
    if (length) memcpy(mailbox->text, request->text, length);
    u64 last = mailbox->requested > mailbox->answered ? mailbox->requested : mailbox->answered;
    control->number = last + 1;
    // The request, then its number, by which the guest sees it.
    __atomic_store_n(&mailbox->requested, control->number, __ATOMIC_RELEASE);
}

static bool is_answered(const struct control *control) {
    return __atomic_load_n(&control->mailbox->answered, __ATOMIC_ACQUIRE) == control->number;
}

// Nobody is to do later what was given up; an interrupt on its behalf may be on its way.
static void take_back(struct control *control) {
    control->mailbox->given_up++;
    __atomic_store_n(&control->mailbox->requested, control->mailbox->answered, __ATOMIC_RELEASE);
}

static bool wait_for_answer(struct control *control, struct problem *problem) {
    u64 limit = time_now_ns() + CONTROL_WAIT_NS;
    while (!is_answered(control)) {
        u64 now = time_now_ns();
        bool ended = !check_lives(control, problem);
        if (ended && !is_answered(control)) return false;
        if (now > limit) {
            take_back(control);
            return problem_set(problem, STATUS_BAD_INPUT, "%s: the guest has not answered within 2 s", control->path);
        }
        usleep(POLL_US);
    }
    return true;
}

bool control_ask(struct control *control, const struct control_request *request, char *words, struct problem *problem) {
    const struct region_control *mailbox = control->mailbox;
    words[0] = 0;
    put_request(control, request);
    if (!wait_for_answer(control, problem)) return false;
    u32 bytes = __atomic_load_n(&mailbox->answer_bytes, __ATOMIC_RELAXED); // the guest may change it at any time
    if (bytes >= CONTROL_ANSWER_BYTES) bytes = CONTROL_ANSWER_BYTES - 1;
    memcpy(words, mailbox->answer, bytes);
    words[bytes] = 0;
    return !mailbox->status || problem_set(problem, STATUS_BAD_INPUT, "%s", words);
}

void control_release(struct control *control) {
    __atomic_store_n(&control->mailbox->released, control->number, __ATOMIC_RELEASE);
}
