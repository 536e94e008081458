// See run.h. Whatever belongs to the host is here and never in the region, which must not differ between two hosts.
#include <stdlib.h>
#include <time.h>

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
                  const struct jdk *jdk, const struct guest_end *end) {
    struct text_list classpath = {0};
    for (size_t i = 0; i < program->listed; i++) text_list_add(&classpath, program->entries[i].host_path);
    buffer_text(json, "{\n  \"version\": 1");
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
    if (end) put_end(json, end);
    buffer_text(json, "\n}\n");
    free(classpath.items);
}

bool run_write_meta(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                    const struct guest_end *end, struct problem *problem) {
    struct buffer json = {0};
    run_put_meta(&json, settings, program, jdk, end);
    char *path = text_format("%s/meta.json", settings->output);
    bool done = file_write(path, json.data, json.size, problem);
    buffer_free(&json);
    free(path);
    return done;
}
