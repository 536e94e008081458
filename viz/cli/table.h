// Tables of a text report: numbers in columns, and a name at the end of each line. On a terminal a line is never longer
// than it: the columns that matter least are left out and named below the table, and names are cut in front, where
// packages stand. Elsewhere nothing is left out.
#ifndef VIZ_CLI_TABLE_H
#define VIZ_CLI_TABLE_H

#include "viz/cli/buffer.h"

enum { TABLE_COLUMNS = 12 };

struct table_column {
    const char *title;
    u32 width;
    u32 rank; // those of the highest rank are left out first; 0 for never
};

enum table_color { TABLE_PLAIN, TABLE_BAD, TABLE_GOOD };

struct table {
    struct buffer *text;
    struct table_column columns[TABLE_COLUMNS];
    size_t count, at; // `at` is the next cell's
    u32 room;         // for the name; 0 for as much as it takes
    bool left_out[TABLE_COLUMNS], colored;
};

// Writes the line of titles; `name` is the title of the names. `terminal` is its width in columns, 0 for none.
void table_begin(struct table *table, struct buffer *text, const struct table_column *columns, size_t count,
                 const char *name, u32 terminal);
// The cells of a line from left to right, then its name, which ends the line.
void table_cell(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
void table_cell_colored(struct table *table, enum table_color color, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void table_name(struct table *table, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Names the columns that were left out.
void table_end(struct table *table);

#endif
