// Selectors: which of many sources are ready. See kernel/files/files.h and kernel/files/file_source.h. A selector
// checks everything that was added to it whenever it is asked; that is at most as many as there are descriptors.
#include "base/panic.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"
#include "log/self.h"

struct file_selector {
    struct file_source source;
    struct files *files;
    struct file_interest *first;
};

// In its selector's list and in its source's list.
struct file_interest {
    struct file_interest *next, *next_of_source;
    struct file_selector *selector;
    struct open_file *file;
    int descriptor;
    u32 events; // enum file_ready, and FILE_READY_ONCE; 0 after that
};

static struct file_selector *selector_at(const struct file_source *source) {
    return (struct file_selector *)(uintptr_t)source;
}

// ---- Waking

static void wake(struct thread_queue *waiters) {
    for (struct thread *thread; (thread = thread_queue_take(waiters)) != NULL;) {
        thread->waits_in = NULL;
        scheduler_ready(thread, thread_self());
    }
}

void source_changed(struct file_source *source) {
    ASSERT_LOCKED();
    wake(&source->waiters);
    for (struct file_interest *interest = source->interests; interest; interest = interest->next_of_source) {
        wake(&interest->selector->source.waiters);
    }
}

// ---- Sources of all kinds

static u32 source_readiness(const struct open_file *file) {
    return file->source ? file->source->operations->readiness(file) : FILE_READY_IN | FILE_READY_OUT;
}

s64 source_read(const struct open_file *file, void *to, u64 bytes) {
    const struct source_operations *operations = file->source->operations;
    return operations->read ? operations->read(file->source, to, bytes) : FILE_INVALID;
}

s64 source_write(const struct open_file *file, const void *from, u64 bytes) {
    const struct source_operations *operations = file->source->operations;
    return operations->write ? operations->write(file->source, from, bytes) : FILE_INVALID;
}

u64 source_available(const struct file_source *source) {
    return source->operations->available ? source->operations->available(source) : 0;
}

void source_close(const struct open_file *file) {
    wake(&file->source->waiters);
    file->source->operations->close(file);
}

u32 file_readiness(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file ? source_readiness(file) : FILE_READY_INVALID;
}

struct thread_queue *file_waiters(struct files *files, int descriptor) {
    struct open_file *file = descriptor_file(files, descriptor);
    return file && file->source ? &file->source->waiters : NULL;
}

// ---- Selectors

static const struct source_operations selector_operations;

struct file_selector *file_selector_new(struct files *files) {
    ASSERT_LOCKED();
    struct file_selector *selector = scratch_alloc(open_account(files), sizeof(*selector));
    if (selector) *selector = (struct file_selector){.source = {.operations = &selector_operations}, .files = files};
    return selector;
}

static void unlink_from_source(struct file_interest *interest) {
    struct file_interest **at = &interest->file->source->interests;
    while (*at != interest) at = &(*at)->next_of_source;
    *at = interest->next_of_source;
}

static void unlink_from_selector(struct file_interest *interest) {
    struct file_interest **at = &interest->selector->first;
    while (*at != interest) at = &(*at)->next;
    *at = interest->next;
}

void file_selector_free(struct file_selector *selector) {
    ASSERT_LOCKED();
    ASSERT(!selector->source.waiters.first && !selector->source.interests);
    while (selector->first) {
        struct file_interest *interest = selector->first;
        unlink_from_source(interest);
        selector->first = interest->next;
        scratch_free(interest);
    }
    scratch_free(selector);
}

// A thread that waits in a selector checks again when the selector loses an interest.
void source_forget(struct open_file *file) {
    struct file_interest **at = &file->source->interests;
    while (*at) {
        struct file_interest *interest = *at;
        if (interest->file != file) {
            at = &interest->next_of_source;
            continue;
        }
        *at = interest->next_of_source;
        unlink_from_selector(interest);
        wake(&interest->selector->source.waiters);
        scratch_free(interest);
    }
}

static struct file_interest *interest_in(const struct file_selector *selector, const struct open_file *file,
                                         int descriptor) {
    struct file_interest *interest = selector->first;
    while (interest && (interest->file != file || interest->descriptor != descriptor)) interest = interest->next;
    return interest;
}

static int add_interest(struct file_selector *selector, struct open_file *file, int descriptor, u32 events) {
    struct file_interest *interest = scratch_alloc(open_account(selector->files), sizeof(*interest));
    if (!interest) return FILE_NO_MEMORY;
    *interest = (struct file_interest){.next = selector->first,
                                       .next_of_source = file->source->interests,
                                       .selector = selector,
                                       .file = file,
                                       .descriptor = descriptor,
                                       .events = events};
    selector->first = file->source->interests = interest;
    return 0;
}

static void drop_interest(struct file_interest *interest) {
    unlink_from_source(interest);
    unlink_from_selector(interest);
    scratch_free(interest);
}

int file_selector_control(struct file_selector *selector, enum file_control control, int descriptor, u32 events) {
    ASSERT_LOCKED();
    struct open_file *file = descriptor_file(selector->files, descriptor);
    if (!file) return FILE_BAD;
    if (!file->source) return FILE_NOT_PERMITTED;
    if (file->kind == FILE_SELECTOR) return FILE_INVALID;
    struct file_interest *interest = interest_in(selector, file, descriptor);
    if (control == FILE_CONTROL_ADD && interest) return FILE_EXISTS;
    if (control != FILE_CONTROL_ADD && !interest) return FILE_NOT_FOUND;
    int error = 0;
    switch (control) {
    case FILE_CONTROL_ADD: error = add_interest(selector, file, descriptor, events); break;
    case FILE_CONTROL_MODIFY: interest->events = events; break;
    case FILE_CONTROL_DELETE: drop_interest(interest); break;
    default: return FILE_INVALID;
    }
    wake(&selector->source.waiters);
    return error;
}

// Errors and hang-ups are reported whether or not they were asked for, unless nothing was.
static u32 ready_for(const struct file_interest *interest) {
    if (!interest->events) return 0;
    return source_readiness(interest->file) & (interest->events | FILE_READY_ERROR | FILE_READY_HANGUP);
}

u32 file_selector_ready(struct file_selector *selector, struct file_ready_event *events, u32 limit) {
    u32 count = 0;
    for (struct file_interest *interest = selector->first; interest && count < limit; interest = interest->next) {
        u32 ready = ready_for(interest);
        if (!ready) continue;
        if (interest->events & FILE_READY_ONCE) interest->events = 0;
        events[count++] = (struct file_ready_event){.events = ready, .data = (u64)interest->descriptor};
    }
    return count;
}

struct thread_queue *file_selector_waiters(struct file_selector *selector) {
    return &selector->source.waiters;
}

static u32 selector_readiness(const struct open_file *file) {
    for (const struct file_interest *interest = selector_at(file->source)->first; interest; interest = interest->next) {
        if (ready_for(interest)) return FILE_READY_IN;
    }
    return 0;
}

static void selector_close(const struct open_file *file) { file_selector_free(selector_at(file->source)); }

static const struct source_operations selector_operations = {.readiness = selector_readiness, .close = selector_close};

int file_selector_open(struct files *files) {
    struct file_selector *selector = file_selector_new(files);
    if (!selector) return FILE_TOO_MANY_IN_ALL;
    int descriptor = descriptor_new(
        files, &(struct open_file){.flags = FILE_READ_WRITE, .source = &selector->source, .kind = FILE_SELECTOR});
    if (descriptor < 0) file_selector_free(selector);
    return descriptor;
}

struct file_selector *file_selector_of(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file && file->kind == FILE_SELECTOR ? selector_at(file->source) : NULL;
}
