// The layout of the region at all sizes, names as a reader finds them, the output ring, the table of stacks, and the
// ledger.
#include <stdlib.h>
#include <string.h>

#include "kernel/core/interrupt.h"
#include "kernel/core/machine.h"
#include "kernel/core/scheduler.h"
#include "log/inline.h"
#include "log/output.h"
#include "log/sampler.h"
#include "log/thread.h"
#include "log_fixture.h"
#include "tap.h"

// What log_output needs of the machine. The host that empties the ring is the scheduler here.
struct machine machine = {.region_shared = true};
void machine_console_write(const char *text, size_t bytes) { (void)text, (void)bytes; }
void scheduler_await_output(void) { log_state.output->tail = log_state.output->head; }

// ---- Layout

static u32 overlaps(const struct region_header *region) {
    const struct region_section *sections = region_directory((struct region_header *)region);
    u32 wrong = 0;
    for (u32 i = 0; i < region->section_count; i++) {
        const struct region_section *a = &sections[i];
        wrong += a->offset % 4096 != 0 || a->offset < REGION_FIRST_SECTION || a->offset + a->bytes > region->size ||
                 a->data_offset > a->bytes;
        for (u32 k = 0; k < i; k++) {
            const struct region_section *b = &sections[k];
            wrong += a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
            wrong += a->id == b->id && a->index == b->index;
        }
    }
    return wrong;
}

static void test_sizes(void) {
    u32 wrong = 0;
    for (u64 bytes = REGION_MIN_BYTES; bytes <= 256 * MIB; bytes *= 2) {
        for (u32 flags = 0; flags < 256; flags += REGION_TIMING) {
            struct region_header *region = aligned_alloc(4096, bytes);
            memset(region, 0, REGION_FIRST_SECTION);
            struct log_config config = {.flags = flags};
            // Output and stream control are written when they are laid out.
            if (bytes > 64 * MIB && flags != (REGION_TIMING | REGION_STACKS)) {
                free(region);
                continue;
            }
            bool made = region_create(region, bytes, &config, 1 + (bytes > 2 * MIB));
            wrong += !made || overlaps(region) || region->magic == REGION_MAGIC;
            wrong += log_state.cpus[0].streams[LEVEL_THREAD].control->packet_count == 0;
            free(region);
        }
    }
    tap_is_int(wrong, 0, "sections lie beside each other, at all sizes and with all instruments");
    struct log_config config = {0};
    tap_ok(!region_create(NULL, MIB / 2, &config, 1) && !region_create(NULL, 3 * MIB, &config, 1),
           "too small, or no power of two: refused");
}

// Packets for events, of all processors; 0 if there is no room for the tables.
static u64 event_packets(u64 bytes, const struct log_config *config, u32 cpu_count) {
    struct region_header *region = aligned_alloc(4096, bytes);
    memset(region, 0, REGION_FIRST_SECTION);
    bool made = region_create(region, bytes, config, cpu_count) && !overlaps(region);
    u64 packets = 0;
    for (u32 i = 0; made && i < cpu_count; i++) {
        packets += log_state.cpus[i].streams[LEVEL_THREAD].control->packet_count;
    }
    free(region);
    return packets;
}

// Half a MiB for each processor is enough, whatever is on.
static void test_shares(void) {
    u32 wrong = 0;
    for (u64 bytes = REGION_MIN_BYTES; bytes <= 64 * MIB; bytes *= 4) {
        for (u32 kind = 0; kind < 16; kind++) {
            struct log_config config = {
                .flags = (kind & 1 ? REGION_TIMING : 0) | (kind & 2 ? REGION_ALLOCATIONS : 0),
                .ages = kind & 4 ? 64 : 0,
                .counter_count = kind & 8 ? 4 : 0,
                .slow_calls = 4,
            };
            u64 most = bytes / (512 * KIB) < LOG_MAX_CPUS ? bytes / (512 * KIB) : LOG_MAX_CPUS;
            wrong += event_packets(bytes, &config, 1) * PACKET_BYTES < bytes / 9;
            wrong += event_packets(bytes, &config, (u32)most) * PACKET_BYTES < bytes / 64;
        }
    }
    tap_is_int(wrong, 0, "events have room beside any instruments, on as many processors as there can be");
}

static void test_header(void) {
    fixture_start(2 * MIB, REGION_TIMING);
    const struct region_header *region = log_state.region;
    tap_ok(region->magic == REGION_MAGIC && region->version == REGION_VERSION && region->size == 2 * MIB &&
               region->state == REGION_BOOTING,
           "the header");
    tap_ok(region->event_table_hash == event_table_hash() && region->flags == REGION_TIMING,
           "with the events' hash, and what is recorded");
    fixture_stop();
}

// ---- Names

static const struct name_record *find_name(u32 type, u32 id) {
    for (u64 at = 0; at < log_state.names_section->used;) {
        const struct name_simple *record = (const struct name_simple *)(log_state.names + at);
        if (record->record.type == type && record->id == id) return &record->record;
        at += record->record.bytes;
    }
    return NULL;
}

static void test_names(void) {
    fixture_start(2 * MIB, 0);
    struct log_class class = {.id = 0x10001000, .super = 0x10002000, .name = TEXT("a/B"), .source = TEXT("B.java")};
    struct log_method method = {
        .id = 0x10003000,
        .class = 0x10001000,
        .flags = NAME_METHOD_STATIC | NAME_METHOD_SYNCHRONIZED | NAME_METHOD_TIMED,
        .name = TEXT("run"),
        .descriptor = TEXT("()V"),
    };
    log_class_load(&class, 100);
    const struct name_class *found = (const struct name_class *)find_name(NAME_CLASS, class.id);
    tap_ok(found && found->record.text_bytes == 9 && !memcmp(found + 1, "a/BB.java", 9) && found->source_bytes == 6,
           "a class, with its source file");
    tap_ok(found && found->super == class.super, "and its superclass");
    log_method_name(&method);
    const struct name_method *name = (const struct name_method *)find_name(NAME_METHOD, method.id);
    tap_ok(name && name->name_bytes == 3 && name->descriptor_bytes == 3 && !memcmp(name + 1, "run()V", 6),
           "a method, with its descriptor");
    tap_ok(name && name->flags == (NAME_METHOD_STATIC | NAME_METHOD_SYNCHRONIZED | NAME_METHOD_TIMED),
           "and what it is");
    tap_is_int((s64)log_state.profile->methods_timed, 1, "of those that are timed it is one");
    while (!log_state.names_section->lost) log_domain(1, "a name", 6);
    log_thread_name(1, "main", 4);
    tap_is_int((s64)log_state.loss[LOSS_NAMES], 2, "names that find no room are counted");
    tap_ok(log_state.names_section->used <= log_state.names_section->bytes, "and not written");
    fixture_stop();
}

// ---- Output

static size_t read_output(char *to) {
    struct region_output *output = log_state.output;
    size_t length = 0;
    while (output->tail < output->head) {
        u64 at = output->tail & (output->ring_bytes - 1);
        const struct region_output_record *record = (const struct region_output_record *)(log_state.output_ring + at);
        for (u32 i = 0; i < record->bytes; i++)
            to[length++] = (char)log_state.output_ring[(output->tail + sizeof(*record) + i) & (output->ring_bytes - 1)];
        output->tail += sizeof(*record) + ALIGN_UP((u64)record->bytes, 8ull);
    }
    return length;
}

static void test_output(void) {
    fixture_start(1 * MIB, 0);
    u32 wrong = 0;
    char text[5000], got[5000];
    for (u32 i = 0; i < sizeof(text); i++) text[i] = (char)(i * 7);
    for (u32 i = 0; i < 3000; i++) {
        u32 length = (u32)rand() % 4000 + 1;
        log_output(1, text, length);
        wrong += read_output(got) != length || memcmp(got, text, length) != 0;
    }
    tap_is_int(wrong, 0, "3,000 texts through the ring, around its end");
    tap_is_int((s64)log_state.output->waits, 0, "nobody waited");
    bool written =
        output_put(log_state.output, log_state.output_ring, 1, (const u8 *)text, (u32)log_state.output->ring_bytes);
    tap_ok(!written, "what does not fit is not written");
    char *large = calloc(1, 100000);
    log_output(2, large, 100000);
    tap_ok(log_state.output->waits > 0 && log_state.region->flags & REGION_OUTPUT_WAITED,
           "a full ring makes the guest wait, and the region says so");
    tap_is_int((s64)log_state.output->written[2], 100000, "until all is written");
    free(large);
    fixture_stop();
}

// ---- Stacks

static void test_stacks(void) {
    fixture_start(2 * MIB, REGION_STACKS);
    const u32 stack[] = {30, 20, 10};
    u32 node = stacks_add(stack, 3, false);
    tap_ok(node && stacks_add(stack, 3, false) == node, "the same stack is the same node");
    const struct stack_node *nodes = log_state.stacks;
    tap_ok(nodes[node].ip == 30 && nodes[nodes[node].parent].ip == 20, "from which a reader finds its callers");
    tap_is_int((s64)stacks_add(stack + 1, 2, false), nodes[node].parent, "and which a shorter stack shares");
    u32 truncated = stacks_add(stack, 1, true);
    tap_is_int(nodes[nodes[truncated].parent].ip, STACK_TRUNCATED, "what was deeper is marked");
    u32 full = 0;
    for (u32 i = 100; i < 200000 && !full; i++) full = !stacks_add(&i, 1, false);
    tap_ok(full && stacks_add(stack, 3, false) == node, "a full table still knows what it has");
    fixture_stop();
}

// ---- Ledger

#define DOMAINS 2u

// What the machine and each of the domains have on it.
static s64 on_account(u32 account) {
    const struct log_cpu *cpu = &log_state.cpus[0];
    s64 ticks = cpu->ledger->ticks[account];
    for (u32 i = 0; i < DOMAINS; i++) ticks += cpu->domain_ledgers[i].ticks[account];
    return ticks;
}

static s64 on_all_accounts(void) {
    s64 ticks = 0;
    for (u32 account = 0; account < LEDGER_ACCOUNTS; account++) ticks += on_account(account);
    return ticks;
}

// One of the two threads is of no domain.
static void test_ledger(void) {
    fixture_start(2 * MIB, REGION_TIMING);
    struct region_ledger *ledger = log_state.cpus[0].ledger;
    struct log_thread *other = fixture_thread(2), *self = host_thread;
    u32 open = 0;
    s64 idle = 0;
    other->domain_number = 1;
    other->ledger_row = 1 + other->domain_number;
    for (u32 i = 0; i < 20000; i++) {
        u32 choice = (u32)rand() % 6;
        if (choice == 0) ledger_switch((u32)rand() % LEDGER_idle);
        if (choice == 1) {
            struct trap_frame frame = {.vector = TRAP_TIMER};
            struct log_interrupt interrupt = log_interrupt_enter(&frame);
            test_ticks += 50;
            log_interrupt_leave(&interrupt, &frame);
        }
        if (choice == 2) fixture_switch(host_thread == self ? other : self, SWITCH_quantum);
        if (choice == 3) host_thread->instrument_ticks += 20, test_ticks += 20;
        if (choice == 4) {
            enum ledger_account before = ledger_switch(LEDGER_idle);
            test_ticks += 7;
            idle += 7;
            ledger_switch(before);
        }
        test_ticks += (u32)rand() % 100;
        open += on_all_accounts() != (s64)(ledger->since_ticks - ledger->start_ticks);
    }
    tap_is_int(open, 0, "the ledger closes at every moment");
    tap_is_int(on_account(LEDGER_idle), idle, "and each account has what it took");
    ledger_settle(&log_state.cpus[0], 0);
    s64 instruments = self->instrument_ticks + other->instrument_ticks;
    tap_is_int(on_account(LEDGER_instrument), instruments, "the instruments what the threads' counters say");
    const struct region_domain_ledger *of_other = &log_state.cpus[0].domain_ledgers[other->domain_number];
    tap_is_int(of_other->ticks[LEDGER_instrument], other->instrument_ticks, "each domain what its thread's says");
    free(other);
    host_thread = self;
    fixture_stop();
}

static s64 host_has_taken;

// The host takes the processor, and the next interrupt knows about it, now or whenever it comes.
static void host_takes(bool found) {
    s64 ticks = rand() % 500;
    test_ticks += (u64)ticks;
    host_has_taken += ticks;
    if (!found) return;
    struct trap_frame frame = {.vector = TRAP_TIMER};
    struct log_interrupt interrupt = log_interrupt_enter(&frame);
    ledger_host(&log_state.cpus[0], test_ticks, host_has_taken);
    log_interrupt_leave(&interrupt, &frame);
}

// What the host took is charged at interrupts, including those that strike while the instruments do something of their
// own.
static void test_ledger_and_host(void) {
    fixture_start(2 * MIB, REGION_TIMING);
    struct region_ledger *ledger = log_state.cpus[0].ledger;
    u32 open = 0, below = 0;
    host_has_taken = 0;
    for (u32 i = 0; i < 20000; i++) {
        test_ticks += (u32)rand() % 100;
        if (rand() % 2) host_takes(rand() % 2);
        struct log_reading from = log_read(host_thread);
        test_ticks += (u32)rand() % 100;
        if (rand() % 2) host_takes(rand() % 2);
        test_ticks += (u32)rand() % 20;
        log_charge(host_thread, &from);
        ledger_switch((u32)rand() % LEDGER_idle);
        s64 sum = (s64)(test_ticks - ledger->since_ticks);
        for (u32 account = 0; account < LEDGER_ACCOUNTS; account++) {
            below += ledger->ticks[account] < 0;
            sum += ledger->ticks[account];
        }
        open += sum != (s64)(test_ticks - ledger->start_ticks);
    }
    tap_is_int(open, 0, "with a host that takes time the ledger closes as well");
    tap_is_int(below, 0, "no account pays more than it has had");
    tap_ok(ledger->ticks[LEDGER_host] > host_has_taken / 2, "and the host's is known for the most part");
    fixture_stop();
}

// The ledgers of two runs that differ in what the host took within an interrupt: what it took has moved.
static void test_host_within_interrupt(void) {
    s64 interrupt[2], host[2];
    for (u32 run = 0; run < 2; run++) {
        fixture_start(2 * MIB, REGION_TIMING);
        fixture_host_ticks = run ? 400 : 0;
        test_ticks += 5000;
        struct trap_frame frame = {.vector = TRAP_TIMER};
        struct log_interrupt struck = log_interrupt_enter(&frame);
        test_ticks += 1000;
        log_interrupt_leave(&struck, &frame);
        ledger_settle(&log_state.cpus[0], 0);
        interrupt[run] = log_state.cpus[0].ledger->ticks[LEDGER_interrupt];
        host[run] = log_state.cpus[0].ledger->ticks[LEDGER_host];
        fixture_host_ticks = 0;
        fixture_stop();
    }
    tap_is_int(interrupt[0] - interrupt[1], 400, "what the host took within an interrupt is not the interrupts'");
    tap_is_int(host[1] - host[0], 400, "but the host's, once");
}

// Natives are given entries until there is no room near their places: each has one of its own, for good.
static void test_native_entries(void) {
    fixture_start(2 * MIB, REGION_TIMING);
    const struct log_cpu *cpu = &log_state.cpus[0];
    u32 given = 0, doubled = 0, others = 0;
    for (u32 method = 1; method <= 2 * (cpu->native_mask + 1); method++) {
        u32 at = log_native_entry(method);
        if (!at) continue;
        given++;
        doubled += log_native_entry(method) != at;
        others += cpu->natives[at].method != method;
    }
    tap_ok(given > cpu->native_mask / 2 && given <= cpu->native_mask, "natives have entries while there is room");
    tap_is_int(doubled, 0, "the same each time that it is asked for");
    tap_is_int(others, 0, "and no two the same one");
    tap_is_int(cpu->natives[0].method, 0, "the first is for those without one");
    host_thread->next_native = log_native_entry(1);
    ledger_native_begin();
    test_ticks += 70;
    ledger_switch(LEDGER_translated);
    tap_is_int(cpu->natives[host_thread->next_native].ticks, 70, "the time of a call is in the native's entry");
    fixture_stop();
}

int main(void) {
    srand(3);
    test_native_entries();
    test_host_within_interrupt();
    test_sizes();
    test_shares();
    test_header();
    test_names();
    test_output();
    test_stacks();
    test_ledger();
    test_ledger_and_host();
    return tap_done();
}
