// What threads did with sockets, in reports.
#include <stdio.h>

#include "viz/analyse/traffic.h"
#include "viz/cli/table.h"
#include "viz/read/offsets.h"
#include "viz/report/report.h"

enum { USES_SHOWN = 10 };

static const char *const kinds[] = {"port", "path", "other", "waits"};

// A wait may begin on one processor and end on another.
static s64 error_ns(const struct profile *profile, const struct traffic_use *use) {
    double distance = (double)offsets_error(&profile->recording->reader.offsets);
    return profile_pieces_error_ns(profile, use->waited, use->waits, distance);
}

// "clerk 1, port 5432", and at which line of the program.
static void put_name(struct table *table, const struct traffic *traffic, const char *thread,
                     const struct traffic_use *use, bool by_site) {
    static const char *const words[] = {"", ", a name in the file system", ", datagrams or connected before",
                                        ", waited only"};
    char port[16] = "", line_text[16] = "";
    u32 line = 0;
    const char *site = by_site ? traffic_site(traffic, use, &line) : "";
    if (use->kind == TRAFFIC_PORT) snprintf(port, sizeof(port), ", port %u", use->port);
    if (line) snprintf(line_text, sizeof(line_text), ":%u", line);
    table_name(table, "%s%s%s%s%s%s", thread, port, words[use->kind], by_site ? ", " : "", site, line_text);
}

static void put_uses(struct buffer *text, const struct view *view, const struct traffic *traffic, bool by_site) {
    static const struct table_column columns[] = {{"Sends", 10, 1}, {"Bytes", 14, 0}, {"Receives", 10, 1},
                                                  {"Bytes", 14, 0}, {"Waits", 10, 2}, {"Waited", 24, 0}};
    const struct recording *recording = view->profile->recording;
    size_t count = by_site ? traffic->site_count : traffic->use_count;
    struct table table;
    if (!count) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns) - (traffic->has_waits ? 0 : 2),
                by_site ? "Sockets, by thread, the listener's port and call site (times in ms)"
                        : "Sockets, by thread and the listener's port (times in ms)",
                view->columns);
    for (size_t i = 0; i < count && i < USES_SHOWN; i++) {
        const struct traffic_use *use = by_site ? &traffic->site_uses[i] : &traffic->uses[i];
        table_cell(&table, "%llu", (unsigned long long)use->sends);
        table_cell(&table, "%llu", (unsigned long long)use->sent_bytes);
        table_cell(&table, "%llu", (unsigned long long)use->receives);
        table_cell(&table, "%llu", (unsigned long long)use->received_bytes);
        if (traffic->has_waits) {
            table_cell(&table, "%llu", (unsigned long long)use->waits);
            table_cell(&table, "%.3f ±%-8.3f", recording_ms(recording, (s64)use->waited),
                       (double)error_ns(view->profile, use) / 1e6);
        }
        put_name(&table, traffic, recording_thread_words(recording, use->thread), use, by_site);
    }
    if (count > USES_SHOWN) buffer_format(text, "%zu more\n", count - USES_SHOWN);
    table_end(&table);
}

void report_traffic_text(struct buffer *text, const struct view *view) {
    put_uses(text, view, view->profile->traffic, false);
    put_uses(text, view, view->profile->traffic, true);
}

static void put_use(struct json *json, const struct profile *profile, const struct traffic *traffic,
                    const struct traffic_use *use, bool by_site) {
    u32 line;
    json_begin_object(json, NULL);
    json_put_text(json, "thread", recording_thread_title(profile->recording, use->thread));
    json_put_text(json, "kind", kinds[use->kind]);
    if (use->kind == TRAFFIC_PORT) json_put_integer(json, "port", use->port);
    if (by_site) {
        json_put_text(json, "site", traffic_site(traffic, use, &line));
        json_put_integer(json, "line", line);
    }
    json_put_integer(json, "sends", (s64)use->sends);
    json_put_integer(json, "sent_bytes", (s64)use->sent_bytes);
    json_put_integer(json, "receives", (s64)use->receives);
    json_put_integer(json, "received_bytes", (s64)use->received_bytes);
    if (traffic->has_waits) {
        json_put_integer(json, "waits", (s64)use->waits);
        json_put_integer(json, "waited_ns", recording_ns(profile->recording, (s64)use->waited));
        json_put_integer(json, "err_ns", error_ns(profile, use));
    }
    json_end(json);
}

void report_traffic_json(struct json *json, const struct profile *profile) {
    const struct traffic *traffic = profile->traffic;
    json_begin_array(json, "sockets");
    for (size_t i = 0; i < traffic->use_count; i++) put_use(json, profile, traffic, &traffic->uses[i], false);
    json_end(json);
    if (traffic->site_count) {
        json_begin_array(json, "socket_sites");
        for (size_t i = 0; i < traffic->site_count; i++) put_use(json, profile, traffic, &traffic->site_uses[i], true);
        json_end(json);
    }
}
