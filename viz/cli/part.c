// See part.h.
#include "viz/cli/part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "viz/cli/file.h"

enum { ATTEMPTS = 100 };

struct begun {
    struct begun *next;
    const char *name;
};

// What `owner` has begun; changes only while the signals below are held back.
static struct begun *begun;
static pid_t owner;

static const int endings[] = {SIGHUP, SIGINT, SIGTERM};

// Called in a signal handler, so by system calls only. What is removed may hide other entries, so they are read again.
void part_discard(const char *path) {
    if (unlink(path) == 0 || errno != EISDIR) return;
    int directory = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return;
    _Alignas(struct dirent64) char entries[4096];
    for (bool any = true; any && lseek(directory, 0, SEEK_SET) == 0;) {
        any = false;
        for (ssize_t got; (got = getdents64(directory, entries, sizeof(entries))) > 0;) {
            for (ssize_t at = 0; at < got;) {
                const struct dirent64 *entry = (const struct dirent64 *)(entries + at);
                at += entry->d_reclen;
                if (unlinkat(directory, entry->d_name, 0) == 0) any = true;
            }
        }
    }
    close(directory);
    rmdir(path);
}

static void end_by(int number) {
    for (const struct begun *part = begun; part && getpid() == owner; part = part->next) part_discard(part->name);
    signal(number, SIG_DFL);
    raise(number);
}

static sigset_t hold_signals(void) {
    sigset_t held, before;
    sigemptyset(&held);
    for (size_t i = 0; i < COUNT_OF(endings); i++) sigaddset(&held, endings[i]);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    return before;
}

static void release_signals(sigset_t before) { pthread_sigmask(SIG_SETMASK, &before, NULL); }

static void change_handlers(void (*from)(int), void (*to)(int)) {
    for (size_t i = 0; i < COUNT_OF(endings); i++) {
        struct sigaction action;
        if (sigaction(endings[i], NULL, &action) == 0 && action.sa_handler == from) signal(endings[i], to);
    }
}

static void add_begun(const char *name) {
    if (owner != getpid()) begun = NULL; // those of the process that started this one
    owner = getpid();
    if (!begun) change_handlers(SIG_DFL, end_by);
    struct begun *part = memory_get(sizeof(*part));
    *part = (struct begun){begun, name};
    begun = part;
}

static void forget(const char *name) {
    sigset_t before = hold_signals();
    for (struct begun **at = &begun; *at; at = &(*at)->next) {
        struct begun *part = *at;
        if (part->name != name) continue;
        *at = part->next;
        free(part);
        break;
    }
    if (!begun) change_handlers(end_by, SIG_DFL);
    release_signals(before);
}

static bool is_special(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool make_one(const char *name, int *descriptor) {
    if (!descriptor) return mkdir(name, 0777) == 0;
    *descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return *descriptor >= 0;
}

static char *make(const char *path, int *descriptor, struct problem *problem) {
    if (is_special(path)) {
        problem_set(problem, STATUS_BAD_INPUT, "%s: cannot create: it is a device or a pipe", path);
        return NULL;
    }
    for (u32 attempt = 0; attempt < ATTEMPTS; attempt++) {
        char *name = attempt ? text_format("%s.%d-%u.part", path, (int)getpid(), attempt)
                             : text_format("%s.%d.part", path, (int)getpid());
        sigset_t before = hold_signals();
        bool done = make_one(name, descriptor);
        int error = errno;
        if (done) add_begun(name);
        release_signals(before);
        if (done) return name;
        free(name);
        errno = error;
        if (error != EEXIST) break;
    }
    problem_set_errno(problem, path, "create");
    return NULL;
}

char *part_make_file(const char *path, int *descriptor, struct problem *problem) {
    return make(path, descriptor, problem);
}

char *part_make_directory(const char *path, struct problem *problem) {
    const char *slash = strrchr(path, '/');
    char *above = text_copy_span(path, slash ? (size_t)(slash - path) : 0);
    bool done = !*above || directory_make(above, problem);
    free(above);
    return done ? make(path, NULL, problem) : NULL;
}

// Calls with what each file of `directory` is called there and in `other`, as long as that succeeds.
static bool each_file(const char *directory, const char *other, bool (*visit)(const char *here, const char *there),
                      part_known *known, struct problem *problem) {
    char **names;
    size_t count;
    if (!directory_list(directory, &names, &count, problem)) return false;
    bool done = true;
    for (size_t i = 0; i < count; i++) {
        char *here = text_format("%s/%s", directory, names[i]), *there = text_format("%s/%s", other, names[i]);
        if (done && (!known || known(names[i])) && !visit(here, there)) {
            done = problem_set_errno(problem, there, "create");
        }
        free(here), free(there), free(names[i]);
    }
    free(names);
    return done;
}

static bool remove_file(const char *here, const char *there) {
    (void)there;
    return unlink(here) == 0;
}

static bool move_file(const char *here, const char *there) { return rename(here, there) == 0; }

bool part_commit(char *part, const char *path, part_known *known, struct problem *problem) {
    bool done = rename(part, path) == 0;
    if (!done && file_is_directory(part) && file_is_directory(path)) {
        done = (!known || each_file(path, path, remove_file, known, problem)) &&
               each_file(part, path, move_file, NULL, problem) && rmdir(part) == 0;
    } else if (!done) {
        problem_set_errno(problem, path, "create");
    }
    if (!done) part_discard(part);
    forget(part);
    free(part);
    return done;
}

void part_remove(char *part) {
    part_discard(part);
    forget(part);
    free(part);
}
