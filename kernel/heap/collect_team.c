// See collect_team.h.
#include "kernel/heap/collect_team.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/core/kernel_lock.h"
#include "log/log.h"

// ---- Packets

void collect_team_give(struct collect_team *team, ref start, ref end) {
    collect_team_lock(team);
    ASSERT(team->count < team->capacity);
    team->packets[team->count] = (struct collect_packet){start, end};
    __atomic_store_n(&team->count, team->count + 1, __ATOMIC_RELAXED);
    collect_team_unlock(team);
}

// A processor that has no packet is not busy.
static bool take_packet(struct collect_team *team, struct collect_packet *packet, bool is_busy) {
    collect_team_lock(team);
    bool any = team->count != 0;
    if (any) {
        *packet = team->packets[team->count - 1];
        __atomic_store_n(&team->count, team->count - 1, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&team->busy, team->busy + any - is_busy, __ATOMIC_RELEASE);
    collect_team_unlock(team);
    return any;
}

bool collect_team_take(struct collect_team *team, struct collect_packet *packet) {
    if (take_packet(team, packet, true)) return true;
    // Only busy processors give packets, and none stops being busy while there is a packet.
    for (u32 round = 0; __atomic_load_n(&team->busy, __ATOMIC_ACQUIRE); round++) {
        if (__atomic_load_n(&team->count, __ATOMIC_RELAXED) && take_packet(team, packet, false)) return true;
        machine_relax(round);
    }
    return false;
}

struct heap_chunk *collect_team_next_chunk(struct collect_team *team) {
    u32 number = __atomic_fetch_add(&team->chunk_next, 1, __ATOMIC_RELAXED);
    return number < team->chunk_count ? &heap_chunks[team->leader->queue[number]] : NULL;
}

// ---- Spaces

static void open_space(struct collect_space *space, struct heap_chunk *chunk) {
    space->chunk = chunk;
    if (!chunk) return;
    space->next = space->scan = chunk->top;
    space->end = heap_chunk_start(chunk) + HEAP_CHUNK_BYTES;
}

// The chunk's `scan` stays: a processor that looks through the cards of an old chunk meanwhile must not come to what
// has been copied there.
static void close_space(struct collect_team *team, struct collect_space *space) {
    if (!space->chunk) return;
    if (space->scan < space->next) collect_team_give(team, (ref)space->scan, (ref)space->next);
    space->chunk->top = space->scan = space->next;
}

u64 collect_team_other_chunk(struct collection *collection, struct collect_space *space, u32 bytes) {
    struct collect_team *team = collection->team;
    close_space(team, space);
    collect_team_lock(team);
    u64 start = heap_take_chunk(heap_of(collection->domain), space->generation);
    collect_team_unlock(team);
    if (!start) panic("the collector found no room for a copy");
    open_space(space, heap_chunk_of(start));
    if (space->generation == HEAP_OLD) collect_reset_chunk(space->chunk);
    space->next += bytes;
    return start;
}

// ---- Processors that join

static u32 join(struct collect_team *team) {
    collect_team_lock(team);
    __atomic_store_n(&team->busy, team->busy + 1, __ATOMIC_RELEASE);
    u32 number = ++team->joined;
    collect_team_unlock(team);
    return number;
}

// Puts the chain before that of the leader.
static void add_discovered(struct collection *leader, const struct collection *own, u32 kind) {
    ref first = own->discovered[kind], last = first;
    if (!first) return;
    for (ref next; (next = heap_load_ref(last, own->discovered_field));) last = next;
    *(ref *)(uintptr_t)(last + own->discovered_field) = leader->discovered[kind];
    leader->discovered[kind] = first;
}

static void leave(struct collect_team *team, struct collection *own, u32 number) {
    struct collection *leader = team->leader;
    close_space(team, &own->young);
    close_space(team, &own->old);
    ASSERT(!own->reached);
    collect_team_lock(team);
    heap_of(own->domain)->old_chunks[number] = own->old.chunk;
    for (u32 age = 0; age < COLLECT_AGES; age++) {
        leader->age_objects[age] += own->age_objects[age];
        leader->age_bytes[age] += own->age_bytes[age];
    }
    for (u32 kind = 0; kind < REFERENCE_KINDS; kind++) add_discovered(leader, own, kind);
    collect_team_unlock(team);
}

static void help(void *context) {
    struct collect_team *team = context;
    struct log_thread *thread = log_self();
    struct log_stolen stolen = log_stolen_begin(thread, STOLEN_COLLECTION);
    struct collection own = team->pattern;
    u32 number = join(team);
    open_space(&own.old, heap_of(own.domain)->old_chunks[number]);
    collect_trace_cards(&own);
    collect_trace(&own);
    leave(team, &own, number);
    log_stolen_end(thread, &stolen);
}

// ---- The leader

// Objects that become old go on in chunks that others may look through by cards: nobody else must have the card in
// which they begin.
static void list_cards(struct collect_team *team, u32 most) {
    struct collection *leader = team->leader;
    const struct heap *heap = heap_of(leader->domain);
    const struct heap_chunk *end = heap_chunks_end();
    for (struct heap_chunk *chunk = heap_chunks; chunk < end; chunk++) {
        if (collect_has_cards(leader, chunk)) leader->queue[team->chunk_count++] = narrow_u16(chunk - heap_chunks);
    }
    for (u32 i = 0; i <= most; i++) {
        if (heap->old_chunks[i]) collect_trace_last_card(leader, heap->old_chunks[i]);
    }
}

void collect_team_open(struct collect_team *team, struct collection *collection, u32 most) {
    const struct heap *heap = heap_of(collection->domain);
    team->leader = collection;
    team->packets = heap->packets;
    team->capacity = heap->packet_capacity;
    team->chunk_count = team->chunk_next = team->lock = team->count = team->joined = 0;
    team->busy = 1;
    collection->team = team;
    collection->queue_count = 0;
    team->pattern = *collection;
    team->pattern.reached = NULL;
    team->pattern.old.chunk = NULL;
    open_space(&collection->old, heap->old_chunks[0]);
    if (!collection->full) list_cards(team, most);
    kernel_lock_call(help, team, most);
}

// What copies go to from here on is looked through in the way of one processor.
static void go_on_alone(struct collection *collection, struct collect_space *space) {
    close_space(collection->team, space);
    if (!space->chunk) return;
    space->chunk->scan = space->chunk->top;
    collect_enqueue(collection, space->chunk);
}

void collect_team_close(struct collect_team *team) {
    struct collection *leader = team->leader;
    kernel_lock_dismiss();
    ASSERT(!team->count && !team->busy);
    go_on_alone(leader, &leader->young);
    go_on_alone(leader, &leader->old);
    leader->team = NULL;
}
