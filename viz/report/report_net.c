// What went through the stream to the host's network (gnomon run --net), in reports.
#include "base/link.h"
#include "viz/report/report.h"

// Returns false if the run had none.
static bool read_shared(const struct recording *recording, struct link_shared *shared) {
    const struct region_section *section = reader_find(&recording->reader, SECTION_NET, 0);
    return section && section->bytes >= sizeof(*shared) &&
           reader_copy(&recording->reader, section->offset, shared, sizeof(*shared));
}

static unsigned long long number(u64 value) { return value; }

void report_net_text(struct buffer *text, const struct view *view) {
    struct link_shared shared;
    if (!read_shared(view->profile->recording, &shared)) return;
    buffer_format(
        text,
        "\nThe host's network: %llu connections outwards (%llu bytes sent, %llu received by all), %llu inwards;\n"
        "  %llu connections, datagrams and names refused because they are not allowed, %llu connections failed; %llu "
        "names looked up, %llu unknown\n",
        number(shared.connections), number(shared.sent_bytes), number(shared.received_bytes), number(shared.accepted),
        number(shared.refused), number(shared.failed), number(shared.lookups), number(shared.unknown));
    if (shared.datagrams) {
        buffer_format(text, "  datagrams in both directions: %llu; not taken because they were too long: %llu\n",
                      number(shared.datagrams), number(shared.too_long));
    }
    if (shared.replay.is_on) {
        buffer_format(text,
                      "  it was replayed from a recording; differences: %llu, connections that were not made: %llu\n",
                      number(shared.replay.differences), number(shared.replay.not_made));
    }
    if (shared.nonsense) buffer_text(text, "  the host's side was not understood, and all connections broken off\n");
    if (shared.host_is_gone) buffer_text(text, "  the host's side ended first: all connections were broken off\n");
}

void report_net_json(struct json *json, const struct profile *profile) {
    struct link_shared shared;
    if (!read_shared(profile->recording, &shared)) return;
    json_begin_object(json, "net");
    json_put_integer(json, "connections", (s64)shared.connections);
    json_put_integer(json, "accepted", (s64)shared.accepted);
    json_put_integer(json, "refused", (s64)shared.refused);
    json_put_integer(json, "failed", (s64)shared.failed);
    json_put_integer(json, "lookups", (s64)shared.lookups);
    json_put_integer(json, "unknown", (s64)shared.unknown);
    json_put_integer(json, "sent_bytes", (s64)shared.sent_bytes);
    json_put_integer(json, "received_bytes", (s64)shared.received_bytes);
    json_put_integer(json, "datagrams", (s64)shared.datagrams);
    json_put_integer(json, "too_long", (s64)shared.too_long);
    json_put_bool(json, "broken", shared.nonsense || shared.host_is_gone);
    if (shared.replay.is_on) {
        json_begin_object(json, "replay");
        json_put_integer(json, "differences", (s64)shared.replay.differences);
        json_put_integer(json, "not_made", (s64)shared.replay.not_made);
        json_end(json);
    }
    json_end(json);
}
