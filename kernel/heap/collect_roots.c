// Where references are, outside of the heap and within an object.
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/module.h"
#include "kernel/core/panic.h"
#include "kernel/core/threads.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/java_thread.h"
#include "kernel/run/code.h"
#include "kernel/run/unwind.h"

// ---- Objects

static void visit_within(ref object, const u32 *offsets, u32 count, u64 start, u64 end, void (*visit)(void *, ref *),
                         void *context) {
    for (u32 i = 0; i < count; i++) {
        u64 at = (u64)object + offsets[i];
        if (at >= start && at < end) visit(context, (ref *)at);
    }
}

static void visit_elements(ref array, u64 start, u64 end, void (*visit)(void *, ref *), void *context) {
    u64 first = (u64)array + ARRAY_ELEMENTS_OFFSET, last = first + 4ull * array_length(array);
    if (first < start) first = start;
    if (last > end) last = end;
    for (u64 at = first; at < last; at += sizeof(ref)) visit(context, (ref *)at);
}

void collect_visit_object(ref object, u64 start, u64 end, void (*visit)(void *context, ref *slot), void *context) {
    const struct class *class = object_class(object);
    if (!class_is_array(class)) {
        visit_within(object, class->reference_offsets, class->reference_offset_count, start, end, visit, context);
    } else if (class->element_type == 'L') {
        visit_elements(object, start, end, visit, context);
    }
}

// ---- Threads

static void visit_frame(const struct frame_walk *walk, void (*visit)(void *, ref *), void *context) {
    if (walk->site->offset != walk->pc - walk->code->start) panic("no site at %lx for the collector", walk->pc);
    const u32 *map = &walk->code->maps[walk->site->map];
    for (u32 slot = 0; slot < walk->code->slot_count; slot++) {
        if (map[slot / 32] >> slot % 32 & 1) visit(context, (ref *)(walk->fp - 8ull * (slot + 1)));
    }
}

static void visit_thread(struct thread *thread, void (*visit)(void *, ref *), void *context) {
    visit(context, &thread->exception);
    visit(context, &thread->java_thread);
    visit(context, &java_of(thread)->stop_exception);
    for (u32 i = 0; i < thread->handle_count; i++) visit(context, &java_of(thread)->handles[i]);
    struct frame_walk walk;
    for (bool more = frame_walk_start(&walk, thread); more; more = frame_walk_next_machine(&walk)) {
        visit_frame(&walk, visit, context);
    }
}

// ---- The domain

static void visit_loader(struct loader *loader, void (*visit)(void *, ref *), void *context) {
    visit(context, &loader->object);
    visit(context, &loader->unnamed_module);
    for (struct module_package *package = loader->packages; package; package = package->next) {
        visit(context, &package->module);
    }
}

// Most words of a mirror are null, or refer to what never moves either: those are not worth a call.
static void visit_mirror_words(ref mirror, const u32 *offsets, u32 count, void (*visit)(void *, ref *), void *context) {
    for (u32 i = 0; i < count; i++) {
        ref *slot = (ref *)(uintptr_t)(mirror + offsets[i]);
        if (*slot && *slot - FIXED_START >= FIXED_END - FIXED_START) visit(context, slot);
    }
}

// Mirrors never move. All are looked through at each collection: there are few, and their cards need no care.
static void visit_mirror(const struct class *class, void (*visit)(void *, ref *), void *context) {
    const struct class *mirror_class = class->domain->known.class_;
    visit_mirror_words(class->mirror, mirror_class->reference_offsets, mirror_class->reference_offset_count, visit,
                       context);
    visit_mirror_words(class->mirror, class->static_reference_offsets, class->static_reference_count, visit, context);
}

void collect_visit_roots(struct domain *domain, void (*visit)(void *context, ref *slot), void *context) {
    visit(context, &domain->heap.out_of_memory);
    visit(context, &domain->heap.pending);
    visit(context, &domain->java_base_module);
    for (struct loader *loader = domain->loaders; loader; loader = loader->next) visit_loader(loader, visit, context);
    for (struct class *class = domain->first_class; class; class = class->next_class) {
        visit_mirror(class, visit, context);
    }
    for (struct thread *thread = thread_first; thread; thread = thread->next_thread) {
        if (thread->domain == domain) visit_thread(thread, visit, context);
    }
}
