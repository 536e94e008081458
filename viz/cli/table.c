// See table.h.
#include "viz/cli/table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/cli/terminal.h"

enum { NAME_LEAST = 28 }; // columns for names, before columns are left out

static u32 width_of(const struct table *table) {
    u32 width = 1;
    for (size_t i = 0; i < table->count; i++) width += table->left_out[i] ? 0 : table->columns[i].width + 1;
    return width;
}

static bool leave_out_one(struct table *table) {
    size_t found = table->count;
    for (size_t i = 0; i < table->count; i++) {
        if (table->left_out[i] || !table->columns[i].rank) continue;
        if (found == table->count || table->columns[i].rank >= table->columns[found].rank) found = i;
    }
    if (found == table->count) return false;
    table->left_out[found] = true;
    return true;
}

static void put_cell(struct table *table, const char *text, const char *before, const char *after) {
    size_t at = table->at++;
    if (table->left_out[at]) return;
    u32 taken = text_columns(text), width = table->columns[at].width;
    bool first = true;
    for (size_t i = 0; i < at; i++) first &= table->left_out[i];
    buffer_format(table->text, "%s%*s%s%s%s", first ? "" : " ", (int)(taken < width ? width - taken : 0), "", before,
                  text, after);
}

void table_begin(struct table *table, struct buffer *text, const struct table_column *columns, size_t count,
                 const char *name, u32 terminal) {
    *table = (struct table){.text = text, .count = count};
    memcpy(table->columns, columns, count * sizeof(*columns));
    while (terminal && width_of(table) + NAME_LEAST > terminal && leave_out_one(table)) continue;
    table->colored = terminal_has_colors();
    if (table->colored) buffer_text(text, "\033[1m");
    for (size_t i = 0; i < count; i++) put_cell(table, columns[i].title, "", "");
    u32 width = width_of(table);
    table->room = !terminal ? 0 : terminal > width ? terminal - width : 1;
    table_name(table, "%s", name);
    if (table->colored) buffer_text(text, "\033[0m");
}

static char *format_text(const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = memory_get((size_t)(length > 0 ? length : 0) + 1);
    vsnprintf(text, (size_t)(length > 0 ? length : 0) + 1, format, arguments);
    return text;
}

void table_cell(struct table *table, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    put_cell(table, text, "", "");
    free(text);
}

void table_cell_colored(struct table *table, enum table_color color, const char *format, ...) {
    static const char *const begins[] = {[TABLE_BAD] = "\033[31m", [TABLE_GOOD] = "\033[32m"};
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    bool colored = table->colored && color != TABLE_PLAIN;
    put_cell(table, text, colored ? begins[color] : "", colored ? "\033[0m" : "");
    free(text);
}

void table_name(struct table *table, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = format_text(format, arguments);
    va_end(arguments);
    u32 columns = text_columns(text);
    const char *from = text;
    for (u32 over = table->room && columns > table->room ? columns - table->room + 1 : 0; over; over--) {
        do {
            from++;
        } while (((u8)*from & 0xc0) == 0x80);
    }
    buffer_format(table->text, "%s%s%s\n", table->count ? "  " : "", from == text ? "" : "…", from);
    table->at = 0;
    free(text);
}

void table_end(struct table *table) {
    struct buffer names = {0};
    for (size_t i = 0; i < table->count; i++) {
        if (table->left_out[i]) buffer_format(&names, "%s%s", names.size ? ", " : "", table->columns[i].title);
    }
    if (names.size) {
        char *line = text_format("(not shown, as the terminal is narrow: %s)", buffer_string(&names));
        buffer_wrapped(table->text, line, 0, table->room ? width_of(table) + table->room : 0);
        free(line);
    }
    buffer_free(&names);
}
