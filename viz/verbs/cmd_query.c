// gnomon query: queries a recording in SQL, or a database that `gnomon export --to sqlite` has made, which may hold
// many. docs/query.md has the tables and recipes.
#include <stdlib.h>
#include <string.h>

#include "viz/cli/file.h"
#include "viz/cli/nearest.h"
#include "viz/cli/options.h"
#include "viz/cli/terminal.h"
#include "viz/export/database.h"
#include "viz/export/export.h"

struct query_settings {
    const char *format, *output;
    struct text_list names;
};

#define FIELD(name) offsetof(struct query_settings, name)
static const struct option_rule rules[] = {
    {"--format", NULL, OPTION_CHOICE, FIELD(format), "", "how rows are written: table (default)", "table|csv|json", 0,
     0},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "write to FILE; - is stdout (default)", NULL, 0, 0},
};

// ---- Rows. All as text but for --format json

struct rows {
    struct text_list cells; // a row after the other, the names of the columns first; NULL if there is none
    bool *is_number;        // by column: all values are numbers
    int columns;
};

static void add_row(struct rows *rows, sqlite3_stmt *statement, bool head) {
    for (int i = 0; i < rows->columns; i++) {
        const char *text = head ? sqlite3_column_name(statement, i) : (const char *)sqlite3_column_text(statement, i);
        int type = head ? SQLITE_NULL : sqlite3_column_type(statement, i);
        if (type == SQLITE_TEXT || type == SQLITE_BLOB) rows->is_number[i] = false;
        text_list_add(&rows->cells, text ? text_copy(text) : NULL);
    }
}

// SQLite's words, and the table that was probably meant.
static bool put_sql_problem(sqlite3 *base, struct problem *problem) {
    static const char missing[] = "no such table: ";
    char *words = text_copy(sqlite3_errmsg(base));
    struct nearest nearest = {.word = ""};
    sqlite3_stmt *names = NULL;
    if (strncmp(words, missing, strlen(missing)) == 0 &&
        sqlite3_prepare_v2(base, "SELECT name FROM sqlite_master WHERE type <> 'index'", -1, &names, NULL) ==
            SQLITE_OK) {
        nearest.word = words + strlen(missing);
        while (sqlite3_step(names) == SQLITE_ROW) nearest_try(&nearest, (const char *)sqlite3_column_text(names, 0));
    }
    sqlite3_finalize(names);
    problem_set(problem, STATUS_BAD_INPUT, "query: %s%s", words, nearest_hint(&nearest));
    free(words);
    return false;
}

static bool read_rows(struct rows *rows, sqlite3 *base, const char *sql, struct problem *problem) {
    sqlite3_stmt *statement = NULL;
    const char *rest = NULL;
    int status = sqlite3_prepare_v2(base, sql, -1, &statement, &rest);
    if (status == SQLITE_OK && !statement) {
        return problem_set(problem, STATUS_USAGE, "query: expected a statement of SQL, found none");
    }
    if (status == SQLITE_OK && strspn(rest, " \t\n;") != strlen(rest)) {
        sqlite3_finalize(statement);
        return problem_set(problem, STATUS_USAGE, "query: expected one statement, found more: %s", rest);
    }
    if (status == SQLITE_OK && !sqlite3_stmt_readonly(statement)) {
        sqlite3_finalize(statement);
        return problem_set(problem, STATUS_USAGE, "query: expected a statement that reads, as SELECT, found: %s", sql);
    }
    rows->columns = status == SQLITE_OK ? sqlite3_column_count(statement) : 0;
    rows->is_number = memory_get((size_t)rows->columns + 1);
    memset(rows->is_number, true, (size_t)rows->columns);
    if (status == SQLITE_OK) add_row(rows, statement, true);
    while (status == SQLITE_OK && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        add_row(rows, statement, false);
        status = SQLITE_OK;
    }
    bool done = status == SQLITE_DONE || put_sql_problem(base, problem);
    sqlite3_finalize(statement);
    return done;
}

static const char *cell(const struct rows *rows, size_t row, int column) {
    return rows->cells.items[row * (size_t)rows->columns + (size_t)column];
}

static size_t row_count(const struct rows *rows) {
    return rows->columns ? rows->cells.count / (size_t)rows->columns : 0;
}

static int width_of(const char *text) { return text ? (int)text_columns(text) : 0; }

// As much of the value as fits, the last character a sign that there is more.
static void put_cut(struct buffer *text, const char *value, int width) {
    bool cut = width_of(value) > width;
    for (int column = 0; value && *value; value++) {
        if (((u8)*value & 0xc0) != 0x80 && column++ == width - cut) break;
        buffer_byte(text, (u8)*value < ' ' ? ' ' : (u8)*value);
    }
    if (cut) buffer_text(text, "…");
}

static void put_padded(struct buffer *text, const char *value, int width, bool right, bool last) {
    int padding = width > width_of(value) ? width - width_of(value) : 0;
    if (right) buffer_format(text, "%*s", padding, "");
    put_cut(text, value, width);
    if (!right && !last) buffer_format(text, "%*s", padding, "");
    buffer_text(text, last ? "\n" : "  ");
}

// Makes the widest columns of text narrower until all fit a terminal, as far as they can be; numbers stay whole.
static void fit_widths(int *widths, const struct rows *rows, int terminal) {
    enum { LEAST = 6, GAP = 2 };
    int sum = (rows->columns - 1) * GAP;
    for (int i = 0; i < rows->columns; i++) sum += widths[i];
    for (; terminal && sum > terminal; sum--) {
        int widest = -1;
        for (int i = 0; i < rows->columns; i++) {
            if (!rows->is_number[i] && widths[i] > LEAST && (widest < 0 || widths[i] > widths[widest])) widest = i;
        }
        if (widest < 0) return;
        widths[widest]--;
    }
}

static void put_table(struct buffer *text, const struct rows *rows, u32 terminal) {
    int *widths = memory_get(((size_t)rows->columns + 1) * sizeof(*widths));
    for (size_t row = 0; row < row_count(rows); row++) {
        for (int i = 0; i < rows->columns; i++) {
            int width = width_of(cell(rows, row, i));
            if (width > widths[i]) widths[i] = width;
        }
    }
    fit_widths(widths, rows, (int)terminal);
    for (size_t row = 0; row < row_count(rows); row++) {
        for (int i = 0; i < rows->columns; i++) {
            put_padded(text, cell(rows, row, i), widths[i], rows->is_number[i], i + 1 == rows->columns);
        }
    }
    free(widths);
}

static void put_csv(struct buffer *text, const struct rows *rows) {
    for (size_t row = 0; row < row_count(rows); row++) {
        for (int i = 0; i < rows->columns; i++) {
            const char *value = cell(rows, row, i);
            if (i) buffer_byte(text, ',');
            if (value && (row == 0 || !rows->is_number[i])) {
                buffer_quoted(text, value);
            } else {
                buffer_text(text, value ? value : "");
            }
        }
        buffer_text(text, "\r\n");
    }
}

static void put_json(struct buffer *text, const struct rows *rows) {
    buffer_byte(text, '[');
    for (size_t row = 1; row < row_count(rows); row++) {
        buffer_text(text, row > 1 ? ",\n{" : "\n{");
        for (int i = 0; i < rows->columns; i++) {
            const char *value = cell(rows, row, i);
            if (i) buffer_byte(text, ',');
            buffer_json(text, cell(rows, 0, i));
            buffer_byte(text, ':');
            if (!value || rows->is_number[i]) {
                buffer_text(text, value ? value : "null");
            } else {
                buffer_json(text, value);
            }
        }
        buffer_byte(text, '}');
    }
    buffer_text(text, "]\n");
}

static void put_rows(struct buffer *text, const struct rows *rows, const char *format, u32 terminal) {
    if (format && strcmp(format, "csv") == 0) {
        put_csv(text, rows);
    } else if (format && strcmp(format, "json") == 0) {
        put_json(text, rows);
    } else {
        put_table(text, rows, terminal);
    }
}

// ---- What is asked: tables of a recording, made for this one question, or a database that is there

static bool is_database(const char *path) {
    static const char magic[] = "SQLite format 3";
    struct file_map map;
    struct problem ignored;
    if (file_is_directory(path) || !file_map(&map, path, &ignored)) return false;
    bool found = map.size >= sizeof(magic) && memcmp(map.data, magic, sizeof(magic)) == 0;
    file_unmap(&map);
    return found;
}

// Opened for writing, so that SQLite can take back what a process that died had half written; the question writes nothing.
static sqlite3 *open_database(const char *path, struct problem *problem) {
    sqlite3 *base = NULL;
    if (sqlite3_open_v2(path, &base, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_exec(base, "PRAGMA query_only = ON", NULL, NULL, NULL) == SQLITE_OK) {
        return base;
    }
    problem_set(problem, STATUS_BAD_INPUT, "%s: %s", path, sqlite3_errmsg(base));
    sqlite3_close(base);
    return NULL;
}

static sqlite3 *make_database(const char *path, struct problem *problem) {
    struct recording recording;
    struct profile profile;
    if (!recording_open(&recording, path, problem)) return NULL;
    profile_make(&profile, &recording);
    struct view view = {.profile = &profile};
    sqlite3 *base = database_make("", "query", &view, problem);
    profile_free(&profile);
    recording_close(&recording);
    return base;
}

static bool answer(const struct query_settings *settings, struct problem *problem) {
    struct rows rows = {.columns = 0};
    struct buffer text = {0};
    const char *path = settings->names.items[0];
    sqlite3 *base = is_database(path) ? open_database(path, problem) : make_database(path, problem);
    if (!base) return false;
    bool done = read_rows(&rows, base, settings->names.items[1], problem);
    sqlite3_close(base);
    if (done) put_rows(&text, &rows, settings->format, terminal_columns_for(settings->output));
    done = done && file_write(settings->output ? settings->output : "-", text.data, text.size, problem);
    for (size_t i = 0; i < rows.cells.count; i++) free((char *)rows.cells.items[i]);
    free(rows.cells.items);
    free(rows.is_number);
    buffer_free(&text);
    return done;
}

static int query_main(int count, char **arguments) {
    struct query_settings settings = {0};
    struct problem problem = {0};
    bool help = false;
    if (!options_parse(&command_query, count, arguments, &settings, &settings.names, NULL, &help, &problem)) {
        return problem_print(&problem);
    }
    if (help) return options_print_help(&command_query), 0;
    if (settings.names.count != 2) {
        problem_set(&problem, STATUS_USAGE, "query: expected one directory of a run and one statement, found %zu names",
                    settings.names.count);
        return problem_print(&problem);
    }
    return answer(&settings, &problem) ? 0 : problem_print(&problem);
}

const struct command command_query = {
    .name = "query",
    .summary = "Queries a recording, or a database of many, in SQL.",
    .usage = "query [options] DIR|DATABASE 'SELECT ...'",
    .examples = "  gnomon query out 'SELECT label, count, self_ns FROM methods ORDER BY self_ns DESC LIMIT 10'\n"
                "  gnomon query out --format csv 'SELECT * FROM states' -o states.csv\n"
                "  gnomon export out -o out.sqlite           # the same tables, for sqlite3\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .run = query_main};

bool export_sqlite(const char *path, const struct view *view, struct problem *problem) {
    char *part = part_name(path, problem);
    if (!part) return false;
    part_remove(part); // of an earlier process of the same number
    sqlite3 *base = database_make(part, path, view, problem);
    bool done = base && sqlite3_close(base) == SQLITE_OK && part_commit(part, path, problem);
    if (!done) part_remove(part);
    free(part);
    return done;
}
