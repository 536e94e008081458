// See run.h: the file of kept translations, beside the JDK's image whose methods they are. Two training runs make it, in
// which everything lies at different addresses: the second leaves what both agree on. It is made once for an image and a
// build, and no other run changes it, so equal commands find the same.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/kept.h"
#include "viz/cli/file.h"
#include "viz/cli/process.h"
#include "viz/run/run.h"

#define TRAINING_LIMIT_SECONDS 120
#define QUANTUM_US 10000000 // threads take turns when they wait, not by the clock
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
                 header->key == key && header->bytes == map.size &&
                 header->hash == archive_hash((const u8 *)(header + 1), map.size - sizeof(*header));
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
    settings.classpath = jar;
    bool done = jar && program_open(&program, jar, TRAINING_CLASS, directory, problem) &&
                saves_add(&saves, save, problem) &&
                (run_quietly(&settings, &program, jdk, &saves) ||
                 problem_set(problem, STATUS_BAD_INPUT, "the training run to %s has failed", keep));
    free(save), free(jar);
    return done;
}

static bool set_key(const char *path, u64 key, struct problem *problem) {
    FILE *file = fopen(path, "r+b");
    bool done = file && fseek(file, offsetof(struct kept_header, key), SEEK_SET) == 0 &&
                fwrite(&key, sizeof(key), 1, file) == 1;
    if (file && fclose(file) != 0) done = false;
    return done || problem_set_errno(problem, path, "write");
}

// Made beside the final place; the rename makes it appear whole, also when two runs make it at once.
static bool make(const struct jdk *jdk, const char *path, u64 key, struct problem *problem) {
    char *directory = text_format("%s.%d", path, (int)getpid()), *first = text_format("%s/first", directory),
         *second = text_format("%s/second", directory);
    struct jdk trained = *jdk;
    message_detail("translating what programs need of the JDK's image (once): %s", path);
    bool done = directory_make(directory, problem) && train(&trained, directory, "first", "record", problem);
    trained.kept = first;
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
    char *path = text_format("%s/translated-%016llx", jdk->image, (unsigned long long)key);
    if (is_whole(path, key) || make(jdk, path, key, &problem)) {
        jdk->kept = path;
        return;
    }
    message_detail("no translations are kept: %s", problem.text);
    free(path);
}
