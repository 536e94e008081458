// See guest_files.h: what goes into the guest.
#include "viz/run/guest_files.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/archive.h"
#include "viz/cli/file.h"

enum { DEPTH_LIMIT = 64, PATIENCE_MS = 1000 };

// ---- Paths

char *guest_path_of(const char *text) {
    char *path = text[0] == '/' ? text_copy("") : text_copy(ARCHIVE_WORKING_DIRECTORY);
    while (*text) {
        size_t length = strcspn(text, "/");
        char *slash = strrchr(path, '/');
        if (length == 2 && text[0] == '.' && text[1] == '.') {
            if (slash) *slash = 0;
        } else if (length && !(length == 1 && text[0] == '.')) {
            char *longer = text_format("%s/%.*s", path, (int)length, text);
            free(path);
            path = longer;
        }
        text += length;
        text += *text == '/';
    }
    bool usable = path[0] && strlen(path) < 4096;
    if (!usable) free(path);
    return usable ? path : NULL;
}

static bool is_below(const char *path, const char *directory) {
    size_t length = strlen(directory);
    return strncmp(path, directory, length) == 0 && (!path[length] || path[length] == '/');
}

// ---- Files

static void add(struct guest_files *files, char *guest_path, char *host_path, u64 size, u32 flags) {
    ARRAY_GROW(files->items, files->count, files->capacity);
    files->items[files->count++] =
        (struct guest_file){.guest_path = guest_path, .host_path = host_path, .size = size, .flags = flags};
}

static const struct buffer nothing;

static void add_directory(struct guest_files *files, const char *guest_path) {
    add(files, text_copy(guest_path), NULL, 0, ARCHIVE_USER | ARCHIVE_DIRECTORY);
    files->items[files->count - 1].text = &nothing;
}

static bool add_tree(struct guest_files *files, const char *host, const char *guest, int depth,
                     struct problem *problem) {
    struct stat status;
    if (stat(host, &status) != 0) return problem_set_errno(problem, host, "read");
    if (S_ISREG(status.st_mode)) {
        if (access(host, R_OK) != 0) return problem_set_errno(problem, host, "read");
        add(files, text_copy(guest), text_copy(host), (u64)status.st_size,
            ARCHIVE_USER | (status.st_mode & 0100 ? ARCHIVE_EXECUTABLE : 0));
        return true;
    }
    if (!S_ISDIR(status.st_mode)) {
        return problem_set(problem, STATUS_BAD_INPUT, "--file %s: expected a file or a directory, found something else",
                           host);
    }
    if (depth > DEPTH_LIMIT) {
        return problem_set(problem, STATUS_BAD_INPUT, "--file %s: directories nested more than %d deep", host,
                           DEPTH_LIMIT);
    }
    char **names;
    size_t count;
    if (!directory_list(host, &names, &count, problem)) return false;
    bool done = true;
    if (count == 0) add_directory(files, guest);
    for (size_t i = 0; i < count; i++) {
        char *from = text_format("%s/%s", host, names[i]), *to = text_format("%s/%s", guest, names[i]);
        if (done) done = add_tree(files, from, to, depth + 1, problem);
        free(from), free(to), free(names[i]);
    }
    free(names);
    return done;
}

// A HOST that exists as it is written is meant as it is written, whatever colons are in it.
static char *split_host(const char *option, const char **guest) {
    const char *colon = file_exists(option) ? NULL : strrchr(option, ':');
    *guest = colon ? colon + 1 : option;
    return text_copy_span(option, colon ? (size_t)(colon - option) : strlen(option));
}

bool guest_files_add(struct guest_files *files, const char *option, struct problem *problem) {
    const char *guest;
    char *host = split_host(option, &guest), *path = guest_path_of(guest);
    bool done = path && !is_below(path, "/jdk") && !is_below(path, "/dev");
    if (!done) {
        problem_set(problem, STATUS_USAGE, "--file %s: expected a guest path outside /jdk and /dev, found '%s'", option,
                    guest);
    }
    done = done && add_tree(files, host, path, 0, problem);
    free(host), free(path);
    return done;
}

bool guest_files_add_entry(struct guest_files *files, const char *name, const char *path, struct problem *problem) {
    struct stat status;
    if (stat(path, &status) != 0) return problem_set_errno(problem, path, "read");
    add(files, text_copy(name), text_copy(path), (u64)status.st_size, 0);
    return true;
}

// ---- Input

bool guest_files_add_input(struct guest_files *files, struct problem *problem) {
    static u8 piece[1 << 16];
    bool told = false;
    while (!isatty(STDIN_FILENO)) {
        struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
        if (!told && poll(&wait, 1, PATIENCE_MS) == 0) {
            message_note("--deterministic: standard input is read to its end first (</dev/null is none)");
            told = true;
        }
        ssize_t count = read(STDIN_FILENO, piece, sizeof(piece));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EBADF) return problem_set_errno(problem, "standard input", "read");
        if (count <= 0) break;
        buffer_append(&files->input, piece, (size_t)count);
    }
    ARRAY_GROW(files->items, files->count, files->capacity);
    files->items[files->count++] =
        (struct guest_file){.guest_path = text_copy(ARCHIVE_INPUT), .text = &files->input, .size = files->input.size};
    return true;
}

void guest_files_free(struct guest_files *files) {
    for (size_t i = 0; i < files->count; i++) free(files->items[i].guest_path), free(files->items[i].host_path);
    free(files->items);
    buffer_free(&files->input);
}
