// What an inline record and a timed call cost, compared with a bare `rdtsc` in the same process: the probes themselves,
// as the translator emits them, on a ring of the default size that wraps. Rounds are interleaved and the median ratio
// counts, because the core's clock varies. One row of JSON a line.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/panic.h"
#include "kernel/core/machine.h"
#include "log/inline.h"
#include "log/sampler.h"
#include "log/state.h"
#include "log/thread.h"

#define ROUNDS 41
#define REGION_BYTES (64 * MIB)
#define CODE_BYTES 4096

struct bench {
    const char *name;
    void (*emit)(u8 **at);
    bool unordered;
    u64 count;
    void (*loop)(u64 count, struct log_thread *thread);
    double ns[ROUNDS], ratio[ROUNDS];
};

// What the log asks of its surroundings.
_Noreturn void panic(const char *format, ...) {
    fprintf(stderr, "%s\n", format);
    abort();
}
u32 *machine_locks(void) {
    static u32 locks;
    return &locks;
}
void sampler_switch(struct log_thread *from, struct log_thread *to, u64 now) { (void)from, (void)to, (void)now; }
s64 sampler_take_spent(void) { return 0; }
void clock_tick(u64 now) { (void)now; }
u32 log_event_stack(enum event_id id, const struct log_thread *thread) { return (void)id, (void)thread, 0; }
void clock_host_switch(u64 now) { (void)now; }
void sampler_follow(void) {}
void counters_switch(struct log_thread *thread) { (void)thread; }
void counters_read_thread(struct log_thread *thread, s64 values[COUNTERS_MOST]) { (void)thread, (void)values; }
void counters_look(const struct log_thread *thread, s64 values[COUNTERS_MOST]) { (void)thread, (void)values; }
struct region_counters *counters_of(const struct log_thread *thread) {
    return (void)thread, NULL;
}

extern const u8 probe_time_enter[], probe_time_leave[], probe_time_enter_unordered[], probe_time_leave_unordered[];
extern const u8 probe_slow[];

static u32 method; // an address, as translated code would have it

// ---- Code

static void put(u8 **at, const char *bytes, size_t count) {
    memcpy(*at, bytes, count);
    *at += count;
}

static void put_word(u8 **at, u32 value) {
    memcpy(*at, &value, 4);
    *at += 4;
}

static void emit_rdtsc(u8 **at) { put(at, "\x0f\x31", 2); }

static void emit_record(u8 **at, enum event_form form) {
    put(at, "\xbf", 1); // mov edi, 256
    put_word(at, EVENT_USER_FIRST);
    put(at, "\xbe\x07\0\0\0", 5); // mov esi, 7
    put(at, "\xba\x09\0\0\0", 5); // mov edx, 9
    *at += probe_code_record(*at, form);
}

static void emit_record_int(u8 **at) { emit_record(at, FORM_INT); }
static void emit_record_long(u8 **at) { emit_record(at, FORM_LONG); }

// A jump around an empty method, and a call of it.
static void emit_call(u8 **at, bool timed) {
    u8 callee[2 * PROBE_MAX_BYTES], *next = callee;
    if (timed) next += probe_code_enter(next, method);
    put(&next, "\x55\x48\x89\xe5\x5d", 5); // push rbp; mov rbp, rsp; pop rbp
    if (timed) next += probe_code_leave(next);
    put(&next, "\xc3", 1);
    put(at, "\xe8\x05\0\0\0\xe9", 6); // call callee; jmp behind it
    put_word(at, (u32)(next - callee));
    put(at, (const char *)callee, (size_t)(next - callee));
}

static void emit_bare_call(u8 **at) { emit_call(at, false); }
static void emit_timed_call(u8 **at) { emit_call(at, true); }

// void loop(u64 count, struct log_thread *thread)
static void emit_loop(struct bench *bench, u8 *code) {
    u8 *at = code;
    bench->loop = (void (*)(u64, struct log_thread *))(void *)code;
    put(&at, "\x53\x41\x57\x55\x48\x89\xfb\x49\x89\xf7", 10); // push rbx, r15, rbp; mov rbx, rdi; mov r15, rsi
    while ((u64)at % 64) put(&at, "\x90", 1);
    const u8 *again = at;
    bench->emit(&at);
    put(&at, "\x48\xff\xcb\x0f\x85", 5); // dec rbx; jnz again
    put_word(&at, (u32)(again - (at + 4)));
    put(&at, "\x5d\x41\x5f\x5b\xc3", 5);
}

// ---- Measuring

static struct bench benches[] = {
    {.name = "rdtsc", .emit = emit_rdtsc, .count = 200000},
    {.name = "record(id, int)", .emit = emit_record_int, .count = 200000},
    {.name = "record(id, long)", .emit = emit_record_long, .count = 200000},
    {.name = "call", .emit = emit_bare_call, .count = 200000},
    {.name = "timed call, ordered", .emit = emit_timed_call, .count = 100000},
    {.name = "timed call, unordered", .emit = emit_timed_call, .unordered = true, .count = 100000},
};

static void choose_probes(bool unordered) {
    host_thread->log_entries[LOG_ENTRY_TIME_ENTER] = (u64)(unordered ? probe_time_enter_unordered : probe_time_enter);
    host_thread->log_entries[LOG_ENTRY_TIME_LEAVE] = (u64)(unordered ? probe_time_leave_unordered : probe_time_leave);
}

static double run(const struct bench *bench) {
    struct timespec start, end;
    choose_probes(bench->unordered);
    clock_gettime(CLOCK_MONOTONIC, &start);
    bench->loop(bench->count, host_thread);
    clock_gettime(CLOCK_MONOTONIC, &end);
    return ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec)) / (double)bench->count;
}

static int compare(const void *a, const void *b) { return *(const double *)a < *(const double *)b ? -1 : 1; }

static double median(double *values) {
    qsort(values, ROUNDS, sizeof(*values), compare);
    return values[ROUNDS / 2];
}

static void start_log(void) {
    struct region_header *region =
        mmap(NULL, REGION_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    struct log_config config = {.flags = REGION_TIMING | REGION_RING, .machine = REGION_MACHINE_TEST};
    if (region == MAP_FAILED || !region_create(region, REGION_BYTES, &config, 1)) abort();
    ledger_init(&log_state.cpus[0], log_ticks());
    timing_init();
    host_thread = calloc(1, sizeof(*host_thread));
    host_thread->number = 1;
    log_thread_create(host_thread, NULL, 0);
    log_thread_adopt(host_thread);
    probe_settings.record_cost_ticks = 20;
    timing_inner_ticks = 20;
    timing_full_ticks = 60;
    timing_outer_ticks = 40;
}

int main(void) {
    start_log();
    u8 *code = mmap(NULL, COUNT_OF(benches) * CODE_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
    method = 0x10001000;
    for (size_t i = 0; i < COUNT_OF(benches); i++) emit_loop(&benches[i], code + i * CODE_BYTES);
    for (int round = -3; round < ROUNDS; round++) {
        double base = run(&benches[0]);
        for (size_t i = 0; i < COUNT_OF(benches); i++) {
            double ns = run(&benches[i]);
            if (round < 0) continue;
            benches[i].ns[round] = ns;
            benches[i].ratio[round] = ns / base;
        }
    }
    for (size_t i = 0; i < COUNT_OF(benches); i++) {
        printf("{\"name\": \"log: %s\", \"value\": %.2f, \"unit\": \"ns\", \"base\": \"rdtsc\", \"ratio\": %.2f}\n",
               benches[i].name, median(benches[i].ns), median(benches[i].ratio));
    }
    const struct region_stream *stream = log_state.cpus[0].streams[LEVEL_THREAD].control;
    fprintf(stderr, "records overwritten: %llu\n", (unsigned long long)stream->lost[STREAM_LOST_OVERWRITTEN]);
    return 0;
}
