// Tables of the heap as text, JSON and CSV; see heap.h.
#include "viz/analyse/heap.h"
#include "viz/cli/table.h"

static const struct table_column columns[] = {{"Objects", 12, 0}, {"Bytes", 14, 0}, {"beside the heap", 15, 1}};

static void put_row(struct table *table, const struct heap_row *row, bool is_difference, const char *name) {
    const char *format = is_difference ? "%+lld" : "%lld";
    table_cell(table, format, (long long)row->objects);
    table_cell(table, format, (long long)row->bytes);
    if (row->fixed_bytes) {
        table_cell(table, format, (long long)row->fixed_bytes);
    } else {
        table_cell(table, "%s", "");
    }
    table_name(table, "%s", name);
}

void heap_table_text(struct buffer *text, const struct heap_table *table, bool is_difference, size_t most,
                     u32 terminal) {
    struct table lines;
    table_begin(&lines, text, columns, COUNT_OF(columns), "Class", terminal);
    for (size_t i = 0; i < table->count && (!most || i < most); i++) {
        put_row(&lines, &table->rows[i], is_difference, table->rows[i].class);
    }
    if (most && table->count > most) buffer_format(text, "%zu more (gnomon heap --top 0)\n", table->count - most);
    put_row(&lines, &table->total, is_difference, "all");
    table_end(&lines);
}

void heap_table_json(struct json *json, const struct heap_table *table) {
    for (size_t i = 0; i < table->count; i++) {
        const struct heap_row *row = &table->rows[i];
        json_begin_object(json, NULL);
        json_put_text(json, "class", row->class);
        json_put_integer(json, "objects", row->objects);
        json_put_integer(json, "bytes", row->bytes);
        json_put_integer(json, "fixed_objects", row->fixed_objects);
        json_put_integer(json, "fixed_bytes", row->fixed_bytes);
        json_end(json);
    }
}

void heap_table_csv(struct buffer *text, const struct heap_table *table) {
    buffer_text(text, "class,objects,bytes,fixed_objects,fixed_bytes\r\n");
    for (size_t i = 0; i < table->count; i++) {
        const struct heap_row *row = &table->rows[i];
        buffer_quoted(text, row->class);
        buffer_format(text, ",%lld,%lld,%lld,%lld\r\n", (long long)row->objects, (long long)row->bytes,
                      (long long)row->fixed_objects, (long long)row->fixed_bytes);
    }
}
