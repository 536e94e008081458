// gnomon info: what a recording holds, section by section.
#include <stdio.h>

#include "viz/options.h"
#include "viz/view.h"

static void print_streams(const struct recording *recording) {
    const struct region_section *section;
    for (u32 i = 0; (section = reader_find(&recording->reader, SECTION_STREAM, i)); i++) {
        static const char *const levels[] = {"thread", "interrupt", "fault"};
        struct region_stream control;
        if (!reader_copy(&recording->reader, section->offset, &control, sizeof(control))) continue;
        printf("stream       cpu %u %s: %llu packets of %llu KiB, %llu bytes written, %llu kept\n", control.cpu,
               control.level < COUNT_OF(levels) ? levels[control.level] : "?", (unsigned long long)control.packet_count,
               PACKET_BYTES / KIB, (unsigned long long)control.head,
               (unsigned long long)(control.head - control.oldest));
    }
}

static void print_calibrations(const struct profile *profile) {
    static const char *const subjects[] = {"return", "exception", "synchronized", "record", "interrupt"};
    for (u32 i = 0; i < CALIBRATIONS; i++) {
        const struct region_calibration *chosen = &profile->chosen[i];
        if (!chosen->repeats) continue;
        printf("calibration  %s: %lld ± %llu ticks between the readings, %lld ± %llu in all\n", subjects[i],
               (long long)chosen->inner_ticks, (unsigned long long)chosen->inner_error, (long long)chosen->full_ticks,
               (unsigned long long)chosen->full_error);
    }
}

static void print_line(const char *label, struct buffer *text) {
    printf("%-12s %s\n", label, buffer_string(text));
    buffer_free(text);
}

static void print_info(const struct recording *recording) {
    struct profile profile;
    struct buffer text = {0};
    profile_make(&profile, recording);
    printf("region       %s, %llu MiB, %s\n", recording->reader.path,
           (unsigned long long)(recording->reader.file_bytes / MIB), recording_state(recording));
    view_describe_run(recording, &text), print_line("run", &text);
    view_describe_clock(recording, &text), print_line("clock", &text);
    view_describe_instruments(&profile, &text), print_line("instruments", &text);
    view_describe_losses(&profile, &text), print_line("lost", &text);
    printf("time         %.6f ms from the kernel's entry, main called after %.6f ms\n",
           (double)recording_ns(recording, (s64)(recording->end_ticks - recording->reader.header.start_ticks)) / 1e6,
           recording->reader.header.main_ticks
               ? (double)recording_ns(
                     recording, (s64)(recording->reader.header.main_ticks - recording->reader.header.start_ticks)) /
                     1e6
               : 0.0);
    printf("names        %zu methods, %zu classes, %zu code ranges, %zu event types\n", recording->method_count,
           recording->class_count, recording->code_count, recording->event_types.count);
    printf("records      %llu\n", (unsigned long long)profile.record_count);
    view_describe_samples(&profile, &text), print_line("samples", &text);
    printf("timing       %zu rows, %zu (caller, callee) pairs, %llu activations open\n", recording->row_count,
           profile.edge_count, (unsigned long long)profile.open_activations);
    printf("threads      %zu\n", recording->thread_count);
    print_calibrations(&profile);
    print_streams(recording);
    profile_free(&profile);
}

static int info_main(int count, char **arguments) {
    struct text_list names = {0};
    struct problem problem = {0};
    struct recording recording;
    bool help = false;
    if (!options_parse(&command_info, count, arguments, NULL, &names, NULL, &help, &problem)) {
        return problem_print(&problem);
    }
    if (help) return options_print_help(&command_info), 0;
    if (names.count != 1) {
        problem_set(&problem, STATUS_USAGE, "info: expected one directory of a run, found %zu names", names.count);
        return problem_print(&problem);
    }
    if (!recording_open(&recording, names.items[0], &problem)) return problem_print(&problem);
    print_info(&recording);
    recording_close(&recording);
    return 0;
}

const struct command command_info = {.name = "info",
                                     .summary =
                                         "Tells what a recording holds: state, clock, sizes, calibration, losses.",
                                     .usage = "info DIR",
                                     .examples = "  gnomon info out\n",
                                     .run = info_main};
