// See sink.h.
#include "viz/cli/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/cli/part.h"

enum { PASS_BYTES = 1 << 20 };

static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

// What was not opened takes what is written to it to nowhere.
static bool fail_open(struct sink *sink) {
    free(sink->path);
    *sink = (struct sink){.problem = sink->problem, .descriptor = STDOUT_FILENO, .failed = true};
    return false;
}

static bool open_part(struct sink *sink, const char *path) {
    char *real = realpath(path, NULL); // what a symbolic link leads to is replaced, not the link
    sink->path = real ? real : text_copy(path);
    sink->part = part_make_file(sink->path, &sink->descriptor, sink->problem);
    return sink->part || fail_open(sink);
}

bool sink_open(struct sink *sink, const char *path, struct problem *problem) {
    *sink = (struct sink){.problem = problem, .descriptor = STDOUT_FILENO};
    if (strcmp(path, "-") == 0) {
        sink->path = text_copy("stdout");
        return true;
    }
    if (!is_special(path)) return open_part(sink, path);
    sink->path = text_copy(path);
    sink->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (sink->descriptor >= 0) return true;
    problem_set_errno(sink->problem, path, "create");
    return fail_open(sink);
}

static void write_text(struct sink *sink) {
    bool wanted = !sink->failed && !sink->unread;
    if (wanted && !file_write_all(sink->descriptor, sink->text.data, sink->text.size)) {
        // A reader of standard output that has seen enough is no failure
        sink->unread = sink->descriptor == STDOUT_FILENO && errno == EPIPE;
        if (!sink->unread) problem_set_errno(sink->problem, sink->path, "write");
        sink->failed = !sink->unread;
    }
    sink->bytes += sink->text.size;
    sink->text.size = 0;
}

void sink_pass(struct sink *sink) {
    if (sink->text.size >= PASS_BYTES) write_text(sink);
}

bool sink_close(struct sink *sink, bool done) {
    if (done) write_text(sink);
    if (sink->descriptor != STDOUT_FILENO && close(sink->descriptor) != 0 && done && !sink->failed) {
        problem_set_errno(sink->problem, sink->path, "write");
        sink->failed = true;
    }
    done = done && !sink->failed;
    if (sink->part && done) {
        done = part_commit(sink->part, sink->path, NULL, sink->problem);
    } else if (sink->part) {
        part_remove(sink->part);
    }
    buffer_free(&sink->text);
    free(sink->path);
    return done;
}

bool sink_write_file(const char *path, const void *data, size_t size, struct problem *problem) {
    struct sink sink;
    if (!sink_open(&sink, path, problem)) return false;
    buffer_append(&sink.text, data, size);
    return sink_close(&sink, true);
}
