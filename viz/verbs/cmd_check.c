// gnomon check: reads every byte of a recording that has a meaning, and says whether the recording is consistent. Exit
// status 1 if it is not.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/allocations.h"
#include "viz/analyse/heap.h"
#include "viz/analyse/profile.h"
#include "viz/read/event_text.h"
#include "viz/read/stream.h"
#include "viz/verbs/commands.h"

struct check {
    const struct recording *recording;
    u64 faults;
};

static void fault(struct check *check, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void fault(struct check *check, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("fault: ");
    vprintf(format, arguments);
    putchar('\n');
    va_end(arguments);
    check->faults++;
}

static void check_streams(struct check *check) {
    const struct region_section *section;
    for (u32 i = 0; (section = reader_find(&check->recording->reader, SECTION_STREAM, i)); i++) {
        struct stream stream;
        u64 records = 0;
        if (!stream_open(&stream, &check->recording->reader, section)) {
            fault(check, "stream %u: its control fields contradict each other", i);
            continue;
        }
        while (stream_next_packet(&stream)) {
            u64 before = records;
            while (stream_next_record(&stream)) records++;
            bool all_seen = stream.header.content_bytes == stream.content && stream.at == stream.content;
            if (all_seen && stream.header.record_count != records - before) {
                fault(check, "stream %u, packet %llu: expected %u records, found %llu", i,
                      (unsigned long long)stream.header.sequence, stream.header.record_count,
                      (unsigned long long)(records - before));
            }
        }
        if (stream.broken_packets) {
            fault(check, "stream %u: %llu packets are not readable", i, (unsigned long long)stream.broken_packets);
        }
        if (stream.broken_records) {
            fault(check, "stream %u: %llu packets end in a record that is not readable", i,
                  (unsigned long long)stream.broken_records);
        }
        stream_close(&stream);
    }
}

// Nothing may have been under way when it was recorded.
static bool is_whole(const struct recording *recording) { return !recording->open || recording->moment; }

// The shortest and the longest of a row's outermost calls fit to the sum of all.
static bool is_sum_of_calls(const struct timing_row *row, u64 outermost) {
    if (!outermost) return row->minimum == INT64_MAX && row->maximum == INT64_MIN && !row->elapsed;
    __int128 least = row->minimum, most = row->maximum, others = outermost - 1;
    return least <= most && most + others * least <= row->elapsed && row->elapsed <= least + others * most;
}

// Threads share the first row, without a lock: it is of what found no row.
static void check_calls(struct check *check, const struct timing_row *row, u64 outermost) {
    const struct recording *recording = check->recording;
    if (row->callee == PSEUDO_OTHER || !is_whole(recording)) return;
    const char *callee = recording_method_label(recording, row->callee);
    if (!is_sum_of_calls(row, outermost)) {
        fault(check,
              "%s: the shortest and the longest of %llu calls (%lld and %lld ticks) do not fit to all (%lld ticks)",
              callee, (unsigned long long)outermost, (long long)row->minimum, (long long)row->maximum,
              (long long)row->elapsed);
    }
    if (!recording->losses[LOSS_THREADS] && !recording_thread(recording, row->thread)) {
        fault(check, "%s: called by thread %u, which is not known", callee, row->thread);
    }
    bool has_name = row->caller < METHOD_ID_FIRST || recording_method(recording, row->caller);
    if (!recording->losses[LOSS_NAMES] && !has_name) {
        fault(check, "%s: called by method %#x, which has no name", callee, row->caller);
    }
}

static void check_rows(struct check *check, const struct profile *profile) {
    const struct recording *recording = check->recording;
    for (size_t i = 0; i < recording->row_count; i++) {
        const struct timing_row *row = &recording->rows[i];
        u64 ended = row->count + row->exceptions + row->abandoned;
        check_calls(check, row, ended - row->nested);
        struct histogram durations = {0};
        histogram_add_row(&durations, recording, row);
        const char *callee = recording_method_label(recording, row->callee);
        if (durations.total != ended - row->nested && is_whole(recording) && !recording->losses[LOSS_HISTOGRAMS]) {
            fault(check, "%s: histogram of %llu, expected %llu", callee, (unsigned long long)durations.total,
                  (unsigned long long)(ended - row->nested));
        }
    }
    // Exclusive times leave nothing out and count nothing twice
    u64 names_lost = recording->losses[LOSS_NAMES];
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        if (recording_method(recording, method->id) || method->id < METHOD_ID_FIRST) continue;
        if (names_lost) {
            names_lost--; // which the recording says itself
        } else {
            fault(check, "method %#x has no name", method->id);
        }
    }
}

static void check_threads(struct check *check) {
    u32 thread = 0;
    s64 imbalance = check->recording->moment ? activations_imbalance(check->recording, &thread) : 0;
    if (imbalance) {
        fault(check, "thread %u: its methods' times are %lld ticks more than what its root has of them", thread,
              (long long)imbalance);
    }
}

// The slowest call that is kept of a method is the longest that its rows know.
static void check_slow_calls(struct check *check, const struct profile *profile) {
    const struct recording *recording = check->recording;
    if (recording->open || recording->losses[LOSS_SLOW_CALLS] || recording->losses[LOSS_ROWS]) return;
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        s64 slowest = INT64_MIN;
        for (size_t k = 0; k < recording->slow_count; k++) {
            const struct slow_call *call = &recording->slow_calls[k];
            if (call->callee == method->id && call->elapsed > slowest) slowest = call->elapsed;
        }
        if (slowest != INT64_MIN && slowest != method->own.maximum) {
            fault(check, "%s: the slowest call that is kept took %lld ticks, expected %lld",
                  recording_method_label(recording, method->id), (long long)slowest, (long long)method->own.maximum);
        }
    }
}

// Figures of what was under way may be half there.
static void check_entries(struct check *check) {
    const struct recording *recording = check->recording;
    if (recording->broken_entries && is_whole(recording)) {
        fault(check, "%llu entries of its tables have impossible figures",
              (unsigned long long)recording->broken_entries);
    }
    if (recording->broken_names) {
        fault(check, "%llu names are not readable", (unsigned long long)recording->broken_names);
    }
}

static void check_ledger(struct check *check, const struct profile *profile) {
    const struct recording *recording = check->recording;
    s64 difference = profile->elapsed_ticks - profile->ledger_ticks;
    if (difference && is_whole(recording)) {
        fault(check, "the ledger does not close: %lld of %lld ticks are missing", (long long)difference,
              (long long)profile->elapsed_ticks);
    }
}

// What the machine has of each kind of memory is what its domains and the kernel have.
static void check_memory(struct check *check) {
    const struct recording *recording = check->recording;
    for (u32 k = 0; recording->memory && k < ACCOUNT_KINDS; k++) {
        u64 sum = 0, all = recording->memory[recording->domain_count].bytes[k];
        for (size_t i = 0; i < recording->domain_count; i++) sum += recording->memory[i].bytes[k];
        if (sum == all) continue;
        fault(check, "memory, %s: the machine has %llu bytes, its domains and the kernel %llu",
              recording_memory_kinds[k], (unsigned long long)all, (unsigned long long)sum);
    }
}

static bool counts_everything(const struct recording *recording) {
    size_t patterns = 0;
    bool all = false;
    for (size_t i = 0; i < recording->patterns.count; i++) {
        if (recording->patterns.items[i].id != PATTERN_ALLOCATION) continue;
        patterns++;
        all |= strcmp(recording->patterns.items[i].text, "**") == 0;
    }
    return patterns == 1 && all && !allocations_were_switched(recording);
}

// The counters of the sites against what the heap says of its threads.
static void check_allocations(struct check *check, const struct profile *profile) {
    const struct recording *recording = check->recording;
    if (!allocations_are_counted(recording) || recording->open || recording->losses[LOSS_THREADS]) return;
    const struct view view = {.profile = profile};
    struct allocations all;
    allocations_make(&all, &view);
    bool wrong = counts_everything(recording) ? !allocations_are_whole(&all) : all.counted.bytes > all.allocated_bytes;
    if (wrong) {
        fault(check, "allocation: the sites have %llu bytes, the heap handed out %llu",
              (unsigned long long)all.counted.bytes, (unsigned long long)all.allocated_bytes);
    }
    if (all.unknown_sites) {
        fault(check, "allocation: %zu counters of sites that are not in the table", all.unknown_sites);
    }
    allocations_free(&all);
}

static void check_censuses(struct check *check) {
    struct heap heap;
    heap_load(&heap, check->recording);
    if (heap.broken) fault(check, "census %zu does not lie in its section", heap.census_count + 1);
    for (size_t i = 0; i < heap.census_count; i++) {
        const struct region_census *head = &heap.censuses[i].head;
        u64 objects = 0, bytes = 0, all_objects = head->objects + head->fixed_objects,
            all_bytes = head->bytes + head->fixed_bytes;
        for (u32 k = 0; k < head->class_count; k++) {
            objects += (u64)heap.censuses[i].classes[k].objects + heap.censuses[i].classes[k].fixed_objects;
            bytes += (u64)heap.censuses[i].classes[k].bytes + heap.censuses[i].classes[k].fixed_bytes;
        }
        if (objects == all_objects && bytes == all_bytes) continue;
        fault(check, "census %zu: its classes have %llu objects and %llu bytes, expected %llu and %llu", i + 1,
              (unsigned long long)objects, (unsigned long long)bytes, (unsigned long long)all_objects,
              (unsigned long long)all_bytes);
    }
    heap_free(&heap);
}

static int check_recording(const struct recording *recording) {
    struct check check = {.recording = recording};
    struct profile profile;
    profile_make(&profile, recording);
    check_streams(&check);
    check_entries(&check);
    check_rows(&check, &profile);
    check_threads(&check);
    check_slow_calls(&check, &profile);
    check_ledger(&check, &profile);
    check_memory(&check);
    check_allocations(&check, &profile);
    check_censuses(&check);
    if (!check.faults) {
        printf("%s: well-formed, %s: %llu records, %zu timing rows, %llu lost\n", recording->reader.path,
               recording_state(recording), (unsigned long long)profile.record_count, recording->row_count,
               (unsigned long long)profile.loss_total);
    }
    profile_free(&profile);
    return check.faults ? STATUS_BAD_INPUT : 0;
}

static int check_main(int count, char **arguments) {
    struct text_list names = {0};
    struct problem problem = {0};
    int status;
    struct recording recording;
    if (!command_begin(&command_check, count, arguments, NULL, &names, NULL, &status)) return status;
    if (!recording_open(&recording, names.items[0], &problem)) return problem_print(&problem);
    status = check_recording(&recording);
    recording_close(&recording);
    return status;
}

const struct command command_check = {.name = "check",
                                      .summary = "Reads all of a recording and says whether it is consistent.",
                                      .usage = "check DIR",
                                      .examples = "  gnomon check out\n",
                                      .expects = "one directory of a run",
                                      .least = 1,
                                      .most = 1,
                                      .run = check_main};
