// See run.h: the files of kept translations, beside the JDK's image: one of the image's methods, and one for each
// program whose user has asked for it. Two runs make each, in which everything lies at different addresses: the second
// leaves what both agree on. No other run changes them, so equal commands find the same.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/kept.h"
#include "viz/cli/file.h"
#include "viz/cli/process.h"
#include "viz/run/known.h"
#include "viz/run/run.h"

#define TRAINING_LIMIT_SECONDS 120
// Threads take turns when they wait, not by the clock, which goes on while the host does something else.
#define QUANTUM_US (10 * (u64)TRAINING_LIMIT_SECONDS * 1000000)
#define PREFIX KEPT_PREFIX
#define SEVERAL_KEY 0x6a09e667f3bcc909ull // what makes the difference for several processors
#define PROGRAM_PREFIX KEPT_PROGRAM_PREFIX
#define PROGRAMS_BYTES_MOST (256 * MIB) // for one image
#define OLD_SECONDS 86400
#define TRAINING_CLASS "gnomon.Training"

// The kernels, because code depends on offsets in their structs, and the program that is run for it. The record of the
// image's verifier stands for the image: it has the hash of each class.
static bool find_key(const struct jdk *jdk, struct known *known, u64 *key) {
    static const char *const beside[] = {"linux/gnomon-kernel", "pc/gnomon.elf", "gnomon.jar"};
    struct problem ignored = {0};
    u64 hash;
    bool done = known_hash(known, jdk->hashes, &hash);
    *key = KEPT_VERSION * 31 + hash;
    for (size_t i = 0; i < COUNT_OF(beside) && done; i++) {
        char *path = process_beside(beside[i], "a part of Gnomon", &ignored);
        done = path && known_hash(known, path, &hash);
        *key = *key * 31 + hash;
        free(path);
    }
    if (jdk->kept_several) *key ^= SEVERAL_KEY;
    return done;
}

// Where the program is and what it begins with. What its classes are is asked class by class when one is used.
static u64 program_key(const struct program *program) {
    u64 hash = hash_bytes(HASH_START, program->main_class, strlen(program->main_class));
    for (size_t i = 0; i < program->listed; i++) {
        char *path = realpath(program->entries[i].host_path, NULL);
        const char *name = path ? path : program->entries[i].host_path;
        hash = hash_bytes(hash, name, strlen(name) + 1);
        free(path);
    }
    return hash;
}

static char *image_path(const struct jdk *jdk) {
    return text_format("%s/" PREFIX "%016llx", jdk->image, (unsigned long long)jdk->kept_key);
}

static char *program_path(const struct jdk *jdk, const struct program *program) {
    return text_format("%s/" PROGRAM_PREFIX "%016llx-%016llx", jdk->image, (unsigned long long)jdk->kept_key,
                       (unsigned long long)program_key(program));
}

// A file that was whole before, and has not changed since, is not read; the kernel looks at what it uses.
static bool is_whole(const char *path, u64 key, struct known *known) {
    struct problem ignored = {0};
    struct stat status;
    struct file_map map;
    u64 known_key;
    if (stat(path, &status) != 0) return false;
    if (known_find(known, &status, &known_key)) return known_key == key;
    if (!file_map(&map, path, &ignored)) return false;
    const struct kept_header *header = (const struct kept_header *)map.data;
    bool whole = map.size > sizeof(*header) && header->magic == KEPT_MAGIC && header->version == KEPT_VERSION &&
                 header->key == key && header->bytes == map.size && header->hash == kept_hash(header);
    file_unmap(&map);
    if (whole) known_add(known, path, &status, key);
    return whole;
}

// In a process of its own: what it says is nobody's business, and a signal that ends it is not taken for the user's.
static bool run_quietly(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                        const struct guest_files *files, struct saves *saves) {
    int status = -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct problem problem = {0};
        int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
        for (int i = 0; i < 3; i++) dup2(nowhere, i);
        _exit(run_checked(settings, program, jdk, files, saves, &problem));
    }
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

// One training run in `directory`, which leaves `name` there.
static bool train(const struct jdk *jdk, const char *directory, const char *name, const char *keep,
                  struct problem *problem) {
    struct run_settings settings;
    struct program program = {0};
    struct guest_files files = {0};
    struct saves saves = {0};
    run_put_defaults(&settings);
    settings.machine = "linux";
    settings.output = directory;
    settings.keep = keep;
    settings.keep_several = jdk->kept_several;
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
                (run_quietly(&settings, &program, jdk, &files, &saves) ||
                 problem_set(problem, STATUS_BAD_INPUT, "the training run to %s has failed", keep));
    free(save), free(jar), free(path);
    return done;
}

static bool set_key(const char *path, u64 key, const char *label, struct problem *problem) {
    char text[KEPT_LABEL_BYTES] = "";
    strncpy(text, label, sizeof(text) - 1);
    int file = open(path, O_WRONLY | O_CLOEXEC);
    bool done = file >= 0 &&
                pwrite(file, &key, sizeof(key), offsetof(struct kept_header, key)) == (ssize_t)sizeof(key) &&
                pwrite(file, text, sizeof(text), offsetof(struct kept_header, label)) == (ssize_t)sizeof(text);
    if (file >= 0 && close(file) != 0) done = false;
    return done || problem_set_errno(problem, path, "write");
}

// What other builds have left for this image, unless they may be at it: each makes its own again.
static void remove_old(const struct jdk *jdk) {
    struct problem ignored = {0};
    char **names;
    size_t count;
    if (!directory_list(jdk->image, &names, &count, &ignored)) return;
    char key[20], other_key[20];
    snprintf(key, sizeof(key), "-%016llx", (unsigned long long)jdk->kept_key);
    snprintf(other_key, sizeof(other_key), "-%016llx", (unsigned long long)(jdk->kept_key ^ SEVERAL_KEY));
    for (size_t i = 0; i < count; i++) {
        char *other = text_format("%s/%s", jdk->image, names[i]);
        struct stat status;
        bool is_one = text_starts_with(names[i], PREFIX) || text_starts_with(names[i], PROGRAM_PREFIX);
        bool is_old = is_one && lstat(other, &status) == 0 && time(NULL) - status.st_mtime > OLD_SECONDS &&
                      (S_ISDIR(status.st_mode) ||
                       !(strstr(names[i], key) || strstr(names[i], other_key))); // a directory: its maker was ended
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
static bool make(const struct jdk *jdk, const char *path, struct problem *problem) {
    char *directory = text_format("%s.%d", path, (int)getpid()), *first = text_format("%s/first", directory),
         *second = text_format("%s/second", directory);
    struct jdk trained = *jdk;
    message_detail("translating what programs need of the JDK's image (once): %s", path);
    bool done = directory_make(directory, problem) && train(&trained, directory, "first", "record", problem);
    trained.kept = first;
    await_next_second();
    done =
        done && train(&trained, directory, "second", "verify", problem) && set_key(second, jdk->kept_key, "", problem);
    if (done && rename(second, path) != 0) done = problem_set_errno(problem, path, "create");
    directory_remove(directory);
    free(directory), free(first), free(second);
    return done;
}

// From here on it is this file, for the guest's process too, also if another run puts one in its place.
static char *hold(const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    return descriptor < 0 ? NULL : text_format("/proc/%d/fd/%d", (int)getpid(), descriptor);
}

static void find_of_image(struct jdk *jdk, struct known *known) {
    struct problem problem = {0};
    char *path = image_path(jdk);
    if (!is_whole(path, jdk->kept_key, known)) {
        remove_old(jdk);
        if (make(jdk, path, &problem)) message_detail("translations are kept: %s", path);
    }
    jdk->kept = problem.text[0] ? NULL : hold(path);
    if (!jdk->kept) message_detail("no translations are kept: %s", problem.text[0] ? problem.text : path);
    free(path);
}

static void find_of_program(struct jdk *jdk, const struct program *program, struct known *known) {
    char *path = program_path(jdk, program);
    if (file_exists(path)) {
        bool whole = is_whole(path, jdk->kept_key, known);
        if (whole) jdk->kept_program = hold(path);
        message_detail(jdk->kept_program ? "the program's translations are kept: %s"
                                         : "the program's translations are damaged, and not used: %s",
                       path);
    }
    free(path);
}

u64 run_kept_key(struct jdk *jdk, bool several) {
    struct problem ignored = {0};
    struct known known;
    if (!jdk_name_record(jdk, &ignored)) return 0;
    jdk->kept_several = several;
    known_open(&known, jdk->image);
    if (!find_key(jdk, &known, &jdk->kept_key)) jdk->kept_key = 0;
    known_close(&known);
    return jdk->kept_key;
}

void run_find_kept(struct jdk *jdk, const struct program *program, bool several) {
    struct known known;
    jdk->kept_several = several;
    known_open(&known, jdk->image);
    if (find_key(jdk, &known, &jdk->kept_key)) {
        find_of_image(jdk, &known);
        find_of_program(jdk, program, &known);
    }
    known_close(&known);
}

// ---- A program's, which its user has asked for: what the run itself has translated, as far as a second run, of which
// nobody sees anything, agrees.

bool run_keep_prepare(struct run_settings *settings, struct problem *problem) {
    char *directory = directory_make_temporary("keep", problem);
    if (!directory) return false;
    settings->keep = "record";
    settings->keep_several = settings->cpus > 1;
    settings->cpus = 1;
    settings->keep_directory = directory;
    text_list_add(&settings->saves, text_format("%s:%s/first", KEPT_GUEST_PATH, directory));
    return true;
}

static bool run_again(const struct run_settings *settings, const struct run_input *input, const char *directory,
                      struct problem *problem) {
    struct run_settings again;
    struct jdk jdk = input->jdk;
    struct saves saves = {0};
    char *save = text_format("%s:%s/second", KEPT_GUEST_PATH, directory);
    run_put_defaults(&again);
    again.machine = settings->deterministic ? settings->machine : "linux"; // then the file comes out the same each time
    again.deterministic = settings->deterministic;
    again.memory_mib = settings->memory_mib;
    again.output = directory;
    again.keep = "verify";
    again.keep_several = settings->keep_several;
    again.log_mib = 64;
    again.timeout_seconds = settings->timeout_seconds ? settings->timeout_seconds : TRAINING_LIMIT_SECONDS;
    again.arguments = settings->arguments;
    again.properties = settings->properties;
    again.environment = settings->environment;
    again.heap_mib = settings->heap_mib;
    again.disk_mib = settings->disk_mib;
    jdk.kept = NULL;
    jdk.kept_program = text_format("%s/first", settings->keep_directory);
    text_list_add(&again.saves, save);
    await_next_second();
    bool done = saves_add(&saves, save, problem);
    if (done) run_quietly(&again, &input->program, &jdk, &input->files, &saves);
    free(jdk.kept_program), free(save);
    return done;
}

static bool is_filled(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && (u64)status.st_size > sizeof(struct kept_header);
}

// Those of programs that were made first go, until what is left is small enough.
static void make_room(const struct jdk *jdk) {
    struct problem ignored = {0};
    for (;;) {
        char **names, *oldest = NULL;
        size_t count;
        u64 bytes = 0;
        time_t oldest_time = 0;
        if (!directory_list(jdk->image, &names, &count, &ignored)) return;
        for (size_t i = 0; i < count; i++) {
            char *path = text_format("%s/%s", jdk->image, names[i]);
            struct stat status;
            if (text_starts_with(names[i], PROGRAM_PREFIX) && lstat(path, &status) == 0 && S_ISREG(status.st_mode)) {
                bytes += (u64)status.st_size;
                if (!oldest || status.st_mtime < oldest_time) {
                    free(oldest);
                    oldest = text_copy(path);
                    oldest_time = status.st_mtime;
                }
            }
            free(path), free(names[i]);
        }
        free(names);
        bool is_full = bytes > PROGRAMS_BYTES_MOST;
        if (is_full) unlink(oldest);
        free(oldest);
        if (!is_full) return;
    }
}

static bool keep(const struct run_settings *settings, const struct run_input *input, const char *path,
                 const char *directory, struct problem *problem) {
    char *first = text_format("%s/first", settings->keep_directory), *second = text_format("%s/second", directory),
         *label = text_format("%s, %s", input->program.main_class, input->program.where);
    bool done =
        is_filled(first) && directory_make(directory, problem) && run_again(settings, input, directory, problem);
    if (done && !is_filled(second)) done = false;
    done = done && set_key(second, input->jdk.kept_key, label, problem);
    if (done && rename(second, path) != 0) done = problem_set_errno(problem, path, "create");
    directory_remove(directory);
    free(first), free(second), free(label);
    return done;
}

void run_keep(const struct run_settings *settings, const struct run_input *input) {
    struct problem problem = {0};
    char *path = program_path(&input->jdk, &input->program), *directory = text_format("%s.%d", path, (int)getpid());
    bool done = input->jdk.kept_key && keep(settings, input, path, directory, &problem);
    if (done) remove_old(&input->jdk);
    if (done) make_room(&input->jdk);
    if (!done) {
        message_note("--keep: no translations are kept: %s",
                     problem.text[0] ? problem.text : "none came out the same in a second run");
    } else {
        message_detail("the program's translations are kept: %s", path);
    }
    free(path), free(directory);
}

void run_keep_end(const struct run_settings *settings) {
    if (settings->keep_directory) directory_remove(settings->keep_directory);
}
