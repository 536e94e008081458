// gnomon top: what a guest does, refreshed every second on a terminal, or printed for a pipe. A guest is only read,
// never asked for anything.
//
// A reading of a large recording takes time: between two of them at least three times as long passes, so that top takes
// no more than a quarter of a processor.
#include <curses.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/cli/terminal.h"
#include "viz/cli/time.h"
#include "viz/screen/commands.h"
#include "viz/screen/panes.h"

enum { BATCH_METHODS = 20, BATCH_THREADS = 20, THREAD_PART = 4, READING_PART = 4 };
#define INTERVAL_NS 1000000000ull
#define INTERVAL_LEAST_NS 50000000ull
#define BEGIN_NS 5000000000ull // in which a run must have begun
#define POLL_NS 20000000ull

struct top_settings {
    bool once;
    const char *sort;
    u64 interval_ns, count;
    struct text_list names;
    struct filter filter;
};

struct top {
    const struct top_settings *settings;
    struct session session;
    struct snapshot before, now;
    bool hidden[PANES], paused, ended;
    u32 from; // methods that are passed over
    struct problem problem;
};

static bool read_again(struct top *top) {
    struct snapshot oldest = top->before;
    top->problem = (struct problem){0};
    if (!session_read(&top->session, &top->problem)) return false;
    top->before = top->now;
    top->now = (struct snapshot){0};
    snapshot_free(&oldest);
    if (!snapshot_is_of(&top->before, &top->session)) snapshot_free(&top->before);
    snapshot_take(&top->now, &top->session);
    return true;
}

static void wait_ns(u64 ns) {
    struct timespec time = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
    nanosleep(&time, NULL);
}

static bool has_begun(const struct top *top) {
    if (top->session.is_open) return top->session.recording.reader.header.state != REGION_EMPTY;
    struct stat status;
    char *region = text_format("%s/region", top->session.path);
    bool there = stat(file_is_directory(top->session.path) ? region : top->session.path, &status) == 0;
    free(region);
    return there && status.st_size;
}

// The run may have been started a moment ago.
static bool read_first(struct top *top) {
    u64 limit = time_now_ns() + BEGIN_NS;
    for (;;) {
        bool done = read_again(top);
        if (has_begun(top) || time_now_ns() > limit) return done;
        wait_ns(POLL_NS);
    }
}

static u64 interval_of(const struct top *top) {
    u64 least = top->session.read_ns * READING_PART;
    return top->settings->interval_ns > least ? top->settings->interval_ns : least;
}

// ---- In a pipe, or with --once

static void print_panes(const struct top *top) {
    struct buffer text = {0};
    u32 columns = terminal_columns();
    panes_put_title(&text, &top->session, columns);
    for (u32 pane = 0; pane < PANES; pane++) {
        const struct pane_place place = {.columns = columns,
                                         .rows = pane == PANE_methods   ? BATCH_METHODS + 1
                                                 : pane == PANE_threads ? BATCH_THREADS + 1
                                                                        : 0};
        pane_put(&text, pane, &top->session, &top->before, &place);
    }
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != LINE_HEAD) putchar(text.data[i]);
    }
    putchar('\n');
    buffer_free(&text);
}

static int run_batch(struct top *top) {
    for (u64 round = 1;; round++) {
        if (round == 1 ? !read_first(top) : !read_again(top)) return problem_print(&top->problem);
        print_panes(top);
        if (fflush(stdout) != 0) return 0; // nobody reads it any more
        if (!top->session.recording.open || round == top->settings->count) return 0;
        wait_ns(interval_of(top));
    }
}

// ---- For a terminal

// As much of a line as fits, by characters.
static void draw_line(int row, const char *line, size_t bytes) {
    bool head = bytes && *line == LINE_HEAD;
    size_t length = 0;
    int columns = 0;
    line += head, bytes -= head;
    while (length < bytes && (columns < COLS || ((u8)line[length] & 0xc0) == 0x80)) {
        columns += ((u8)line[length++] & 0xc0) != 0x80;
    }
    if (columns > COLS) length--;
    if (head) attron(A_BOLD);
    mvaddnstr(row, 0, line, (int)length);
    if (head) attroff(A_BOLD);
}

static void draw_text(int *row, const struct buffer *text, int rows) {
    const char *at = buffer_string(text), *end = at + text->size;
    while (at < end && *row < rows) {
        size_t length = strcspn(at, "\n");
        draw_line((*row)++, at, length);
        at += length + (at[length] == '\n');
    }
}

static void draw(struct top *top) {
    static const char keys[] = "q quit  s S order  arrows  m t a h l panes  p pause  r read now";
    struct buffer text = {0};
    int row = 0, rows = LINES > 2 ? LINES - 1 : LINES;
    erase();
    if (top->session.is_open) {
        panes_put_title(&text, &top->session, (u32)COLS);
        for (u32 pane = 0; pane < PANES; pane++) {
            if (top->hidden[pane]) continue;
            struct pane_place place = {.columns = (u32)COLS, .rows = (u32)rows, .from = top->from};
            if (pane == PANE_threads && !top->hidden[PANE_methods]) place.rows = (u32)rows / THREAD_PART;
            pane_put(&text, pane, &top->session, &top->before, &place);
        }
    }
    draw_text(&row, &text, rows);
    attron(A_REVERSE);
    const char *state = top->problem.text[0]           ? top->problem.text
                        : top->paused                  ? "paused"
                        : !top->session.recording.open ? "ended"
                                                       : "running";
    mvprintw(LINES - 1, 0, "%-*.*s", COLS, COLS, "");
    mvprintw(LINES - 1, 0, "%.*s  |  %.*s", 60, keys, COLS > 66 ? COLS - 66 : 0, state);
    attroff(A_REVERSE);
    buffer_free(&text);
    refresh();
}

static void next_sort(struct top *top, int step) {
    static const char *const keys[] = {"elapsed", "self", "cpu", "cpu-self", "count", "samples", "average", "name"};
    size_t at = 0;
    if (!top->session.is_open) return;
    while (at < COUNT_OF(keys) && strcmp(keys[at], top->session.view.sort) != 0) at++;
    session_sort(&top->session, keys[(at + COUNT_OF(keys) + (size_t)step) % COUNT_OF(keys)]);
}

// True when it is time to read again.
static bool take_key(struct top *top, int key) {
    static const char letters[PANES] = {
#define PANE(name, key) [PANE_##name] = (key),
        PANE_TABLE(PANE)
#undef PANE
    };
    u32 page = LINES > 4 ? (u32)LINES / 2 : 1;
    for (u32 pane = 0; pane < PANES; pane++) top->hidden[pane] ^= key == letters[pane];
    switch (key) {
    case 'q': top->ended = true; break;
    case 's': next_sort(top, 1); break;
    case 'S': next_sort(top, -1); break;
    case 'p': top->paused = !top->paused; break;
    case 'r': return true;
    case KEY_DOWN: top->from++; break;
    case KEY_UP: top->from -= top->from != 0; break;
    case KEY_NPAGE: top->from += page; break;
    case KEY_PPAGE: top->from -= top->from < page ? top->from : page; break;
    case KEY_HOME: top->from = 0; break;
    default: break;
    }
    if (top->session.is_open && top->from > top->session.profile.method_count) {
        top->from = (u32)top->session.profile.method_count;
    }
    return false;
}

static void run_screen(struct top *top) {
    u64 next = time_now_ns() + interval_of(top);
    while (!top->ended) {
        draw(top);
        bool reads = !top->paused && (top->session.recording.open || !top->session.is_open);
        u64 now = time_now_ns();
        timeout(!reads ? -1 : next > now ? (int)((next - now) / 1000000) + 1 : 0);
        int key = getch();
        bool asked = key != ERR && take_key(top, key);
        if (!asked && (!reads || time_now_ns() < next)) continue;
        read_again(top);
        next = time_now_ns() + interval_of(top);
    }
}

static int on_screen(struct top *top) {
    setlocale(LC_CTYPE, "");
    message_settings()->color = "never"; // the screen has its own
    message_settings()->quiet = true;    // and nothing may be written beside it
    SCREEN *screen = newterm(NULL, stdout, stdin);
    if (!screen) {
        problem_set(&top->problem, STATUS_USAGE, "top: expected a terminal whose TERM is known (or --once)");
        return problem_print(&top->problem);
    }
    cbreak(), noecho(), keypad(stdscr, TRUE), curs_set(0);
    run_screen(top);
    endwin();
    delscreen(screen);
    return 0;
}

#define FIELD(name) offsetof(struct top_settings, name)

static const struct option_rule rules[] = {
    {"--once", NULL, OPTION_FLAG, FIELD(once), NULL, "print it once, without a screen", NULL, 0, 0},
    {"--count", NULL, OPTION_NUMBER, FIELD(count), "N", "print it N times, without a screen", NULL, 1, UINT32_MAX},
    {"--interval", NULL, OPTION_TIME, FIELD(interval_ns), "T", "the time between two readings (1s)", NULL, 0, 0},
    {"--sort", NULL, OPTION_CHOICE, FIELD(sort), "", "order of the methods (self, or samples where nothing was timed)",
     PROFILE_SORT_KEYS, 0, 0},
    FILTER_RULES(struct top_settings, filter, "--to"),
};

static int top_main(int count, char **arguments) {
    struct top_settings settings = {.interval_ns = INTERVAL_NS};
    struct problem problem = {0};
    int status;
    if (!command_begin(&command_top, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    if (settings.interval_ns < INTERVAL_LEAST_NS) {
        problem_set(&problem, STATUS_USAGE, "--interval: expected at least 50ms, found %llu ns",
                    (unsigned long long)settings.interval_ns);
        return problem_print(&problem);
    }
    if (settings.once) settings.count = 1;
    struct top top = {.settings = &settings,
                      .session = {.path = settings.names.items[0], .filter = settings.filter, .sort = settings.sort}};
    bool screen = !settings.count && isatty(STDOUT_FILENO) && isatty(STDIN_FILENO);
    status = !screen ? run_batch(&top) : read_first(&top) ? on_screen(&top) : problem_print(&top.problem);
    session_close(&top.session);
    snapshot_free(&top.before);
    snapshot_free(&top.now);
    return status;
}

const struct command command_top = {
    .name = "top",
    .summary = "Shows what a guest does, every second: ledger, heap, allocation, threads, methods.",
    .usage = "top [options] DIR",
    .examples = "  gnomon run -o out app.jar & gnomon top out\n  gnomon top --once out\n"
                "  gnomon top --interval 500ms --sort cpu-self --filter 'com.example.**' out\n"
                "  gnomon top out > log.txt\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes = "'Now' covers the time since the last reading, everything else the whole run. Keys: q quit; s, S the next "
             "or previous order of the methods; arrows and page keys through the methods; m, t, a, h, l show or hide "
             "methods, threads, allocation, heap, ledger; p pause; r read now. In a pipe it prints until the guest has "
             "ended. For a recording that has ended it shows the end.",
    .expects = "one directory of a run",
    .least = 1,
    .most = 1,
    .run = top_main};
