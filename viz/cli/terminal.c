// See terminal.h.
#include "viz/cli/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "viz/cli/time.h"

enum { COLUMNS_LEAST = 40, COLUMNS_PROSE = 120 };

u32 terminal_columns(void) {
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || !size.ws_col) return 0;
    return size.ws_col < COLUMNS_LEAST ? COLUMNS_LEAST : size.ws_col;
}

u32 terminal_help_columns(void) {
    u32 columns = terminal_columns();
    return columns && columns < COLUMNS_PROSE ? columns : COLUMNS_PROSE;
}

u32 terminal_columns_for(const char *path) {
    struct message_settings *settings = message_settings();
    if (!path || strcmp(path, "-") == 0) return terminal_columns();
    if (!settings->color || strcmp(settings->color, "auto") == 0) settings->color = "never";
    return 0;
}

bool terminal_has_colors(void) {
    const char *wanted = message_settings()->color, *none = getenv("NO_COLOR"), *kind = getenv("TERM");
    if (wanted && strcmp(wanted, "auto") != 0) return strcmp(wanted, "always") == 0;
    return isatty(STDOUT_FILENO) && !(none && *none) && !(kind && strcmp(kind, "dumb") == 0);
}

u32 text_columns(const char *text) {
    u32 columns = 0;
    for (; *text; text++) columns += ((u8)*text & 0xc0) != 0x80;
    return columns;
}

// The bytes of the first `columns` characters of a line, or of the words that fit into them.
static size_t line_part(const char *line, size_t length, u32 columns) {
    size_t at = 0, space = 0;
    for (u32 column = 0; at < length; at++) {
        if (((u8)line[at] & 0xc0) == 0x80) continue;
        if (line[at] == ' ' && at) space = at;
        if (column++ == columns) return space ? space : at;
    }
    return length;
}

void buffer_wrapped(struct buffer *text, const char *prose, u32 indent, u32 columns) {
    u32 room = columns > indent + 8 ? columns - indent : 8;
    for (bool first = true; first || *prose; first = false) {
        size_t length = strcspn(prose, "\n"), part = columns ? line_part(prose, length, room) : length;
        if (!first && part) buffer_format(text, "%*s", (int)indent, "");
        buffer_append(text, prose, part);
        buffer_byte(text, '\n');
        prose += part;
        if (*prose == '\n') prose++;
        while (part < length && *prose == ' ') prose++;
    }
}

void buffer_wrap_lines(struct buffer *text, size_t start, u32 columns) {
    if (!columns || text->size == start) return;
    char *lines = text_copy(buffer_string(text) + start);
    text->size = start;
    for (char *line = lines, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next) *next++ = 0;
        u32 indent = (u32)strspn(line, " ");
        buffer_format(text, "%*s", (int)indent, "");
        if (text_columns(line) <= columns) {
            buffer_format(text, "%s\n", line + indent);
        } else {
            buffer_wrapped(text, line + indent, indent + 2, columns);
        }
    }
    free(lines);
}

void buffer_cut_line(struct buffer *text, u32 columns) {
    const u8 *before = text->size ? memrchr(text->data, '\n', text->size) : NULL;
    size_t at = before ? (size_t)(before + 1 - text->data) : 0;
    if (!columns || text_columns(buffer_string(text) + at) <= columns) return;
    for (u32 column = 0; at < text->size; at++) {
        if ((text->data[at] & 0xc0) != 0x80 && column++ == columns - 1) break;
    }
    text->size = at;
    buffer_text(text, "…");
}

// ---- Progress

enum { PROGRESS_AFTER_MS = 1000, PROGRESS_EVERY_MS = 100 };

void progress_begin(struct progress *progress, const char *what) {
    *progress = (struct progress){.what = what, .start_ns = time_now_ns()};
}

void progress_show(struct progress *progress, u64 done, u64 total) {
    u64 now = time_now_ns();
    if (now - progress->start_ns < PROGRESS_AFTER_MS * 1000000ull ||
        now - progress->shown_ns < PROGRESS_EVERY_MS * 1000000ull || message_settings()->quiet ||
        !isatty(STDERR_FILENO)) {
        return;
    }
    progress->shown_ns = now;
    progress->shown = true;
    if (total) {
        fprintf(stderr, "\r\033[K%s: %.0f %%", progress->what, (double)done * 100 / (double)total);
    } else {
        fprintf(stderr, "\r\033[K%s: %.0f s", progress->what, (double)(now - progress->start_ns) / 1e9);
    }
    fflush(stderr);
}

void progress_end(struct progress *progress) {
    if (progress->shown) fprintf(stderr, "\r\033[K"), fflush(stderr);
    progress->shown = false;
}
