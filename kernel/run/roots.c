// Where references are outside the heap, for the collector: hooks of kernel/heap/collect.h.
#include "base/panic.h"
#include "kernel/classes/domain.h"
#include "kernel/code/code.h"
#include "kernel/heap/collection.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"
#include "kernel/heap/unload.h"
#include "kernel/run/unwind.h"

// There may be as many threads, frames and slots as there is memory; the domain's threads are stopped, so a walk goes
// on after a pause.
#define SLOTS_A_PAUSE 16384u
#define SLOTS_A_FRAME 32u // that take as long as all else of a frame
#define SLOTS_A_THREAD 64u

// ---- Threads

static void visit_frame(const struct frame_walk *walk, void (*visit)(void *, ref *), void *context) {
    if (walk->site->offset != walk->pc - walk->code->start) panic("no site at %lx for the collector", walk->pc);
    const u32 *map = &walk->code->maps[walk->site->map];
    for (u32 slot = 0; slot < walk->code->slot_count; slot++) {
        if (map[slot / 32] >> slot % 32 & 1) visit(context, (ref *)(walk->fp - 8ull * (slot + 1)));
    }
}

static void pause_after(struct domain *domain, u32 *slots, u32 more) {
    *slots += more;
    if (*slots < SLOTS_A_PAUSE) return;
    *slots = 0;
    heap_pause(domain);
}

// `slots` counts those since the last pause.
static void visit_thread(struct thread *thread, void (*visit)(void *, ref *), void *context, u32 *slots) {
    visit(context, &thread->exception);
    visit(context, &thread->java_thread);
    visit(context, &java_of(thread)->stop_exception);
    for (u32 i = 0; i < thread->handle_count; i++) visit(context, handle_at(thread, i));
    pause_after(domain_of(thread), slots, SLOTS_A_THREAD + thread->handle_count);
    struct frame_walk walk;
    for (bool more = frame_walk_start(&walk, thread); more; more = frame_walk_next_machine(&walk)) {
        visit_frame(&walk, visit, context);
        pause_after(domain_of(thread), slots, SLOTS_A_FRAME + walk.code->slot_count);
    }
}

// ---- The domain

// The collector may pause while it makes room for the object: then a service may end, whose last proxy has died in
// another domain.
static void visit_services(struct domain *domain, void (*visit)(void *context, ref *slot), void *context) {
    for (domain->next_root = domain->roots; domain->next_root;) {
        struct domain_root *root = domain->visited_root = domain->next_root;
        ref object = root->object;
        domain->next_root = root->next;
        visit(context, &object);
        if (domain->visited_root) root->object = object;
    }
    domain->visited_root = NULL;
}

void collect_visit_roots(struct domain *domain, void (*visit)(void *context, ref *slot), void *context) {
    visit(context, &domain->heap.out_of_memory);
    visit(context, &domain->heap.pending);
    visit(context, &domain->java_base_module);
    visit_services(domain, visit, context);
    u32 slots = 0;
    for (struct thread *thread = domain->heap.first_thread; thread; thread = thread->next_thread) {
        visit_thread(thread, visit, context, &slots);
    }
}

static void reach_frames(struct collection *collection, const struct thread *thread, u32 *slots) {
    struct frame_walk walk;
    pause_after(collection->domain, slots, SLOTS_A_THREAD);
    for (bool more = frame_walk_start(&walk, thread); more; more = frame_walk_next_machine(&walk)) {
        pause_after(collection->domain, slots, SLOTS_A_FRAME);
        unload_reach(collection, walk.code->method->holder->owner);
    }
}

void collect_reach_frames(struct collection *collection) {
    const struct heap *heap = &collection->domain->heap;
    u32 slots = 0;
    for (const struct thread *thread = heap->first_thread; thread; thread = thread->next_thread) {
        reach_frames(collection, thread, &slots);
    }
}
