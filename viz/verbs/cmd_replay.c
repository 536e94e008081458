// gnomon replay: what was traced, as calls: an indented tree for each thread, in the order of time and with durations,
// as in uftrace. A call in which nothing is shown takes one line, so the line of a call that has begun waits for what
// comes next.
#include <stdlib.h>

#include "viz/analyse/filter.h"
#include "viz/analyse/view.h"
#include "viz/analyse/walk.h"
#include "viz/cli/intern.h"
#include "viz/cli/terminal.h"
#include "viz/cli/time.h"
#include "viz/report/event_list.h"
#include "viz/verbs/commands.h"

struct replay_settings {
    const char *output;
    u64 depth; // 0: all
    struct text_list names;
    struct filter filter;
};

// What is open in a thread, by the slices' depth: whether it is shown, and in how many that are.
struct replay_lane {
    u32 *levels; // SHOWN_NOT: it is not shown
    size_t capacity;
    u32 level;
    bool named; // its name was written, before the first of its lines
};

enum { SHOWN_NOT = UINT32_MAX, LEVEL_LIMIT = 200 }; // LEVEL_LIMIT: deeper ones are indented no further

struct replay {
    const struct replay_settings *settings;
    const struct recording *recording;
    struct event_choice choice;
    struct sink sink;
    u32 columns;           // of the terminal, 0 for none
    struct intern threads; // index in `lanes`
    struct replay_lane *lanes;
    size_t lane_capacity;
    bool waits; // for what comes next: the line of the call that has begun
    u32 waiting_thread, waiting_level;
    char *waiting_name;
    u64 shown;
};

// ---- Lines

static void put_start(struct replay *replay, u32 thread, u32 level) {
    u32 indent = level < LEVEL_LIMIT ? level : LEVEL_LIMIT;
    buffer_format(&replay->sink.text, " [%5u] | %*s", thread, (int)(2 * indent), "");
}

static void put_no_duration(struct replay *replay) { buffer_format(&replay->sink.text, "%10s", ""); }

static void put_duration(struct replay *replay, u64 ticks) {
    double ns = (double)recording_ns(replay->recording, (s64)ticks);
    struct time_unit unit = time_unit_of(ns, 1);
    buffer_format(&replay->sink.text, "%7.3f %2s", ns / unit.ns, unit.name);
}

static void end_line(struct replay *replay) {
    buffer_cut_line(&replay->sink.text, replay->columns);
    buffer_byte(&replay->sink.text, '\n');
    sink_pass(&replay->sink);
}

static void put_waiting(struct replay *replay) {
    if (!replay->waits) return;
    put_no_duration(replay), put_start(replay, replay->waiting_thread, replay->waiting_level);
    buffer_format(&replay->sink.text, "%s {", replay->waiting_name);
    end_line(replay);
    replay->waits = false;
}

static void put_how(struct buffer *text, const struct walk_slice *slice, const char *before) {
    static const char *const hows[] = {[SLICE_LEFT] = NULL,
                                       [SLICE_UNWOUND] = "by exception",
                                       [SLICE_ABANDONED] = "its end is missing",
                                       [SLICE_OPEN] = "not ended"};
    if (hows[slice->how]) buffer_format(text, "%s%s", before, hows[slice->how]);
    if (slice->holed) buffer_format(text, "%srecords in it were lost", hows[slice->how] ? ", " : before);
}

// "a();" or "} /* a() */", with how it ended.
static void put_ended(struct replay *replay, const struct walk_slice *slice, u32 level, bool leaf) {
    struct buffer *text = &replay->sink.text;
    bool known = slice->how == SLICE_LEFT || slice->how == SLICE_UNWOUND ||
                 (slice->how == SLICE_OPEN && !replay->recording->reader.range.until_ticks);
    if (known) {
        put_duration(replay, slice->end - slice->start);
    } else {
        put_no_duration(replay);
    }
    put_start(replay, slice->lane.number, level);
    struct buffer how = {0};
    put_how(&how, slice, leaf ? "" : ", ");
    if (leaf) {
        buffer_format(text, how.size ? "%s; /* %s */" : "%s;", slice->name, buffer_string(&how));
    } else {
        buffer_format(text, "} /* %s%s */", slice->name, buffer_string(&how));
    }
    buffer_free(&how);
    end_line(replay);
}

// ---- The walk

static struct replay_lane *lane_of(struct replay *replay, u32 thread) {
    size_t known = replay->threads.count;
    u32 index = intern_bytes(&replay->threads, &thread, sizeof(thread));
    if (replay->threads.count > known) {
        ARRAY_GROW(replay->lanes, known, replay->lane_capacity);
        replay->lanes[index] = (struct replay_lane){0};
    }
    return &replay->lanes[index];
}

// What waits goes first, and then the thread's name if this is the first of its lines.
static void begin_line(struct replay *replay, struct replay_lane *lane, u32 thread) {
    put_waiting(replay);
    replay->shown++;
    if (lane->named) return;
    lane->named = true;
    put_no_duration(replay), put_start(replay, thread, 0);
    buffer_format(&replay->sink.text, "/* thread %s */", recording_thread_words(replay->recording, thread));
    end_line(replay);
}

// With a filter, collections are not what was asked for.
static bool is_wanted(const struct replay *replay, const struct walk_slice *slice) {
    if (slice->lane.place != PLACE_THREAD) return false;
    if (!replay->choice.methods) return true;
    return slice->kind == SLICE_METHOD && event_choice_has_method(&replay->choice, slice->id);
}

static void begin_slice(void *context, const struct walk_slice *slice) {
    struct replay *replay = context;
    if (replay->sink.failed || slice->lane.place != PLACE_THREAD) return;
    bool wanted = is_wanted(replay, slice);
    struct replay_lane *lane = lane_of(replay, slice->lane.number);
    ARRAY_GROW(lane->levels, slice->depth, lane->capacity);
    // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): it cannot see that depths grow one by one
    lane->levels[slice->depth] = wanted ? lane->level++ : SHOWN_NOT;
    u64 limit = replay->settings->depth;
    if (!wanted || (limit && lane->levels[slice->depth] >= limit)) return;
    begin_line(replay, lane, slice->lane.number);
    replay->waits = true;
    replay->waiting_thread = slice->lane.number;
    replay->waiting_level = lane->levels[slice->depth];
    free(replay->waiting_name);
    replay->waiting_name = text_copy(slice->name);
}

static void end_slice(void *context, const struct walk_slice *slice) {
    struct replay *replay = context;
    if (replay->sink.failed || slice->lane.place != PLACE_THREAD) return;
    struct replay_lane *lane = lane_of(replay, slice->lane.number);
    u32 level = lane->levels ? lane->levels[slice->depth] : SHOWN_NOT;
    if (level == SHOWN_NOT) return;
    lane->level = level;
    if (replay->settings->depth && level >= replay->settings->depth) return;
    bool leaf = replay->waits && replay->waiting_thread == slice->lane.number && replay->waiting_level == level;
    if (!leaf) put_waiting(replay);
    replay->waits = false;
    put_ended(replay, slice, level, leaf);
}

static void put_unmatched(void *context, const struct event *event) {
    struct replay *replay = context;
    u32 id = event->record->id;
    if ((id != EVENT_method_leave && id != EVENT_method_unwind) || !event->thread || replay->sink.failed) return;
    if (replay->choice.methods && !event_choice_has_method(&replay->choice, event->record->a)) return;
    struct replay_lane *lane = lane_of(replay, event->thread);
    begin_line(replay, lane, event->thread);
    put_no_duration(replay), put_start(replay, event->thread, lane->level);
    buffer_format(&replay->sink.text, "} /* %s%s, its beginning is missing */",
                  recording_method_label(replay->recording, event->record->a),
                  id == EVENT_method_unwind ? ", by exception" : "");
    end_line(replay);
}

static void put_loss(void *context, const struct event_loss *loss) {
    struct replay *replay = context;
    struct buffer *text = &replay->sink.text;
    put_waiting(replay);
    put_no_duration(replay);
    buffer_format(text, " [%5s] | /* lost: ", "-"), event_loss_put(text, loss);
    buffer_format(text, ", of processor %u, level %s */", loss->cpu, stream_level_name(loss->level));
    end_line(replay);
}

// ---- The whole

// What the figures are worth: a duration holds what recording the calls in it took.
static void put_head(struct replay *replay) {
    const struct recording *recording = replay->recording;
    struct buffer *text = &replay->sink.text;
    double ppm;
    recording_hz(recording, &ppm);
    for (size_t i = 0; i < recording->calibration_count; i++) {
        const struct region_calibration *entry = &recording->calibrations[i];
        if (entry->subject != CALIBRATE_RECORD || entry->context != CONTEXT_CHOSEN) continue;
        buffer_format(text, "# durations hold the recording of the calls in them, %lld ± %lld ns each\n",
                      (long long)recording_ns(recording, 2 * entry->full_ticks),
                      (long long)recording_ns(recording, 2 * (s64)entry->full_error));
    }
    if (!recording_is_deterministic(recording)) buffer_format(text, "# the clock's rate is known to ± %.1f ppm\n", ppm);
    buffer_format(text, "# %8s %-9s FUNCTION\n", "DURATION", " THREAD");
    buffer_wrap_lines(text, 0, replay->columns);
}

static bool write_replay(struct replay *replay, struct problem *problem) {
    static const struct walk_visitor visitor = {
        .begin = begin_slice, .end = end_slice, .unmatched = put_unmatched, .loss = put_loss};
    if (!sink_open(&replay->sink, replay->settings->output ? replay->settings->output : "-", problem)) return false;
    replay->columns = terminal_columns_for(replay->settings->output);
    put_head(replay);
    walk_recording(replay->recording, &visitor, replay);
    bool any = replay->shown != 0;
    if (!any) {
        problem_set(problem, STATUS_BAD_INPUT, "%s: expected traced methods, found none%s (gnomon run --trace PATTERN)",
                    replay->recording->reader.path, replay->choice.methods ? " that match" : "");
    }
    return sink_close(&replay->sink, any);
}

static void free_replay(struct replay *replay) {
    for (size_t i = 0; i < replay->threads.count; i++) free(replay->lanes[i].levels);
    free(replay->lanes);
    free(replay->waiting_name);
    intern_free(&replay->threads);
    event_choice_free(&replay->choice);
}

#define FIELD(name) offsetof(struct replay_settings, name)

static const struct option_rule rules[] = {
    {"--depth", NULL, OPTION_NUMBER, FIELD(depth), "N", "only calls with less than N others shown around them", NULL, 1,
     UINT32_MAX},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "write to FILE; - is stdout (default)", NULL, 0, 0},
    FILTER_RULES(struct replay_settings, filter, "--to"),
};

static int replay_main(int count, char **arguments) {
    static const struct text_list all_events;
    struct replay_settings settings = {0};
    struct problem problem = {0};
    int status;
    struct recording recording;
    if (!command_begin(&command_replay, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    if (!recording_open(&recording, settings.names.items[0], &problem)) return problem_print(&problem);
    struct replay replay = {.settings = &settings, .recording = &recording};
    bool done = recording_select(&recording, &settings.filter, &problem) &&
                event_choice_make(&replay.choice, &recording, &all_events, &settings.filter.methods, &problem) &&
                write_replay(&replay, &problem);
    free_replay(&replay);
    recording_close(&recording);
    return done ? 0 : problem_print(&problem);
}

const struct command command_replay = {
    .name = "replay",
    .summary =
        "Shows the calls of traced methods in the order of time: an indented tree for each thread, with durations.",
    .usage = "replay [options] DIR",
    .examples = "  gnomon run --trace 'com.example.**' -o out app.jar && gnomon replay out | less -S\n"
                "  gnomon replay out --thread 3 --depth 4\n"
                "  gnomon replay out --filter 'com.example.Store.*' --from 20ms --until 40ms\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes =
        "A duration is from entry to exit, whatever the thread did meanwhile. An exit by exception says so, and so "
        "do a call that had not ended and one whose beginning or end is not in the recording. --filter shows the "
        "methods that match, as if the others were not there. Collections that were recorded appear among the calls.",
    .expects = "one directory of a run",
    .least = 1,
    .most = 1,
    .run = replay_main};
