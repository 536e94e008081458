// See run.h. Whatever belongs to the host is here and never in the region, which must not differ between two hosts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "viz/cli/file.h"
#include "viz/cli/json.h"
#include "viz/cli/sink.h"
#include "viz/run/run.h"

static void put_list(struct json *json, const char *name, const struct text_list *list) {
    json_begin_array(json, name);
    for (size_t i = 0; i < list->count; i++) json_put_text(json, NULL, list->items[i]);
    json_end(json);
}

// So that it can be told whether another run had the same.
static void put_file(struct json *json, const char *path) {
    struct file_map map;
    struct problem ignored;
    json_begin_object(json, NULL);
    json_put_text(json, "path", path);
    if (!file_is_directory(path) && file_map(&map, path, &ignored)) {
        char sum[16];
        snprintf(sum, sizeof(sum), "%08lx", crc32_z(0, map.data, map.size));
        json_put_integer(json, "bytes", (s64)map.size);
        json_put_text(json, "crc32", sum);
        file_unmap(&map);
    }
    json_end(json);
}

static void put_files(struct json *json, const struct program *program) {
    json_begin_array(json, "files");
    for (size_t i = 0; i < program->count; i++) put_file(json, program->entries[i].host_path);
    json_end(json);
}

bool run_sum_kernel(const struct run_settings *settings, u32 *crc32, struct problem *problem) {
    struct file_map map;
    char *path = run_kernel(settings, problem);
    bool done = path && file_map(&map, path, problem);
    free(path);
    if (!done) return false;
    *crc32 = (u32)crc32_z(0, map.data, map.size);
    file_unmap(&map);
    return true;
}

// ---- What it ran on

static void put_processor(struct json *json) {
    char line[300], *name = NULL;
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && !name && fgets(line, sizeof(line), file)) {
        if (text_starts_with(line, "model name") && strchr(line, ':')) name = strchr(line, ':') + 2;
    }
    if (file) fclose(file);
    if (name) name[strcspn(name, "\n")] = 0;
    json_put_text(json, "host_processor", name ? name : "");
    json_put_integer(json, "host_processors", sysconf(_SC_NPROCESSORS_ONLN));
}

static void put_host(struct json *json) {
    struct utsname system;
    put_processor(json);
    if (uname(&system) != 0) return;
    char *words = text_format("%s %s", system.sysname, system.release);
    json_put_text(json, "host_system", words);
    free(words);
}

// ---- What was asked for

static void put_settings(struct json *json, const struct run_settings *settings) {
    const struct {
        const char *name;
        u64 value;
    } numbers[] = {{"cpus", settings->cpus},
                   {"memory_mib", settings->memory_mib},
                   {"heap_mib", settings->heap_mib},
                   {"log_mib", settings->log_mib},
                   {"sample_hz", settings->sample_hz},
                   {"sample_cpu_hz", settings->sample_cpu_hz},
                   {"stack_frames", settings->stack_frames},
                   {"quantum_us", settings->quantum_us},
                   {"jitter_seed", settings->jitter_seed},
                   {"random_seed", settings->traffic.random_seed}};
    json_put_bool(json, "deterministic", settings->deterministic);
    json_put_bool(json, "unordered", settings->unordered);
    json_put_bool(json, "keep", settings->keeps);
    json_put_bool(json, "no_kept", settings->no_kept);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) json_put_integer(json, numbers[i].name, (s64)numbers[i].value);
    json_put_text(json, "log_mode", settings->log_mode ? settings->log_mode : "");
    put_list(json, "properties", &settings->properties);
}

static void put_end(struct json *json, const struct guest_end *end) {
    char ended[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(ended, sizeof(ended), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    json_put_text(json, "ended", ended);
    json_put_integer(json, "wall_ns", (s64)end->wall_ns);
    json_put_bool(json, "timed_out", end->timed_out);
    json_put_bool(json, "interrupted", end->interrupted);
}

void run_put_meta(struct buffer *text, const struct run_settings *settings, const struct program *program,
                  const struct jdk *jdk, u32 kernel_crc32, const struct guest_end *end) {
    struct json meta = {.text = text, .lines = 1}, *json = &meta;
    struct text_list classpath = {0};
    for (size_t i = 0; i < program->listed; i++) text_list_add(&classpath, program->entries[i].host_path);
    char sum[16];
    snprintf(sum, sizeof(sum), "%08x", kernel_crc32);
    json_begin_object(json, NULL);
    json_put_integer(json, "version", 1);
    json_put_text(json, "gnomon", GNOMON_VERSION);
    json_put_text(json, "kernel_crc32", sum);
    json_put_text(json, "machine", settings->machine);
    json_put_text(json, "main", program->main_class);
    json_put_text(json, "jdk", jdk->version);
    json_put_text(json, "jdk_home", jdk->home);
    json_put_text(json, "jdk_image", jdk->image);
    put_list(json, "classpath", &classpath);
    put_list(json, "arguments", &settings->arguments);
#define PATTERN(name, bit, field, key, words, help) put_list(json, #field, &settings->field);
    PATTERN_TABLE(PATTERN)
#undef PATTERN
    put_list(json, "events", &settings->events);
    put_settings(json, settings);
    put_files(json, program);
    if (end) {
        put_host(json);
        if (end->qemu[0]) json_put_text(json, "qemu", end->qemu);
        put_end(json, end);
    }
    json_end(json);
    buffer_byte(text, '\n');
    free(classpath.items);
}

bool run_write_meta(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                    u32 kernel_crc32, const struct guest_end *end, struct problem *problem) {
    struct buffer json = {0};
    run_put_meta(&json, settings, program, jdk, kernel_crc32, end);
    char *path = text_format("%s/meta.json", settings->output);
    bool done = sink_write_file(path, json.data, json.size, problem);
    buffer_free(&json);
    free(path);
    return done;
}
