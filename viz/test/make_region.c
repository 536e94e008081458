// See make_region.h.
#include "viz/test/make_region.h"

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "base/varint.h"
#include "log/events.h"

#define GUEST_REGION 0x2000000000ull
enum {
    CLASS_ABC = 0x10001000,
    METHOD_MAIN = 0x10002000,
    METHOD_A = 0x10002100,
    METHOD_B = 0x10002200,
    METHOD_C = 0x10002300,
    METHOD_REC = 0x10002400
};
enum { CODE_A = 0x04000000, CODE_B = 0x04001000, CODE_C = 0x04002000, CODE_BYTES = 0x100, USER_EVENT = 256 };
enum { START_TICKS = 1000000, END_TICKS = 41000000 };

static struct region_section *add_section(struct make_region *region, u32 id, u64 entry_bytes, u64 entries,
                                          u64 control_bytes) {
    struct region_section *section = region_directory((struct region_header *)region->memory) + region->sections++;
    *section = (struct region_section){.id = id,
                                       .version = 1,
                                       .offset = region->next,
                                       .bytes = control_bytes + (entry_bytes ? entry_bytes : 1) * entries,
                                       .entry_bytes = entry_bytes,
                                       .data_offset = control_bytes};
    region->next = ALIGN_UP(region->next + section->bytes, 4096);
    return section;
}

static struct region_section *find_section(struct make_region *region, u32 id) {
    struct region_section *section = region_directory((struct region_header *)region->memory);
    while (section->id != id) section++;
    return section;
}

static void *section_data(struct make_region *region, const struct region_section *section) {
    return region->memory + section->offset + section->data_offset;
}

// ---- Names

static struct name_record *add_name(struct make_region *region, struct region_section *section, const void *fields,
                                    size_t field_bytes, const void *text, size_t text_bytes) {
    u8 *at = (u8 *)section_data(region, section) + section->used;
    memcpy(at, fields, field_bytes);
    memcpy(at + field_bytes, text, text_bytes);
    struct name_record *record = (struct name_record *)at;
    record->text_bytes = (u16)text_bytes;
    record->bytes = (u32)ALIGN_UP(field_bytes + text_bytes, 8);
    record->ticks = START_TICKS;
    section->used += record->bytes;
    return record;
}

static void add_method(struct make_region *region, struct region_section *section, u32 id, const char *name,
                       const char *descriptor) {
    struct name_method method = {.record.type = NAME_METHOD,
                                 .id = id,
                                 .class = CLASS_ABC,
                                 .flags = NAME_METHOD_TIMED,
                                 .name_bytes = (u16)strlen(name),
                                 .descriptor_bytes = (u16)strlen(descriptor)};
    char *text = text_format("%s%s", name, descriptor);
    add_name(region, section, &method, sizeof(method), text, strlen(text));
    free(text);
}

static void add_simple(struct make_region *region, struct region_section *section, u16 type, u32 id, const char *text) {
    struct name_simple name = {.record.type = type, .id = id};
    add_name(region, section, &name, sizeof(name), text, strlen(text));
}

static void add_code(struct make_region *region, struct region_section *section, u32 start, u32 method) {
    struct name_code code = {.record.type = NAME_CODE,
                             .start = start,
                             .size = CODE_BYTES,
                             .method = method,
                             .kind = CODE_METHOD,
                             .flags = CODE_ORIGINS,
                             .valid_to = UINT64_MAX,
                             .place_count = 2,
                             .run_count = 2};
    // Line 10 for half of it, then line 20 of a method that is inlined there.
    u8 places[12 * VARINT_U32_BYTES_MOST], *to = places;
    s64 numbers[] = {method, 0, 10, METHOD_C - (s64)method, 4, 10};
    for (u32 i = 0; i < COUNT_OF(numbers); i++) {
        to = varint_put_signed(to, numbers[i]);
        if (i % 3 == 2) to = varint_put(to, i / 3);
    }
    for (u32 i = 0; i < code.run_count; i++) to = varint_put_signed(varint_put(to, i * CODE_BYTES / 2), i);
    add_name(region, section, &code, sizeof(code), places, (size_t)(to - places))->text_bytes = 0;
}

static void add_names(struct make_region *region) {
    struct region_section *section = add_section(region, SECTION_NAMES, 0, 8192, 0);
    const char class_text[] = "example/AbcAbc.java";
    struct name_class class = {.record.type = NAME_CLASS, .id = CLASS_ABC, .source_bytes = 8};
    add_name(region, section, &class, sizeof(class), class_text, strlen(class_text));
    add_method(region, section, METHOD_MAIN, "main", "([Ljava/lang/String;)V");
    add_method(region, section, METHOD_A, "a", "()V");
    add_method(region, section, METHOD_B, "b", "()V");
    add_method(region, section, METHOD_C, "c", "(I[JLjava/util/Map;)V");
    add_method(region, section, METHOD_REC, "rec", "(I)I");
    add_simple(region, section, NAME_THREAD, 1, "main");
    add_simple(region, section, NAME_THREAD, 2, "Reference Handler");
    add_simple(region, section, NAME_EVENT_TYPE, USER_EVENT, "request \"done\"");
    add_simple(region, section, NAME_PATTERN, PATTERN_TIME, "example.Abc.*");
    add_code(region, section, CODE_A, METHOD_A);
    add_code(region, section, CODE_B, METHOD_B);
    add_code(region, section, CODE_C, METHOD_C);
}

// ---- Timing: A 135/45, B 80/40, C 50/50 thousand ticks a call of A, as in the published example

static struct timing_row *add_row(struct timing_row *row, u32 caller, u32 callee, u64 count, s64 elapsed,
                                  s64 exclusive) {
    *row = (struct timing_row){.caller = caller,
                               .callee = callee,
                               .count = count,
                               .probes = (s64)count * 40,
                               .elapsed = elapsed,
                               .away = elapsed / 10,
                               .exclusive_elapsed = exclusive,
                               .exclusive_away = exclusive / 10,
                               .minimum = elapsed / (s64)count,
                               .maximum = elapsed / (s64)count,
                               .thread = 1,
                               .inner_ticks = 20};
    return row + 1;
}

enum { WINDOW_BYTES = 128, BLOCK_ACTIVATIONS = 15, POOL_BYTES = 4096 };

// All calls of a row in the one bucket of their common duration; the windows lie one after the other, then the stack.
static void add_window(struct make_region *region, const struct region_section *pool, struct timing_row *row) {
    struct timing_pool *start = section_data(region, pool);
    struct timing_window *window = (struct timing_window *)((u8 *)start + start->taken);
    *window = (struct timing_window){.first = timing_bucket((u64)row->maximum), .size = 15};
    window->counts[0] = row->count;
    row->histogram = start->address + start->taken;
    start->taken += WINDOW_BYTES;
}

static void add_timing(struct make_region *region) {
    struct region_section *section = add_section(region, SECTION_TIMING, sizeof(struct timing_row), 64, 0);
    struct timing_row *first = (struct timing_row *)section_data(region, section) + 1, *row = first;
    const s64 calls = MADE_CALLS_OF_A;
    row = add_row(row, PSEUDO_ROOT, METHOD_MAIN, 1, calls * 140000, calls * 4000);
    row = add_row(row, METHOD_MAIN, METHOD_A, (u64)calls, calls * 135000, calls * 45000);
    row = add_row(row, METHOD_A, METHOD_B, (u64)calls * 2, calls * 80000, calls * 40000);
    row = add_row(row, METHOD_A, METHOD_C, (u64)calls, calls * 10000, calls * 10000);
    row = add_row(row, METHOD_B, METHOD_C, (u64)calls * 4, calls * 40000, calls * 40000);
    row = add_row(row, METHOD_MAIN, METHOD_REC, 1, calls * 1000, calls * 100);
    struct timing_row *again = row;
    row = add_row(row, METHOD_REC, METHOD_REC, 9, 0, calls * 900);
    again->nested = 9;
    again->minimum = INT64_MAX;
    again->maximum = INT64_MIN;
    section->used = 8;
    struct region_section *pool = add_section(region, SECTION_TIMING_POOL, 0, POOL_BYTES, 0);
    *(struct timing_pool *)section_data(region, pool) =
        (struct timing_pool){.address = GUEST_REGION + pool->offset, .taken = sizeof(struct timing_pool)};
    for (struct timing_row *filled = first; filled < again; filled++) add_window(region, pool, filled);
}

static void add_slow_calls(struct make_region *region) {
    struct region_section *section =
        add_section(region, SECTION_SLOW, sizeof(struct slow_call), 2 * MADE_SLOW_CALLS, 0);
    struct slow_call *calls = section_data(region, section);
    const u32 methods[] = {METHOD_A, METHOD_B};
    const s64 elapsed[] = {135000, 40000}; // as in the rows
    for (u32 i = 0; i < COUNT_OF(methods); i++) {
        calls[i * MADE_SLOW_CALLS] = (struct slow_call){.callee = methods[i],
                                                        .caller = METHOD_MAIN,
                                                        .begin = START_TICKS + 100000,
                                                        .end = END_TICKS - 100000,
                                                        .elapsed = elapsed[i],
                                                        .cpu = elapsed[i] - 1000,
                                                        .thread = 1};
    }
    section->used = 2 * MADE_SLOW_CALLS;
}

static void add_activations(struct make_region *region) {
    struct region_section *pool = find_section(region, SECTION_TIMING_POOL);
    struct region_thread *threads = section_data(region, find_section(region, SECTION_THREADS));
    struct timing_pool *start = section_data(region, pool);
    struct timing_block *block = (struct timing_block *)((u8 *)start + start->taken);
    threads[1].activations = start->taken;
    *block = (struct timing_block){.thread = 1, .capacity = BLOCK_ACTIVATIONS, .top = 2};
    start->taken += sizeof(*block) + BLOCK_ACTIVATIONS * sizeof(struct timing_activation);
    block->activations[0] = (struct timing_activation){.method = PSEUDO_ROOT, .t0 = START_TICKS};
    block->activations[1] = (struct timing_activation){
        .method = METHOD_A, .t0 = END_TICKS - 100000, .callees_elapsed = 20000, .callees_away = 0};
    block->activations[2] = (struct timing_activation){.method = METHOD_B, .t0 = END_TICKS - 30000};
}

// ---- Streams

struct writer {
    struct region_stream *control;
    u8 *packets;
    struct region_packet *packet;
    u32 content, records, thread;
};

static void open_packet(struct writer *writer, u64 ticks) {
    struct region_stream *control = writer->control;
    u64 position = control->head, ring = control->packet_count * PACKET_BYTES;
    if (position - control->oldest == ring) {
        const struct region_packet *old = (const struct region_packet *)(writer->packets + control->oldest % ring);
        control->lost[STREAM_LOST_OVERWRITTEN] += old->record_count;
        control->oldest += PACKET_BYTES;
    }
    writer->packet = (struct region_packet *)(writer->packets + position % ring);
    memset(writer->packet, 0, PACKET_BYTES);
    *writer->packet = (struct region_packet){.sequence = position / PACKET_BYTES,
                                             .begin_ticks = ticks,
                                             .cpu = control->cpu,
                                             .level = control->level,
                                             .thread = writer->thread};
    control->sequence = writer->packet->sequence;
    writer->content = PACKET_HEADER_BYTES;
    writer->records = 0;
}

#define SAMPLE_TICKS 1000000u // that a sample stands for, at 1 kHz

static void put_record(struct writer *writer, u64 ticks, u16 id, u32 form, u32 a, const void *more, u32 more_bytes) {
    u32 bytes = (u32)ALIGN_UP(16 + more_bytes, 16);
    if (writer->packet && writer->content + bytes > PACKET_BYTES) {
        writer->packet->end_ticks = ticks;
        writer->packet->record_count = writer->records;
        writer->packet->content_bytes = writer->content;
        writer->control->head = ALIGN_UP(writer->control->head, PACKET_BYTES);
        writer->packet = NULL;
    }
    if (!writer->packet) open_packet(writer, ticks);
    struct region_record *record = (struct region_record *)((u8 *)writer->packet + writer->content);
    *record = (struct region_record){.ticks = ticks, .id = id, .length = (u16)(bytes | form), .a = a};
    if (more_bytes) memcpy(record->more, more, more_bytes);
    writer->content += bytes;
    writer->records++;
    if (id == EVENT_thread_switch) writer->thread = a;
    writer->control->head = writer->packet->sequence * PACKET_BYTES + writer->content;
}

static struct writer add_stream_of(struct make_region *region, u32 cpu, u32 level, u64 packets) {
    struct region_section *section =
        add_section(region, SECTION_STREAM, PACKET_BYTES, packets, sizeof(struct region_stream));
    struct writer writer = {.control = (struct region_stream *)(region->memory + section->offset),
                            .packets = section_data(region, section),
                            .thread = 1};
    section->index = cpu * STREAM_LEVELS + level;
    *writer.control = (struct region_stream){.cpu = cpu, .level = level, .packet_count = packets};
    return writer;
}

static struct writer add_stream(struct make_region *region, u32 level, u64 packets) {
    return add_stream_of(region, 0, level, packets);
}

static void add_streams(struct make_region *region, u64 packets) {
    struct writer threads = add_stream(region, LEVEL_THREAD, packets),
                  interrupts = add_stream(region, LEVEL_INTERRUPT, 4);
    const u64 step = (END_TICKS - START_TICKS) / (MADE_EVENTS + 1);
    for (u32 i = 0; i < MADE_EVENTS; i++) {
        u64 now = START_TICKS + (i + 1) * step;
        u32 second = i * 2;
        u8 text[16] = {5, 'h', 'e', 'l', 'l', 'o'};
        if (i % 4 == 0) {
            put_record(&threads, now, USER_EVENT, FORM_INT, i, NULL, 0);
        } else if (i % 4 == 1) {
            put_record(&threads, now, USER_EVENT, FORM_INT_INT, i, &second, sizeof(second));
        } else if (i % 4 == 2) {
            put_record(&threads, now, USER_EVENT, FORM_NONE, 0, NULL, 0);
        } else {
            put_record(&threads, now, USER_EVENT, FORM_TEXT, i, text, sizeof(text));
        }
        if (i % (MADE_EVENTS / MADE_SWITCHES) == 0) {
            u32 turn = i / (MADE_EVENTS / MADE_SWITCHES) % 2, fields[] = {1 + turn, SWITCH_quantum};
            put_record(&threads, now + 5, EVENT_thread_switch, FORM_TABLE, 2 - turn, fields, sizeof(fields));
        }
        if (i % (MADE_EVENTS / MADE_SAMPLES) == 0) {
            u32 turn = i % 3, fields[] = {1, SAMPLE_translated, 1 + turn, 1, SAMPLE_TICKS, 0};
            put_record(&interrupts, now + 7, EVENT_sample, FORM_TABLE, CODE_A + turn * 0x1000 + 0x10, fields,
                       sizeof(fields));
        }
    }
}

static void put_pair(struct writer *writer, u32 after, u16 id, u32 a, u32 b, u32 c) {
    u32 fields[] = {b, c};
    put_record(writer, TRACED_START + after, id, FORM_TABLE, a, fields, sizeof(fields));
}

static void put_quad(struct writer *writer, u32 after, u16 id, u32 a, u64 b, u64 c) {
    u64 fields[] = {b, c};
    put_record(writer, TRACED_START + after, id, FORM_TABLE, a, fields, sizeof(fields));
}

static void add_traced_streams(struct make_region *region) {
    struct writer threads = add_stream(region, LEVEL_THREAD, 8), interrupts = add_stream(region, LEVEL_INTERRUPT, 4);
    const u8 text[16] = {2, 'h', 'i'};
    const u64 wide = 1ull << 40, allocation[2] = {24 | (u64)METHOD_A << 32, 24};
    put_pair(&threads, 50, EVENT_thread_create, 2, 1, 0);
    put_record(&threads, TRACED_START + 100, EVENT_method_enter, FORM_TABLE, METHOD_A, NULL, 0);
    put_record(&threads, TRACED_START + 200, EVENT_method_enter, FORM_TABLE, METHOD_B, NULL, 0);
    put_record(&threads, TRACED_START + 300, EVENT_method_unwind, FORM_TABLE, METHOD_B, NULL, 0);
    put_record(&threads, TRACED_START + 310, USER_EVENT, FORM_TEXT, 7, text, sizeof(text));
    put_record(&threads, TRACED_START + 320, USER_EVENT, FORM_LONG, 0, &wide, sizeof(wide));
    put_record(&threads, TRACED_START + 400, EVENT_method_enter, FORM_TABLE, METHOD_C, NULL, 0);
    put_pair(&threads, 500, EVENT_collection_begin, 0, COLLECTION_CAUSE_young_full, 0);
    put_record(&threads, TRACED_START + 510, EVENT_collection_phase, FORM_TABLE, COLLECTION_PHASE_roots, NULL, 0);
    put_record(&threads, TRACED_START + 550, EVENT_collection_phase, FORM_TABLE, COLLECTION_PHASE_copy, NULL, 0);
    put_quad(&threads, 600, EVENT_collection_end, 0, 4096, 1024);
    put_quad(&threads, 600, EVENT_heap_occupancy, 0, 4096, MIB);
    put_record(&threads, TRACED_START + 900, EVENT_method_leave, FORM_TABLE, METHOD_A, NULL, 0);
    put_pair(&threads, 1000, EVENT_thread_switch, 2, 1, SWITCH_sleep);
    put_pair(&threads, 1500, EVENT_thread_wakeup, 1, 2, 0);
    put_quad(&threads, 1600, EVENT_allocate, CLASS_ABC, allocation[0], allocation[1]);
    put_record(&threads, TRACED_START + 1700, EVENT_method_enter, FORM_TABLE, METHOD_REC, NULL, 0);
    put_record(&threads, TRACED_START + 1800, EVENT_method_leave, FORM_TABLE, METHOD_C, NULL, 0);
    put_pair(&threads, 2000, EVENT_thread_switch, 1, 2, SWITCH_monitor);
    const u32 sample[] = {1, SAMPLE_translated, 2, 3, 3 * SAMPLE_TICKS, 0};
    put_record(&interrupts, TRACED_START + 700, EVENT_interrupt_enter, FORM_TABLE, 32, NULL, 0);
    put_record(&interrupts, TRACED_START + 705, EVENT_sample, FORM_TABLE, CODE_B + 0x10, sample, sizeof(sample));
    put_record(&interrupts, TRACED_START + 710, EVENT_interrupt_leave, FORM_TABLE, 32, NULL, 0);
}

// What the counter of each processor shows when that of processor 0 shows 0.
static const s64 counters_ahead[SHARED_PROCESSORS] = {0, SHARED_AHEAD, 0};

static void add_shared_streams(struct make_region *region) {
    struct writer writers[SHARED_PROCESSORS];
    for (u32 i = 0; i < SHARED_PROCESSORS; i++) writers[i] = add_stream_of(region, i, LEVEL_THREAD, 4);
    for (u32 i = 0; i < SHARED_EVENTS; i++) {
        u32 cpu = i * 7 / 3 % SHARED_PROCESSORS;
        u64 now = START_TICKS + (u64)(i + 1) * SHARED_STEP + (u64)counters_ahead[cpu];
        put_record(&writers[cpu], now, USER_EVENT, FORM_INT, i, NULL, 0);
    }
    struct region_section *section =
        add_section(region, SECTION_OFFSETS, sizeof(struct region_offset), SHARED_PROCESSORS, 0);
    struct region_offset *offsets = section_data(region, section);
    offsets[1] = (struct region_offset){SHARED_AHEAD - SHARED_ERROR / 2, SHARED_ERROR, START_TICKS};
    offsets[2] = (struct region_offset){SHARED_ERROR / 3, SHARED_ERROR, START_TICKS};
}

// Two threads take turns; each calls up and down at random, the same each time.
struct caller {
    u16 depth;
    u32 methods[MADE_DEPTH];
};

// A call or a return. True if it was a call.
static bool step(struct writer *writer, struct caller *caller, u64 now, u32 chance) {
    static const u32 methods[] = {METHOD_MAIN, METHOD_A, METHOD_B, METHOD_C, METHOD_REC};
    bool calls = !caller->depth || (caller->depth < MADE_DEPTH && chance % 2);
    if (calls) {
        caller->methods[caller->depth] = methods[chance / 2 % COUNT_OF(methods)];
        put_record(writer, now, EVENT_method_enter, FORM_TABLE, caller->methods[caller->depth++], NULL, 0);
    } else {
        put_record(writer, now, EVENT_method_leave, FORM_TABLE, caller->methods[--caller->depth], NULL, 0);
    }
    return calls;
}

static u64 add_slices(struct make_region *region, u64 slices) {
    struct writer threads = add_stream(region, LEVEL_THREAD, slices / 400 + 8),
                  interrupts = add_stream(region, LEVEL_INTERRUPT, slices / 20000 + 4);
    struct caller callers[2] = {{0}};
    u64 now = START_TICKS, made = 0;
    u64 state = 12345;
    u32 turn = 0;
    for (u64 steps = 0; made < slices || callers[0].depth || callers[1].depth; steps++) {
        u32 chance = (u32)(random_next(&state) >> 32);
        now += 100 + chance % 1900;
        // In the end each thread only returns
        if (made < slices || callers[turn].depth)
            made += step(&threads, &callers[turn], now, made < slices ? chance : 0);
        if (steps % 100 == 50) put_record(&threads, now, USER_EVENT, FORM_INT, (u32)steps, NULL, 0);
        if (steps % 200 == 199 || !callers[turn].depth) {
            u32 fields[] = {1 + turn, SWITCH_quantum};
            turn = !turn;
            put_record(&threads, now, EVENT_thread_switch, FORM_TABLE, 1 + turn, fields, sizeof(fields));
        }
        if (steps % 400 == 0) {
            u32 fields[] = {1 + turn, SAMPLE_translated, 1 + chance % 3, 1, SAMPLE_TICKS, 0};
            put_record(&interrupts, now, EVENT_sample, FORM_TABLE, CODE_A + chance % 3 * 0x1000 + 0x10, fields,
                       sizeof(fields));
        }
    }
    return now + 1000;
}

static void add_stacks(struct make_region *region) {
    struct region_section *section = add_section(region, SECTION_STACKS, sizeof(struct stack_node), 64, 0);
    struct stack_node *nodes = section_data(region, section);
    nodes[1] = (struct stack_node){0, CODE_A + 0x10};
    nodes[2] = (struct stack_node){1, CODE_B + 0x10};
    nodes[3] = (struct stack_node){2, CODE_C + 0x10};
}

// ---- The rest

static void add_facts(struct make_region *region, u32 processors) {
    struct region_section *threads = add_section(region, SECTION_THREADS, sizeof(struct region_thread), 8, 0);
    struct region_thread *thread = section_data(region, threads);
    thread[1] = (struct region_thread){
        .number = 1, .start_ticks = START_TICKS, .running_ticks = 20000000, .run_start_ticks = END_TICKS - 50000};
    thread[2] = (struct region_thread){
        .number = 2, .start_ticks = START_TICKS, .running_ticks = 10000000, .away_since_ticks = END_TICKS - 50000};
    if (processors > 1) thread[1].switches = SHARED_SWITCHES;
    enum { DOMAINS = 3 }; // none, the first one, and what would be all others
    struct region_section *domains = add_section(region, SECTION_DOMAINS, sizeof(struct region_domain), DOMAINS, 0);
    ((struct region_domain *)section_data(region, domains))[REGION_FIRST_DOMAIN] =
        (struct region_domain){.domains = 1, .number = REGION_FIRST_DOMAIN, .start_ticks = START_TICKS};
    domains->used = DOMAINS;
    struct region_section *rows =
        add_section(region, SECTION_DOMAIN_LEDGER, sizeof(struct region_domain_ledger), DOMAINS * processors, 0);
    rows->used = DOMAINS * processors;
    struct region_section *ledgers = add_section(region, SECTION_LEDGER, sizeof(struct region_ledger), processors, 0);
    for (u32 i = 0; i < processors; i++) {
        struct region_ledger *ledger = (struct region_ledger *)section_data(region, ledgers) + i;
        s64 busy = 30000000 - 1000000 * (s64)i;
        *ledger = (struct region_ledger){
            .cpu = i, .current = LEDGER_flush, .since_ticks = END_TICKS - 1000, .start_ticks = START_TICKS};
        struct region_domain_ledger *row = (struct region_domain_ledger *)section_data(region, rows) + i * DOMAINS;
        row[REGION_FIRST_DOMAIN].ticks[LEDGER_translated] = busy;
        ledger->ticks[LEDGER_idle] = END_TICKS - 1000 - START_TICKS - busy - 4000;
        ledger->ticks[LEDGER_instrument] = 4000;
    }
    struct region_section *calibrations =
        add_section(region, SECTION_CALIBRATION, sizeof(struct region_calibration), 16, 0);
    struct region_calibration *calibration = section_data(region, calibrations);
    *calibration = (struct region_calibration){CALIBRATE_RETURN, CONTEXT_CHOSEN, 20, 40, 2, 3, 1000, 3, 0};
    calibrations->used = 1;
    struct region_section *anchors = add_section(region, SECTION_ANCHORS, sizeof(struct region_anchor), 16, 0);
    struct region_anchor *anchor = section_data(region, anchors);
    anchor[0] = (struct region_anchor){START_TICKS, 0, 1767225600000000000ll, 100, 0, 1ull << 32};
    anchors->used = 1;
    add_section(region, SECTION_LOSS, sizeof(u64), LOSS_CAUSES, 0);
    struct region_section *profile = add_section(region, SECTION_PROFILE, sizeof(struct region_profile), 1, 0);
    *(struct region_profile *)section_data(region, profile) = (struct region_profile){
        .sample_hz = 1000, .methods_timed = 5, .methods_translated = 900, .slow_calls = MADE_SLOW_CALLS};
}

static void add_output(struct make_region *region) {
    struct region_section *section =
        add_section(region, SECTION_OUTPUT, 0, MADE_RING_BYTES, sizeof(struct region_output));
    ((struct region_output *)(region->memory + section->offset))->ring_bytes = MADE_RING_BYTES;
}

static void add_crash(struct make_region *region) {
    struct region_section *section = add_section(region, SECTION_CRASH, sizeof(struct region_crash), 1, 0);
    struct region_crash *crash = section_data(region, section);
    *crash = (struct region_crash){.ticks = END_TICKS,
                                   .thread = 1,
                                   .vector = 14,
                                   .rip = CODE_B + 0x20,
                                   .frame_count = 1,
                                   .frames = {CODE_A + 0x30}};
    strcpy(crash->reason, "page fault at 0x8");
}

static void put_header(const struct make_region *region, u32 processors, u32 state, u64 end_ticks,
                       u64 heartbeat_ticks) {
    *(struct region_header *)region->memory = (struct region_header){
        .magic = REGION_MAGIC,
        .version = REGION_VERSION,
        .section_count = region->sections,
        .event_table_hash = event_table_hash(),
        .size = region->bytes,
        .state = state,
        .flags = REGION_DETERMINISTIC | REGION_RING | REGION_TIMING | REGION_SAMPLING | REGION_STACKS,
        .machine = REGION_MACHINE_TEST,
        .cpu_count = processors,
        .start_ticks = START_TICKS,
        .end_ticks = end_ticks,
        .heartbeat_ticks = heartbeat_ticks,
        .clock = {.hz = 1000000000, .source = CLOCK_SOURCE_INSTRUCTIONS, .invariant = 1, .trusted = 1}};
}

u8 *make_region(enum make_region_kind kind, size_t *bytes) {
    struct make_region region = {.bytes = MIB, .next = REGION_FIRST_SECTION};
    region.memory = memory_get(region.bytes);
    add_names(&region);
    add_timing(&region);
    if (kind == MAKE_TRACED) {
        add_traced_streams(&region);
    } else if (kind == MAKE_SHARED) {
        add_shared_streams(&region);
    } else {
        add_streams(&region, kind == MAKE_WRAPPED ? 1 : 8);
    }
    u32 processors = kind == MAKE_SHARED ? SHARED_PROCESSORS : 1;
    add_stacks(&region);
    add_facts(&region, processors);
    add_output(&region);
    add_slow_calls(&region);
    if (kind == MAKE_OPEN) add_activations(&region);
    if (kind == MAKE_PANICKED) add_crash(&region);
    bool ended = kind != MAKE_OPEN && kind != MAKE_PANICKED;
    u64 end = kind == MAKE_TRACED ? TRACED_END : END_TICKS;
    u32 state = ended ? REGION_ENDED : kind == MAKE_PANICKED ? REGION_PANICKED : REGION_RUNNING;
    put_header(&region, processors, state, ended ? end : 0, end);
    *bytes = region.bytes;
    return region.memory;
}

u8 *make_large_region(u64 slices, size_t *bytes) {
    struct make_region region = {.bytes = MIB, .next = REGION_FIRST_SECTION};
    while (region.bytes < 2 * MIB + slices * 44) region.bytes *= 2;
    region.memory = memory_get(region.bytes);
    add_names(&region);
    add_timing(&region);
    u64 end = add_slices(&region, slices);
    add_stacks(&region);
    add_facts(&region, 1);
    add_output(&region);
    put_header(&region, 1, REGION_ENDED, end, end);
    *bytes = region.bytes;
    return region.memory;
}
