// Notifiers: what happens in directories that are watched, as inotify reports it. See kernel/files/files.h and
// kernel/files/file_source.h. Events wait in a queue until they are read. An event like the last one in the queue is
// left out; when there are too many, one event stands for all that are lost.
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/files/file_source.h"
#include "kernel/memory/scratch.h"

#define EVENTS_LIMIT 16384u
#define WATCHES_LIMIT 65536u // of one notifier
#define NAME_ALIGNMENT 16u   // the bytes of a name are rounded up to this

struct event {
    struct event *next;
    s32 watch;
    u32 events, length;
    char name[];
};

struct notifier {
    struct file_source source;
    struct files *files;
    struct file_watch *watches;
    struct event *first, *last;
    u32 event_count, watch_count;
    s32 last_number;
};

// In its notifier's list and in its directory's list; it does not hold the directory.
struct file_watch {
    struct file_watch *next, *next_of_node;
    struct notifier *notifier;
    struct file_node *node;
    s32 number;
    u32 events;
};

static struct notifier *notifier_of(const struct file_source *source) { return (struct notifier *)(uintptr_t)source; }

// ---- Events

static bool is_like(const struct event *event, s32 watch, u32 events, const char *name, u32 length) {
    return event && event->watch == watch && event->events == events && event->length == length &&
           memcmp(event->name, name, length) == 0;
}

static bool append(struct notifier *notifier, s32 watch, u32 events, const char *name, u32 length) {
    struct event *event = scratch_alloc(open_account(notifier->files), sizeof(*event) + length);
    if (!event) return false;
    *event = (struct event){.watch = watch, .events = events, .length = length};
    memcpy(event->name, name, length);
    *(notifier->last ? &notifier->last->next : &notifier->first) = event;
    notifier->last = event;
    notifier->event_count++;
    return true;
}

static void queue_event(struct notifier *notifier, s32 watch, u32 events, const char *name, u32 length) {
    enum { NO_WATCH = -1 };
    if (is_like(notifier->last, watch, events, name, length)) return;
    if (notifier->event_count > EVENTS_LIMIT) return;
    if (notifier->event_count == EVENTS_LIMIT || !append(notifier, watch, events, name, length)) {
        append(notifier, NO_WATCH, FILE_EVENT_OVERFLOW, "", 0);
    }
    source_changed(&notifier->source);
}

void notify_entry(const struct file_node *directory, u32 event, const char *name, u32 length,
                  const struct file_node *node) {
    for (const struct file_watch *watch = directory->watches; watch; watch = watch->next_of_node) {
        if (!(watch->events & event)) continue;
        u32 events = event | (node->kind == FILE_DIRECTORY ? FILE_EVENT_DIRECTORY : 0);
        queue_event(watch->notifier, watch->number, events, name, length);
    }
}

void notify_node(const struct file_node *node, u32 event) {
    const struct file_entry *entry = node->entry;
    if (entry) notify_entry(entry->directory, event, entry->name, entry->length, node);
}

static struct event *take_event(struct notifier *notifier) {
    struct event *event = notifier->first;
    notifier->first = event->next;
    if (!notifier->first) notifier->last = NULL;
    notifier->event_count--;
    return event;
}

// ---- Reading

// A name ends with a zero, and more zeros up to the alignment.
static u32 name_bytes(const struct event *event) {
    return event->length ? (event->length / NAME_ALIGNMENT + 1) * NAME_ALIGNMENT : 0;
}

static s64 notifier_read(struct file_source *source, void *to, u64 bytes) {
    struct notifier *notifier = notifier_of(source);
    u64 used = 0;
    if (!notifier->first) return FILE_AGAIN;
    while (notifier->first) {
        u32 padded = name_bytes(notifier->first);
        if (bytes - used < sizeof(struct file_event) + padded) break;
        struct event *event = take_event(notifier);
        struct file_event *out = (struct file_event *)((u8 *)to + used);
        *out = (struct file_event){.watch = event->watch, .events = event->events, .name_bytes = padded};
        memset(out->name, 0, padded);
        memcpy(out->name, event->name, event->length);
        used += sizeof(*out) + padded;
        scratch_free(event);
    }
    return used ? (s64)used : FILE_INVALID;
}

static u32 notifier_readiness(const struct open_file *file) {
    return notifier_of(file->source)->first ? FILE_READY_IN : 0;
}

// ---- Watches

static void drop_watch(struct file_watch *watch) {
    struct file_watch **at = &watch->notifier->watches;
    while (*at != watch) at = &(*at)->next;
    *at = watch->next;
    watch->notifier->watch_count--;
    at = &watch->node->watches;
    while (*at != watch) at = &(*at)->next_of_node;
    *at = watch->next_of_node;
    scratch_free(watch);
}

void notify_removed(struct file_node *directory) {
    while (directory->watches) {
        struct file_watch *watch = directory->watches;
        queue_event(watch->notifier, watch->number, FILE_EVENT_IGNORED, "", 0);
        drop_watch(watch);
    }
}

static struct notifier *notifier_at(struct files *files, int descriptor) {
    const struct open_file *file = descriptor_file(files, descriptor);
    return file && file->kind == FILE_NOTIFIER ? notifier_of(file->source) : NULL;
}

static int new_watch(struct notifier *notifier, struct file_node *node, u32 events) {
    struct account *account = open_account(notifier->files);
    struct file_watch *watch = notifier->watch_count < WATCHES_LIMIT ? scratch_alloc(account, sizeof(*watch)) : NULL;
    if (!watch) return FILE_NO_SPACE;
    *watch = (struct file_watch){.next = notifier->watches,
                                 .next_of_node = node->watches,
                                 .notifier = notifier,
                                 .node = node,
                                 .number = ++notifier->last_number,
                                 .events = events};
    notifier->watches = node->watches = watch;
    notifier->watch_count++;
    return watch->number;
}

int file_watch(struct files *files, int descriptor, const char *path, u32 events) {
    ASSERT_LOCKED();
    struct notifier *notifier = notifier_at(files, descriptor);
    if (!notifier) return FILE_INVALID;
    struct tree_place place;
    int error = tree_walk(files, FILE_AT_WORKING_DIRECTORY, path, true, &place);
    if (error) return error;
    if (!place.node) return FILE_NOT_FOUND;
    if (!node_allows(place.node, FILE_MAY_READ)) return FILE_DENIED;
    struct file_watch *watch = place.node->watches;
    while (watch && watch->notifier != notifier) watch = watch->next_of_node;
    if (!watch) return new_watch(notifier, place.node, events);
    watch->events = events;
    return watch->number;
}

int file_unwatch(struct files *files, int descriptor, int number) {
    ASSERT_LOCKED();
    struct notifier *notifier = notifier_at(files, descriptor);
    struct file_watch *watch = notifier ? notifier->watches : NULL;
    while (watch && watch->number != number) watch = watch->next;
    if (!watch) return FILE_INVALID;
    queue_event(notifier, number, FILE_EVENT_IGNORED, "", 0);
    drop_watch(watch);
    return 0;
}

// ---- Notifiers

static void notifier_close(const struct open_file *file) {
    struct notifier *notifier = notifier_of(file->source);
    while (notifier->watches) drop_watch(notifier->watches);
    while (notifier->first) scratch_free(take_event(notifier));
    scratch_free(notifier);
}

static const struct source_operations notifier_operations = {
    .read = notifier_read, .readiness = notifier_readiness, .close = notifier_close};

int file_notifier(struct files *files, u32 flags) {
    struct notifier *notifier = scratch_alloc(open_account(files), sizeof(*notifier));
    if (!notifier) return FILE_TOO_MANY_IN_ALL;
    *notifier = (struct notifier){.source = {.operations = &notifier_operations}, .files = files};
    int descriptor = descriptor_new(
        files, &(struct open_file){.flags = FILE_READ | flags, .source = &notifier->source, .kind = FILE_NOTIFIER});
    if (descriptor < 0) scratch_free(notifier);
    return descriptor;
}
