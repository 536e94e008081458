// gnomon slow: the slowest calls of timed methods, and why each took as long as it did.
#include <stdio.h>
#include <stdlib.h>

#include "log/events.h"
#include "viz/analyse/filter.h"
#include "viz/analyse/frames.h"
#include "viz/analyse/slow.h"
#include "viz/analyse/view.h"
#include "viz/cli/sink.h"
#include "viz/cli/terminal.h"
#include "viz/read/event_text.h"
#include "viz/report/report.h"
#include "viz/verbs/commands.h"

enum { TEXT_CALLS = 10, TEXT_FRAMES = 4, TEXT_ITEMS = 3, TEXT_PARTS = 1000 };

struct slow_settings {
    const char *format, *output;
    struct text_list names;
    struct filter filter;
    u64 top;
};

#define FIELD(name) offsetof(struct slow_settings, name)

static const struct option_rule rules[] = {
    {"--format", "-f", OPTION_CHOICE, FIELD(format), "", "text (default) or json", "text|json", 0, 0},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "write to FILE; - is stdout (default)", NULL, 0, 0},
    {"--top", NULL, OPTION_NUMBER, FIELD(top), "N", "at most N calls (text: 10, json: all)", NULL, 1, 1000000},
    FILTER_RULES(struct slow_settings, filter, "--to"),
};

struct shown {
    const struct profile *profile;
    const struct slow_analysis *analysis;
    struct frames frames;
    u64 top;
};

static s64 since_start(const struct shown *shown, u64 ticks) {
    return recording_ns_since_start(shown->profile->recording, ticks);
}

static s64 ns_of(const struct shown *shown, s64 ticks) { return recording_ns(shown->profile->recording, ticks); }

static const char *class_name_of(const struct shown *shown, u32 id) {
    const struct class_name *class = recording_class(shown->profile->recording, id);
    return class ? class->name : "?";
}

// The frames of a stack, outermost first, in shown->frames.
static void find_frames(struct shown *shown, u32 stack, u64 at) {
    struct walk_sample sample = {.ticks = at, .state = SAMPLE_native, .stack = stack};
    frames_of(&shown->frames, &sample);
}

static const char *end_name(u32 how) {
    static const char *const names[] = {"returned", "threw", "abandoned"};
    return how < COUNT_OF(names) ? names[how] : "?";
}

static const char *reason_name(u32 reason) {
    const char *name = event_enum_name(UNIT_SWITCH_REASON, reason);
    return name ? name : "?";
}

// ---- Text

static void put_thread(struct buffer *text, const struct shown *shown, u32 thread, u64 at) {
    buffer_format(text, "thread %u (%s)", thread, recording_thread_name(shown->profile->recording, thread, at));
}

// In another domain: "in store, thread 12 (portal server) ".
static void put_server(struct buffer *text, const struct shown *shown, const struct slow_part *part) {
    const struct recording *recording = shown->profile->recording;
    if (!part->server) return;
    buffer_format(text, "in %s, ", recording_domain_words(recording, recording_thread_domain(recording, part->server)));
    put_thread(text, shown, part->server, part->at);
    buffer_byte(text, ' ');
}

static void put_stack(struct buffer *text, struct shown *shown, const char *who, u32 stack, u64 at) {
    if (!stack) return;
    find_frames(shown, stack, at);
    const struct frames *frames = &shown->frames;
    buffer_format(text, "%28s%s ", "", who);
    for (size_t i = 0; i < frames->count && i < TEXT_FRAMES; i++) {
        u32 number = frames->at[frames->count - 1 - i];
        const struct frame *frame = frames_get(frames, number);
        buffer_format(text, "%s%s", i ? " < " : "", frames_name(frames, number));
        if (frame->line) buffer_format(text, ":%u", frame->line);
    }
    buffer_text(text, frames->count > TEXT_FRAMES ? " < ...\n" : "\n");
}

static void put_waker(struct buffer *text, const struct shown *shown, const struct slow_part *part) {
    if (!part->thread) {
        buffer_text(text, "the clock");
    } else {
        put_thread(text, shown, part->thread, part->at);
    }
}

static void put_object(struct buffer *text, const struct shown *shown, const struct slow_part *part) {
    if (part->class) buffer_format(text, " of a %s", class_name_of(shown, part->class));
    if (part->object) buffer_format(text, " (object %u)", part->object);
}

// Up to some of them, by name.
static void put_items(struct buffer *text, const struct shown *shown, const struct slow_explanation *call,
                      const struct slow_part *part, bool methods) {
    size_t count = 0;
    for (size_t i = 0; i < call->item_count; i++) {
        const struct slow_item *item = &call->items[i];
        if (item->server != part->server || !(methods ? item->method : item->class)) continue;
        if (count < TEXT_ITEMS) {
            buffer_text(text, count ? ", " : ": ");
            buffer_text(text, methods ? recording_method_label(shown->profile->recording, item->method)
                                      : class_name_of(shown, item->class));
        }
        count++;
    }
    if (count > TEXT_ITEMS) buffer_format(text, " and %zu more", count - TEXT_ITEMS);
}

static void put_words(struct buffer *text, const struct shown *shown, const struct slow_explanation *call,
                      const struct slow_part *part) {
    put_server(text, shown, part);
    switch (part->kind) {
    case SLOW_RAN: buffer_text(text, "ran"); break;
    case SLOW_INITIALISERS: buffer_text(text, "ran class initialisers"); break;
    case SLOW_LOADERS: buffer_text(text, "ran class loaders"), put_items(text, shown, call, part, false); break;
    case SLOW_TRANSLATION: buffer_text(text, "translated"), put_items(text, shown, call, part, true); break;
    case SLOW_LINKING: buffer_text(text, "loaded and linked classes"), put_items(text, shown, call, part, false); break;
    case SLOW_COLLECTION:
        if (part->thread == (part->server ? part->server : call->call->thread)) {
            buffer_text(text, "collected garbage");
            break;
        }
        buffer_text(text, "stood still for a collection");
        if (part->thread) buffer_text(text, ", by "), put_thread(text, shown, part->thread, part->at);
        break;
    case SLOW_INTERRUPTS: buffer_text(text, "was interrupted"); break;
    case SLOW_PREEMPTED:
        buffer_text(text, "was preempted by ");
        put_thread(text, shown, part->thread, part->at);
        break;
    case SLOW_YIELDED: buffer_text(text, "gave way to "), put_thread(text, shown, part->thread, part->at); break;
    case SLOW_READY:
        buffer_text(text, "was ready again, while there ran ");
        put_thread(text, shown, part->thread, part->at);
        break;
    case SLOW_MONITOR:
        buffer_text(text, "waited for the monitor"), put_object(text, shown, part);
        buffer_text(text, ", which was locked by "), put_thread(text, shown, part->thread, part->at);
        break;
    case SLOW_WAIT:
        buffer_text(text, "waited in Object.wait"), put_object(text, shown, part);
        buffer_text(text, ", woken by "), put_waker(text, shown, part);
        break;
    case SLOW_PARK:
        buffer_text(text, part->class ? "was parked for the sake" : "was parked"), put_object(text, shown, part);
        buffer_text(text, ", woken by "), put_waker(text, shown, part);
        break;
    case SLOW_SLEEP: buffer_text(text, "slept, woken by "), put_waker(text, shown, part); break;
    default:
        buffer_format(text, "waited: %s, woken by ", reason_name(part->reason));
        put_waker(text, shown, part);
        break;
    }
    if (part->count > 1) buffer_format(text, ", %llu times", (unsigned long long)part->count);
}

static double percent(s64 part, s64 whole) { return whole ? 100.0 * (double)part / (double)whole : 0; }

static void put_amount(struct buffer *text, const struct shown *shown, s64 ticks, s64 whole) {
    buffer_format(text, "%15.6f ms %6.1f %%  ", (double)ns_of(shown, ticks) / 1e6, percent(ticks, whole));
}

static void put_call(struct buffer *text, struct shown *shown, const struct slow_explanation *explanation) {
    const struct slow_call *call = explanation->call;
    const struct recording *recording = shown->profile->recording;
    s64 begin = since_start(shown, call->begin), raw = (s64)(call->end - call->begin);
    buffer_format(text, "\n%s\n", recording_method_label(recording, call->callee));
    buffer_format(text, "  %.6f ms ± %.6f, from %.6f to %.6f ms, in ", (double)ns_of(shown, call->elapsed) / 1e6,
                  (double)recording_error_ns(recording, explanation->error) / 1e6, (double)begin / 1e6,
                  (double)since_start(shown, call->end) / 1e6);
    put_thread(text, shown, call->thread, call->begin);
    buffer_format(text, ", processor %u, called by %s%s\n", call->processor,
                  recording_method_label(recording, call->caller), call->how == SLOW_UNWOUND ? "; it threw" : "");
    s64 small = 0;
    size_t small_count = 0;
    for (size_t i = 0; i < explanation->part_count; i++) {
        const struct slow_part *part = &explanation->parts[i];
        if (i && part->ticks < call->elapsed / TEXT_PARTS) {
            small += part->ticks, small_count++;
            continue;
        }
        put_amount(text, shown, part->ticks, call->elapsed);
        put_words(text, shown, explanation, part);
        buffer_byte(text, '\n');
        put_stack(text, shown, "it stood at", part->stack, part->at);
        put_stack(text, shown, part->kind == SLOW_MONITOR ? "the owner at" : "the waker at", part->culprit_stack,
                  part->at);
    }
    if (small_count) {
        put_amount(text, shown, small, call->elapsed);
        buffer_format(text, "%zu more parts, of less than 0.1 %% each\n", small_count);
    }
    put_amount(text, shown, explanation->unexplained, call->elapsed);
    buffer_format(text, "not explained%s%s\n",
                  explanation->is_overwritten ? ": events of its time were overwritten" : "",
                  shown->analysis->missing_count ? ": see below" : "");
    buffer_format(text, "%15.6f ms           instruments, which are in none of the above\n",
                  (double)ns_of(shown, raw - call->elapsed) / 1e6);
}

static void put_text(struct buffer *text, struct shown *shown) {
    const struct slow_analysis *analysis = shown->analysis;
    u64 top = shown->top ? shown->top : TEXT_CALLS, count = analysis->count < top ? analysis->count : top;
    view_describe_run(shown->profile->recording, text);
    buffer_format(text, "\nThe slowest %llu of %zu calls that were kept, %llu of each timed method\n",
                  (unsigned long long)count, analysis->count, (unsigned long long)analysis->kept);
    for (u64 i = 0; i < count; i++) put_call(text, shown, &analysis->calls[i]);
    buffer_byte(text, '\n');
    if (analysis->missing_count) {
        buffer_text(text, "Not recorded, so what they would tell is not explained (gnomon run --slow N):");
        for (u32 i = 0; i < analysis->missing_count; i++) {
            buffer_format(text, " %s", recording_event_name(shown->profile->recording, analysis->missing[i]));
        }
        buffer_byte(text, '\n');
    }
    buffer_text(text, "Lost: ");
    view_describe_losses(shown->profile, text);
    buffer_byte(text, '\n');
}

// ---- JSON

static void json_stack(struct json *json, struct shown *shown, const char *name, u32 stack, u64 at) {
    if (!stack) return;
    find_frames(shown, stack, at);
    json_begin_array(json, name);
    for (size_t i = shown->frames.count; i-- > 0;) {
        u32 number = shown->frames.at[i];
        json_begin_object(json, NULL);
        json_put_text(json, "method", frames_name(&shown->frames, number));
        json_put_text(json, "source", frames_source(&shown->frames, number));
        json_put_integer(json, "line", frames_get(&shown->frames, number)->line);
        json_end(json);
    }
    json_end(json);
}

static void json_part(struct json *json, struct shown *shown, const struct slow_part *part) {
    json_begin_object(json, NULL);
    json_put_text(json, "kind", slow_kind_name(part->kind));
    json_put_integer(json, "ns", ns_of(shown, part->ticks));
    json_put_integer(json, "count", (s64)part->count);
    if (part->kind == SLOW_BLOCKED) {
        json_put_text(json, "reason", reason_name(part->reason));
    }
    if (part->server) {
        const struct recording *recording = shown->profile->recording;
        json_put_text(json, "in_domain",
                      recording_domain_words(recording, recording_thread_domain(recording, part->server)));
        json_put_integer(json, "in_thread", part->server);
    }
    if (part->thread) {
        json_put_integer(json, "thread", part->thread);
        json_put_text(json, "thread_name", recording_thread_name(shown->profile->recording, part->thread, part->at));
    }
    if (part->class) json_put_text(json, "class", class_name_of(shown, part->class));
    if (part->object) json_put_integer(json, "object", part->object);
    json_stack(json, shown, "stack", part->stack, part->at);
    json_stack(json, shown, "culprit_stack", part->culprit_stack, part->at);
    json_end(json);
}

static void json_items(struct json *json, const struct shown *shown, const struct slow_explanation *explanation) {
    json_begin_array(json, "translated");
    for (size_t i = 0; i < explanation->item_count; i++) {
        const struct slow_item *item = &explanation->items[i];
        if (!item->method) continue;
        json_begin_object(json, NULL);
        json_put_text(json, "method", recording_method_label(shown->profile->recording, item->method));
        json_put_integer(json, "ns", ns_of(shown, (s64)item->spent));
        json_end(json);
    }
    json_end(json);
    json_begin_array(json, "loaded");
    for (size_t i = 0; i < explanation->item_count; i++) {
        if (explanation->items[i].class) json_put_text(json, NULL, class_name_of(shown, explanation->items[i].class));
    }
    json_end(json);
}

static void json_call(struct json *json, struct shown *shown, const struct slow_explanation *explanation) {
    const struct slow_call *call = explanation->call;
    const struct recording *recording = shown->profile->recording;
    const struct method_name *name = recording_method(recording, call->callee);
    json_begin_object(json, NULL);
    json_put_text(json, "class", name ? name->class_name : "");
    json_put_text(json, "method", name ? name->name : recording_method_label(recording, call->callee));
    json_put_text(json, "descriptor", name ? name->descriptor : "");
    json_put_text(json, "caller", recording_method_label(recording, call->caller));
    json_put_integer(json, "thread", call->thread);
    json_put_text(json, "thread_name", recording_thread_name(recording, call->thread, call->begin));
    json_put_integer(json, "processor", call->processor);
    json_put_integer(json, "begin_ns", since_start(shown, call->begin));
    json_put_integer(json, "end_ns", since_start(shown, call->end));
    json_put_integer(json, "elapsed_ns", ns_of(shown, call->elapsed));
    json_put_integer(json, "cpu_ns", ns_of(shown, call->cpu));
    json_put_integer(json, "raw_ns", ns_of(shown, (s64)(call->end - call->begin)));
    json_put_integer(json, "err_ns", recording_error_ns(recording, explanation->error));
    json_put_text(json, "end", end_name(call->how));
    json_begin_array(json, "parts");
    for (size_t i = 0; i < explanation->part_count; i++) json_part(json, shown, &explanation->parts[i]);
    json_end(json);
    json_items(json, shown, explanation);
    json_put_integer(json, "unexplained_ns", ns_of(shown, explanation->unexplained));
    json_put_bool(json, "overwritten", explanation->is_overwritten);
    json_end(json);
}

static void put_json(struct buffer *text, struct shown *shown) {
    const struct slow_analysis *analysis = shown->analysis;
    const struct profile *profile = shown->profile;
    struct json json = {.text = text, .lines = 2};
    json_begin_object(&json, NULL);
    json_put_integer(&json, "kept", (s64)analysis->kept);
    json_begin_array(&json, "calls");
    for (size_t i = 0; i < analysis->count && (!shown->top || i < shown->top); i++) {
        json_call(&json, shown, &analysis->calls[i]);
    }
    json_end(&json);
    json_begin_array(&json, "missing_events");
    for (u32 i = 0; i < analysis->missing_count; i++) {
        json_put_text(&json, NULL, recording_event_name(profile->recording, analysis->missing[i]));
    }
    json_end(&json);
    report_json_lost(&json, profile);
    json_end(&json);
    buffer_byte(text, '\n');
}

// ---- The command

static bool is_chosen(const struct view *view, const struct reader_range *range, const struct slow_call *call) {
    if (!reader_range_has_thread(range, call->thread)) return false;
    if (call->begin < range->from_ticks || (range->until_ticks && call->end > range->until_ticks)) return false;
    return view_selects(view, call->callee);
}

// The methods, the thread and the time choose calls; what explains them is all of the recording.
static bool show_calls(const struct slow_settings *settings, struct recording *recording, const struct profile *profile,
                       struct problem *problem) {
    struct view view = {.profile = profile, .filter = settings->filter.methods};
    if (!recording_select(recording, &settings->filter, problem) || !view_check_filter(&view, problem)) return false;
    struct reader_range range = recording->reader.range;
    recording->reader.range = (struct reader_range){0};
    if (!recording->profile.slow_calls) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: expected the slowest calls of timed methods, found none (gnomon run --time PATTERN "
                           "--slow N)",
                           recording->reader.path);
    }
    const struct slow_call **calls = memory_get((recording->slow_count + 1) * sizeof(*calls));
    size_t count = 0;
    for (size_t i = 0; i < recording->slow_count; i++) {
        if (is_chosen(&view, &range, &recording->slow_calls[i])) calls[count++] = &recording->slow_calls[i];
    }
    struct slow_analysis analysis;
    slow_analyse(&analysis, profile, calls, count);
    struct shown shown = {.profile = profile, .analysis = &analysis, .top = settings->top};
    frames_init(&shown.frames, recording);
    struct buffer text = {0};
    if (settings->format && settings->format[0] == 'j') {
        put_json(&text, &shown);
    } else {
        put_text(&text, &shown);
        buffer_wrap_lines(&text, 0, terminal_columns_for(settings->output));
    }
    bool done = sink_write_file(settings->output ? settings->output : "-", text.data, text.size, problem);
    buffer_free(&text);
    frames_free(&shown.frames);
    slow_free(&analysis);
    free((void *)calls);
    return done;
}

static int slow_main(int count, char **arguments) {
    struct slow_settings settings = {0};
    struct problem problem = {0};
    int status;
    struct recording recording;
    struct profile profile;
    if (!command_begin(&command_slow, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    if (settings.names.count < 1) {
        problem_set(&problem, STATUS_USAGE,
                    "slow: expected one directory of a run, and patterns of methods, found none");
        return problem_print(&problem);
    }
    for (size_t i = 1; i < settings.names.count; i++) {
        text_list_add(&settings.filter.methods, settings.names.items[i]);
    }
    if (!recording_open(&recording, settings.names.items[0], &problem)) return problem_print(&problem);
    profile_make(&profile, &recording);
    bool done = show_calls(&settings, &recording, &profile, &problem);
    profile_free(&profile);
    recording_close(&recording);
    return done ? 0 : problem_print(&problem);
}

const struct command command_slow = {
    .name = "slow",
    .summary = "Explains why the slowest calls of timed methods took as long as they did.",
    .usage = "slow [options] DIR [PATTERN ...]",
    .examples = "  gnomon run --time 'com.example.**' --slow 8 --stacks 32 -o out app.jar && gnomon slow out\n"
                "  gnomon slow out 'com.example.Server.handle' --top 3\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes = "The parts of a call and what is not explained add up to its elapsed time. --thread, --from and --until "
             "choose the calls that lie within; they are explained by what all threads did.",
    .run = slow_main};
