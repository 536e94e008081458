// See guest_files.h: what comes out of the guest.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/read/control.h"
#include "viz/run/guest_files.h"

static void append_save(struct saves *saves, const char *option, const char *value, char *guest, const char *host) {
    ARRAY_GROW(saves->items, saves->count, saves->capacity);
    saves->items[saves->count++] = (struct save){
        .option = option, .value = value, .guest_path = guest, .host_path = text_copy(host), .descriptor = -1};
}

// So that a run is not for nothing: where the file goes is looked at before.
bool saves_add_dump(struct saves *saves, const char *host, struct problem *problem) {
    if (!file_may_be_written(host, problem)) return false;
    append_save(saves, "--dump-heap", host, text_copy("the heap"), host);
    return true;
}

bool saves_add(struct saves *saves, const char *value, struct problem *problem) {
    const char *colon = strchr(value, ':');
    char *guest = colon ? text_copy_span(value, (size_t)(colon - value)) : text_copy("");
    char *path = guest_path_of(guest);
    free(guest);
    if (!colon || !colon[1] || !path) {
        return free(path), problem_set(problem, STATUS_USAGE, "--save: expected GUEST:HOST, found '%s'", value);
    }
    if (!file_may_be_written(colon + 1, problem)) return free(path), false;
    append_save(saves, "--save", value, path, colon + 1);
    return true;
}

static void fail(struct saves *saves, const struct save *save, const char *what) {
    struct problem problem;
    problem_set(&problem, STATUS_BAD_INPUT, "%s %s: %s", save->option, save->value, what);
    problem_print(&problem);
    saves->failed = true;
}

static struct save *current_save(const struct saves *saves) {
    return saves->current ? &saves->items[saves->current - 1] : NULL;
}

static void finish_current(struct saves *saves) {
    struct save *save = current_save(saves);
    if (!save || save->written < save->bytes) return;
    if (save->descriptor >= 0 && close(save->descriptor) != 0) fail(saves, save, strerror(errno));
    save->descriptor = -1;
    save->done = true;
    // A user who waits for a dump sees it when it is whole.
    if (save->final_path && rename(save->host_path, save->final_path) != 0) fail(saves, save, strerror(errno));
    saves->current = 0;
}

// The name is ours, not the guest's.
static size_t append_dump(struct saves *saves, u32 number) {
    char *final = control_dump_path(saves->directory, number), *part = text_format("%s.part", final);
    append_save(saves, "dump-heap", final, text_copy("the heap"), part);
    saves->items[saves->count - 1].final_path = final;
    free(part);
    return saves->count - 1;
}

static void start(struct saves *saves, const struct region_output_file *file) {
    bool is_dump = file->number >= REGION_OUTPUT_DUMPS && saves->directory;
    if ((!is_dump && file->number >= saves->count) || saves->current) {
        saves->failed = true;
        return;
    }
    size_t index = is_dump ? append_dump(saves, file->number - REGION_OUTPUT_DUMPS) : file->number;
    struct save *save = &saves->items[index];
    save->started = true;
    if (file->error) {
        char *what = text_format("in the guest: %s: %s", save->guest_path, strerror(-file->error));
        fail(saves, save, what);
        free(what);
        save->done = true;
        return;
    }
    save->bytes = file->bytes;
    save->descriptor = open(save->host_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (save->descriptor < 0) fail(saves, save, strerror(errno));
    saves->current = index + 1;
    finish_current(saves);
}

void saves_take(struct saves *saves, u32 number, const void *data, size_t size) {
    struct save *save = current_save(saves);
    if (number == REGION_OUTPUT_FILE && size == sizeof(struct region_output_file)) start(saves, data);
    if (number != REGION_OUTPUT_DATA || !save || size > save->bytes - save->written) return;
    if (save->descriptor >= 0 && !file_write_all(save->descriptor, data, size)) {
        fail(saves, save, strerror(errno));
        close(save->descriptor);
        save->descriptor = -1;
    }
    save->written += size;
    if (!size && save->bytes == REGION_OUTPUT_UNKNOWN_BYTES) save->bytes = save->written;
    finish_current(saves);
}

bool saves_finish(struct saves *saves) {
    for (size_t i = 0; i < saves->count; i++) {
        struct save *save = &saves->items[i];
        if (!save->done) {
            fail(saves, save, save->started ? "the guest ended in the midst of it" : "the guest ended without it");
        }
        if (save->descriptor >= 0) close(save->descriptor);
        if (save->final_path && !save->done) unlink(save->host_path);
        free(save->guest_path), free(save->host_path), free(save->final_path);
    }
    free(saves->items);
    return !saves->failed;
}
