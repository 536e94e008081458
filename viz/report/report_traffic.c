// What threads did with sockets, in reports.
#include "viz/analyse/traffic.h"
#include "viz/cli/table.h"
#include "viz/read/offsets.h"
#include "viz/report/report.h"

enum { USES_SHOWN = 10 };

static const char *const kinds[] = {"port", "path", "other", "waits"};

// A wait may begin on one processor and end on another.
static s64 error_ns(const struct profile *profile, const struct traffic_use *use) {
    double distance = (double)offsets_error(&profile->recording->reader);
    return profile_pieces_error_ns(profile, use->waited, use->waits, distance);
}

static void put_name(struct table *table, const char *thread, const struct traffic_use *use) {
    switch (use->kind) {
    case TRAFFIC_PORT: table_name(table, "%s, port %u", thread, use->port); break;
    case TRAFFIC_PATH: table_name(table, "%s, a name in the file system", thread); break;
    case TRAFFIC_OTHER: table_name(table, "%s, datagrams or connected before", thread); break;
    case TRAFFIC_WAITS: table_name(table, "%s, waited only", thread); break;
    }
}

void report_traffic_text(struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Sends", 10, 1}, {"Bytes", 14, 0}, {"Receives", 10, 1},
                                                  {"Bytes", 14, 0}, {"Waits", 10, 2}, {"Waited", 24, 0}};
    const struct recording *recording = view->profile->recording;
    struct traffic traffic;
    struct table table;
    traffic_make(&traffic, view->profile);
    if (traffic.use_count) {
        buffer_byte(text, '\n');
        table_begin(&table, text, columns, COUNT_OF(columns) - (traffic.has_waits ? 0 : 2),
                    "Sockets, by thread and the listener's port (times in ms)", view->columns);
        for (size_t i = 0; i < traffic.use_count && i < USES_SHOWN; i++) {
            const struct traffic_use *use = &traffic.uses[i];
            table_cell(&table, "%llu", (unsigned long long)use->sends);
            table_cell(&table, "%llu", (unsigned long long)use->sent_bytes);
            table_cell(&table, "%llu", (unsigned long long)use->receives);
            table_cell(&table, "%llu", (unsigned long long)use->received_bytes);
            if (traffic.has_waits) {
                table_cell(&table, "%llu", (unsigned long long)use->waits);
                table_cell(&table, "%.3f ±%-8.3f", (double)recording_ns(recording, (s64)use->waited) / 1e6,
                           (double)error_ns(view->profile, use) / 1e6);
            }
            put_name(&table, recording_thread_words(recording, use->thread), use);
        }
        if (traffic.use_count > USES_SHOWN) buffer_format(text, "%zu more\n", traffic.use_count - USES_SHOWN);
        table_end(&table);
    }
    traffic_free(&traffic);
}

void report_traffic_json(struct json *json, const struct profile *profile) {
    struct traffic traffic;
    traffic_make(&traffic, profile);
    json_begin_array(json, "sockets");
    for (size_t i = 0; i < traffic.use_count; i++) {
        const struct traffic_use *use = &traffic.uses[i];
        json_begin_object(json, NULL);
        json_text(json, "thread", recording_thread_title(profile->recording, use->thread));
        json_text(json, "kind", kinds[use->kind]);
        if (use->kind == TRAFFIC_PORT) json_integer(json, "port", use->port);
        json_integer(json, "sends", (s64)use->sends);
        json_integer(json, "sent_bytes", (s64)use->sent_bytes);
        json_integer(json, "receives", (s64)use->receives);
        json_integer(json, "received_bytes", (s64)use->received_bytes);
        if (traffic.has_waits) {
            json_integer(json, "waits", (s64)use->waits);
            json_integer(json, "waited_ns", recording_ns(profile->recording, (s64)use->waited));
            json_integer(json, "err_ns", error_ns(profile, use));
        }
        json_end_object(json);
    }
    json_end_array(json);
    traffic_free(&traffic);
}
