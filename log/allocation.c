// Allocation, counted by site and thread: the table of sites, and each thread's counters. Translated code counts in the
// block of the running thread, to which GS points, with instructions that log/inline.h writes; what C allocates is
// counted by log_allocated. A thread gets a block when it runs and has none. Where all blocks are taken, another
// thread's counters become rows, one for each site at which it has allocated, and its block changes hands; so do the
// counters of a thread that ends. A thread has at most one row for a site.
//
// Nothing is lost: what finds no site of its own is site 0, and what finds no row is in block 0, which is no thread's.
// Both are counted. Thread level only.
#include "base/layout.h"
#include "base/panic.h"
#include "base/string.h"
#include "log/machine.h"
#include "log/state.h"

static struct allocation_block *block_at(u32 index) {
    ASSERT(index < log_state.allocation_block_count);
    return (struct allocation_block *)(log_state.allocation_blocks + index * log_state.allocation_block_bytes);
}

bool log_counts_allocations(void) { return log_state.allocations_on; }

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
        ASSERT(number < log_state.allocation_sites_section->used);
        struct allocation_site *at = &log_state.allocation_sites[number];
        if (!is_site(at, site)) continue;
        if (!at->class) at->class = site->class;
        if (!at->object_bytes) at->object_bytes = site->object_bytes;
        return number;
    }
    return 0;
}

bool log_allocation_is_fixed(u32 site) {
    ASSERT(site < log_state.allocation_sites_section->used);
    return log_state.allocation_sites[site].object_bytes != 0;
}

u32 log_allocation_add(const struct log_site *site, u16 line, const char *class_name, size_t length) {
    struct region_section *section = log_state.allocation_sites_section;
    u32 number = (u32)section->used, *head = head_of(site);
    ASSERT(number && number <= log_state.allocation_site_capacity); // site 0 is there from the start
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
        .text = log_string(class_name, length),
        .next = *head,
        .object_bytes = site->object_bytes,
    };
    *head = number;
    __atomic_store_n(&section->used, number + 1, __ATOMIC_RELEASE); // after the site that it makes visible
    return number;
}

void log_allocated(u32 site, u64 bytes) {
    ASSERT(log_self()->allocations && site < log_state.allocation_site_capacity);
    struct allocation_count *count = &log_self()->allocations->counts[site];
    count->objects++;
    if (!log_allocation_is_fixed(site)) count->bytes += bytes;
}

void log_allocation_charge(struct log_thread *thread, const struct log_reading *from) {
    log_charge(thread, from);
    log_ticks_add(&thread->instrument_ticks, (s64)timing_charge_rest_ticks);
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
        LOG_EVENT(allocate, .class = class, .bytes = (u32)bytes, .method = (u32)method, .stack = stack,
                  .step = (u32)thread->probed_step);
        thread->probed_step = 0;
    }
    log_allocation_charge(thread, &start);
}

bool log_keeps_sites(void) { return log_state.site_ages != NULL; }

void log_site_survival(u32 site, u32 age, u64 bytes) {
    ASSERT(log_state.site_ages && site <= log_state.allocation_site_capacity);
    ASSERT(age && age <= COUNT_OF(log_state.site_ages[site].objects));
    log_state.site_ages[site].objects[age - 1]++;
    log_state.site_ages[site].bytes[age - 1] += bytes;
}

// ---- Rows

static void add(struct allocation_count *to, const struct allocation_count *count) {
    to->objects += count->objects;
    to->bytes += count->bytes;
}

static u32 *row_head(u32 site, u32 thread) {
    u64 hash = ((u64)thread << 32 | site) * 0x9e3779b97f4a7c15ull;
    return &log_state.allocation_row_heads[hash >> 32 & log_state.allocation_row_mask];
}

// Returns NULL if there is no room for another.
static struct allocation_row *find_row(u32 site, u32 thread) {
    struct region_section *section = log_state.allocation_rows_section;
    u32 *head = row_head(site, thread);
    for (u32 number = *head; number; number = log_state.allocation_rows[number - 1].next) {
        ASSERT(number <= section->used);
        struct allocation_row *row = &log_state.allocation_rows[number - 1];
        if (row->site == site && row->thread == thread) return row;
    }
    ASSERT(section->used <= log_state.allocation_row_capacity);
    if (section->used == log_state.allocation_row_capacity) return NULL;
    struct allocation_row *row = &log_state.allocation_rows[section->used];
    *row = (struct allocation_row){.site = site, .thread = thread, .next = *head};
    *head = (u32)section->used + 1;
    __atomic_store_n(&section->used, section->used + 1, __ATOMIC_RELEASE); // behind the row that it shows
    return row;
}

static void keep(u32 site, u32 thread, const struct allocation_count *count) {
    struct allocation_row *row = find_row(site, thread);
    if (!row) {
        log_state.allocation_rows_section->lost++;
        log_lost(LOSS_ALLOCATION_ROWS);
    }
    add(row ? &row->count : &block_at(0)->counts[site], count);
}

// ---- Threads

// The block's counters become rows of its thread, and it is nobody's.
static void empty(struct allocation_block *block) {
    u32 thread = (u32)block->thread;
    ASSERT(thread);    // block 0 is no thread's, and is never emptied
    block->thread = 0; // before there are rows: a reader in between finds too little, never too much
    for (u32 site = 0; site < log_state.allocation_sites_section->used; site++) {
        if (block->counts[site].objects) keep(site, thread, &block->counts[site]);
        block->counts[site] = (struct allocation_count){0};
    }
}

// Threads that take turns would throw each other out all the time, if it were the one that has waited for longest.
static u32 choose_block(void) {
    u32 count = log_state.allocation_block_count - 1, first = 0;
    ASSERT(count); // block 0 is no thread's
    for (u32 index = 1; index <= count; index++) {
        if (!log_state.allocation_owners[index]) return index;
    }
    log_state.allocation_random = log_state.allocation_random * 6364136223846793005ull + 1442695040888963407ull;
    first = (u32)((log_state.allocation_random >> 33) * count >> 31);
    while (log_is_running(log_state.allocation_owners[1 + first])) first = first + 1 == count ? 0 : first + 1;
    return 1 + first;
}

static void give_block(struct log_thread *thread) {
    ASSERT(!thread->allocations);
    u32 index = choose_block();
    thread->allocations = block_at(index);
    thread->allocations->object_sites = log_keeps_sites() ? OBJECT_SITES_START - HEAP_START / 4 : 0;
    if (log_state.allocation_owners[index]) {
        empty(block_at(index));
        log_state.allocation_owners[index]->allocations = NULL;
    }
    log_state.allocation_owners[index] = thread;
    thread->allocations->thread = thread->number;
}

void allocation_clear(void) {
    for (u32 i = 0; log_allocating() && i < log_state.allocation_block_count; i++) {
        memset(block_at(i)->counts, 0, log_state.allocation_block_bytes - sizeof(struct allocation_block));
    }
    for (u64 i = 0; i < log_state.allocation_rows_section->used; i++) {
        log_state.allocation_rows[i].count = (struct allocation_count){0};
    }
}

void allocation_threads_begin(void) {
    for (u32 i = 0; i < log_state.region->cpu_count; i++) {
        struct log_thread *thread = log_state.cpus[i].running;
        if (thread && !thread->allocations) give_block(thread);
    }
}

void allocation_thread_run(struct log_thread *thread) {
    if (!log_allocating()) return;
    struct log_reading start = log_read(log_self());
    struct log_cpu *cpu = log_cpu_self();
    if (!thread->allocations) give_block(thread);
    // An idle thread runs no code that counts, and the one before it comes back often. The rest may be a system call.
    if (!thread->is_idle && cpu->counters != thread->allocations) {
        cpu->counters = thread->allocations;
        machine_set_counters((u64)thread->allocations);
    }
    log_allocation_charge(log_self(), &start);
}

void allocation_thread_end(struct log_thread *thread) {
    struct allocation_block *block = thread->allocations;
    if (!block) return;
    ASSERT(block->thread == thread->number);
    empty(block);
    log_state.allocation_owners[((u64)block - (u64)log_state.allocation_blocks) / log_state.allocation_block_bytes] =
        NULL;
    thread->allocations = NULL;
}
