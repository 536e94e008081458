// Lays out the region: the sizes of the sections, by the size of the whole, and the directory. Runs once, before
// anything is logged.
#include "base/link.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "log/machine.h"
#include "log/state.h"

#define PAGE 4096ull
#define INPUT_RING_BYTES (16 * KIB)

struct log_state log_state;
u64 log_event_mask[4];

struct layout {
    struct region_header *region;
    u64 next, end; // offsets
    bool failed;
};

static u64 clamp(u64 value, u64 low, u64 high) { return value < low ? low : value > high ? high : value; }

static u64 power_of_two_below(u64 value) {
    ASSERT(value);
    return 1ull << (63 - __builtin_clzll(value));
}

static struct region_section *section_add(struct layout *layout, enum section_id id, u32 index, u64 bytes,
                                          u64 entry_bytes, u64 data_offset) {
    struct region_header *region = layout->region;
    bytes = ALIGN_UP(bytes, PAGE);
    if (layout->end - layout->next < bytes || region->section_count == REGION_SECTIONS) {
        layout->failed = true;
        bytes = 0;
    }
    struct region_section *section =
        region_directory(region) + (layout->failed ? REGION_SECTIONS - 1 : region->section_count++);
    *section = (struct region_section){
        .id = id,
        .version = 1,
        .offset = layout->next,
        .bytes = bytes,
        .entry_bytes = entry_bytes,
        .index = index,
        .data_offset = data_offset,
    };
    layout->next += bytes;
    ASSERT(layout->next <= layout->end && (layout->failed || data_offset <= bytes));
    return section;
}

static void *section_data(const struct layout *layout, const struct region_section *section) {
    return (u8 *)layout->region + section->offset + section->data_offset;
}

static void layout_timing(struct layout *layout, u64 bytes, bool timed) {
    struct log_state *log = &log_state;
    u64 row_bytes = bytes / (timed ? 8 : 16); // timing may begin later
    log->timing_section = section_add(layout, SECTION_TIMING, 0, row_bytes, sizeof(struct timing_row), 0);
    log->rows = section_data(layout, log->timing_section);
    log->row_capacity = (u32)(log->timing_section->bytes / sizeof(struct timing_row));
    // at most two entries a row, and a third of the table free
    u64 index_entries = power_of_two_below((u64)log->row_capacity * 6);
    struct region_section *index = section_add(layout, SECTION_INDEX, 0, index_entries * sizeof(u32), sizeof(u32), 0);
    log->row_index = section_data(layout, index);
    log->row_index_mask = (u32)index_entries - 1;
    struct region_section *pool = section_add(layout, SECTION_TIMING_POOL, 0, bytes / (timed ? 4 : 8), 0, 0);
    log->pool = section_data(layout, pool);
    log->pool_bytes = pool->bytes;
}

// Blocks for 63 threads in an eighth of the region, or for 31 in a 32nd where counting may only begin later; for more
// where there are many processors, each of which runs a thread that has one.
static void layout_allocation_blocks(struct layout *layout, u64 bytes, bool counted) {
    struct log_state *log = &log_state;
    u32 count = counted ? 64 : 32;
    while (count < 2 * log->region->cpu_count + 2) count *= 2;
    u64 block_bytes = power_of_two_below(bytes / (counted ? 8 : 32) / count);
    struct region_section *blocks = log->allocation_blocks_section =
        section_add(layout, SECTION_ALLOCATION_BLOCKS, 0, count * block_bytes, block_bytes, 0);
    log->allocation_blocks = section_data(layout, blocks);
    log->allocation_block_bytes = block_bytes;
    log->allocation_block_count = count;
    u64 sites = block_bytes / sizeof(struct allocation_count) - 1;
    log->allocation_site_capacity = (u32)clamp(sites, 1, ALLOCATION_SITES_MOST);
    blocks->used = count;
}

static void layout_allocations(struct layout *layout, u64 bytes, bool counted) {
    struct log_state *log = &log_state;
    layout_allocation_blocks(layout, bytes, counted);
    u64 heads = ALLOCATION_HEADS * sizeof(u32), row_bytes = bytes / (counted ? 32 : 64);
    u64 rows = row_bytes / sizeof(struct allocation_row), row_heads = power_of_two_below(rows);
    log->allocation_sites_section = section_add(layout, SECTION_ALLOCATION_SITES, 0,
                                                heads + log->allocation_site_capacity * sizeof(struct allocation_site),
                                                sizeof(struct allocation_site), heads);
    log->allocation_rows_section = section_add(layout, SECTION_ALLOCATION_ROWS, 0, row_heads * sizeof(u32) + row_bytes,
                                               sizeof(struct allocation_row), row_heads * sizeof(u32));
    log->allocation_sites = section_data(layout, log->allocation_sites_section);
    log->allocation_heads = (u32 *)((u8 *)log->allocation_sites - heads);
    log->allocation_rows = section_data(layout, log->allocation_rows_section);
    log->allocation_row_heads = (u32 *)log->allocation_rows - row_heads;
    log->allocation_row_mask = (u32)row_heads - 1;
    log->allocation_row_capacity = (u32)rows;
    log->allocation_sites_section->used = 1;
    log->allocations_on = counted;
    if (!counted || !log->config.ages) return;
    struct region_section *ages =
        section_add(layout, SECTION_SITE_AGES, 0, (log->allocation_site_capacity + 1) * sizeof(struct region_ages),
                    sizeof(struct region_ages), 0);
    log->site_ages = section_data(layout, ages);
    ages->used = log->allocation_site_capacity + 1;
}

// Room for one method in each 8 KiB of the region, if four of its calls are kept.
static void layout_slow(struct layout *layout, u64 bytes) {
    struct log_state *log = &log_state;
    u64 calls = log_timing() ? log->config.slow_calls : 0, group_bytes = calls * sizeof(struct slow_call);
    u64 groups = calls ? clamp(bytes / 32 / group_bytes, 1, UINT32_MAX) : 0;
    struct region_section *section =
        section_add(layout, SECTION_SLOW, 0, groups * group_bytes, sizeof(struct slow_call), 0);
    log->slow = section_data(layout, section);
    log->slow_groups = (u32)groups;
    section->used = groups * calls;
}

static void layout_output(struct layout *layout, u64 bytes) {
    u64 ring_bytes = power_of_two_below(clamp(bytes / 64, 16 * KIB, MIB));
    struct region_section *section = section_add(layout, SECTION_OUTPUT, 0, PAGE + ring_bytes, 0, PAGE);
    log_state.output = (struct region_output *)((u8 *)layout->region + section->offset);
    log_state.output->ring_bytes = ring_bytes;
    log_state.output_ring = section_data(layout, section);
}

static void layout_input(struct layout *layout) {
    struct region_section *section = section_add(layout, SECTION_INPUT, 0, PAGE + INPUT_RING_BYTES, 0, PAGE);
    log_state.input = (struct region_input *)((u8 *)layout->region + section->offset);
    log_state.input->ring_bytes = INPUT_RING_BYTES;
    log_state.input_ring = section_data(layout, section);
}

// Each of the two rings has room for several of the longest frames.
static void layout_net(struct layout *layout, u64 bytes) {
    if (!log_state.config.net) return;
    u64 ring_bytes = power_of_two_below(clamp(bytes / 64, 64 * KIB, MIB));
    struct region_section *section = section_add(layout, SECTION_NET, 0, PAGE + 2 * ring_bytes, 0, PAGE);
    log_state.net = (struct link_shared *)((u8 *)layout->region + section->offset);
    log_state.net->ring_bytes = ring_bytes;
}

static void layout_control(struct layout *layout) {
    u64 data_offset = ALIGN_UP(sizeof(struct region_control), sizeof(u64));
    log_state.control_section =
        section_add(layout, SECTION_CONTROL, 0, 16 * KIB, sizeof(struct region_change), data_offset);
    log_state.control = (struct region_control *)((u8 *)layout->region + log_state.control_section->offset);
    log_state.changes = section_data(layout, log_state.control_section);
}

static void layout_stream(struct layout *layout, struct log_cpu *cpu, enum stream_level level, u64 bytes) {
    bool is_ring = (log_state.config.flags & REGION_RING) != 0;
    bytes = ALIGN_DOWN(bytes, (u64)PACKET_BYTES);
    struct region_section *section =
        section_add(layout, SECTION_STREAM, cpu->number * STREAM_LEVELS + level, PAGE + bytes, PACKET_BYTES, PAGE);
    if (layout->failed) return;
    struct region_stream *control = (struct region_stream *)((u8 *)layout->region + section->offset);
    stream_init(&cpu->streams[level], control, section_data(layout, section), bytes, is_ring, cpu->number, level);
}

static void layout_tables(struct layout *layout, u64 bytes) {
    struct log_state *log = &log_state;
    log->anchors_section =
        section_add(layout, SECTION_ANCHORS, 0, clamp(bytes / 256, PAGE, 256 * KIB), sizeof(struct region_anchor), 0);
    log->anchors = section_data(layout, log->anchors_section);
    // The names of a small program and of what it uses of the library take half a megabyte, so a small log gives them
    // more.
    u64 names_bytes = bytes < 4 * MIB ? bytes / 8 : clamp(bytes / 8, MIB, bytes);
    log->names_section = section_add(layout, SECTION_NAMES, 0, names_bytes, 0, 0);
    log->names = section_data(layout, log->names_section);
    u64 stack_bytes = power_of_two_below(bytes / 16);
    log->stacks_section = section_add(layout, SECTION_STACKS, 0, stack_bytes, sizeof(struct stack_node), 0);
    log->stacks = section_data(layout, log->stacks_section);
    log->stack_mask = (u32)(stack_bytes / sizeof(struct stack_node)) - 1;
    log->threads_section =
        section_add(layout, SECTION_THREADS, 0, clamp(bytes / 16, 16 * KIB, 64 * MIB), sizeof(struct region_thread), 0);
    log->threads = section_data(layout, log->threads_section);
    log->thread_capacity = (u32)(log->threads_section->bytes / sizeof(struct region_thread));
    log->calibration_section = section_add(layout, SECTION_CALIBRATION, 0, PAGE, sizeof(struct region_calibration), 0);
    log->calibration = section_data(layout, log->calibration_section);
    struct region_section *loss = section_add(layout, SECTION_LOSS, 0, LOSS_CAUSES * sizeof(u64), sizeof(u64), 0);
    loss->used = LOSS_CAUSES;
    log->loss = section_data(layout, loss);
    if (log->config.counter_count) {
        struct region_section *counters = section_add(layout, SECTION_COUNTERS, 0, clamp(bytes / 256, PAGE, 64 * KIB),
                                                      sizeof(struct region_counters), 0);
        log->counters = section_data(layout, counters);
        log->counter_capacity = (u32)(counters->bytes / sizeof(struct region_counters));
        counters->used = log->counter_capacity;
        u64 bytes_counted = clamp(bytes / 256, PAGE, 256 * KIB);
        struct region_section *counted =
            section_add(layout, SECTION_METHOD_COUNTERS, 0, bytes_counted, sizeof(struct region_method_counters),
                        sizeof(struct region_counted_cost));
        log->counted_cost = (struct region_counted_cost *)((u8 *)layout->region + counted->offset);
        log->counted = section_data(layout, counted);
        u64 entries = (counted->bytes - counted->data_offset) / sizeof(struct region_method_counters);
        log->counted_mask = (u32)power_of_two_below(entries) - 1;
        counted->used = log->counted_mask + 1;
    }
    log->crash = section_data(layout, section_add(layout, SECTION_CRASH, 0, sizeof(struct region_crash), 0, 0));
    log->profile = section_data(layout, section_add(layout, SECTION_PROFILE, 0, sizeof(struct region_profile), 0, 0));
}

static void layout_heap(struct layout *layout, u64 bytes) {
    struct log_state *log = &log_state;
    log->census_section = section_add(layout, SECTION_CENSUS, 0, clamp(bytes / 64, 16 * KIB, 4 * MIB), 0, 0);
    log->census = section_data(layout, log->census_section);
    if (!log->config.ages) return;
    log->ages_section =
        section_add(layout, SECTION_AGES, 0, clamp(bytes / 32, 64 * KIB, 8 * MIB), sizeof(struct region_ages), 0);
    log->ages = section_data(layout, log->ages_section);
    log->ages_capacity = (u32)(log->ages_section->bytes / sizeof(struct region_ages));
}

static u64 interrupt_bytes(u64 bytes, u32 cpus) { return clamp(bytes / 16 / cpus, 4 * PACKET_BYTES, 4 * MIB); }

static u64 native_bytes(u64 bytes) { return power_of_two_below(clamp(bytes / 512, PAGE, 128 * KIB)); }

// What all of them take, but for the streams of the thread level, which get what is left.
static u64 cpu_bytes(u64 bytes, u32 cpus) {
    u64 streams = 2 * PACKET_BYTES + interrupt_bytes(bytes, cpus) + STREAM_LEVELS * PAGE;
    return cpus * (streams + native_bytes(bytes)) + 3 * PAGE;
}

// Room for 84 domains, and for all others, in a region of 1 MiB with one processor.
static u32 domain_capacity(u64 bytes, u32 cpus) {
    return (u32)clamp(bytes / 64 / cpus / sizeof(struct region_domain_ledger), 8, 1024);
}

static void layout_domains(struct layout *layout, u64 bytes, u32 cpus) {
    struct log_state *log = &log_state;
    u32 capacity = log->domain_capacity = domain_capacity(bytes, cpus);
    struct region_section *domains = section_add(layout, SECTION_DOMAINS, 0, capacity * sizeof(struct region_domain),
                                                 sizeof(struct region_domain), 0);
    u64 ledger_bytes = (u64)cpus * capacity * sizeof(struct region_domain_ledger);
    struct region_section *ledgers =
        section_add(layout, SECTION_DOMAIN_LEDGER, 0, ledger_bytes, sizeof(struct region_domain_ledger), 0);
    log->domains = section_data(layout, domains);
    log->memory_section = section_add(layout, SECTION_MEMORY, 0, (capacity + 1) * sizeof(struct region_memory),
                                      sizeof(struct region_memory), 0);
    log->memory = section_data(layout, log->memory_section);
    domains->used = capacity;
    ledgers->used = (u64)cpus * capacity;
    struct region_domain_ledger *rows = section_data(layout, ledgers);
    for (u32 i = 0; i < cpus; i++) log->cpus[i].domain_ledgers = rows + (u64)i * capacity;
}

static void layout_cpus(struct layout *layout, u64 bytes, u32 cpus) {
    struct region_section *ledger =
        section_add(layout, SECTION_LEDGER, 0, cpus * sizeof(struct region_ledger), sizeof(struct region_ledger), 0);
    ledger->used = cpus;
    struct region_ledger *accounts = section_data(layout, ledger);
    if (cpus > 1) {
        struct region_section *offsets = section_add(layout, SECTION_OFFSETS, 0, cpus * sizeof(struct region_offset),
                                                     sizeof(struct region_offset), 0);
        offsets->used = cpus;
        log_state.offsets = section_data(layout, offsets);
        struct region_section *locks = section_add(layout, SECTION_KERNEL_LOCK, 0, cpus * sizeof(struct region_lock),
                                                   sizeof(struct region_lock), 0);
        locks->used = cpus;
        log_state.kernel_locks = section_data(layout, locks);
    }
    for (u32 i = 0; i < cpus; i++) {
        struct log_cpu *cpu = &log_state.cpus[i];
        cpu->number = i;
        cpu->ledger = &accounts[i];
        u64 natives_bytes = native_bytes(bytes);
        struct region_section *natives =
            section_add(layout, SECTION_NATIVES, i, natives_bytes, sizeof(struct region_native), 0);
        cpu->natives = section_data(layout, natives);
        cpu->native_mask = (u32)power_of_two_below(natives_bytes / sizeof(struct region_native)) - 1;
        ASSERT(cpu->native_mask);
        natives->used = cpu->native_mask + 1;
        layout_stream(layout, cpu, LEVEL_FAULT, 2 * PACKET_BYTES);
        layout_stream(layout, cpu, LEVEL_INTERRUPT, interrupt_bytes(bytes, cpus));
    }
    ASSERT(cpus);
    u64 rest = (layout->end - layout->next) / cpus;
    for (u32 i = 0; i < cpus; i++) {
        layout_stream(layout, &log_state.cpus[i], LEVEL_THREAD, rest > PAGE ? rest - PAGE : 0);
    }
}

// Tables for what is counted by method, site and thread. Events keep an eighth of the region at least: if several
// instruments together would leave less, all of them get half of the room, or a quarter, and so on.
static void layout_instruments(struct layout *layout, u64 bytes, u32 cpus) {
    struct layout before = *layout;
    u32 sections = layout->region->section_count;
    for (u64 room = bytes; room >= bytes / 64; room /= 2) {
        *layout = before;
        layout->region->section_count = sections;
        layout_timing(layout, room, log_timing());
        layout_allocations(layout, room, log_allocating());
        layout_slow(layout, room);
        if (!layout->failed && layout->end - layout->next >= cpu_bytes(bytes, cpus) + bytes / 8) return;
    }
}

// Stacks are written to within measurements; streams and the pool are made ready as they grow (stream.c, pool.c), and
// rows are first written to by what measures itself.
void region_prepare(const struct region_section *section) {
    ASSERT(section->offset + section->bytes <= log_state.region->size);
    if (section->bytes) machine_prepare((u64)log_state.region + section->offset, section->bytes);
}

bool region_create(struct region_header *region, u64 bytes, const struct log_config *config, u32 cpus) {
    if (bytes < REGION_MIN_BYTES || (bytes & (bytes - 1)) || cpus == 0 || cpus > LOG_MAX_CPUS) return false;
    log_state = (struct log_state){.region = region, .config = *config};
    // These have switches of their own: the sampler's rate, the methods that are traced, and requests.
    for (u32 i = 0; i < COUNT_OF(log_event_mask); i++) log_event_mask[i] = config->event_mask[i];
    log_event_mask[0] |= REGION_EVENTS_ALWAYS;
    region->version = REGION_VERSION;
    region->event_table_hash = event_table_hash();
    region->size = bytes;
    region->state = REGION_BOOTING;
    region->flags = config->flags;
    region->machine = config->machine;
    region->cpu_count = cpus;
    struct layout layout = {.region = region, .next = REGION_FIRST_SECTION, .end = bytes};
    layout_tables(&layout, bytes);
    layout_output(&layout, bytes);
    layout_input(&layout);
    layout_net(&layout, bytes);
    layout_heap(&layout, bytes);
    layout_control(&layout);
    layout_domains(&layout, bytes, cpus);
    layout_instruments(&layout, bytes, cpus);
    layout_cpus(&layout, bytes, cpus);
    *log_state.profile = (struct region_profile){
        .sample_hz = config->sample_hz,
        .stack_frames = config->stack_frames,
        .jitter_seed = config->jitter_seed,
        .quantum_ns = config->quantum_ns,
        .slow_calls = log_timing() ? config->slow_calls : 0,
    };
    for (u32 i = 0; i < config->counter_count; i++) log_state.profile->counters[i] = narrow_u8(config->counters[i] + 1);
    for (u32 i = 0; i < COUNT_OF(log_event_mask); i++) log_state.profile->event_mask[i] = log_event_mask[i];
    if (config->flags & REGION_STACKS) region_prepare(log_state.stacks_section);
    if (log_allocating()) region_prepare(log_state.allocation_blocks_section);
    return !layout.failed;
}

void region_publish(void) {
    // Everything that the layout consists of, before the magic, for a reader that has the region mapped already.
    __atomic_store_n(&log_state.region->magic, REGION_MAGIC, __ATOMIC_RELEASE);
}
