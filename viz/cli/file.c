// See file.h.
#include "viz/cli/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_map(struct file_map *map, const char *path, struct problem *problem) {
    *map = (struct file_map){0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return problem_set_errno(problem, path, "open");
    struct stat status;
    bool done = fstat(descriptor, &status) == 0;
    if (done && S_ISDIR(status.st_mode)) done = false, errno = EISDIR;
    if (done && status.st_size) {
        void *data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
        done = data != MAP_FAILED;
        if (done) *map = (struct file_map){data, (size_t)status.st_size};
    }
    int error = errno;
    close(descriptor);
    errno = error;
    return done || problem_set_errno(problem, path, "read");
}

void file_unmap(struct file_map *map) {
    if (map->data) munmap((void *)map->data, map->size);
    *map = (struct file_map){0};
}

bool file_exists(const char *path) { return access(path, F_OK) == 0; }

bool file_is_directory(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool parent_is_writable(const char *path) {
    const char *slash = strrchr(path, '/');
    char *parent = slash ? text_copy_span(path, slash == path ? 1 : (size_t)(slash - path)) : text_copy(".");
    bool found = access(parent, W_OK | X_OK) == 0;
    free(parent);
    return found;
}

bool file_may_be_written(const char *path, struct problem *problem) {
    bool may = !file_is_directory(path) && (file_exists(path) ? access(path, W_OK) == 0 : parent_is_writable(path));
    if (file_is_directory(path)) errno = EISDIR;
    return may || problem_set_errno(problem, path, "write");
}

bool file_write_all(int descriptor, const void *data, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t written = write(descriptor, (const u8 *)data + done, size - done);
        if (written < 0 && errno != EINTR) return false;
        if (written > 0) done += (size_t)written;
    }
    return true;
}

bool directory_make(const char *path, struct problem *problem) {
    char *copy = text_copy(path);
    bool done = true;
    for (char *at = copy + (*copy != 0); done; at++) {
        char end = *at;
        if (end && end != '/') continue;
        *at = 0;
        done = mkdir(copy, 0777) == 0 || (errno == EEXIST && file_is_directory(copy));
        *at = end;
        if (!end) break;
    }
    free(copy);
    return done || problem_set_errno(problem, path, "make directory");
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status, (void)type, (void)walk;
    return remove(path);
}

bool directory_remove(const char *path) { return nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0; }

bool directory_lock(const char *path, int *descriptor, struct problem *problem) {
    *descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*descriptor < 0) return problem_set_errno(problem, path, "open");
    if (flock(*descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return true;
    close(*descriptor);
    return problem_set(problem, STATUS_BAD_INPUT, "%s: in use by another run (choose another directory with -o)", path);
}

const char *directory_for_temporary(void) {
    const char *wanted = getenv("TMPDIR");
    return wanted && *wanted ? wanted : "/tmp";
}

char *directory_make_temporary(const char *purpose, struct problem *problem) {
    char *path = text_format("%s/gnomon-%s-XXXXXX", directory_for_temporary(), purpose);
    if (mkdtemp(path)) return path;
    problem_set_errno(problem, path, "create");
    free(path);
    return NULL;
}

bool directory_list(const char *path, char ***names, size_t *count, struct problem *problem) {
    *names = NULL;
    *count = 0;
    DIR *directory = opendir(path);
    if (!directory) return problem_set_errno(problem, path, "open");
    size_t capacity = 0;
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        ARRAY_GROW(*names, *count, capacity);
        (*names)[(*count)++] = text_copy(entry->d_name);
    }
    closedir(directory);
    if (*count) qsort(*names, *count, sizeof **names, compare_texts);
    return true;
}

// For file systems that cannot copy by themselves.
static bool copy_by_hand(int to, int from, off_t offset) {
    static u8 chunk[1 << 16];
    for (ssize_t got; (got = read(from, chunk, sizeof(chunk))) != 0;) {
        if (got < 0 && errno != EINTR) return false;
        for (ssize_t done = 0; done < got;) {
            ssize_t written = pwrite(to, chunk + done, (size_t)(got - done), offset);
            if (written < 0) return false;
            done += written;
            offset += written;
        }
    }
    return true;
}

bool file_copy_into(int descriptor, u64 offset, const char *from, u64 size, struct problem *problem) {
    int source = open(from, O_RDONLY | O_CLOEXEC);
    if (source < 0) return problem_set_errno(problem, from, "open");
    off_t at = (off_t)offset, end = (off_t)(offset + size);
    while (at < end) {
        ssize_t copied = copy_file_range(source, NULL, descriptor, &at, (size_t)(end - at), 0);
        if (copied <= 0) break;
    }
    bool done = at == end || copy_by_hand(descriptor, source, at);
    close(source);
    return done || problem_set_errno(problem, from, "copy");
}
