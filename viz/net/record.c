// Writes what goes through the stream into a file (base/traffic.h). See viz/net/host_state.h.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/traffic.h"
#include "viz/cli/time.h"
#include "viz/net/host_state.h"

static void put_at(struct host *host, u64 now_ns, enum traffic_direction direction, const struct link_frame *frame,
                   const void *payload) {
    static const u8 zeros[8];
    if (!host->record) return;
    struct traffic_record record = {
        .time_ns = now_ns - host->record_start_ns, .direction = (u16)direction, .frame = *frame};
    host->record_last_ns = now_ns;
    record.hash = traffic_hash(&record, payload);
    u32 fill = ALIGN_UP(frame->bytes, 8u) - frame->bytes;
    bool done = fwrite(&record, sizeof(record), 1, host->record) == 1;
    done = done && (!frame->bytes || fwrite(payload, frame->bytes, 1, host->record) == 1);
    done = done && (!fill || fwrite(zeros, fill, 1, host->record) == 1);
    host->records++;
    host->record_failed |= !done;
}

static void put(struct host *host, enum traffic_direction direction, const struct link_frame *frame,
                const void *payload) {
    put_at(host, time_now_ns(), direction, frame, payload);
}

static void see_from_guest(const struct link_end *end, const struct link_frame *frame, const void *payload) {
    struct host *host = (struct host *)((u8 *)(uintptr_t)end - offsetof(struct host, to_host));
    if (frame->kind != LINK_CREDIT) put(host, TRAFFIC_FROM_GUEST, frame, payload);
}

static void see_from_host(const struct link_end *end, const struct link_frame *frame, const void *payload) {
    struct host *host = (struct host *)((u8 *)(uintptr_t)end - offsetof(struct host, to_guest));
    if (frame->kind != LINK_CREDIT) put(host, TRAFFIC_FROM_HOST, frame, payload);
}

void record_begin(struct host *host) {
    if (host->policy->record_file < 0) return;
    host->record = fdopen(host->policy->record_file, "w");
    host->record_failed = !host->record;
    host->record_start_ns = time_now_ns();
    host->to_host.watch = see_from_guest;
    host->to_guest.watch = see_from_host;
}

bool record_end(struct host *host) {
    if (host->policy->record_file < 0) return true;
    u64 ending = host->shared && host->shared->ending < LINK_ENDINGS ? host->shared->ending : LINK_ENDS_ITSELF;
    struct link_frame frame = {.kind = LINK_END, .channel = (u32)ending, .value = (u32)host->records};
    u64 now_ns = host->over_ns ? host->over_ns : time_now_ns();
    if (now_ns < host->record_last_ns) now_ns = host->record_last_ns; // what it had sent took a while to go out
    put_at(host, now_ns, TRAFFIC_END, &frame, NULL);
    bool done = host->record && !host->record_failed;
    if (host->record && fclose(host->record) != 0) done = false;
    if (!done) message_note("--net-record: %s: cannot write: %s", host->policy->record_path, strerror(errno));
    return done;
}
