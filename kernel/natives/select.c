// sun.nio.ch: pipes, and selectors by epoll and by poll, over kernel/files/files.h.
#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/classes/java_fields.h"
#include "kernel/code/native.h"
#include "kernel/natives/channel.h"
#include "kernel/natives/io.h"
#include "kernel/run/exception.h"

// ---- IOUtil

static u32 waiting_flag(bool blocking) { return blocking ? 0 : FILE_NO_WAITING; }

static s64 make_pipe(struct thread *thread, s32 blocking) {
    int ends[2];
    if (io_checked(thread, file_pipe(files_of(thread), waiting_flag(blocking), ends)) < 0) return 0;
    return (s64)ends[0] << 32 | ends[1];
}

static s32 write_one(struct thread *thread, s32 descriptor, s32 value) {
    u8 byte = low_u8(value);
    return (s32)channel_result(thread, io_write_once(descriptor, &byte, sizeof(byte)));
}

// Reads what is there, and returns whether that was anything.
static s32 drain(struct thread *thread, s32 descriptor) {
    u8 bytes[128];
    bool any = false;
    s64 got;
    while ((got = file_read(files_of(thread), descriptor, bytes, sizeof(bytes))) > 0) any = true;
    ASSERT(got <= (s64)sizeof(bytes));
    if (got < 0 && got != FILE_AGAIN) io_throw(thread, got);
    return any;
}

static s32 drain_one(struct thread *thread, s32 descriptor) {
    u8 byte;
    s64 got = io_read_once(descriptor, &byte, sizeof(byte));
    return got == FILE_AGAIN ? 0 : (s32)channel_result(thread, got);
}

// ---- Selectors by epoll

enum epoll_event { EVENT_EVENTS = 0, EVENT_DATA = 4 };
_Static_assert(__builtin_offsetof(struct file_ready_event, data) == EVENT_DATA, "as EPoll.getDescriptor reads it");
static s32 event_bytes(void) { return sizeof(struct file_ready_event); }
static s32 event_events(void) { return EVENT_EVENTS; }
static s32 event_data(void) { return EVENT_DATA; }

static s32 epoll_create(struct thread *thread) { return (s32)io_checked(thread, file_selector_open(files_of(thread))); }

// Returns the number of the error.
static s32 epoll_control(s32 selector, s32 control, s32 descriptor, s32 events) {
    struct file_selector *found = file_selector_of(files_of(thread_self()), selector);
    if (!found) return -FILE_BAD;
    return -file_selector_control(found, (enum file_control)control, descriptor, (u32)events);
}

static s32 epoll_wait(struct thread *thread, s32 selector, s64 events, s32 limit, s32 timeout_ms) {
    struct file_ready_event *to = (struct file_ready_event *)(uintptr_t)events;
    struct file_selector *found = file_selector_of(files_of(thread), selector);
    if (!found) return (s32)io_checked(thread, FILE_BAD);
    u32 count = file_selector_ready(found, to, (u32)limit);
    ASSERT(count <= (u32)limit);
    if (count || timeout_ms == 0) return (s32)count;
    bool woken = io_wait(file_selector_waiters(found), io_deadline(timeout_ms));
    found = file_selector_of(files_of(thread), selector); // it may have been closed
    count = found ? file_selector_ready(found, to, (u32)limit) : 0;
    ASSERT(count <= (u32)limit);
    return count || !woken ? (s32)count : STATUS_INTERRUPTED;
}

// ---- What wakes them

static s32 counter_create(struct thread *thread) { return (s32)io_checked(thread, file_counter(files_of(thread), 0)); }

static s32 counter_set(struct thread *thread, s32 descriptor) {
    u64 one = 1;
    return (s32)channel_result(thread, io_write_once(descriptor, &one, sizeof(one)));
}

// ---- By poll

static s32 poll_all(struct thread *thread, s64 polls, s32 count, s32 timeout_ms) {
    return (s32)channel_result(thread, io_poll((struct io_poll *)(uintptr_t)polls, (u32)count, timeout_ms));
}

// For one descriptor; returns what it is ready for, or 0 if the thread was woken before that.
static s32 poll_one(struct thread *thread, handle descriptor, s32 events, s64 timeout_ms) {
    struct io_poll poll = {.descriptor = channel_number(descriptor), .events = (s16)events};
    s64 ready = io_poll(&poll, 1, timeout_ms);
    if (ready < 0 && ready != FILE_INTERRUPTED) io_throw(thread, ready);
    return ready > 0 ? poll.ready : 0;
}

static const struct native IO_UTIL[] = {
    HANDLE("makePipe", "(Z)J", make_pipe),
    REENTRANT("write1", "(IB)I", write_one),
    HANDLE("drain", "(I)Z", drain),
    REENTRANT("drain1", "(I)I", drain_one),
    NATIVES_END,
};
static const struct native EPOLL[] = {
    LOCKED("eventSize", "()I", event_bytes),
    LOCKED("eventsOffset", "()I", event_events),
    LOCKED("dataOffset", "()I", event_data),
    HANDLE("create", "()I", epoll_create),
    LOCKED("ctl", "(IIII)I", epoll_control),
    REENTRANT("wait", "(IJII)I", epoll_wait),
    NATIVES_END,
};
static const struct native EVENT_FD[] = {
    HANDLE("eventfd0", "()I", counter_create),
    REENTRANT("set0", "(I)I", counter_set),
    NATIVES_END,
};
static const struct native POLL[] = {REENTRANT("poll", "(JII)I", poll_all), NATIVES_END};
static const struct native NET[] = {REENTRANT("poll", "(Ljava/io/FileDescriptor;IJ)I", poll_one), NATIVES_END};

const struct native_class natives_select[] = {
    {"sun/nio/ch/IOUtil", IO_UTIL},        {"sun/nio/ch/EPoll", EPOLL}, {"sun/nio/ch/EventFD", EVENT_FD},
    {"sun/nio/ch/PollSelectorImpl", POLL}, {"sun/nio/ch/Net", NET},     {NULL, NULL},
};
