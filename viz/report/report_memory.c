// What each domain had of memory at the end of the run, by kind, in reports: the kernel has what is no domain's, and
// the machine has all of it. A domain that had ended before has nothing.
#include <string.h>

#include "viz/cli/table.h"
#include "viz/report/report.h"

static u64 row_bytes(const struct region_memory *row) {
    u64 bytes = 0;
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) bytes += row->bytes[i];
    return bytes;
}

static const char *row_name(const struct recording *recording, size_t row) {
    if (row == 0) return "(kernel)";
    if (row == recording->domain_count) return "(machine)";
    const struct region_domain *entry = &recording->domain_entries[row];
    const char *name = entry->domains > 1 ? NULL : recording_domain_name(recording, entry->number);
    return name ? name : "(others)";
}

// Where only one domain is looked at, the others have no rows.
static bool is_shown(const struct recording *recording, size_t row) {
    const char *chosen = recording->reader.range.domain;
    return row_bytes(&recording->memory[row]) && (!chosen || strcmp(chosen, row_name(recording, row)) == 0);
}

void report_memory_words(struct buffer *text, const struct region_memory *row) {
    const char *before = "";
    for (u32 i = 0; i < ACCOUNT_KINDS; i++) {
        if (!row->bytes[i]) continue;
        buffer_format(text, "%s%s %llu", before, recording_memory_kinds[i], (unsigned long long)(row->bytes[i] / KIB));
        before = ", ";
    }
}

void report_memory_text(struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Memory", 12, 0}};
    const struct recording *recording = view->profile->recording;
    struct table table;
    if (!recording_has_domains(recording) || !recording->memory) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Domain, at the end (memory in KiB)", view->columns);
    for (size_t i = 0; i <= recording->domain_count; i++) {
        struct buffer words = {0};
        if (!is_shown(recording, i)) continue;
        buffer_format(&words, "%s (", row_name(recording, i));
        report_memory_words(&words, &recording->memory[i]);
        table_cell(&table, "%llu", (unsigned long long)(row_bytes(&recording->memory[i]) / KIB));
        table_name(&table, "%s)", buffer_string(&words));
        buffer_free(&words);
    }
    table_end(&table);
}

void report_memory_json(struct json *json, const struct recording *recording) {
    json_begin_array(json, "memory");
    for (size_t i = 0; recording->memory && i <= recording->domain_count; i++) {
        if (!is_shown(recording, i)) continue;
        json_begin_object(json, NULL);
        json_put_text(json, "name", row_name(recording, i));
        if (i > 0 && i < recording->domain_count) json_put_integer(json, "number", recording->domain_entries[i].number);
        json_begin_object(json, "bytes");
        for (u32 k = 0; k < ACCOUNT_KINDS; k++) {
            json_put_integer(json, recording_memory_kinds[k], (s64)recording->memory[i].bytes[k]);
        }
        json_end(json);
        json_end(json);
    }
    json_end(json);
}
