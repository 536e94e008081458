// gnomon events --stat; see event_list.h. Means and deviations are kept as sums of differences (Welford), which do not
// lose digits however many events there are.
//
// A rate is over the time for which the type's stream has kept the records. Errors: a rate has that of the clock. A
// mean interval has the standard error of the mean (deviation / root of n: how far the mean of another such run may be
// from it), and the clock's. A follower's share has the standard error of a proportion. Counts are exact: what is
// missing is counted as lost.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/walk.h"
#include "viz/cli/intern.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/report/event_list.h"

enum { PAIR_LIMIT = 1 << 20, NONE = UINT32_MAX };

struct type_stat {
    u32 id;
    u64 count, losses; // losses: how often something had been lost when it came last
    u64 intervals, followed;
    u32 stream;
    s64 last_ns;          // since the start, as the events are listed
    double mean, squares; // ns, of the intervals
    s64 least, most;
};

struct pair_stat {
    u32 first, next; // indices of types
    u64 count;
};

struct stat {
    const struct event_choice *choice;
    const struct recording *recording;
    struct intern streams; // by processor and level: index in `lost_ticks`
    u64 *lost_ticks;       // how long nothing was kept
    size_t stream_capacity;
    struct intern ids; // index in `types`
    struct type_stat *types;
    size_t type_capacity;
    struct intern pair_keys;
    struct pair_stat *pairs;
    size_t pair_capacity;
    u64 count, losses, more_pairs; // more_pairs: of kinds that found no room
    struct event_loss lost;
    u32 before; // index of the type; NONE: nothing, or something was lost since
};

// ---- Counting

static u32 stream_of(struct stat *stat, u32 cpu, u32 level) {
    u32 key[] = {cpu, level};
    size_t known = stat->streams.count;
    u32 index = intern_bytes(&stat->streams, key, sizeof(key));
    if (stat->streams.count > known) {
        ARRAY_GROW(stat->lost_ticks, known, stat->stream_capacity);
        stat->lost_ticks[index] = 0;
    }
    return index;
}

static struct type_stat *type_of(struct stat *stat, u32 id, u32 *index) {
    size_t known = stat->ids.count;
    *index = intern_bytes(&stat->ids, &id, sizeof(id));
    if (stat->ids.count > known) {
        ARRAY_GROW(stat->types, known, stat->type_capacity);
        stat->types[*index] = (struct type_stat){.id = id, .least = INT64_MAX};
    }
    return &stat->types[*index];
}

static void count_interval(struct type_stat *type, s64 ns) {
    double value = (double)ns, from_mean = value - type->mean;
    type->intervals++;
    type->mean += from_mean / (double)type->intervals;
    type->squares += from_mean * (value - type->mean);
    if (ns < type->least) type->least = ns;
    if (ns > type->most) type->most = ns;
}

static void count_pair(struct stat *stat, u32 first, u32 next) {
    u32 key[] = {first, next};
    stat->types[first].followed++;
    if (stat->pair_keys.count == PAIR_LIMIT) {
        stat->more_pairs++;
        return;
    }
    size_t known = stat->pair_keys.count;
    u32 index = intern_bytes(&stat->pair_keys, key, sizeof(key));
    if (stat->pair_keys.count > known) {
        ARRAY_GROW(stat->pairs, known, stat->pair_capacity);
        stat->pairs[index] = (struct pair_stat){first, next, 0};
    }
    stat->pairs[index].count++;
}

static void count_event(void *context, const struct event *event, bool told) {
    (void)told;
    struct stat *stat = context;
    u32 index;
    if (!event_choice_selects(stat->choice, event)) return;
    s64 ns = recording_ns_since_start(stat->recording, event->record->ticks);
    struct type_stat *type = type_of(stat, event->record->id, &index);
    if (type->count && type->losses == stat->losses) count_interval(type, ns - type->last_ns);
    if (stat->before != NONE) count_pair(stat, stat->before, index);
    type->count++;
    type->last_ns = ns;
    type->stream = stream_of(stat, event->cpu, event->level);
    type->losses = stat->losses;
    stat->before = index;
    stat->count++;
}

// ---- Figures

// The time that was looked at, in ticks.
static void range_of(const struct recording *recording, u64 *from, u64 *until) {
    const struct reader_range *range = &recording->reader.range;
    *from = recording->reader.header.start_ticks, *until = recording->end_ticks;
    if (range->from_ticks > *from) *from = range->from_ticks;
    if (range->until_ticks && range->until_ticks < *until) *until = range->until_ticks;
    if (*until < *from) *until = *from;
}

// What was overwritten lies before the stream's first record, what found no room behind its last one.
static void count_loss(void *context, const struct event_loss *loss) {
    struct stat *stat = context;
    for (u32 i = 0; i < EVENT_LOSS_CAUSES; i++) stat->lost.records[i] += loss->records[i];
    stat->lost.packets += loss->packets;
    u64 from, until;
    range_of(stat->recording, &from, &until);
    if (loss->from_ticks > from) from = loss->from_ticks;
    if (loss->until_ticks && loss->until_ticks < until) until = loss->until_ticks;
    u32 stream = stream_of(stat, loss->cpu, loss->level);
    if (until > from) stat->lost_ticks[stream] += until - from;
    stat->losses++;
    stat->before = NONE;
}

static double seconds_of(const struct stat *stat, u64 lost_ticks) {
    u64 from, until;
    range_of(stat->recording, &from, &until);
    u64 ticks = until - from > lost_ticks ? until - from - lost_ticks : 0;
    return (double)recording_ns(stat->recording, ticks > INT64_MAX ? INT64_MAX : (s64)ticks) / 1e9;
}

static double clock_part(const struct stat *stat) {
    double ppm;
    recording_hz(stat->recording, &ppm);
    return recording_is_deterministic(stat->recording) ? 0 : ppm * 1e-6;
}

struct type_figures {
    double rate, rate_error, mean, mean_error, deviation; // per second; ns
};

static struct type_figures figures_of(const struct stat *stat, const struct type_stat *type) {
    double seconds = seconds_of(stat, stat->lost_ticks[type->stream]), clock = clock_part(stat),
           count = (double)type->intervals;
    struct type_figures figures = {.rate = seconds > 0 ? (double)type->count / seconds : 0};
    figures.rate_error = figures.rate * clock;
    figures.mean = type->mean;
    figures.deviation = type->intervals > 1 ? sqrt(type->squares / (count - 1)) : 0;
    figures.mean_error = (type->intervals ? figures.deviation / sqrt(count) : 0) + figures.mean * clock;
    return figures;
}

static double part_of(const struct stat *stat, const struct pair_stat *pair, double *error) {
    double all = (double)stat->types[pair->first].followed, part = (double)pair->count / all;
    *error = sqrt(part * (1 - part) / all);
    return part;
}

static int by_count(const void *left, const void *right) {
    const struct type_stat *a = left, *b = right;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    return (a->id > b->id) - (a->id < b->id);
}

static int by_pair_count(const void *left, const void *right) {
    const struct pair_stat *a = left, *b = right;
    if (a->count != b->count) return a->count < b->count ? 1 : -1;
    if (a->first != b->first) return a->first > b->first ? 1 : -1;
    return (a->next > b->next) - (a->next < b->next);
}

// A copy, as pairs go by the index.
static struct type_stat *sorted_types(const struct stat *stat) {
    struct type_stat *types = memory_get((stat->ids.count + 1) * sizeof(*types));
    if (stat->ids.count) memcpy(types, stat->types, stat->ids.count * sizeof(*types));
    qsort(types, stat->ids.count, sizeof(*types), by_count);
    return types;
}

static const char *name_of(const struct stat *stat, u32 id) { return recording_event_name(stat->recording, id); }

// ---- Writing

static void put_types_text(struct buffer *text, const struct stat *stat, const struct type_stat *types, u32 columns) {
    static const struct table_column heads[] = {{"Count", 10, 0},     {"Per second", 20, 2}, {"Interval (us)", 24, 1},
                                                {"Deviation", 14, 3}, {"Least", 12, 5},      {"Most", 14, 4}};
    struct table table;
    table_begin(&table, text, heads, COUNT_OF(heads), "Event", columns);
    for (size_t i = 0; i < stat->ids.count; i++) {
        const struct type_stat *type = &types[i];
        struct type_figures figures = figures_of(stat, type);
        table_cell(&table, "%llu", (unsigned long long)type->count);
        table_cell(&table, "%.2f ±%-6.2f", figures.rate, figures.rate_error);
        if (type->intervals) {
            table_cell(&table, "%.3f ±%-8.3f", figures.mean / 1e3, figures.mean_error / 1e3);
            table_cell(&table, "%.3f", figures.deviation / 1e3);
            table_cell(&table, "%.3f", (double)type->least / 1e3);
            table_cell(&table, "%.3f", (double)type->most / 1e3);
        } else {
            for (u32 cell = 0; cell < 4; cell++) table_cell(&table, "-");
        }
        table_name(&table, "%s", name_of(stat, type->id));
    }
    table_end(&table);
}

static void put_pairs_text(struct buffer *text, const struct stat *stat, u32 columns) {
    static const struct table_column heads[] = {{"Count", 10, 0}, {"Part (%)", 16, 1}};
    struct table table;
    buffer_byte(text, '\n');
    table_begin(&table, text, heads, COUNT_OF(heads), "Event -> the one that follows it", columns);
    for (size_t i = 0; stat->pairs && i < stat->pair_keys.count; i++) {
        const struct pair_stat *pair = &stat->pairs[i];
        double error, part = part_of(stat, pair, &error);
        table_cell(&table, "%llu", (unsigned long long)pair->count);
        table_cell(&table, "%.2f ±%-5.2f", part * 100, error * 100);
        table_name(&table, "%s -> %s", name_of(stat, stat->types[pair->first].id),
                   name_of(stat, stat->types[pair->next].id));
    }
    table_end(&table);
    if (stat->more_pairs) {
        buffer_format(text, "%llu pairs of other kinds\n", (unsigned long long)stat->more_pairs);
    }
}

static void put_text(struct buffer *text, const struct stat *stat, const struct type_stat *types, u32 columns) {
    struct buffer words = {0};
    buffer_format(&words, "%llu events in %.6f s; lost: ", (unsigned long long)stat->count, seconds_of(stat, 0));
    size_t before = words.size;
    event_loss_put(&words, &stat->lost);
    buffer_text(&words, words.size == before ? "nothing" : "; intervals and pairs across a loss are left out");
    buffer_wrapped(text, buffer_string(&words), 0, columns);
    buffer_free(&words);
    buffer_byte(text, '\n');
    put_types_text(text, stat, types, columns);
    put_pairs_text(text, stat, columns);
}

static void put_type_json(struct json *json, const struct stat *stat, const struct type_stat *type) {
    struct type_figures figures = figures_of(stat, type);
    json_begin_object(json, NULL);
    json_put_text(json, "event", name_of(stat, type->id));
    json_put_integer(json, "count", (s64)type->count);
    json_put_real(json, "rate_hz", figures.rate);
    json_put_real(json, "rate_err_hz", figures.rate_error);
    json_put_integer(json, "intervals", (s64)type->intervals);
    if (type->intervals) {
        json_put_real(json, "mean_ns", figures.mean);
        json_put_real(json, "mean_err_ns", figures.mean_error);
        json_put_real(json, "deviation_ns", figures.deviation);
        json_put_integer(json, "min_ns", type->least);
        json_put_integer(json, "max_ns", type->most);
    }
    json_end(json);
}

static void put_pair_json(struct json *json, const struct stat *stat, const struct pair_stat *pair) {
    double error, part = part_of(stat, pair, &error);
    json_begin_object(json, NULL);
    json_put_text(json, "event", name_of(stat, stat->types[pair->first].id));
    json_put_text(json, "next", name_of(stat, stat->types[pair->next].id));
    json_put_integer(json, "count", (s64)pair->count);
    json_put_real(json, "part", part);
    json_put_real(json, "part_err", error);
    json_end(json);
}

static void put_json(struct buffer *text, const struct stat *stat, const struct type_stat *types) {
    struct json json = {.text = text, .lines = 2};
    json_begin_object(&json, NULL);
    json_put_integer(&json, "count", (s64)stat->count);
    json_put_real(&json, "seconds", seconds_of(stat, 0));
    event_loss_json(&json, "lost", stat->lost.records);
    json_begin_array(&json, "events");
    for (size_t i = 0; i < stat->ids.count; i++) put_type_json(&json, stat, &types[i]);
    json_end(&json);
    json_begin_array(&json, "pairs");
    for (size_t i = 0; stat->pairs && i < stat->pair_keys.count; i++) put_pair_json(&json, stat, &stat->pairs[i]);
    json_end(&json);
    json_put_integer(&json, "other_pairs", (s64)stat->more_pairs);
    json_end(&json);
    buffer_byte(text, '\n');
}

// One table: a line a type, and then, with `next`, a line a pair.
static void put_csv(struct buffer *text, const struct stat *stat, const struct type_stat *types) {
    buffer_text(text,
                "event,next,count,part,part_err,rate_hz,rate_err_hz,intervals,mean_ns,mean_err_ns,deviation_ns\r\n");
    for (size_t i = 0; i < stat->ids.count; i++) {
        struct type_figures figures = figures_of(stat, &types[i]);
        buffer_quoted(text, name_of(stat, types[i].id));
        buffer_format(text, ",,%llu,,,%.6f,%.6f,%llu,%.3f,%.3f,%.3f\r\n", (unsigned long long)types[i].count,
                      figures.rate, figures.rate_error, (unsigned long long)types[i].intervals, figures.mean,
                      figures.mean_error, figures.deviation);
    }
    for (size_t i = 0; stat->pairs && i < stat->pair_keys.count; i++) {
        const struct pair_stat *pair = &stat->pairs[i];
        double error, part = part_of(stat, pair, &error);
        buffer_quoted(text, name_of(stat, stat->types[pair->first].id)), buffer_byte(text, ',');
        buffer_quoted(text, name_of(stat, stat->types[pair->next].id));
        buffer_format(text, ",%llu,%.6f,%.6f,,,,,,\r\n", (unsigned long long)pair->count, part, error);
    }
}

void event_stat_write(struct sink *sink, const struct event_choice *choice, enum list_format format, u32 columns) {
    static const struct walk_visitor visitor = {.event = count_event, .loss = count_loss};
    struct stat stat = {.choice = choice, .recording = choice->recording, .before = NONE};
    walk_recording(stat.recording, &visitor, &stat);
    struct type_stat *types = sorted_types(&stat);
    if (stat.pairs) qsort(stat.pairs, stat.pair_keys.count, sizeof(*stat.pairs), by_pair_count);
    switch (format) {
    case LIST_TEXT: put_text(&sink->text, &stat, types, columns); break;
    case LIST_JSON: put_json(&sink->text, &stat, types); break;
    case LIST_CSV: put_csv(&sink->text, &stat, types); break;
    }
    free(types);
    free(stat.types);
    free(stat.pairs);
    free(stat.lost_ticks);
    intern_free(&stat.streams);
    intern_free(&stat.ids);
    intern_free(&stat.pair_keys);
}
