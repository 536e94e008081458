// See run.h. Whatever belongs to the host is here and never in the region, which must not differ between two hosts.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#include "viz/cli/file.h"
#include "viz/cli/sink.h"
#include "viz/run/run.h"

static void put_text_member(struct buffer *json, const char *name, const char *value) {
    buffer_format(json, ",\n  \"%s\": ", name);
    buffer_json(json, value);
}

static void put_list_member(struct buffer *json, const char *name, const struct text_list *list) {
    buffer_format(json, ",\n  \"%s\": [", name);
    for (size_t i = 0; i < list->count; i++) {
        if (i) buffer_text(json, ", ");
        buffer_json(json, list->items[i]);
    }
    buffer_byte(json, ']');
}

static void put_number_member(struct buffer *json, const char *name, u64 value) {
    buffer_format(json, ",\n  \"%s\": %llu", name, (unsigned long long)value);
}

static void put_flag_member(struct buffer *json, const char *name, bool value) {
    buffer_format(json, ",\n  \"%s\": %s", name, value ? "true" : "false");
}

// So that it can be told whether another run had the same.
static void put_file(struct buffer *json, const char *path) {
    struct file_map map;
    struct problem ignored;
    buffer_text(json, "{\"path\": ");
    buffer_json(json, path);
    if (!file_is_directory(path) && file_map(&map, path, &ignored)) {
        buffer_format(json, ", \"bytes\": %zu, \"crc32\": \"%08lx\"", map.size, crc32_z(0, map.data, map.size));
        file_unmap(&map);
    }
    buffer_byte(json, '}');
}

static void put_files(struct buffer *json, const struct program *program) {
    buffer_text(json, ",\n  \"files\": [");
    for (size_t i = 0; i < program->count; i++) {
        if (i) buffer_text(json, ", ");
        put_file(json, program->entries[i].host_path);
    }
    buffer_byte(json, ']');
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

static void put_processor(struct buffer *json) {
    char line[300], *name = NULL;
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && !name && fgets(line, sizeof(line), file)) {
        if (text_starts_with(line, "model name") && strchr(line, ':')) name = strchr(line, ':') + 2;
    }
    if (file) fclose(file);
    if (name) name[strcspn(name, "\n")] = 0;
    put_text_member(json, "host_processor", name ? name : "");
    put_number_member(json, "host_processors", (u64)sysconf(_SC_NPROCESSORS_ONLN));
}

static void put_host(struct buffer *json) {
    struct utsname system;
    put_processor(json);
    if (uname(&system) != 0) return;
    char *words = text_format("%s %s", system.sysname, system.release);
    put_text_member(json, "host_system", words);
    free(words);
}

// ---- What was asked for

static void put_settings(struct buffer *json, const struct run_settings *settings) {
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
    put_flag_member(json, "deterministic", settings->deterministic);
    put_flag_member(json, "unordered", settings->unordered);
    put_flag_member(json, "keep", settings->keeps);
    put_flag_member(json, "no_kept", settings->no_kept);
    for (size_t i = 0; i < COUNT_OF(numbers); i++) put_number_member(json, numbers[i].name, numbers[i].value);
    put_text_member(json, "log_mode", settings->log_mode ? settings->log_mode : "");
    put_list_member(json, "alloc", &settings->alloc);
    put_list_member(json, "no_inline", &settings->no_inline);
    put_list_member(json, "properties", &settings->properties);
}

static void put_end(struct buffer *json, const struct guest_end *end) {
    char ended[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(ended, sizeof(ended), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    put_text_member(json, "ended", ended);
    buffer_format(json, ",\n  \"wall_ns\": %llu,\n  \"timed_out\": %s,\n  \"interrupted\": %s",
                  (unsigned long long)end->wall_ns, end->timed_out ? "true" : "false",
                  end->interrupted ? "true" : "false");
}

void run_put_meta(struct buffer *json, const struct run_settings *settings, const struct program *program,
                  const struct jdk *jdk, u32 kernel_crc32, const struct guest_end *end) {
    struct text_list classpath = {0};
    for (size_t i = 0; i < program->listed; i++) text_list_add(&classpath, program->entries[i].host_path);
    buffer_text(json, "{\n  \"version\": 1");
    put_text_member(json, "gnomon", GNOMON_VERSION);
    buffer_format(json, ",\n  \"kernel_crc32\": \"%08x\"", kernel_crc32);
    put_text_member(json, "machine", settings->machine);
    put_text_member(json, "main", program->main_class);
    put_text_member(json, "jdk", jdk->version);
    put_text_member(json, "jdk_home", jdk->home);
    put_text_member(json, "jdk_image", jdk->image);
    put_list_member(json, "classpath", &classpath);
    put_list_member(json, "arguments", &settings->arguments);
    put_list_member(json, "time", &settings->time);
    put_list_member(json, "trace", &settings->trace);
    put_list_member(json, "events", &settings->events);
    put_settings(json, settings);
    put_files(json, program);
    if (end) {
        put_host(json);
        if (end->qemu[0]) put_text_member(json, "qemu", end->qemu);
        put_end(json, end);
    }
    buffer_text(json, "\n}\n");
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
