// See crash.h.
#include "viz/run/crash.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "log/console.h"
#include "viz/cli/file.h"
#include "viz/read/event_text.h"

enum { LAST_EVENTS = 16, CONSOLE_LINES = 12 };

static void put_line(struct buffer *text, const struct code_place *place) {
    if (place && place->line) buffer_format(text, ", line %u", place->line);
}

// A line for every method that is inlined there, the innermost first, and the last for the one whose code it is.
static void put_address(struct buffer *text, const struct recording *recording, u64 address) {
    u32 low = (u32)address;
    const struct code_range *range = address >> 32 ? NULL : recording_code(recording, low, recording->crash.ticks);
    buffer_format(text, "  %#14llx", (unsigned long long)address);
    if (!range) {
        buffer_text(text, "\n");
        return;
    }
    const struct code_place *place = recording_place(range, low), *caller;
    for (u32 depth = 0; place && depth < INLINED_DEPTH && (caller = recording_place_caller(range, place)) != NULL;
         depth++, place = caller) {
        buffer_format(text, "  %s", recording_method_label(recording, place->method));
        put_line(text, place);
        buffer_format(text, ", inlined in\n  %14s", "");
    }
    buffer_format(text, "  %s+%#x", range->method ? recording_method_label(recording, range->method) : range->name,
                  low - range->start);
    put_line(text, place);
    buffer_byte(text, '\n');
}

static void put_crash(struct buffer *text, const struct recording *recording) {
    const struct region_crash *crash = &recording->crash;
    if (!crash->ticks) return;
    if (crash->vector != 0xffffffffu) {
        buffer_format(text, "  exception %u, error code %#x, address %#llx\n", crash->vector, crash->error_code,
                      (unsigned long long)crash->fault_address);
    }
    buffer_format(text, "  thread %s, processor %u\nbacktrace:\n",
                  recording_thread_name(recording, crash->thread, crash->ticks), crash->cpu);
    if (crash->rip && !(crash->frame_count && crash->frames[0] == crash->rip)) put_address(text, recording, crash->rip);
    for (u64 i = 0; i < crash->frame_count; i++) put_address(text, recording, crash->frames[i]);
}

// What an idle processor was seen at tells nothing, and there may be much of it.
static bool is_of_interest(const struct event *event) {
    return event->record->id != EVENT_sample || RECORD_OF(sample, event->record)->state != SAMPLE_idle;
}

// Puts the events of interest from that number on; returns how many there are in all.
static size_t put_events(const struct recording *recording, size_t from, struct buffer *text) {
    size_t count = 0;
    struct event_merge merge;
    struct event event;
    event_merge_open(&merge, &recording->reader);
    while (event_merge_next(&merge, &event)) {
        if (!is_of_interest(&event) || count++ < from) continue;
        buffer_text(text, "  ");
        event_put(text, recording, &event);
        buffer_byte(text, '\n');
    }
    event_merge_close(&merge);
    return count;
}

static void put_last_events(struct buffer *text, const struct recording *recording) {
    size_t count = put_events(recording, SIZE_MAX, NULL);
    if (!count) return;
    buffer_text(text, "last events:\n");
    put_events(recording, count > LAST_EVENTS ? count - LAST_EVENTS : 0, text);
}

// The serial port's last lines: all there is when the guest died before the region stood.
static void put_console(struct buffer *text, const char *directory, const char *name) {
    struct file_map map;
    struct problem ignored;
    char *path = text_format("%s/%s", directory, name);
    bool found = file_map(&map, path, &ignored) && map.size;
    if (found) {
        const char *end = (const char *)map.data + map.size, *at = end;
        for (int lines = 0; at > (const char *)map.data && lines <= CONSOLE_LINES; at--) {
            if (at[-1] == '\n' && at != end && ++lines == CONSOLE_LINES) break;
        }
        buffer_format(text, "%s:\n%.*s%s", name, (int)(end - at), at, end[-1] == '\n' ? "" : "\n");
        file_unmap(&map);
    }
    free(path);
}

static void put_cause(struct buffer *text, const struct recording *recording, int host_status) {
    buffer_text(text, "gnomon: the guest died: ");
    if (recording && recording->crash.ticks) {
        buffer_text(text, recording->crash.reason);
    } else if (WIFSIGNALED(host_status)) {
        buffer_format(text, "killed by signal %d (%s)", WTERMSIG(host_status), strsignal(WTERMSIG(host_status)));
    } else {
        buffer_format(text, "it stopped without a word (host status %d; QEMU ends so after a triple fault)",
                      WEXITSTATUS(host_status));
    }
    buffer_byte(text, '\n');
}

// ---- What threads and processors did

// The console is a file of the bare machine, whose serial line has \r as well, and the host's log
// of the Linux process.

static const char *find(const char *at, const char *end, const char *words) {
    return memmem(at, (size_t)(end - at), words, strlen(words));
}

struct part {
    const char *title, *begin, *end; // the lines between which it stands
};

static void put_from(struct buffer *text, const char *directory, const char *name, const struct part *part) {
    struct file_map map;
    struct problem ignored;
    char *path = text_format("%s/%s", directory, name);
    if (file_map(&map, path, &ignored)) {
        const char *start = (const char *)map.data, *end = start + map.size,
                   *begin = map.size ? find(start, end, part->begin) : NULL;
        const char *stop = begin ? find(begin, end, part->end) : NULL;
        if (begin) buffer_text(text, part->title);
        for (const char *at = begin ? begin + strlen(part->begin) : end; at < (stop ? stop : end); at++) {
            if (*at != '\r') buffer_byte(text, (unsigned char)*at);
        }
        file_unmap(&map);
    }
    free(path);
}

static void put_part(struct buffer *text, const char *directory, const struct part *part) {
    put_from(text, directory, "console.txt", part);
    put_from(text, directory, "host.log", part);
}

void thread_report_put(struct buffer *text, const char *directory) {
    static const struct part threads = {"threads:", THREAD_REPORT_BEGIN, THREAD_REPORT_END};
    put_part(text, directory, &threads);
}

// ---- The whole

void crash_print(FILE *file, const char *region, const char *directory, int host_status) {
    struct recording recording;
    struct problem problem = {0};
    struct buffer text = {0};
    bool readable = recording_open(&recording, region, &problem);
    put_cause(&text, readable ? &recording : NULL, host_status);
    if (readable) {
        put_crash(&text, &recording);
        put_last_events(&text, &recording);
    } else {
        buffer_format(&text, "%s\n", problem.text);
    }
    put_part(&text, directory, &(struct part){"other processors:", PROCESSOR_REPORT_BEGIN, PROCESSOR_REPORT_END});
    thread_report_put(&text, directory);
    if (!readable || !recording.crash.ticks) {
        put_console(&text, directory, "console.txt"), put_console(&text, directory, "host.log");
    }
    if (readable) recording_close(&recording);
    fflush(stdout);
    fwrite(text.data, 1, text.size, file);
    buffer_free(&text);
}
