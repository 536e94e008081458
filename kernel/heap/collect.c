// The collector: when it collects, and one collection from its beginning to its end.
//
// Two generations, both of small objects in chunks of 1 MiB, which are left behind as a whole once everything alive has
// been copied out of them. New objects are made in young chunks (the eden, an eighth of the heap, 1 to 16 MiB). When
// the eden is used up, a young collection copies what is alive in young chunks to other young chunks or, if it has
// survived more than three times, to old ones; what old objects refer to is found by the cards that every store marks.
// A full collection condemns all chunks and copies what is alive to old ones: it happens when half of what the last one
// left free is in use, when there is no other way to make room, and by System.gc. Objects larger than a quarter of a
// chunk have chunks of their own: they are marked instead of copied, and their chunk says how old they are. A copied
// object leaves its new address in the class word and MARK_FORWARDED in the mark; the copy keeps the mark itself:
// identity hash, lock and age. Roots: kernel/run/roots.c; copying and cards: collect_copy.c; java.lang.ref:
// collect_reference.c.
//
// The thread that collects is in C at a safepoint, and all others are parked at theirs: with one processor nothing
// needs to be stopped. With several the others help, if there is enough to copy (collect_team.h).
//
// Where there are several domains, those that are not collected run on. After the roots the other threads of the domain
// are held (scheduler_hold_others), and while it traces, which is nearly all of its time, the collector pauses after
// every 16 KiB that it has looked through: threads of other domains run if it is their turn, and have the kernel's lock
// if they want it. They may collect their own heaps meanwhile. What they could touch of a domain that is being
// collected, and why they do not:
//
// - its objects, by copies through portals (domains/copy.c) and by calls of a service whose method is not known yet
//   (domains/calls.c): they wait for the end (collect_await_end); so does a thread that is in the middle of a copy,
//   which it finds out by heap->moves, and then begins again
// - its threads: made ready or asked to end they are held; handed the processor, they are made ready
// - its roots: a portal ends when another domain has no proxy for it any more, so the list of roots is gone through
//   without a pause
// - chunks: all heaps take them from one pool. What copies may take has been reserved before (heap.c)
// - cards of mirrors, which a young collection looks for in all of the fixed space: those of other domains stay marked
// - owners, classes, code, symbols, monitors that are free: whole in each pause. Code goes with all processors stopped,
//   some owners' at a time, because a processor may still have fetched it
// - what the machine is asked for from outside (run/control.c) waits until nothing is being collected
//
// A collection is in one piece, and the whole world stands, if there is no other heap, for a census, and where a copy
// into the heap has been interrupted too often (heap->undisturbed).
//
// For finding mistakes, as properties of the program: gnomon.gc.stress=N collects at every Nth allocation, every tenth
// time fully, but not fully more often than at every 100th allocation, because that would take longer than everything
// else, and pauses after every few objects; gnomon.gc.verify=N looks through the whole heap after every Nth collection
// and at the end; gnomon.gc.protect=1 takes away the memory of chunks left behind, so that any further use of it
// faults. gnomon.gc=off: a full heap stays full.
#include "kernel/heap/collect.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/collect_team.h"
#include "kernel/heap/collection.h"
#include "kernel/heap/figures.h"
#include "kernel/heap/hooks.h"
#include "kernel/heap/raise.h"
#include "kernel/heap/unload.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

#define EDEN_MOST (16 * MIB)
// Collections that make an object old, if ages are not counted by class.
#define OLD_AGE 4u
#define FULL_EVERY 10u
#define FULL_ALLOCATIONS 100u

// ---- One collection

static bool is_condemned_kind(const struct collection *collection, const struct heap_chunk *chunk) {
    switch (chunk->generation) {
    case HEAP_YOUNG: return true;
    case HEAP_OLD: return collection->full;
    case HEAP_LARGE: return collection->full || !chunk->old;
    default: return false;
    }
}

// Closes the windows: what they have not used stays zero.
static void close_windows(struct heap *heap) {
    ASSERT_LOCKED();
    for (struct thread *thread = heap->first_thread; thread; thread = thread->next_thread) {
        thread->allocated_bytes -= thread->heap_end - thread->heap_next;
        thread->heap_next = thread->heap_end = 0;
    }
    heap->next = heap->end = 0;
    heap->eden_bytes = heap->new_large_bytes = heap->nursery_bytes = 0;
}

static void condemn(struct collection *collection) {
    struct heap *heap = heap_of(collection->domain);
    struct heap_chunk *end = heap_chunks_end();
    for (struct heap_chunk *chunk = heap_chunks; chunk < end; chunk++) {
        if (chunk->domain != heap->domain_number) continue;
        chunk->condemned = is_condemned_kind(collection, chunk);
        chunk->marked = false;
        chunk->scan = chunk->generation == HEAP_LARGE ? heap_chunk_start(chunk) : chunk->top;
    }
    collection->young.generation = HEAP_YOUNG;
    collection->old.generation = HEAP_OLD;
    if (collection->full) memset(heap->old_chunks, 0, sizeof(heap->old_chunks));
    collection->old.chunk = heap->old_chunks[0];
    if (collection->old.chunk) collect_enqueue(collection, collection->old.chunk);
}

// Leaves behind a chunk or, for a large object, all of its chunks.
static void leave_behind(struct heap *heap, struct heap_chunk *chunk) {
    ASSERT_LOCKED();
    u32 count = 1;
    while (chunk->generation == HEAP_LARGE && chunk + count < heap_chunks_end() &&
           chunk[count].generation == HEAP_LARGE_REST) {
        count++;
    }
    heap_release_chunk(heap, chunk);
    for (u32 i = 0; heap->options.protect && i < count; i++) heap_take_memory(&chunk[i]);
}

static void release(struct collection *collection) {
    struct heap *heap = heap_of(collection->domain);
    struct heap_chunk *end = heap_chunks_end();
    for (struct heap_chunk *chunk = heap_chunks; chunk < end; chunk++) {
        if (chunk->domain != heap->domain_number || !chunk->condemned) continue;
        if (chunk->generation == HEAP_LARGE && chunk->marked) {
            chunk->condemned = false;
        } else {
            leave_behind(heap, chunk);
        }
    }
    heap->old_chunks[0] = collection->old.chunk;
}

// The young chunk that copies went to takes new objects as well.
static void reopen(struct collection *collection) {
    struct heap *heap = heap_of(collection->domain);
    struct heap_chunk *chunk = collection->young.chunk;
    if (!chunk || heap->options.protect) return;
    heap->next = chunk->top;
    heap->end = heap_chunk_start(chunk) + HEAP_CHUNK_BYTES;
}

// Large objects count as well.
static u64 copied_bytes(const struct collection *collection) {
    u64 bytes = 0;
    for (u32 age = 0; age < COLLECT_AGES; age++) bytes += collection->age_bytes[age];
    return bytes;
}

static void log_ages(const struct collection *collection) {
    if (!collection->ages || !log_event_wanted(EVENT_object_ages)) return;
    for (u32 age = 0; age < COLLECT_AGES; age++) {
        if (collection->age_objects[age]) {
            LOG_EVENT(object_ages, .age = age, .objects = collection->age_objects[age],
                      .bytes = collection->age_bytes[age]);
        }
    }
}

// How many other processors are called, by what there may be to copy. A census, and what is done before memory counts
// as used up, are left to one: others leave parts of chunks.
static u32 helpers_of(const struct collection *collection) {
    const struct heap *heap = heap_of(collection->domain);
    if (!heap->packets || !collection->ages || collection->clear_soft || collection->is_shared) return 0;
    u64 most = 0;
    for (const struct heap_chunk *chunk = heap_chunks, *end = heap_chunks_end(); chunk < end; chunk++) {
        if (chunk->condemned && chunk->generation != HEAP_LARGE) most += chunk->top - heap_chunk_start(chunk);
    }
    bool like_last = !collection->full && heap->young_copied_bytes < most;
    return heap_helpers_most(heap, like_last ? heap->young_copied_bytes : most);
}

// From the roots on, until nothing is left that has not been looked through.
static void trace(struct collection *collection) {
    struct collect_team team;
    u32 helpers = helpers_of(collection);
    if (helpers) collect_team_open(&team, collection, helpers);
    collect_visit_roots(collection->domain, collect_slot, collection);
    if (!collection->full) {
        unload_trace_young(collection);
        collect_trace_cards(collection);
    }
    LOG_EVENT(collection_phase, .phase = COLLECTION_PHASE_copy);
    collect_trace(collection);
    if (helpers) collect_team_close(&team);
}

// Where all who could run are held, there is nobody to let in, and the pause counts as one.
void collect_pause(const struct collection *collection) {
    struct thread *thread = thread_self();
    if (!collection->is_shared) log_polled(&thread->log);
    if (LIKELY(!collection->may_pause)) return;
    kernel_offer();
    scheduler_poll_holding(thread);
    if (collection->pauses_often) scheduler_yield();
}

// What is left when everything alive has been found.
static void end_references(struct collection *collection) {
    struct domain *domain = collection->domain;
    collect_references(collection);
    heap_strings_collect(domain, collection->full, collect_forward, collect_is_young);
    monitor_collect(domain, collection->full, collect_forward, collect_is_young);
    heap_weak_collect(domain, collect_forward);
    collection->may_pause = false;
}

static void run(struct collection *collection, struct thread_hold *hold) {
    struct domain *domain = collection->domain;
    LOG_EVENT(collection_phase, .phase = COLLECTION_PHASE_stop);
    kernel_stop_others();
    if (collection->is_shared) scheduler_hold_others(hold);
    collection->occupied_before_bytes = heap_bytes_sum(heap_handed_out_bytes(domain));
    close_windows(heap_of(domain));
    LOG_EVENT(collection_phase, .phase = COLLECTION_PHASE_roots);
    condemn(collection);
    collect_references_begin(collection);
    if (collection->full) unload_begin(collection);
    collection->may_pause = collection->is_shared; // until end_references
    if (collection->full) collect_reach_frames(collection);
    trace(collection);
    LOG_EVENT(collection_phase, .phase = COLLECTION_PHASE_references);
    end_references(collection);
    collection->may_pause = collection->is_shared;
    if (collection->full) unload_dead(collection);
    unload_give_back(collection);
    collection->may_pause = false;
    LOG_EVENT(collection_phase, .phase = COLLECTION_PHASE_release);
    release(collection);
    reopen(collection);
    if (!collection->full) heap_of(domain)->young_copied_bytes = copied_bytes(collection);
}

void collect_await_end(struct domain *domain) {
    ASSERT_LOCKED();
    struct thread *thread = thread_self();
    ASSERT(heap_of(domain)->is_collected && thread->domain != domain);
    thread_queue_append(&heap_of(domain)->awaiting, thread);
    thread->waits_in = &heap_of(domain)->awaiting;
    scheduler_block(THREAD_WAITING, SWITCH_collection, SCHEDULER_FOR_EVER);
}

// Those of other domains that have waited for the end run before the thread that has collected, which may be about to
// collect again, and before those that it has held. With one processor all of them do, because they come first in the
// queue; with several, another processor needs some time to take them.
#define TAKING_ROUNDS 64u
static void let_in(void) {
    for (u32 round = 0; round < (kernel_is_shared() ? TAKING_ROUNDS : 1); round++) {
        collect_give_way(round);
    }
}

static void wake(struct thread *thread, struct thread *waiter) {
    if (waiter && waiter->state == THREAD_WAITING) scheduler_ready(waiter, thread);
}

static void wake_handler(struct thread *thread, const struct heap *heap) {
    if (heap->pending) wake(thread, heap->pending_waiter);
}

void collect_await(struct thread *thread, u64 number) {
    ASSERT_LOCKED();
    struct heap *heap = heap_of(thread->domain);
    while (heap->collections <= number && !exception_is_end(thread)) {
        heap->collection_waiter = thread;
        scheduler_block(THREAD_WAITING, SWITCH_wait, SCHEDULER_FOR_EVER);
    }
    heap->collection_waiter = NULL;
}

// A collection for a census is no work of the program's: it makes nothing older, and is not counted.
static void count_collection(struct heap *heap, const struct collection *collection,
                             const struct heap_collected *begin) {
    u64 end = machine_ticks();
    struct heap_collected *collected = &heap->collected[++heap->collections % HEAP_COLLECTED];
    heap->collection_ticks += end - begin->begin_ticks;
    *collected = *begin;
    collected->end_ticks = end;
    collected->before_bytes = collection->occupied_before_bytes;
    collected->after_bytes = collection->occupied_after_bytes;
    collected->after_class_bytes = owner_used_bytes();
    if (heap->peak_bytes < collected->before_bytes) heap->peak_bytes = collected->before_bytes;
    u64 verify = heap->options.verify;
    if (verify && heap->collections % verify == 0) collect_verify((struct domain *)heap, "after a collection");
}

static void collect_now(struct thread *thread, struct collection *collection, enum collection_cause cause) {
    ASSERT_LOCKED();
    struct domain *domain = thread->domain;
    struct heap *heap = heap_of(domain);
    struct thread_hold hold;
    ASSERT(!heap->is_collected);
    heap->is_collected = true;
    heap->figures->now.collections++;
    heap_figures_publish(heap->figures);
    heap->moves++;
    LOG_EVENT(collection_begin, .domain = heap->domain_number, .cause = cause);
    heap->collection = collection;
    run(collection, &hold);
    heap->collection = NULL;
    if (collection->full) {
        heap->full_limit_bytes =
            heap->used_bytes + (heap->limit_bytes > heap->used_bytes ? (heap->limit_bytes - heap->used_bytes) / 2 : 0);
        unload_set_limits(domain);
    }
    log_ages(collection);
    struct heap_bytes bytes = heap_occupied_bytes(domain);
    u64 occupied = collection->occupied_after_bytes = heap_bytes_sum(bytes);
    LOG_EVENT(collection_end, .domain = heap->domain_number, .live = occupied,
              .freed = collection->occupied_before_bytes - occupied);
    LOG_EVENT(heap_occupancy, .domain = heap->domain_number, .used = occupied, .committed = heap->used_bytes);
    LOG_EVENT(heap_generations, .domain = heap->domain_number, .young = bytes.young, .old = bytes.old);
    heap->used_after_bytes = heap->used_bytes;
    heap->is_collected = false;
    heap->figures->now.collections++;
    heap_publish(heap, bytes);
    heap_end_copies(heap);
    collection->was_awaited = heap->awaiting.first != NULL;
    while (heap->awaiting.first) scheduler_ready(heap->awaiting.first, thread);
    if (collection->is_shared) scheduler_let_go();
}

u32 collect_put_off(struct domain *domain) {
    heap_of(domain)->put_off++;
    return heap_of(domain)->put_offs_ended;
}

void collect_put_off_no_more(struct domain *domain, u32 given) {
    struct heap *heap = heap_of(domain);
    if (given != heap->put_offs_ended) return;
    ASSERT(heap->put_off);
    heap->put_off--;
}

// Another processor that wants the lock may be the one to wait for.
void collect_give_way(u32 round) {
    kernel_alone();
    machine_relax(round);
    kernel_together();
    scheduler_yield();
}

bool collect_is_put_off(const struct domain *domain) { return heap_of(domain)->is_put_off; }

static bool must_wait(struct thread *thread, u64 end_ticks) {
    const struct heap *heap = heap_of(thread->domain);
    return heap->put_off && machine_ticks() < end_ticks && scheduler_may_hold() && !exception_is_end(thread);
}

// Meanwhile another thread may collect that has waited too.
static void await_turn(struct thread *thread) {
    struct heap *heap = heap_of(thread->domain);
    u64 end_ticks = machine_ticks() + log_ticks_of_ns(COLLECT_PUT_OFF_NS);
    for (u32 round = 0; must_wait(thread, end_ticks) || (round && heap->is_collected); round++) {
        heap->is_put_off = !heap->is_collected;
        collect_give_way(round);
    }
    heap->is_put_off = false;
    if (heap->put_off && machine_ticks() >= end_ticks) {
        heap->put_off = 0;
        heap->put_offs_ended++;
    }
}

static struct collection collection_of(struct thread *thread, bool full) {
    const struct heap *heap = heap_of(thread->domain);
    return (struct collection){.domain = thread->domain,
                               .full = full,
                               .ages = true,
                               .counts_ages = heap->options.ages_bytes != 0,
                               .old_age = heap->options.ages_bytes ? COLLECT_AGES - 1 : OLD_AGE,
                               .verifies = heap->options.verify != 0,
                               .apart = CLASS_IS_REFERENCE | (full ? CLASS_REACHES_OWNER : 0)};
}

static void collect(struct thread *thread, bool full, bool clear_soft, enum collection_cause cause) {
    await_turn(thread);
    struct log_stolen stolen = log_stolen_begin(&thread->log, STOLEN_COLLECTION);
    struct collection collection = collection_of(thread, full);
    struct heap_collected begin = {
        .begin_ticks = machine_ticks(), .before_class_bytes = owner_used_bytes(), .full = full, .cause = cause};
    collection.clear_soft = clear_soft;
    collection.is_shared =
        !heap_of(thread->domain)->undisturbed && !heap_is_alone(heap_of(thread->domain)) && scheduler_may_hold();
    collection.pauses_often = collection.is_shared && heap_of(thread->domain)->options.stress;
    collect_now(thread, &collection, cause);
    count_collection(heap_of(thread->domain), &collection, &begin);
    log_stolen_end(&thread->log, &stolen);
    wake_handler(thread, heap_of(thread->domain));
    wake(thread, heap_of(thread->domain)->collection_waiter);
    if (collection.was_awaited) let_in();
    u64 census = heap_of(thread->domain)->options.census_every;
    if (census && heap_of(thread->domain)->collections % census == 0) heap_census(thread, CENSUS_COLLECTION);
    if (heap_of(thread->domain)->is_verbose) heap_collected(heap_of(thread->domain));
}

void collect_for_census(struct thread *thread, bool is_last) {
    if (!heap_of(thread->domain)->has_collector) return;
    struct collection collection = collection_of(thread, true);
    collection.ages = false;
    collection.counts_ages &= !is_last;
    collect_now(thread, &collection, COLLECTION_CAUSE_census);
    wake_handler(thread, heap_of(thread->domain));
}

const char *interrupt_fault_name(u64 address) {
    return heap_contains(address) && heap_chunk_of(address)->absent ? "use of left-behind space" : NULL;
}

void collect_all(struct thread *thread) {
    if (heap_of(thread->domain)->has_collector) collect(thread, true, false, COLLECTION_CAUSE_requested);
}

// ---- When

#define LAST_ATTEMPT 2u
#define AWAITED_NS 1000000u
#define AWAITED_MOST 1000u

// Several chunks must be neighbours, and while another heap is collected its copies may lie between those that are
// free.
static bool await_others(const struct thread *thread, u64 bytes, u32 attempt) {
    const struct heap *heap = heap_of(thread->domain);
    if (bytes <= HEAP_CHUNK_BYTES || !thread->cpu->holds || attempt > LAST_ATTEMPT + AWAITED_MOST) return false;
    if (heap->used_bytes + bytes > heap->limit_bytes) return false;
    scheduler_block(THREAD_SLEEPING, SWITCH_sleep, machine_ticks() + log_ticks_of_ns(AWAITED_NS));
    return true;
}

bool heap_make_room(struct thread *thread, u64 bytes, u32 attempt) {
    const struct heap *heap = heap_of(thread->domain);
    bool full = heap->used_bytes - heap->eden_bytes - heap->new_large_bytes >= heap->full_limit_bytes;
    switch (attempt) {
    case 0: collect(thread, full, false, full ? COLLECTION_CAUSE_full : COLLECTION_CAUSE_young_full); return true;
    case 1: collect(thread, true, false, COLLECTION_CAUSE_full); return true;
    case LAST_ATTEMPT: collect(thread, true, true, COLLECTION_CAUSE_full); return true;
    default: return await_others(thread, bytes, attempt);
    }
}

void heap_before_allocation(struct thread *thread) {
    struct heap *heap = heap_of(thread->domain);
    u64 every = heap->options.stress;
    if (!every || ++heap->allocations % every) return;
    u64 full_every = every < FULL_ALLOCATIONS / FULL_EVERY ? FULL_ALLOCATIONS / every : FULL_EVERY;
    collect(thread, heap->allocations / every % full_every == 0, false, COLLECTION_CAUSE_requested);
}

// Packets of full length, and the ends of chunks; large objects, each with a chunk of its own; and the ends of chunks
// in which objects become old. Without memory for them, one processor makes each collection of this heap.
static void init_packets(struct heap *heap) {
    if (heap->packets || !kernel_is_shared()) return;
    u64 each = HEAP_CHUNK_BYTES / COLLECT_PACKET_BYTES + 4;
    heap->packet_capacity = (u32)(heap->limit_bytes / HEAP_CHUNK_BYTES * each) + 2 * CPUS_MOST;
    heap->packets = scratch_alloc(&heap->accounts->of[ACCOUNT_TABLES], heap->packet_capacity * sizeof(*heap->packets));
}

bool collect_init(struct domain *domain, const struct options *given) {
    struct heap *heap = heap_of(domain);
    struct collect_options *options = &heap->options;
    collect_options_read(options, given);
    if (options->off) return true;
    // The bare machine has large pages there, which cannot be taken away one chunk at a time.
    options->protect &= strcmp(machine.name, "linux") == 0;
    if (!collect_copy_init() || (options->verify && !collect_verify_init())) {
        *options = (struct collect_options){.off = true};
        return false;
    }
    init_packets(heap);
    for (u32 i = 0; i < OWNER_SPACES; i++) owner_spaces[i].poisons |= options->protect || options->stress;
    heap->has_collector = true;
    u64 eden = ALIGN_DOWN(heap->limit_bytes / 8, (u64)HEAP_CHUNK_BYTES);
    heap->eden_limit_bytes = eden < HEAP_CHUNK_BYTES ? HEAP_CHUNK_BYTES : eden > EDEN_MOST ? EDEN_MOST : eden;
    heap->full_limit_bytes = heap->limit_bytes / 2;
    heap->collects_often = options->stress != 0;
    return true;
}

void collect_end(struct domain *domain) {
    if (!heap_of(domain)->options.verify) return;
    kernel_stop_others(); // threads of the domain run until it has ended
    collect_verify(domain, "at the end");
}

// ---- The end of a domain

bool exception_make_end(struct thread *thread) {
    thread->exception = heap_of(thread->domain)->out_of_memory; // any: nobody looks at it
    return true;
}
