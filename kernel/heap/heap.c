// Allocation. Windows of 64 KiB are cut from the domain's current chunk; an object larger than half of that is cut from
// the chunk itself, and one larger than a quarter of a chunk gets chunks of its own. When the chunks for new objects
// are used up, or the heap is, the collector is asked for room (heap_make_room), again and again until it has no more
// to offer: then an OutOfMemoryError is raised. The last chunk below the limit is kept back for making that error.
//
// Copying needs room. So that a collection never fails, chunks are handed out only while all small objects could still
// be copied: what has been used, plus 4/3 of what may have to be copied (a chunk is left at least 3/4 full, because no
// small object is larger than a quarter), must stay below the pool's size. As much of that as the pool has not yet got
// from the machine is reserved there, whatever else wants memory. Where several processors copy, each may leave two
// chunks that are not full.
#include "kernel/heap/heap.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/memory.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/figures.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/hooks.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

#define WINDOW_BYTES (64 * KIB)
#define LARGE_BYTES (HEAP_CHUNK_BYTES / 4)
#define LEAST_BYTES (8 * MIB)
#define RESERVE_BYTES HEAP_CHUNK_BYTES

struct heap_chunk heap_chunks[(HEAP_END - HEAP_START) / HEAP_CHUNK_BYTES];

static struct memory_range pool;
// What the chunks of all heaps, and collecting each of them, may take.
static u64 wanted_bytes;

// The table of sites takes this fraction of its chunks' bytes.
#define SITES_SHARE 4u
static u64 with_sites(const struct heap *heap, u64 bytes) {
    return heap->keeps_sites ? bytes + bytes / SITES_SHARE : bytes;
}

// Bytes of the pool's chunks that have no memory.
static u64 absent_bytes;

static u64 pool_got_bytes(void) { return pool.committed_end - pool.start - absent_bytes; }

static bool pool_init(void) {
    if (pool.start) return true;
    memory_range_init(&pool, "heap", HEAP_START, HEAP_END, MACHINE_LARGE_PAGE_BYTES, false);
    pool.is_heap = true;
    return machine_commit(CARD_TABLE_START, ALIGN_UP((u64)CARD_TABLE_BYTES, MACHINE_PAGE_BYTES), MACHINE_WRITE);
}

// That a processor is called for: to wake it, and what it leaves of chunks, costs less than it saves.
#define HELPER_BYTES (4 * MIB)

u32 heap_helpers_most(const struct heap *heap, u64 bytes) {
    u64 others = machine.cpu_count - 1, worth = heap->collects_often ? others : bytes / HELPER_BYTES;
    return (u32)(others < worth ? others : worth);
}

// Room for copies of small objects that have so many bytes.
static u64 copy_bytes(const struct heap *heap, u64 bytes) {
    return bytes / 3 * 4 + (4 + 2 * (u64)heap_helpers_most(heap, bytes)) * HEAP_CHUNK_BYTES;
}

bool heap_init(struct domain *domain, u64 bytes) {
    if (!pool_init()) return false;
    struct heap *heap = heap_of(domain);
    u64 most = pool.end - pool.start;
    // What the rest of the kernel needs (class data, code, stacks) must stay free.
    heap->keeps_sites = log_keeps_sites();
    u64 free = (pool_got_bytes() + machine_free_bytes()) * 3 / 4;
    if (heap->keeps_sites) free = free / (SITES_SHARE + 1) * SITES_SHARE;
    if (most > free) most = free;
    heap->pool_bytes = ALIGN_DOWN(most, (u64)HEAP_CHUNK_BYTES);
    heap->limit_bytes = ALIGN_DOWN(bytes < most ? bytes : most, (u64)HEAP_CHUNK_BYTES);
    heap->eden_limit_bytes = heap->limit_bytes;
    heap->search_at = HEAP_START;
    heap->counts = log_counts_allocations() || log_event_wanted(EVENT_allocate);
    if (heap->limit_bytes < LEAST_BYTES) return false;
    heap->figures = heap_figures_open(heap->domain_number);
    return heap->figures;
}

// ---- Chunks

struct heap_chunk *heap_chunks_end(void) {
    return heap_chunk_of(HEAP_START) + (pool.next - HEAP_START) / HEAP_CHUNK_BYTES;
}

static bool is_free_run(const struct heap_chunk *chunk, u64 count) {
    if ((u64)(heap_chunks_end() - chunk) < count) return false;
    while (count--) {
        if (chunk[count].generation != HEAP_FREE) return false;
    }
    return true;
}

// Finds neighbouring free chunks below the pool's end, from where the last were found. Returns 0 if there are none.
static u64 find_free(struct heap *heap, u64 count) {
    struct heap_chunk *end = heap_chunks_end(), *from = heap_chunk_of(heap->search_at);
    for (u64 pass = 0; pass < 2; pass++) {
        for (struct heap_chunk *chunk = pass ? heap_chunks : from; chunk < (pass ? from : end); chunk++) {
            if (!is_free_run(chunk, count)) continue;
            heap->search_at = chunk + count < end ? heap_chunk_start(chunk + count) : HEAP_START;
            return heap_chunk_start(chunk);
        }
    }
    return 0;
}

bool heap_is_zero(u64 start, u64 end) {
    ASSERT(start % sizeof(u64) == 0 && end % sizeof(u64) == 0);
    u64 bits = 0;
    for (u64 at = start; at < end && !bits; at += sizeof(u64)) bits = *(const u64 *)at;
    return !bits;
}

static void clear(u64 start, u64 end) {
    if (start < end) memset((void *)start, 0, end - start);
}

// Sets this heap's part of `wanted_bytes`.
static void want(struct heap *heap, u64 bytes) {
    wanted_bytes += bytes - heap->wanted_bytes;
    heap->wanted_bytes = bytes;
    u64 got = with_sites(heap, pool_got_bytes());
    machine.kept_bytes = wanted_bytes > got ? wanted_bytes - got : 0;
}

// Reserves, as far as the machine still has it, what has been taken and what collecting that may take; a collection
// takes no more than has been reserved for it.
static void keep_for_copies(struct heap *heap) {
    u64 copies = copy_bytes(heap, heap->used_bytes - heap->large_bytes);
    want(heap, heap->is_collected ? heap->wanted_bytes : with_sites(heap, heap->used_bytes + copies));
}

void heap_end_copies(struct heap *heap) { keep_for_copies(heap); }

bool heap_is_alone(const struct heap *heap) { return wanted_bytes == heap->wanted_bytes; }

void heap_take_memory(struct heap_chunk *chunk) {
    ASSERT(chunk->generation == HEAP_FREE && !chunk->absent);
    machine_release(heap_chunk_start(chunk), HEAP_CHUNK_BYTES);
    chunk->absent = true;
    chunk->top = chunk->dirty = 0;
    absent_bytes += HEAP_CHUNK_BYTES;
}

// Memory that was taken away when the chunk was left behind, by whatever domain, comes back, zeroed. Returns false if
// the machine has none left.
static bool bring_back(u64 start, u64 bytes) {
    for (u64 at = start; at < start + bytes; at += HEAP_CHUNK_BYTES) {
        struct heap_chunk *chunk = heap_chunk_of(at);
        if (LIKELY(!chunk->absent)) continue;
        if (!machine_commit(at, HEAP_CHUNK_BYTES, MACHINE_WRITE)) return false;
        chunk->absent = false;
        absent_bytes -= HEAP_CHUNK_BYTES;
    }
    return true;
}

static u64 enter_chunks(struct heap *heap, u64 start, u64 bytes, enum heap_generation generation) {
    for (u64 at = start; at < start + bytes; at += HEAP_CHUNK_BYTES) {
        struct heap_chunk *chunk = heap_chunk_of(at);
        clear(CARD_TABLE_START + (at >> CARD_SHIFT), CARD_TABLE_START + ((at + HEAP_CHUNK_BYTES) >> CARD_SHIFT));
        u64 dirty = chunk->dirty > chunk->top ? chunk->dirty : chunk->top;
        bool rest = at > start && generation == HEAP_LARGE;
        *chunk = (struct heap_chunk){.domain = heap->domain_number,
                                     .generation = narrow_u8(rest ? HEAP_LARGE_REST : generation),
                                     .top = at,
                                     .scan = at,
                                     .dirty = dirty,
                                     .has_sites = chunk->has_sites};
        if (generation != HEAP_LARGE) continue;
        if (!rest) clear(at, dirty); // the rest: clear_slowly, clear_rest
        chunk->top = at + HEAP_CHUNK_BYTES;
    }
    heap->used_bytes += bytes;
    // Its limit is the heap's, and copies go beyond
    account_charge_always(&heap->accounts->of[ACCOUNT_HEAP], with_sites(heap, bytes));
    if (generation == HEAP_LARGE) heap->large_bytes += bytes;
    keep_for_copies(heap);
    return start;
}

// No object of these chunks has a site yet. Returns false if there is no memory. It is the instruments' time.
static bool clear_sites(u64 start, u64 bytes) {
    struct log_reading begin = log_read(log_self());
    bool done = true;
    for (u64 at = start; done && at < start + bytes; at += HEAP_CHUNK_BYTES) {
        u64 sites = (u64)heap_site_at(at), sites_bytes = HEAP_CHUNK_BYTES / SITES_SHARE;
        struct heap_chunk *chunk = heap_chunk_of(at);
        if (chunk->has_sites) clear(sites, sites + sites_bytes);
        done = chunk->has_sites || machine_commit(sites, sites_bytes, MACHINE_WRITE);
        chunk->has_sites = done;
    }
    log_charge(log_self(), &begin);
    return done;
}

// What enter_chunks has left as it was of a large object's chunks.
static void clear_chunk(u64 at) { clear(at, heap_chunk_of(at)->dirty); }

static void clear_rest(u64 start, u64 bytes) {
    for (u64 at = start + HEAP_CHUNK_BYTES; start && at < start + bytes; at += HEAP_CHUNK_BYTES) clear_chunk(at);
}

static u64 find_chunks(struct heap *heap, u64 bytes, enum heap_generation generation) {
    u64 start = find_free(heap, bytes / HEAP_CHUNK_BYTES);
    if (!start) start = memory_take(&pool, bytes, HEAP_CHUNK_BYTES);
    if (!start || !bring_back(start, bytes) || (heap->keeps_sites && !clear_sites(start, bytes))) return 0;
    return enter_chunks(heap, start, bytes, generation);
}

static bool could_be_copied(const struct heap *heap, u64 used, u64 copied) {
    u64 others = wanted_bytes - heap->wanted_bytes;
    u64 needed = others + with_sites(heap, used + copy_bytes(heap, copied));
    return needed <= with_sites(heap, heap->pool_bytes) &&
           needed <= with_sites(heap, pool_got_bytes()) + machine_free_bytes();
}

// `reserved` bytes stay free. Returns 0 if the heap is full or it is time to collect.
static u64 take_chunks(struct heap *heap, u64 bytes, enum heap_generation generation, u64 reserved) {
    ASSERT_LOCKED();
    u64 taken = ALIGN_UP(bytes, (u64)HEAP_CHUNK_BYTES);
    if (taken + reserved > heap->limit_bytes || heap->used_bytes > heap->limit_bytes - taken - reserved) return 0;
    u64 copied = heap->used_bytes - heap->large_bytes + (generation == HEAP_LARGE ? 0 : taken);
    if (heap->has_collector && !could_be_copied(heap, heap->used_bytes + taken, copied)) return 0;
    u64 *counted = generation == HEAP_LARGE ? &heap->new_large_bytes : &heap->eden_bytes;
    // At least one large object may always be made: only the heap's size limits them.
    bool exempt = !reserved || (generation == HEAP_LARGE && *counted == 0);
    u64 most = (generation == HEAP_LARGE ? 2 : 1) * heap->eden_limit_bytes;
    if (heap->has_collector && !exempt && *counted + taken > most) return 0;
    u64 start = find_chunks(heap, taken, generation);
    if (start) *counted += taken;
    return start;
}

u64 heap_take_chunk(struct heap *heap, enum heap_generation generation) {
    return find_chunks(heap, HEAP_CHUNK_BYTES, generation);
}

void heap_release_chunk(struct heap *heap, struct heap_chunk *chunk) {
    ASSERT_LOCKED();
    bool large = chunk->generation == HEAP_LARGE;
    do {
        chunk->generation = HEAP_FREE;
        chunk->condemned = false;
        heap->used_bytes -= HEAP_CHUNK_BYTES;
        account_credit(&heap->accounts->of[ACCOUNT_HEAP], with_sites(heap, HEAP_CHUNK_BYTES));
        if (large) heap->large_bytes -= HEAP_CHUNK_BYTES;
    } while (large && ++chunk < heap_chunks_end() && chunk->generation == HEAP_LARGE_REST);
    keep_for_copies(heap);
}

void heap_end(struct heap *heap) {
    ASSERT_LOCKED();
    for (struct heap_chunk *chunk = heap_chunks; chunk < heap_chunks_end(); chunk++) {
        bool is_first = chunk->generation != HEAP_FREE && chunk->generation != HEAP_LARGE_REST;
        if (is_first && chunk->domain == heap->domain_number) heap_release_chunk(heap, chunk);
    }
    ASSERT(!heap->used_bytes && !heap->large_bytes && !heap->accounts->of[ACCOUNT_HEAP].used_bytes);
    want(heap, 0);
    if (heap->figures) heap_figures_close(heap->figures);
    scratch_free(heap->packets);
}

// ---- Windows

// With --ages: whether it is time to collect before `bytes` are handed out.
static bool nursery_is_full(struct heap *heap, u64 bytes, u64 reserved) {
    u64 limit = heap->options.ages_bytes;
    if (LIKELY(!limit) || !heap->has_collector) return false;
    if (reserved && heap->nursery_bytes && heap->nursery_bytes + bytes > limit) return true;
    heap->nursery_bytes += bytes;
    return false;
}

static u64 take_from_chunk(struct heap *heap, u64 bytes, u64 reserved) {
    ASSERT_LOCKED();
    if (heap->end - heap->next < bytes) {
        u64 taken = take_chunks(heap, HEAP_CHUNK_BYTES, HEAP_YOUNG, reserved);
        if (!taken) return 0;
        heap->next = taken;
        heap->end = taken + HEAP_CHUNK_BYTES;
    }
    u64 start = heap->next;
    heap->next += bytes;
    struct heap_chunk *chunk = heap_chunk_of(start);
    chunk->top = heap->next;
    clear(start, chunk->dirty < chunk->top ? chunk->dirty : chunk->top);
    return start;
}

static void publish_more(struct heap *heap, bool is_large, u64 bytes) {
    struct heap_figures *now = &heap->figures->now;
    *(is_large ? &now->large : &now->young) += bytes;
    now->committed = heap->used_bytes;
    heap_figures_publish(heap->figures);
}

// Allocates without a collection. Returns 0 if the heap is full or it is time to collect.
static u64 allocate_now(struct thread *thread, u64 bytes, u64 reserved) {
    u64 start = thread->heap_next;
    if (LIKELY(thread->heap_end - start >= bytes)) {
        thread->heap_next += bytes;
        return start;
    }
    if (UNLIKELY(java_of(thread)->chooses)) heap_chooser_allocates(thread);
    struct heap *heap = heap_of(thread->domain);
    bool by_window = bytes <= WINDOW_BYTES / 2 && !heap->collects_often;
    if (UNLIKELY(nursery_is_full(heap, by_window ? WINDOW_BYTES : bytes, reserved))) return 0;
    if (by_window) {
        start = take_from_chunk(heap, WINDOW_BYTES, reserved);
        if (!start) return 0;
        publish_more(heap, false, WINDOW_BYTES);
        thread->allocated_bytes += WINDOW_BYTES - (thread->heap_end - thread->heap_next);
        thread->heap_next = start + bytes;
        thread->heap_end = start + WINDOW_BYTES;
        return start;
    }
    bool is_large = bytes > LARGE_BYTES;
    start = is_large ? take_chunks(heap, bytes, HEAP_LARGE, reserved) : take_from_chunk(heap, bytes, reserved);
    if (!start) return 0;
    publish_more(heap, is_large, bytes);
    thread->allocated_bytes += bytes;
    return start;
}

// Returns zeroed memory, or 0 if the heap is full.
static u64 allocate(struct thread *thread, u64 bytes) {
    const struct heap *heap = heap_of(thread->domain);
    if (UNLIKELY(heap->collects_often)) heap_before_allocation(thread);
    u64 start = allocate_now(thread, bytes, RESERVE_BYTES);
    for (u32 attempt = 0; UNLIKELY(!start) && heap->has_collector && heap_make_room(thread, bytes, attempt);
         attempt++) {
        start = allocate_now(thread, bytes, RESERVE_BYTES);
    }
    return start;
}

static ref allocate_or_throw(struct thread *thread, u64 bytes) {
    u64 start = allocate(thread, bytes);
    if (UNLIKELY(!start)) exception_throw_out_of_memory(thread, "Java heap space");
    return (ref)start;
}

// ---- Objects

static void count(struct thread *thread, ref object, u64 bytes) {
    if (UNLIKELY(heap_of(thread->domain)->counts)) heap_count(thread, object, bytes);
}

// While the heap is searched for mistakes: what is handed out is zero to its last byte.
static void check_blank(const struct thread *thread, ref object, u64 bytes) {
    if (LIKELY(!heap_of(thread->domain)->collects_often)) return;
    ASSERT(heap_is_zero(object, object + bytes));
}

static ref make_object(struct thread *thread, const struct class *class, ref object) {
    if (!object) return 0;
    check_blank(thread, object, class->instance_bytes);
    object_at(object)->class_address = class_address(class);
    count(thread, object, class->instance_bytes);
    return object;
}

static ref make_array(struct thread *thread, const struct class *class, s32 length, ref array) {
    if (!array) return 0;
    check_blank(thread, array, heap_array_bytes(class, (u32)length));
    object_at(array)->class_address = class_address(class);
    array_at(array)->length = (u32)length;
    count(thread, array, heap_array_bytes(class, (u32)length));
    return array;
}

// Memory that no object has had yet comes from the machine in pieces, between which others run.
static void prepare_slowly(struct thread *thread, u64 bytes) {
    struct heap *heap = heap_of(thread->domain);
    u64 taken = ALIGN_UP(bytes, (u64)HEAP_CHUNK_BYTES);
    if (heap->used_bytes + taken > heap->limit_bytes || find_free(heap, taken / HEAP_CHUNK_BYTES)) return;
    while (pool.next + taken > pool.committed_end + MEMORY_STEP_BYTES && memory_prepare(&pool, MEMORY_STEP_BYTES)) {
        keep_for_copies(heap);
        scheduler_poll_native(thread);
    }
}

// Clears an object's chunks from the second on, and lets others run between two. Until then it is a byte[] in its first
// chunk: for the heap's visitors and the collector, which must not follow what was there before.
static ref clear_slowly(struct thread *thread, ref object, u64 bytes) {
    u32 mark = handle_mark(thread);
    handle kept = handle_new(thread, object);
    array_at(object)->length = HEAP_CHUNK_BYTES - ARRAY_ELEMENTS_OFFSET;
    object_at(object)->class_address = class_address(heap_of(thread->domain)->blank_class);
    for (u64 at = object + HEAP_CHUNK_BYTES; at < object + bytes; at += HEAP_CHUNK_BYTES) {
        clear_chunk(at); // large objects stay where they are
        scheduler_poll_native(thread);
    }
    ASSERT(*kept == object);
    handle_release(thread, mark);
    memset(array_at(object), 0, ARRAY_ELEMENTS_OFFSET);
    return object;
}

// Memory for an object of any size, all of it zero. Returns 0 if it has thrown.
static ref allocate_blank(struct thread *thread, u64 bytes) {
    if (LIKELY(bytes <= HEAP_CHUNK_BYTES)) return allocate_or_throw(thread, bytes);
    if (bytes > MEMORY_STEP_BYTES) prepare_slowly(thread, bytes);
    ref object = allocate_or_throw(thread, bytes);
    return object ? clear_slowly(thread, object, bytes) : 0;
}

ref heap_alloc_object(struct thread *thread, struct class *class) {
    return make_object(thread, class, allocate_blank(thread, class->instance_bytes));
}

ref heap_try_object(struct thread *thread, struct class *class) {
    ref object = (ref)allocate_now(thread, class->instance_bytes, 0);
    clear_rest(object, class->instance_bytes);
    return make_object(thread, class, object);
}

ref heap_alloc_array(struct thread *thread, struct class *array_class, s32 length) {
    if (UNLIKELY(length < 0)) {
        exception_throw(thread, "java/lang/NegativeArraySizeException", "%d", length);
        return 0;
    }
    if (UNLIKELY(length >= INT32_MAX - 1)) { // HotSpot's limit
        exception_throw_out_of_memory(thread, "Requested array size exceeds VM limit");
        return 0;
    }
    ref array = allocate_blank(thread, heap_array_bytes(array_class, (u32)length));
    return make_array(thread, array_class, length, array);
}

ref heap_try_array(struct thread *thread, struct class *array_class, s32 length) {
    const struct heap *heap = heap_of(thread->domain);
    u64 bytes = heap_array_bytes(array_class, (u32)length);
    if (UNLIKELY(heap->collects_often)) heap_before_allocation(thread);
    ref array = (ref)allocate_now(thread, bytes, RESERVE_BYTES);
    if (!array && heap->has_collector) heap_make_room(thread, bytes, 0);
    if (!array) array = (ref)allocate_now(thread, bytes, 0);
    clear_rest(array, bytes);
    return make_array(thread, array_class, length, array);
}

// Others run after so many arrays of one call.
#define POLLED_ARRAYS 1024u

// Makes the arrays of one dimension, and in them those of the next. The lengths have been checked; `made` counts.
static ref alloc_dimensions(struct thread *thread, struct class *array_class, u32 dimensions, const s64 *lengths,
                            u32 *made) {
    s32 length = (s32)lengths[0];
    u32 mark = handle_mark(thread);
    if (++*made % POLLED_ARRAYS == 0) scheduler_poll_native(thread);
    ref array = heap_alloc_array(thread, array_class, length);
    if (!array || dimensions == 1) return array;
    handle outer = handle_new(thread, array);
    for (s32 i = 0; i < length && *outer; i++) {
        ref inner = alloc_dimensions(thread, class_at(array_class->component), dimensions - 1, lengths + 1, made);
        if (inner) {
            array_set_ref(*outer, (u32)i, inner);
        } else {
            *outer = 0;
        }
    }
    array = *outer;
    handle_release(thread, mark);
    return array;
}

ref heap_alloc_multi(struct thread *thread, struct class *array_class, u32 dimensions, const s64 *lengths) {
    for (u32 i = 0; i < dimensions; i++) {
        if ((s32)lengths[i] >= 0) continue;
        exception_throw(thread, "java/lang/NegativeArraySizeException", "%d", (s32)lengths[i]);
        return 0;
    }
    u32 made = 0;
    return alloc_dimensions(thread, array_class, dimensions, lengths, &made);
}

u32 heap_object_bytes(ref object) {
    const struct class *class = object_class(object);
    return class == heap_of(class->domain)->mirror_class ? heap_mirror_bytes(object) : heap_inner_bytes(object);
}

// Finding out whether the copy holds references, and where, is not worth it: all its cards are marked.
static void copy_part(ref object, ref copy, u64 start, u64 end) {
    memcpy((u8 *)object_at(copy) + start, (const u8 *)object_at(object) + start, end - start);
    if (start == 0) object_at(copy)->mark = 0;
    for (u64 at = copy + start; at < copy + end; at += 1u << CARD_SHIFT) heap_mark_card(at);
    heap_mark_card(copy + end - 1);
}

// Lets others run between two chunks. Until the end, the copy is an array of the elements that have been copied, or an
// instance whose other fields are zero: the collector keeps it up to date.
static ref copy_slowly(struct thread *thread, handle object, ref copy, u64 bytes) {
    const struct class *class = object_class(*object);
    u32 mark = handle_mark(thread), length = class_is_array(class) ? array_length(*object) : 0;
    handle kept = handle_new(thread, copy);
    for (u64 start = 0; start < bytes; start += HEAP_CHUNK_BYTES) {
        u64 end = start + HEAP_CHUNK_BYTES < bytes ? start + HEAP_CHUNK_BYTES : bytes;
        u32 copied = (u32)((end - ARRAY_ELEMENTS_OFFSET) >> class->element_shift);
        copy_part(*object, *kept, start, end);
        if (class_is_array(class)) array_at(*kept)->length = end == bytes ? length : copied;
        scheduler_poll_native(thread);
    }
    copy = *kept;
    handle_release(thread, mark);
    return copy;
}

static ref clone_slowly(struct thread *thread, handle object, u32 bytes) {
    bool is_array = class_is_array(object_class(*object));
    if (is_array && bytes > MEMORY_STEP_BYTES) prepare_slowly(thread, bytes);
    ref copy = is_array ? allocate_or_throw(thread, bytes) : allocate_blank(thread, bytes);
    return copy ? copy_slowly(thread, object, copy, bytes) : 0;
}

ref heap_clone(struct thread *thread, handle object) {
    u32 bytes = heap_object_bytes(*object);
    ref copy =
        UNLIKELY(bytes > HEAP_CHUNK_BYTES) ? clone_slowly(thread, object, bytes) : allocate_or_throw(thread, bytes);
    if (!copy) return 0;
    if (LIKELY(bytes <= HEAP_CHUNK_BYTES)) copy_part(*object, copy, 0, bytes);
    count(thread, copy, bytes);
    return copy;
}

// ---- All objects

// The next object of a chunk at or after `at`, skipping what windows have left unused; an address at or above `top` if
// there is none.
static u64 next_object(const struct heap_chunk *chunk, u64 at) {
    while (at < chunk->top && object_at((ref)at)->class_address == 0) at += OBJECT_ALIGNMENT;
    return at;
}

void heap_visit_objects(const struct domain *domain, void (*visit)(void *context, ref object), void *context) {
    for (const struct heap_chunk *chunk = heap_chunks, *end = heap_chunks_end(); chunk < end; chunk++) {
        if (chunk->domain != heap_of(domain)->domain_number) continue;
        u64 start = heap_chunk_start(chunk);
        if (chunk->generation == HEAP_LARGE) visit(context, (ref)start);
        if (chunk->generation != HEAP_YOUNG && chunk->generation != HEAP_OLD) continue;
        for (u64 at = next_object(chunk, start); at < chunk->top;
             at = next_object(chunk, at + heap_object_bytes((ref)at))) {
            visit(context, (ref)at);
        }
    }
}

// ---- Figures

struct heap_bytes heap_occupied_bytes(const struct domain *domain) {
    ASSERT_LOCKED();
    const struct heap *heap = heap_of(domain);
    struct heap_bytes bytes = {0};
    for (const struct heap_chunk *chunk = heap_chunks, *end = heap_chunks_end(); chunk < end; chunk++) {
        if (chunk->domain != heap->domain_number) continue;
        u64 start = heap_chunk_start(chunk);
        if (chunk->generation == HEAP_YOUNG) bytes.young += chunk->top - start;
        if (chunk->generation == HEAP_OLD) bytes.old += chunk->top - start;
        if (chunk->generation == HEAP_LARGE) bytes.large += heap_object_bytes((ref)start);
    }
    return bytes;
}

struct heap_bytes heap_handed_out_bytes(const struct domain *domain) {
    struct heap_bytes bytes = heap_occupied_bytes(domain);
    for (const struct thread *thread = heap_of(domain)->first_thread; thread; thread = thread->next_thread) {
        bytes.young -= thread->heap_end - thread->heap_next;
    }
    return bytes;
}

void heap_publish(struct heap *heap, struct heap_bytes bytes) {
    struct heap_figures *now = &heap->figures->now;
    now->young = bytes.young;
    now->old = bytes.old;
    now->large = bytes.large;
    now->committed = heap->used_bytes;
    heap_figures_publish(heap->figures);
}

u64 heap_free_bytes(const struct domain *domain) {
    const struct heap *heap = heap_of(domain);
    return heap->limit_bytes - heap->used_bytes + (heap->end - heap->next);
}
u64 heap_total_bytes(const struct domain *domain) { return heap_of(domain)->limit_bytes; }

void heap_pause(const struct domain *domain) {
    const struct heap *heap = heap_of(domain);
    if (heap->collection) collect_pause(heap->collection);
    if (heap->is_ending) scheduler_poll_native(thread_self());
}
