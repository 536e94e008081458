// Allocation, counted by site and thread: the table of sites, and each thread's counters. Translated code counts in the
// block of the running thread, to which GS points, with instructions that log/inline.h writes; what C allocates is
// counted by log_allocated. A thread that ends leaves rows behind, and its block goes to the next one.
//
// Nothing is lost: what finds no site of its own counts under site 0, and what finds no block or no row counts in block
// 0. Both cases are counted. Thread level only.
#include "base/string.h"
#include "log/machine.h"
#include "log/state.h"

static struct allocation_block *block_at(u32 index) {
    return (struct allocation_block *)(log_state.allocation_blocks + index * log_state.allocation_block_bytes);
}

bool log_counts_allocations(void) { return log_allocating(); }

// ---- Sites

static u32 *head_of(const struct log_site *site) {
    u64 hash = ((u64)site->method << 20 ^ (u64)site->bytecode_index << 3 ^ site->kind) * 0x9e3779b97f4a7c15ull;
    return &log_state.allocation_heads[hash >> 52];
}
_Static_assert(ALLOCATION_HEADS == 1u << 12, "the hash's upper bits");

// A site whose class was not loaded when the site was made still has only one class.
static bool is_site(const struct allocation_site *at, const struct log_site *site) {
    bool is_there = at->method == site->method && at->bytecode_index == site->bytecode_index && at->kind == site->kind;
    bool is_open = site->kind == ALLOCATION_CODE && (!at->class || !site->class);
    return is_there && (is_open || at->class == site->class);
}

u32 log_allocation_find(const struct log_site *site) {
    for (u32 number = *head_of(site); number; number = log_state.allocation_sites[number].next) {
        struct allocation_site *at = &log_state.allocation_sites[number];
        if (!is_site(at, site)) continue;
        if (!at->class) at->class = site->class;
        return number;
    }
    return 0;
}

bool log_allocation_is_fixed(u32 site) { return log_state.allocation_sites[site].object_bytes != 0; }

u32 log_allocation_add(const struct log_site *site, u16 line, const char *class_name, size_t length) {
    struct region_section *section = log_state.allocation_sites_section;
    u32 number = (u32)section->used, *head = head_of(site);
    if (number == log_state.allocation_site_capacity) {
        section->lost++;
        log_lost(LOSS_ALLOCATION_SITES);
        return 0;
    }
    log_state.allocation_sites[number] = (struct allocation_site){
        .method = site->method,
        .class = site->class,
        .bytecode_index = site->bytecode_index,
        .line = line,
        .kind = site->kind,
        .text = length ? number : 0,
        .next = *head,
        .object_bytes = site->object_bytes,
    };
    if (length) names_string(number, class_name, length);
    *head = number;
    __atomic_store_n(&section->used, number + 1, __ATOMIC_RELEASE); // after the site that it makes visible
    return number;
}

void log_allocated(u32 site, u64 bytes) {
    struct allocation_count *count = &log_self()->allocations->counts[site];
    count->objects++;
    if (!log_allocation_is_fixed(site)) count->bytes += bytes;
}

void log_allocation_charge(struct log_thread *thread, const struct log_reading *from) {
    log_charge(thread, from);
    thread->instrument_ticks += (s64)timing_charge_rest_ticks;
}

// ---- Single events

// One event for so many bytes, with the object that reaches them.
void log_allocation(u32 class, u32 bytes, u32 method) {
    struct log_thread *thread = log_self();
    struct log_reading start = log_read(thread);
    u64 step = log_state.config.allocation_bytes, before = thread->probed_bytes;
    thread->probed_bytes += bytes;
    thread->probed_step += bytes;
    if (step <= 1 || before / step != thread->probed_bytes / step) {
        u32 stack = log_event_stack(EVENT_allocate, thread);
        log_event(EVENT_allocate, class, LOG_PAIR(bytes, method), LOG_PAIR(stack, thread->probed_step));
        thread->probed_step = 0;
    }
    log_allocation_charge(thread, &start);
}

// ---- Threads

void allocation_thread_create(struct log_thread *thread) {
    thread->allocations = NULL;
    if (!log_allocating()) return;
    u32 index = log_state.allocation_block_count - 1;
    while (index && block_at(index)->thread) index--;
    if (!index) log_lost(LOSS_ALLOCATION_THREADS);
    thread->allocations = block_at(index);
    if (index) thread->allocations->thread = thread->number;
}

void allocation_thread_run(const struct log_thread *thread) {
    if (!log_allocating()) return;
    struct log_reading start = log_read(log_self());
    machine_set_counters((u64)thread->allocations);
    log_allocation_charge(log_self(), &start);
}

static void add(struct allocation_count *to, const struct allocation_count *count) {
    to->objects += count->objects;
    to->bytes += count->bytes;
}

static void keep(u32 site, u32 thread, const struct allocation_count *count) {
    struct region_section *section = log_state.allocation_rows_section;
    if (section->used == section->bytes / sizeof(struct allocation_row)) {
        section->lost++;
        log_lost(LOSS_ALLOCATION_ROWS);
        add(&block_at(0)->counts[site], count);
        return;
    }
    log_state.allocation_rows[section->used] = (struct allocation_row){.site = site, .thread = thread, .count = *count};
    __atomic_store_n(&section->used, section->used + 1, __ATOMIC_RELEASE); // after the row that it makes visible
}

void allocation_thread_end(struct log_thread *thread) {
    struct allocation_block *block = thread->allocations;
    if (!log_allocating() || block == block_at(0)) return;
    block->thread = 0; // before there are rows: a reader in between finds too little, never too much
    for (u32 site = 0; site < log_state.allocation_sites_section->used; site++) {
        if (block->counts[site].objects) keep(site, thread->number, &block->counts[site]);
        block->counts[site] = (struct allocation_count){0};
    }
}
