// gnomon query: queries a recording in SQL, or a database that `gnomon export --to sqlite` has made, which may hold
// many. docs/query.md has the tables and recipes.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/cli/json.h"
#include "viz/cli/nearest.h"
#include "viz/cli/part.h"
#include "viz/cli/sink.h"
#include "viz/cli/terminal.h"
#include "viz/export/database.h"
#include "viz/export/export.h"
#include "viz/verbs/commands.h"

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

// ---- Formats. CSV and JSON are written as the rows come, so an answer may have any size; a table has to know all of
// them first.

// What a question is answered with.
struct answer {
    sqlite3_stmt *statement;
    struct sink *sink;
    int columns;
    struct text_list cells; // of a table: a row after the other, the names of the columns first; NULL if there is none
    bool *is_number;        // of a table, by column: all values are numbers
    int terminal;           // its width, 0 for none
};

static bool is_number(const struct answer *answer, int column) {
    int type = sqlite3_column_type(answer->statement, column);
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

// NULL for SQL's NULL.
static const char *value_of(const struct answer *answer, int column) {
    return (const char *)sqlite3_column_text(answer->statement, column);
}

static void put_csv_begin(struct answer *answer) {
    for (int i = 0; i < answer->columns; i++) {
        if (i) buffer_byte(&answer->sink->text, ',');
        buffer_quoted(&answer->sink->text, sqlite3_column_name(answer->statement, i));
    }
    buffer_text(&answer->sink->text, "\r\n");
}

static void put_csv_row(struct answer *answer, u64 row) {
    (void)row;
    struct buffer *text = &answer->sink->text;
    for (int i = 0; i < answer->columns; i++) {
        bool bare = is_number(answer, i);
        const char *value = value_of(answer, i);
        if (i) buffer_byte(text, ',');
        if (value && !bare) {
            buffer_quoted(text, value);
        } else {
            buffer_text(text, value ? value : "");
        }
    }
    buffer_text(text, "\r\n");
}

static void put_json_begin(struct answer *answer) { buffer_byte(&answer->sink->text, '['); }

static void put_json_row(struct answer *answer, u64 row) {
    struct json json = {.text = &answer->sink->text};
    buffer_text(json.text, row ? ",\n" : "\n");
    json_begin_object(&json, NULL);
    for (int i = 0; i < answer->columns; i++) {
        const char *name = sqlite3_column_name(answer->statement, i);
        switch (sqlite3_column_type(answer->statement, i)) {
        case SQLITE_INTEGER: json_put_integer(&json, name, sqlite3_column_int64(answer->statement, i)); break;
        case SQLITE_FLOAT: json_put_real(&json, name, sqlite3_column_double(answer->statement, i)); break;
        default: json_put_text(&json, name, value_of(answer, i)); break;
        }
    }
    json_end(&json);
}

static void put_json_end(struct answer *answer) { buffer_text(&answer->sink->text, "]\n"); }

static void keep_head(struct answer *answer) {
    answer->is_number = memory_get((size_t)answer->columns + 1);
    memset(answer->is_number, true, (size_t)answer->columns);
    for (int i = 0; i < answer->columns; i++) {
        text_list_add(&answer->cells, text_copy(sqlite3_column_name(answer->statement, i)));
    }
}

static void keep_row(struct answer *answer, u64 row) {
    (void)row;
    for (int i = 0; i < answer->columns; i++) {
        bool bare = is_number(answer, i);
        const char *value = value_of(answer, i);
        if (value && !bare) answer->is_number[i] = false;
        text_list_add(&answer->cells, value ? text_copy(value) : NULL);
    }
}

static const char *cell(const struct answer *answer, size_t row, int column) {
    return answer->cells.items[row * (size_t)answer->columns + (size_t)column];
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
static void fit_widths(int *widths, const struct answer *answer) {
    enum { LEAST = 6, GAP = 2 };
    int sum = (answer->columns - 1) * GAP;
    for (int i = 0; i < answer->columns; i++) sum += widths[i];
    for (; answer->terminal && sum > answer->terminal; sum--) {
        int widest = -1;
        for (int i = 0; i < answer->columns; i++) {
            if (!answer->is_number[i] && widths[i] > LEAST && (widest < 0 || widths[i] > widths[widest])) widest = i;
        }
        if (widest < 0) return;
        widths[widest]--;
    }
}

static void put_table(struct answer *answer) {
    size_t rows = answer->columns ? answer->cells.count / (size_t)answer->columns : 0;
    int *widths = memory_get(((size_t)answer->columns + 1) * sizeof(*widths));
    for (size_t row = 0; row < rows; row++) {
        for (int i = 0; i < answer->columns; i++) {
            int width = width_of(cell(answer, row, i));
            if (width > widths[i]) widths[i] = width;
        }
    }
    fit_widths(widths, answer);
    for (size_t row = 0; row < rows; row++) {
        for (int i = 0; i < answer->columns; i++) {
            put_padded(&answer->sink->text, cell(answer, row, i), widths[i], answer->is_number[i],
                       i + 1 == answer->columns);
        }
        sink_pass(answer->sink);
    }
    free(widths);
}

struct format {
    const char *name;
    void (*begin)(struct answer *answer), (*row)(struct answer *answer, u64 row);
    void (*end)(struct answer *answer); // NULL: nothing to do
};

static const struct format formats[] = {
    {"table", keep_head, keep_row, put_table},
    {"csv", put_csv_begin, put_csv_row, NULL},
    {"json", put_json_begin, put_json_row, put_json_end},
};

static const struct format *format_of(const char *name) {
    const struct format *format = formats;
    while (name && strcmp(format->name, name) != 0) format++; // --format knows no others
    return format;
}

// ---- The question

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

// NULL with a problem. To be finalized.
static sqlite3_stmt *prepare(sqlite3 *base, const char *sql, struct problem *problem) {
    sqlite3_stmt *statement = NULL;
    const char *rest = NULL;
    if (sqlite3_prepare_v2(base, sql, -1, &statement, &rest) != SQLITE_OK) {
        put_sql_problem(base, problem);
    } else if (!statement) {
        problem_set(problem, STATUS_USAGE, "query: expected a statement of SQL, found none");
    } else if (strspn(rest, " \t\n;") != strlen(rest)) {
        problem_set(problem, STATUS_USAGE, "query: expected one statement, found more: %s", rest);
    } else if (!sqlite3_stmt_readonly(statement)) {
        problem_set(problem, STATUS_USAGE, "query: expected a statement that reads, as SELECT, found: %s", sql);
    } else {
        return statement;
    }
    sqlite3_finalize(statement);
    return NULL;
}

static bool put_rows(struct answer *answer, const struct format *format, sqlite3 *base, struct problem *problem) {
    int status;
    answer->columns = sqlite3_column_count(answer->statement);
    format->begin(answer);
    for (u64 row = 0; (status = sqlite3_step(answer->statement)) == SQLITE_ROW && !answer->sink->failed; row++) {
        format->row(answer, row);
        sink_pass(answer->sink);
    }
    if (status != SQLITE_DONE) return answer->sink->failed ? false : put_sql_problem(base, problem);
    if (format->end) format->end(answer);
    return true;
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

// Opened for writing, so that SQLite can take back what a process that died had half written; the question writes
// nothing.
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

static bool ask(const struct query_settings *settings, struct problem *problem) {
    const char *path = settings->names.items[0], *output = settings->output ? settings->output : "-";
    sqlite3 *base = is_database(path) ? open_database(path, problem) : make_database(path, problem);
    if (!base) return false;
    struct sink sink;
    struct answer answer = {.sink = &sink, .terminal = (int)terminal_columns_for(settings->output)};
    answer.statement = prepare(base, settings->names.items[1], problem);
    bool done = answer.statement && sink_open(&sink, output, problem);
    if (done) done = sink_close(&sink, put_rows(&answer, format_of(settings->format), base, problem));
    sqlite3_finalize(answer.statement);
    sqlite3_close(base);
    for (size_t i = 0; i < answer.cells.count; i++) free((char *)answer.cells.items[i]);
    free(answer.cells.items);
    free(answer.is_number);
    return done;
}

static int query_main(int count, char **arguments) {
    struct query_settings settings = {0};
    struct problem problem = {0};
    int status;
    if (!command_begin(&command_query, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    return ask(&settings, &problem) ? 0 : problem_print(&problem);
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
    .expects = "one directory of a run and one statement",
    .least = 2,
    .most = 2,
    .run = query_main};

bool export_sqlite(const char *path, const struct view *view, struct problem *problem) {
    int descriptor;
    char *part = part_make_file(path, &descriptor, problem);
    if (!part) return false;
    close(descriptor);
    sqlite3 *base = database_make(part, path, view, problem);
    if (base && sqlite3_close(base) == SQLITE_OK) return part_commit(part, path, NULL, problem);
    part_remove(part);
    return false;
}
