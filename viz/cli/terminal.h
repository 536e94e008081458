// What the tool knows of the terminal that it writes to: its width, whether it wants colours, and how far long work has
// come. Into a pipe or a file nothing is cut and nothing is coloured.
#ifndef VIZ_CLI_TERMINAL_H
#define VIZ_CLI_TERMINAL_H

#include "viz/cli/buffer.h"

// Columns of the terminal on standard output; 0 if it is not a terminal, and lines may have any length.
u32 terminal_columns(void);
// The same for what is written to a file, or to standard output for NULL or "-": a file has no width, and gets colours
// only with --color always.
u32 terminal_columns_for(const char *path);
// The same for help, which is prose: at most 120.
u32 terminal_help_columns(void);
// Whether standard output gets colours: --color, then NO_COLOR, then whether it is a terminal.
bool terminal_has_colors(void);

// Appends prose, broken at spaces so that no line is longer than `columns` (0: not broken); all lines but the first
// begin with `indent` spaces, and the first is assumed to begin there too. Ends with a line break.
void buffer_wrapped(struct buffer *text, const char *prose, u32 indent, u32 columns);
// Breaks the lines of what was appended since `start` in the same way; what a line goes on with is indented by two more
// than it.
void buffer_wrap_lines(struct buffer *text, size_t start, u32 columns);
// Cuts the last line, which has no line break yet, so that it takes no more than `columns` (0: not cut), the last of
// them a sign that there is more.
void buffer_cut_line(struct buffer *text, u32 columns);
// How many columns UTF-8 text takes, one for each character.
u32 text_columns(const char *text);

// ---- Progress: a line on standard error, if that is a terminal, once work has taken a second.

struct progress {
    const char *what;
    u64 start_ns, shown_ns;
    bool shown;
};

void progress_begin(struct progress *progress, const char *what);
// May be called often; checks the clock. If `total` is 0 it is not known, and seconds are shown.
void progress_show(struct progress *progress, u64 done, u64 total);
void progress_end(struct progress *progress);

#endif
