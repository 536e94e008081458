// See run.h: the file of kept translations, beside the JDK's image whose methods they are. Two training runs make it, in
// which everything lies at different addresses: the second leaves what both agree on. It is made once for an image and a
// build, and no other run changes it, so equal commands find the same.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/kept.h"
#include "viz/cli/file.h"
#include "viz/cli/process.h"
#include "viz/run/run.h"

#define TRAINING_LIMIT_SECONDS 120
#define QUANTUM_US 10000000 // threads take turns when they wait, not by the clock
#define PREFIX "translated-"
#define OLD_SECONDS 86400
#define TRAINING_CLASS "gnomon.Training"

// The kernels, because code depends on offsets in their structs, and the program that is run for it.
static bool add_to_key(u64 *key, const char *path) {
    struct problem ignored = {0};
    struct file_map map;
    if (!path || !file_map(&map, path, &ignored)) return false;
    *key = *key * 31 + archive_hash(map.data, map.size);
    file_unmap(&map);
    return true;
}

// The record of the image's verifier stands for the image: it has the hash of each class.
static bool find_key(const struct jdk *jdk, u64 *key) {
    static const char *const beside[] = {"linux/gnomon-kernel", "pc/gnomon.elf", "gnomon.jar"};
    struct problem ignored = {0};
    *key = KEPT_VERSION;
    bool done = add_to_key(key, jdk->hashes);
    for (size_t i = 0; i < COUNT_OF(beside) && done; i++) {
        char *path = process_beside(beside[i], "a part of Gnomon", &ignored);
        done = add_to_key(key, path);
        free(path);
    }
    return done;
}

static bool is_whole(const char *path, u64 key) {
    struct problem ignored = {0};
    struct file_map map;
    if (!file_exists(path) || !file_map(&map, path, &ignored)) return false;
    const struct kept_header *header = (const struct kept_header *)map.data;
    bool whole = map.size > sizeof(*header) && header->magic == KEPT_MAGIC && header->version == KEPT_VERSION &&
                 header->key == key && header->bytes == map.size && header->hash == kept_hash(header);
    file_unmap(&map);
    return whole;
}

// In a process of its own: what it says is nobody's business, and a signal that ends it is not taken for the user's.
static bool run_quietly(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                        struct saves *saves) {
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct problem problem = {0};
        struct guest_files files = {0};
        int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (int i = 0; i < 3; i++) dup2(nowhere, i);
        _exit(run_checked(settings, program, jdk, &files, saves, &problem));
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// One training run in `directory`, which leaves `name` there.
static bool train(const struct jdk *jdk, const char *directory, const char *name, const char *keep,
                  struct problem *problem) {
    struct run_settings settings;
    struct program program = {0};
    struct saves saves = {0};
    run_put_defaults(&settings);
    settings.machine = "linux";
    settings.output = directory;
    settings.keep = keep;
    settings.log_mib = 64;
    settings.quantum_us = QUANTUM_US;
    settings.timeout_seconds = TRAINING_LIMIT_SECONDS;
    char *jar = process_beside("gnomon.jar", "the training program", problem);
    char *save = text_format("%s:%s/%s", KEPT_GUEST_PATH, directory, name);
    text_list_add(&settings.saves, save);
    // and an empty directory, because programs come in both
    char *path = text_format("%s:%s", jar ? jar : "", directory);
    settings.classpath = path;
    bool done = jar && program_open(&program, path, TRAINING_CLASS, directory, problem) &&
                saves_add(&saves, save, problem) &&
                (run_quietly(&settings, &program, jdk, &saves) ||
                 problem_set(problem, STATUS_BAD_INPUT, "the training run to %s has failed", keep));
    free(save), free(jar), free(path);
    return done;
}

static bool set_key(const char *path, u64 key, struct problem *problem) {
    FILE *file = fopen(path, "r+b");
    bool done = file && fseek(file, offsetof(struct kept_header, key), SEEK_SET) == 0 &&
                fwrite(&key, sizeof(key), 1, file) == 1;
    if (file && fclose(file) != 0) done = false;
    return done || problem_set_errno(problem, path, "write");
}

// What other builds have left for this image, unless they may be at it: each makes its own again.
static void remove_old(const struct jdk *jdk, const char *path) {
    struct problem ignored = {0};
    char **names;
    size_t count;
    if (!directory_list(jdk->image, &names, &count, &ignored)) return;
    for (size_t i = 0; i < count; i++) {
        char *other = text_format("%s/%s", jdk->image, names[i]);
        struct stat status;
        bool is_old = text_starts_with(names[i], PREFIX) && strcmp(other, path) != 0 && lstat(other, &status) == 0 &&
                      time(NULL) - status.st_mtime > OLD_SECONDS;
        if (is_old && S_ISDIR(status.st_mode)) directory_remove(other);
        if (is_old && S_ISREG(status.st_mode)) unlink(other);
        free(other), free(names[i]);
    }
    free(names);
}

// A static final field that is made of the time, to the second as some are, has another value in the next run, which so
// finds that it is no constant.
static void await_next_second(void) {
    static const struct timespec pause = {.tv_nsec = 10000000};
    for (time_t now = time(NULL); time(NULL) == now;) nanosleep(&pause, NULL);
}

// Made beside the final place; the rename makes it appear whole, also when two runs make it at once.
static bool make(const struct jdk *jdk, const char *path, u64 key, struct problem *problem) {
    char *directory = text_format("%s.%d", path, (int)getpid()), *first = text_format("%s/first", directory),
         *second = text_format("%s/second", directory);
    struct jdk trained = *jdk;
    message_detail("translating what programs need of the JDK's image (once): %s", path);
    bool done = directory_make(directory, problem) && train(&trained, directory, "first", "record", problem);
    trained.kept = first;
    await_next_second();
    done = done && train(&trained, directory, "second", "verify", problem) && set_key(second, key, problem);
    if (done && rename(second, path) != 0) done = problem_set_errno(problem, path, "create");
    directory_remove(directory);
    free(directory), free(first), free(second);
    return done;
}

void run_find_kept(struct jdk *jdk) {
    u64 key;
    struct problem problem = {0};
    if (!find_key(jdk, &key)) return;
    char *path = text_format("%s/" PREFIX "%016llx", jdk->image, (unsigned long long)key);
    if (!is_whole(path, key)) {
        remove_old(jdk, path);
        if (make(jdk, path, key, &problem)) message_detail("translations are kept: %s", path);
    }
    // From here on it is this file, also if another run puts one in its place.
    int descriptor = problem.text[0] ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor >= 0) {
        jdk->kept = text_format("/proc/self/fd/%d", descriptor);
    } else {
        message_detail("no translations are kept: %s", problem.text[0] ? problem.text : path);
    }
    free(path);
}
