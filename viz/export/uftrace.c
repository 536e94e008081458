// The directory that uftrace reads (github.com/namhyung/uftrace, "Data file format"; tried with 0.13): traced methods
// and collections as functions, records of 16 bytes in a file for each task; events by their names; switches and the
// names of threads as records of Linux' perf, a file for each processor. A method is a symbol of 16 bytes in one
// module. The format has 10 bits for depth, so deeper calls are left out, and no place for samples, counters and the
// values of events. What was lost is given by a record before the first of its task, and in `uftrace info`.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/walk.h"
#include "viz/cli/intern.h"
#include "viz/cli/part.h"
#include "viz/cli/sink.h"
#include "viz/cli/spill.h"
#include "viz/export/export.h"
#include "viz/read/event_text.h"

#define MODULE_START 0x400000ull
#define MODULE_NAME "java"
#define SESSION "676e6f6d6f6e3031" // 16 hexadecimal digits
enum { SYMBOL_BYTES = 16, DEPTH_LIMIT = 1024, RECORD_MAGIC = 5, CPU_TASKS = 1 << 30, EVENT_FIRST = 1000000 };
enum record_type { RECORD_ENTRY, RECORD_EXIT, RECORD_LOST, RECORD_EVENT };
enum perf_type { PERF_COMM = 3, PERF_SWITCH = 14, PERF_SWITCH_OUT = 1 << 13 };
enum { INFO_EXE_NAME = 1, INFO_CMDLINE = 1 << 3, INFO_TASKS = 1 << 7 };
enum {
    FEATURE_SESSION = 2,
    FEATURE_RELATIVE = 1 << 5,
    FEATURE_MAX_STACK = 1 << 6,
    FEATURE_EVENT = 1 << 7,
    FEATURE_PERF = 1 << 8
};

struct task {
    u32 number;
    struct spill_part records;
};

struct uftrace {
    const struct view *view;
    const struct recording *recording;
    struct intern tasks_by_lane;
    struct task *tasks;
    size_t task_capacity;
    struct intern symbols, events;
    struct spill_part *cpus; // perf records by processor
    size_t cpu_count, cpu_capacity;
    struct spill spill;
    u64 lost; // records
};

static u64 ns_at(const struct uftrace *trace, u64 ticks) {
    return (u64)recording_ns_since_start(trace->recording, ticks);
}

static struct task *task_of(struct uftrace *trace, const struct walk_lane *lane) {
    size_t known = trace->tasks_by_lane.count;
    u32 index = intern_bytes(&trace->tasks_by_lane, lane, sizeof(*lane));
    if (trace->tasks_by_lane.count == known) return &trace->tasks[index];
    ARRAY_GROW(trace->tasks, known, trace->task_capacity);
    u32 number = lane->place == PLACE_CPU ? CPU_TASKS + lane->number : lane->number;
    trace->tasks[index] = (struct task){.number = number & INT32_MAX};
    return &trace->tasks[index];
}

static void put_record(struct uftrace *trace, struct task *task, u64 ns, enum record_type type, u32 depth,
                       u64 address) {
    u64 record[2] = {ns, type | RECORD_MAGIC << 3 | (u64)depth << 6 | address << 16},
        before[2] = {ns, RECORD_LOST | RECORD_MAGIC << 3 | trace->lost << 16};
    if (trace->lost && !task->records.used) buffer_append(&task->records.rest, before, sizeof(before));
    buffer_append(&task->records.rest, record, sizeof(record));
    spill_pass(&trace->spill, &task->records);
}

static void put_slice(struct uftrace *trace, const struct walk_slice *slice, u64 ticks, enum record_type type) {
    u64 symbol = intern_text(&trace->symbols, slice->name);
    if (slice->depth >= DEPTH_LIMIT) return;
    put_record(trace, task_of(trace, &slice->lane), ns_at(trace, ticks), type, slice->depth,
               MODULE_START + symbol * SYMBOL_BYTES);
}

static void put_begin(void *context, const struct walk_slice *slice) {
    put_slice(context, slice, slice->start, RECORD_ENTRY);
}

static void put_end(void *context, const struct walk_slice *slice) {
    put_slice(context, slice, slice->end, RECORD_EXIT);
}

static void put_event(void *context, const struct event *event, bool told) {
    struct uftrace *trace = context;
    if (told) return;
    struct walk_lane lane = walk_event_lane(event);
    u32 number = intern_text(&trace->events, recording_event_name(trace->recording, event->record->id));
    put_record(trace, task_of(trace, &lane), ns_at(trace, event->record->ticks), RECORD_EVENT, 0, EVENT_FIRST + number);
}

// ---- Records of perf: {u32 type, u16 misc, u16 size}, what it says, and {u32 process, u32 task, u64 ns}

static struct spill_part *perf_of(struct uftrace *trace, u32 cpu) {
    while (trace->cpu_count <= cpu) {
        ARRAY_GROW(trace->cpus, trace->cpu_count, trace->cpu_capacity);
        trace->cpus[trace->cpu_count++] = (struct spill_part){.used = false};
    }
    return &trace->cpus[cpu];
}

static void put_perf(struct uftrace *trace, struct spill_part *to, enum perf_type type, u16 misc, const void *what,
                     u16 bytes, u32 task, u64 ns) {
    struct {
        u32 type;
        u16 misc, size;
    } head = {type, misc, (u16)(sizeof(head) + bytes + 16)};
    u32 who[] = {1, task};
    buffer_append(&to->rest, &head, sizeof(head));
    buffer_append(&to->rest, what, bytes);
    buffer_append(&to->rest, who, sizeof(who));
    buffer_append(&to->rest, &ns, sizeof(ns));
    spill_pass(&trace->spill, to);
}

enum { CPU_LIMIT = 64 };

static void put_state(void *context, const struct walk_state *state) {
    struct uftrace *trace = context;
    bool runs = state->kind == STATE_RUNNING;
    if (!runs && !state->open) return;
    struct walk_lane lane = {PLACE_THREAD, state->thread};
    u32 task = task_of(trace, &lane)->number;
    struct spill_part *to = perf_of(trace, runs ? state->cpu % CPU_LIMIT : 0);
    if (!runs) { // else uftrace takes the end of a call that is still open for the thread's return
        put_perf(trace, to, PERF_SWITCH, 0, NULL, 0, task, ns_at(trace, state->end));
        return;
    }
    put_perf(trace, to, PERF_SWITCH, 0, NULL, 0, task, ns_at(trace, state->start));
    if (!state->open) put_perf(trace, to, PERF_SWITCH, PERF_SWITCH_OUT, NULL, 0, task, ns_at(trace, state->end));
}

static void put_lane(void *context, const struct walk_lane *lane) {
    struct uftrace *trace = context;
    struct {
        u32 process, task;
        char name[16];
    } name = {1, task_of(trace, lane)->number, {0}};
    if (lane->place == PLACE_THREAD) {
        strncpy(name.name, recording_thread_words(trace->recording, lane->number), sizeof(name.name) - 1);
    } else {
        strncpy(name.name, "processor", sizeof(name.name) - 1);
    }
    put_perf(trace, perf_of(trace, 0), PERF_COMM, 0, &name, sizeof(name), name.task, 0);
}

// ---- Files

static bool write_file(const char *directory, const char *name, const struct buffer *content, struct problem *problem) {
    char *path = text_format("%s/%s", directory, name);
    bool done = sink_write_file(path, content->data, content->size, problem);
    free(path);
    return done;
}

static bool write_and_free(const char *directory, const char *name, struct buffer *content, struct problem *problem) {
    bool done = write_file(directory, name, content, problem);
    buffer_free(content);
    return done;
}

static bool write_info(const struct uftrace *trace, const char *directory, struct problem *problem) {
    struct {
        char magic[8];
        u32 version;
        u16 header_bytes;
        u8 little_endian, is_64_bit;
        u64 features, facts;
        u16 deepest, reserved;
        u32 more;
    } header = {"Ftrace!",
                4,
                40,
                1,
                2,
                FEATURE_SESSION | FEATURE_RELATIVE | FEATURE_MAX_STACK | FEATURE_EVENT | FEATURE_PERF,
                INFO_EXE_NAME | INFO_CMDLINE | INFO_TASKS,
                DEPTH_LIMIT,
                0,
                0};
    struct buffer info = {0}, lost = {0};
    _Static_assert(sizeof(header) == 40, "uftrace's header");
    view_describe_scope(trace->view->profile, &lost);
    buffer_append(&info, &header, sizeof(header));
    buffer_format(&info, "exename:" MODULE_NAME "\ncmdline:gnomon run %s (lost: %s)\ntaskinfo:lines=2\n",
                  trace->recording->main_class, buffer_string(&lost));
    buffer_format(&info, "taskinfo:nr_tid=%zu\ntaskinfo:tids=", trace->tasks_by_lane.count);
    for (size_t i = 0; i < trace->tasks_by_lane.count; i++) {
        buffer_format(&info, "%s%u", i ? "," : "", trace->tasks[i].number);
    }
    buffer_byte(&info, '\n');
    buffer_free(&lost);
    return write_and_free(directory, "info", &info, problem);
}

static void put_bytes(void *context, const void *bytes, size_t size) {
    struct sink *sink = context;
    buffer_append(&sink->text, bytes, size);
    sink_pass(sink);
}

static bool write_part(struct uftrace *trace, const char *directory, const char *name, const struct spill_part *part,
                       struct problem *problem) {
    char *path = text_format("%s/%s", directory, name);
    struct sink sink;
    bool done = sink_open(&sink, path, problem) && spill_read(&trace->spill, part, put_bytes, &sink);
    free(path);
    return sink_close(&sink, done);
}

static bool write_tasks(struct uftrace *trace, const char *directory, struct problem *problem) {
    struct buffer list = {0};
    bool done = true;
    buffer_text(&list, "SESS timestamp=0.000000000 pid=1 sid=" SESSION " exename=\"" MODULE_NAME "\"\n");
    for (size_t i = 0; i < trace->tasks_by_lane.count && done; i++) {
        const struct task *task = &trace->tasks[i];
        char *name = text_format("%u.dat", task->number);
        buffer_format(&list, "TASK timestamp=0.000000000 tid=%u pid=1\n", task->number);
        done = write_part(trace, directory, name, &task->records, problem);
        free(name);
    }
    return write_and_free(directory, "task.txt", &list, problem) && done;
}

static bool write_symbols(const struct uftrace *trace, const char *directory, struct problem *problem) {
    struct buffer symbols = {0}, map = {0}, events = {0};
    buffer_format(&symbols, "# symbols: %zu\n# path name: " MODULE_NAME "\n", trace->symbols.count);
    for (u32 i = 0; i < trace->symbols.count; i++) {
        buffer_format(&symbols, "%016x T ", i * SYMBOL_BYTES);
        for (const char *at = intern_get(&trace->symbols, i); *at; at++) {
            buffer_byte(&symbols, *at == '\n' ? ' ' : (u8)*at);
        }
        buffer_byte(&symbols, '\n');
    }
    u64 bytes = trace->symbols.count * SYMBOL_BYTES;
    buffer_format(&symbols, "%016llx ? __sym_end\n", (unsigned long long)bytes);
    buffer_format(&map, "%012llx-%012llx r-xp 00000000 00:00 0 %28s" MODULE_NAME "\n", MODULE_START,
                  MODULE_START + ALIGN_UP(bytes + 1, 4096), "");
    buffer_format(&map, "7ffffffde000-7ffffffff000 rw-p 00000000 00:00 0 %27s[stack]\n", "");
    for (u32 i = 0; i < trace->events.count; i++) {
        buffer_format(&events, "EVENT: %u gnomon:", EVENT_FIRST + i);
        for (const char *at = intern_get(&trace->events, i); *at; at++) {
            buffer_byte(&events, (u8)*at <= ' ' ? '_' : (u8)*at);
        }
        buffer_byte(&events, '\n');
    }
    bool done = write_and_free(directory, MODULE_NAME ".sym", &symbols, problem);
    done = write_and_free(directory, "sid-" SESSION ".map", &map, problem) && done;
    return write_and_free(directory, "events.txt", &events, problem) && done;
}

static bool write_perf(struct uftrace *trace, const char *directory, struct problem *problem) {
    bool done = true;
    for (size_t i = 0; i < trace->cpu_count && done; i++) {
        char *name = text_format("perf-cpu%zu.dat", i);
        done = write_part(trace, directory, name, &trace->cpus[i], problem);
        free(name);
    }
    return done;
}

static bool write_files(struct uftrace *trace, const char *directory, struct problem *problem) {
    return write_info(trace, directory, problem) && write_tasks(trace, directory, problem) &&
           write_symbols(trace, directory, problem) && write_perf(trace, directory, problem);
}

static bool is_uftrace_file(const char *name) {
    static const char *const fixed[] = {"info", "task.txt", "events.txt", MODULE_NAME ".sym", "sid-" SESSION ".map"};
    for (size_t i = 0; i < COUNT_OF(fixed); i++) {
        if (strcmp(name, fixed[i]) == 0) return true;
    }
    if (strncmp(name, "perf-cpu", 8) == 0) name += 8;
    size_t digits = strspn(name, "0123456789");
    return digits && strcmp(name + digits, ".dat") == 0;
}

static void free_trace(struct uftrace *trace) {
    for (size_t i = 0; i < trace->tasks_by_lane.count; i++) spill_part_free(&trace->tasks[i].records);
    for (size_t i = 0; i < trace->cpu_count; i++) spill_part_free(&trace->cpus[i]);
    free(trace->tasks);
    free(trace->cpus);
    spill_close(&trace->spill);
    intern_free(&trace->tasks_by_lane);
    intern_free(&trace->symbols);
    intern_free(&trace->events);
}

bool export_uftrace(const char *directory, const struct view *view, struct problem *problem) {
    static const struct walk_visitor visitor = {
        .lane = put_lane, .event = put_event, .begin = put_begin, .end = put_end, .state = put_state};
    struct uftrace trace = {.view = view, .recording = view->profile->recording};
    u64 lost = stream_lost_records(&trace.recording->reader);
    trace.lost = lost >> 48 ? (1ull << 48) - 1 : lost;
    spill_open(&trace.spill, problem);
    walk_recording(trace.recording, &visitor, &trace);
    char *part = trace.symbols.count
                     ? part_make_directory(directory, problem)
                     : (problem_set(problem, STATUS_BAD_INPUT,
                                    "%s: expected traced methods or collections, found none (gnomon run --trace "
                                    "PATTERN --events method,collection)",
                                    trace.recording->reader.path),
                        NULL);
    bool done = part && write_files(&trace, part, problem);
    if (done) {
        done = part_commit(part, directory, is_uftrace_file, problem);
    } else if (part) {
        part_remove(part);
    }
    free_trace(&trace);
    return done;
}
