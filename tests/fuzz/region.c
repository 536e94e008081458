// Regions through the reader, every report and every export, the commands `check`, `info`, `diff`, `heap` and `slow`,
// and the verbs of the terminal. A region has at least 1 MiB, so an input is not one but what is changed in one of
// known content (viz/test/make_region.h):
//
//     0   u1 which region, and enum part: what reads it, so that not every input takes the time of all. What the
//     exports
//         of the timeline read is the region with calls in place of the first
//     1   changes: u1 where (0: the header, 1: the directory, n: section n - 2), u1 how, u2 offset,
//         and what `how` says: a value of 1 << how % 4 bytes from values[how / 4] or, beyond them, the next bytes
//
// The file of the region is in memory, so that a change costs no more than its bytes.
#include <fcntl.h>
#include <sanitizer/lsan_interface.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/cli/part.h"
#include "viz/cli/process.h"
#include "viz/export/export.h"
#include "viz/html/page.h"
#include "viz/report/report.h"
#include "viz/run/crash.h"
#include "viz/screen/commands.h"
#include "viz/test/make_region.h"
#include "viz/verbs/commands.h"

enum { KINDS = MAKE_TRACED + 1, BYTES = 1 << 20, CHANGES_MOST = 64 };
enum part { READ_CHECK = 4, READ_TEXT = 8, READ_EXPORTS = 16, READ_PAGE = 32, READ_CRASH = 64, READ_TRACE = 128 };

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

// The linker puts these in the place of the tool's own.
int __wrap_problem_print(const struct problem *problem);
bool __wrap_process_filter(const struct text_list *arguments, const struct buffer *input, struct buffer *output,
                           u64 limit_seconds, struct problem *problem);

int __wrap_problem_print(const struct problem *problem) { return problem->status; }

// Graphviz is not what is tested.
bool __wrap_process_filter(const struct text_list *arguments, const struct buffer *input, struct buffer *output,
                           u64 limit_seconds, struct problem *problem) {
    (void)arguments, (void)input, (void)limit_seconds, (void)problem;
    buffer_text(output, "<svg></svg>");
    return true;
}

static u8 *regions[KINDS]; // of known content
static char path[64];      // of the region, a file in memory
static u8 *memory;         // its bytes
static char trace[] = "/tmp/gnomon-fuzz-XXXXXX";

// ---- Changes

struct change {
    size_t offset, bytes;
};

struct input {
    const u8 *at, *end;
};

static u8 next(struct input *input) { return input->at < input->end ? *input->at++ : 0; }

static size_t place_of(const u8 *region, u32 where, u32 offset) {
    if (where == 0) return offset % REGION_DIRECTORY_OFFSET;
    if (where == 1) return REGION_DIRECTORY_OFFSET + offset % (REGION_FIRST_SECTION - REGION_DIRECTORY_OFFSET);
    const struct region_section *section =
        (const struct region_section *)(region + REGION_DIRECTORY_OFFSET) + (where - 2) % REGION_SECTIONS;
    return section->bytes ? section->offset + offset % section->bytes : offset;
}

static struct change make_change(const u8 *region, struct input *input) {
    static const u64 values[] = {0, 1, UINT64_MAX, UINT64_MAX / 2, UINT64_MAX / 2 + 1, BYTES, BYTES - 1, UINT32_MAX};
    u32 where = next(input), how = next(input), low = next(input), offset = low | (u32)next(input) << 8;
    struct change change = {place_of(region, where, offset), 1u << how % 4};
    if (change.offset + change.bytes > BYTES) change.offset = BYTES - change.bytes;
    u64 value = how / 4 < COUNT_OF(values) ? values[how / 4] : 0;
    for (u32 i = 0; how / 4 >= COUNT_OF(values) && i < change.bytes; i++) value |= (u64)next(input) << 8 * i;
    memcpy(memory + change.offset, &value, change.bytes);
    return change;
}

// ---- Readers

static void write_text(const struct view *view, struct buffer *text) {
    struct view package = *view;
    package.package = "example";
    package.package_top = 5;
    report_text(text, view);
    report_text(text, &package);
    report_json(text, view);
}

static void write_page(const struct view *view, struct buffer *text) {
    struct problem problem = {0};
    report_html(text, view, &problem);
}

static void write_streams(const struct view *view) {
    for (u32 i = 0; i < STREAM_FORMATS; i++) {
        struct problem problem = {0};
        struct sink sink;
        if (!sink_open(&sink, "/dev/null", &problem)) abort();
        bool done = stream_formats[i].write(&sink, view, &problem);
        if (!sink_close(&sink, done) && !problem.status) abort();
    }
    for (u32 i = 0; i < PATH_FORMATS; i++) {
        struct problem problem = {0};
        if (!path_formats[i].write(trace, view, &problem) && !problem.status) abort();
        part_discard(trace);
    }
}

static void write_exports(const struct view *view, struct buffer *text) {
    struct graph_pruned pruned;
    export_dot(text, view, 40, &pruned);
    export_callgrind(text, view);
    export_csv(text, view);
    export_time_diagram_svg(text, view);
}

static void write_all(const struct recording *recording, u8 readers) {
    struct profile profile;
    struct buffer text = {0};
    profile_make(&profile, recording);
    profile_sort(&profile, "name");
    profile_sort(&profile, "elapsed");
    struct view view = {.profile = &profile, .sort = "elapsed"};
    if (readers & READ_TEXT) write_text(&view, &text);
    if (readers & READ_PAGE) write_page(&view, &text);
    if (readers & READ_EXPORTS) write_exports(&view, &text);
    if (readers & READ_TRACE) write_streams(&view);
    buffer_free(&text);
    profile_free(&profile);
}

static void run_commands(void) {
    char *arguments[] = {path, path, NULL};
    __lsan_disable(); // a command's process ends with it
    command_check.run(1, arguments);
    command_info.run(1, arguments);
    command_heap.run(1, arguments);
    command_diff.run(2, arguments);
    command_slow.run(1, arguments);
    __lsan_enable();
}

// Events and calls as text, and what the terminal shows of the rest.
static void run_verbs(void) {
    char *stat[] = {path, "--stat"}, *json[] = {path, "--format=json"}, *csv[] = {path, "--format=csv"},
         *once[] = {path, "--once"}, *filter[] = {path, "--filter=**", "--depth=3"},
         *shell[] = {path, "-e", "list 0", "-e", "show **", "-e", "graph ** 9", "-e", "threads", "-e", "stat"};
    __lsan_disable();
    command_events.run(1, stat);
    command_events.run(2, stat);
    command_events.run(2, json);
    command_events.run(2, csv);
    command_replay.run(1, stat);
    command_replay.run(3, filter);
    command_top.run(2, once);
    command_shell.run(COUNT_OF(shell), shell);
    __lsan_enable();
}

static void read_region(u8 readers) {
    struct recording recording;
    struct problem problem = {0};
    if (readers & READ_CHECK) run_commands();
    if (readers & READ_TRACE) run_verbs();
    if (readers & READ_CRASH) crash_print(stdout, path, "/nonexistent", 0);
    if (!recording_open(&recording, path, &problem)) {
        if (!problem.status || strlen(problem.text) == 0) abort();
        return;
    }
    write_all(&recording, readers);
    recording_close(&recording);
}

// ---- One input

static void remove_trace(void) { part_discard(trace); }

// What the commands say is not looked at.
int LLVMFuzzerInitialize(int *count, char ***arguments) {
    (void)count, (void)arguments;
    size_t bytes;
    for (u32 kind = 0; kind < KINDS; kind++) {
        regions[kind] = make_region(kind, &bytes);
        if (bytes != BYTES) abort();
    }
    int file = memfd_create("region", 0);
    if (file < 0 || ftruncate(file, BYTES) || !mkdtemp(trace) || !freopen("/dev/null", "w", stdout)) abort();
    memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED) abort();
    snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    atexit(remove_trace);
    return 0;
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    static int shown = -1; // the kind of region that `memory` holds
    struct change changes[CHANGES_MOST];
    u32 count = 0;
    struct input input = {data, data + size};
    u8 flags = next(&input);
    int kind = flags & 3;
    if (kind == MAKE_ENDED && flags & READ_TRACE) kind = MAKE_TRACED;
    const u8 *region = regions[kind];
    if (shown != kind) memcpy(memory, region, BYTES);
    shown = kind;
    while (input.at < input.end && count < CHANGES_MOST) changes[count++] = make_change(region, &input);
    read_region(flags);
    for (u32 i = 0; i < count; i++) {
        memcpy(memory + changes[i].offset, region + changes[i].offset, changes[i].bytes);
    }
    return 0;
}
