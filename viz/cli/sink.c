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

enum { PASS_BYTES = 1 << 20 };

static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

static char *name_part(const char *path) { return text_format("%s.%d.part", path, (int)getpid()); }

char *part_name(const char *path, struct problem *problem) {
    if (!is_special(path) || file_is_directory(path)) return name_part(path);
    problem_set(problem, STATUS_BAD_INPUT, "%s: cannot create: it is a device or a pipe", path);
    return NULL;
}

static bool move_files(const char *part, const char *path, struct problem *problem) {
    char **names;
    size_t count;
    if (!directory_list(part, &names, &count, problem)) return false;
    bool done = true;
    for (size_t i = 0; i < count; i++) {
        char *from = text_format("%s/%s", part, names[i]), *to = text_format("%s/%s", path, names[i]);
        if (done && rename(from, to) != 0) done = problem_set_errno(problem, to, "create");
        free(from), free(to), free(names[i]);
    }
    free(names);
    return done && rmdir(part) == 0;
}

bool part_commit(const char *part, const char *path, struct problem *problem) {
    if (rename(part, path) == 0) return true;
    if (file_is_directory(part) && file_is_directory(path)) return move_files(part, path, problem);
    return problem_set_errno(problem, path, "create");
}

void part_remove(const char *part) {
    if (file_is_directory(part)) {
        directory_remove(part);
    } else {
        unlink(part);
    }
}

// What was not opened takes what is written to it to nowhere.
static bool fail_open(struct sink *sink, const char *path) {
    problem_set_errno(sink->problem, path, "create");
    free(sink->part);
    free(sink->path);
    *sink = (struct sink){.problem = sink->problem, .descriptor = STDOUT_FILENO, .failed = true};
    return false;
}

static bool open_part(struct sink *sink, const char *path) {
    char *real = realpath(path, NULL); // what a symbolic link leads to is replaced, not the link
    sink->path = real ? real : text_copy(path);
    sink->part = name_part(sink->path);
    sink->descriptor = open(sink->part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    return sink->descriptor >= 0 || fail_open(sink, path);
}

bool sink_open(struct sink *sink, const char *path, struct problem *problem) {
    *sink = (struct sink){.problem = problem, .descriptor = STDOUT_FILENO};
    if (strcmp(path, "-") == 0) {
        sink->path = text_copy("stdout");
        return true;
    }
    if (!is_special(path)) return open_part(sink, path);
    sink->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (sink->descriptor < 0) return fail_open(sink, path);
    sink->path = text_copy(path);
    return true;
}

static void write_text(struct sink *sink) {
    if (!sink->failed && !file_write_all(sink->descriptor, sink->text.data, sink->text.size)) {
        problem_set_errno(sink->problem, sink->path, "write");
        sink->failed = true;
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
    if (sink->part && done) done = part_commit(sink->part, sink->path, sink->problem);
    if (sink->part && !done) part_remove(sink->part);
    buffer_free(&sink->text);
    free(sink->part);
    free(sink->path);
    return done;
}
