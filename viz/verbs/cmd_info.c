// gnomon info: what a recording holds, section by section.
#include <stdarg.h>
#include <stdio.h>

#include "viz/analyse/view.h"
#include "viz/cli/terminal.h"
#include "viz/read/stream.h"
#include "viz/report/report.h"
#include "viz/verbs/commands.h"

static void put_words(const char *label, const char *words) {
    struct buffer text = {0};
    buffer_format(&text, "%-12s ", label);
    buffer_wrapped(&text, words, 13, terminal_columns());
    fwrite(text.data, 1, text.size, stdout);
    buffer_free(&text);
}

static void put(const char *label, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(const char *label, const char *format, ...) {
    char words[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof(words), format, arguments);
    va_end(arguments);
    put_words(label, words);
}

static void print_streams(const struct recording *recording) {
    const struct region_section *section;
    for (u32 i = 0; (section = reader_find(&recording->reader, SECTION_STREAM, i)); i++) {
        struct region_stream control;
        if (!reader_copy(&recording->reader, section->offset, &control, sizeof(control))) continue;
        put("stream", "cpu %u %s: %llu packets of %llu KiB, %llu bytes written, %llu kept", control.cpu,
            stream_level_name(control.level), (unsigned long long)control.packet_count, PACKET_BYTES / KIB,
            (unsigned long long)control.head, (unsigned long long)(control.head - control.oldest));
    }
}

static void print_line(const char *label, struct buffer *text) {
    put_words(label, buffer_string(text));
    buffer_free(text);
}

static void print_calibrations(const struct profile *profile) {
    for (u32 i = 0; i < CALIBRATIONS; i++) {
        struct buffer text = {0};
        view_describe_calibration(profile, i, &text);
        if (text.size) print_line("calibration", &text);
    }
}

static void print_info(const struct recording *recording) {
    struct profile profile;
    struct buffer text = {0};
    profile_make(&profile, recording);
    put("region", "%s, %llu MiB, %s", recording->reader.path, (unsigned long long)(recording->reader.file_bytes / MIB),
        recording_state(recording));
    view_describe_run(recording, &text), print_line("run", &text);
    view_describe_clock(recording, &text), print_line("clock", &text);
    view_describe_instruments(&profile, &text), print_line("instruments", &text);
    view_describe_losses(&profile, &text), print_line("lost", &text);
    put("time", "%.6f ms from the kernel's entry, main called after %.6f ms",
        recording_ms(recording, (s64)(recording->end_ticks - recording->reader.header.start_ticks)),
        recording->reader.header.main_ticks
            ? (double)recording_ns(recording,
                                   (s64)(recording->reader.header.main_ticks - recording->reader.header.start_ticks)) /
                  1e6
            : 0.0);
    view_describe_unpolled(recording, &text);
    if (text.size) print_line("unpolled", &text);
    put("names", "%zu methods, %zu classes, %zu code ranges, %zu event types", recording->method_count,
        recording->class_count, recording->code_count, recording->event_types.count);
    put("records", "%llu", (unsigned long long)profile.record_count);
    view_describe_samples(&profile, &text), print_line("samples", &text);
    put("timing", "%zu rows, %zu (caller, callee) pairs, %llu activations open", recording->row_count,
        profile.edge_count, (unsigned long long)profile.open_activations);
    put("threads", "%zu", recording->thread_count);
    if (recording->memory) {
        report_memory_words(&text, &recording->memory[recording->domain_count]);
        buffer_text(&text, " KiB at the end"), print_line("memory", &text);
    }
    print_calibrations(&profile);
    print_streams(recording);
    profile_free(&profile);
}

static int info_main(int count, char **arguments) {
    struct text_list names = {0};
    struct problem problem = {0};
    int status;
    struct recording recording;
    if (!command_begin(&command_info, count, arguments, NULL, &names, NULL, &status)) return status;
    if (!recording_open(&recording, names.items[0], &problem)) return problem_print(&problem);
    print_info(&recording);
    recording_close(&recording);
    return 0;
}

const struct command command_info = {.name = "info",
                                     .summary =
                                         "Shows what a recording holds: state, clock, sizes, calibration, losses.",
                                     .usage = "info DIR",
                                     .examples = "  gnomon info out",
                                     .expects = "one directory of a run",
                                     .least = 1,
                                     .most = 1,
                                     .run = info_main};
