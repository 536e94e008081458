// What each processor did, in reports: its time in four parts and its whole account, and how many threads came and
// left.

#include "viz/analyse/processors.h"
#include "viz/cli/table.h"
#include "viz/read/offsets.h"
#include "viz/report/report.h"

void report_processors_text(struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Busy", 24, 0},        {"Idle", 24, 1},  {"Stolen", 24, 3},
                                                  {"Kernel lock", 24, 2}, {"Total", 14, 4}, {"Came", 8, 5},
                                                  {"Went", 8, 6}};
    const struct profile *profile = view->profile;
    const struct recording *recording = profile->recording;
    struct table table;
    if (profile->processor_count < 2) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Processor (times in ms)", view->columns);
    for (size_t i = 0; i < profile->processor_count; i++) {
        const struct processor *processor = &profile->processors[i];
        for (u32 part = 0; part < PROCESSOR_PARTS; part++) {
            table_cell(&table, "%.3f ±%-8.3f", recording_ms(recording, processor_part(processor, part)),
                       (double)recording_error_ns(recording, processor_part_error(processor, part)) / 1e6);
        }
        table_cell(&table, "%.3f", recording_ms(recording, processor->ledger_ticks));
        table_cell(&table, "%llu", (unsigned long long)processor->came);
        table_cell(&table, "%llu", (unsigned long long)processor->went);
        table_name(&table, "%u", processor->number);
    }
    table_end(&table);
}

void report_json_account(struct json *json, const struct recording *recording, const struct account *account) {
    json_put_text(json, "name", account->name);
    json_put_integer(json, "ns", recording_ns(recording, account->ticks));
    json_put_integer(json, "ticks", account->ticks);
    json_put_integer(json, "err_ns", recording_error_ns(recording, account->error));
}

void report_json_ledger(struct json *json, const struct recording *recording, const struct account *accounts) {
    json_begin_array(json, "ledger");
    for (u32 i = 0; i < LEDGER_ACCOUNTS; i++) {
        json_begin_object(json, NULL);
        report_json_account(json, recording, &accounts[i]);
        json_end(json);
    }
    json_end(json);
}

static void put_parts(struct json *json, const struct recording *recording, const struct processor *processor) {
    static const char *const names[PROCESSOR_PARTS][2] = {{"busy_ns", "busy_err_ns"},
                                                          {"idle_ns", "idle_err_ns"},
                                                          {"stolen_ns", "stolen_err_ns"},
                                                          {"lock_ns", "lock_err_ns"}};
    for (u32 part = 0; part < PROCESSOR_PARTS; part++) {
        json_put_integer(json, names[part][0], recording_ns(recording, processor_part(processor, part)));
        json_put_integer(json, names[part][1], recording_error_ns(recording, processor_part_error(processor, part)));
    }
}

// How far its counter is from that of the one that boots: what was taken off its times, and what that leaves open.
static void put_offset(struct json *json, const struct recording *recording, u32 number) {
    const struct reader *reader = &recording->reader;
    const struct region_offset none = {0},
                               *offset = number < reader->offsets.count ? &reader->offsets.items[number] : &none;
    json_put_integer(json, "offset_ticks", offset->ticks);
    json_put_integer(json, "offset_err_ticks", (s64)offset->error_ticks);
}

void report_processors_json(struct json *json, const struct profile *profile) {
    const struct recording *recording = profile->recording;
    json_begin_array(json, "processors");
    for (size_t i = 0; i < profile->processor_count; i++) {
        const struct processor *processor = &profile->processors[i];
        json_begin_object(json, NULL);
        json_put_integer(json, "processor", processor->number);
        put_parts(json, recording, processor);
        json_put_integer(json, "elapsed_ns", recording_ns(recording, processor->elapsed_ticks));
        json_put_integer(json, "elapsed_ticks", processor->elapsed_ticks);
        json_put_integer(json, "came", (s64)processor->came);
        json_put_integer(json, "went", (s64)processor->went);
        put_offset(json, recording, processor->number);
        report_json_ledger(json, recording, processor->ledger);
        json_end(json);
    }
    json_end(json);
}
