// gnomon heap: what was alive by class, from a census, or what changed from one census to another.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/analyse/heap.h"
#include "viz/cli/sink.h"
#include "viz/cli/terminal.h"
#include "viz/verbs/commands.h"

struct heap_settings {
    const char *format, *output;
    struct text_list names;
    u64 top;
    bool list;
};

#define FIELD(name) offsetof(struct heap_settings, name)

static const struct option_rule rules[] = {
    {"--format", "-f", OPTION_CHOICE, FIELD(format), "", "text (default), json or csv; else by FILE's ending",
     "text|json|csv", 0, 0},
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "write to FILE; - is stdout (default)", NULL, 0, 0},
    {"--top", NULL, OPTION_NUMBER, FIELD(top), "N", "text: only the first N classes (all); 0: all", NULL, 0,
     UINT32_MAX},
    {"--list", NULL, OPTION_FLAG, FIELD(list), NULL, "which censuses there are, with their numbers", NULL, 0, 0},
};

// A recording with its censuses, and the one that was chosen.
struct source {
    struct recording recording;
    struct heap heap;
    const struct census *census;
};

static bool source_open(struct source *source, const char *path, struct problem *problem) {
    if (!recording_open(&source->recording, path, problem)) return false;
    heap_load(&source->heap, &source->recording);
    if (source->heap.census_count) {
        source->census = &source->heap.censuses[source->heap.census_count - 1];
        return true;
    }
    return problem_set(problem, STATUS_BAD_INPUT, "%s: expected a census, found none (gnomon run --census)",
                       source->recording.reader.path);
}

static void source_close(struct source *source) {
    heap_free(&source->heap);
    recording_close(&source->recording);
}

// By its number, from 1.
static bool choose(struct source *source, const char *word, struct problem *problem) {
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    if (*word >= '0' && *word <= '9' && !*end && number >= 1 && number <= source->heap.census_count) {
        source->census = &source->heap.censuses[number - 1];
        return true;
    }
    return problem_set(problem, STATUS_USAGE, "heap: expected a census from 1 to %zu, found '%s'",
                       source->heap.census_count, word);
}

static void put_title(struct buffer *text, const struct source *source) {
    const struct region_census *head = &source->census->head;
    buffer_format(text, "census %zu of %zu, %s, at %.3f ms: ", (size_t)(source->census - source->heap.censuses) + 1,
                  source->heap.census_count, heap_reason_name(head->reason),
                  (double)recording_ns_since_start(&source->recording, head->ticks) / 1e6);
    buffer_format(text, "%llu objects, %llu bytes in the heap, %llu objects, %llu bytes beside it\n",
                  (unsigned long long)head->objects, (unsigned long long)head->bytes,
                  (unsigned long long)head->fixed_objects, (unsigned long long)head->fixed_bytes);
}

static void put_losses(struct buffer *text, const struct source *source) {
    u64 lost = source->recording.losses[LOSS_CENSUS];
    if (lost) buffer_format(text, "%llu censuses found no room (--log-size)\n", (unsigned long long)lost);
    if (source->heap.broken) buffer_text(text, "a census contradicts itself; it is left out, with those behind it\n");
}

static void put_list(struct buffer *text, struct source *source) {
    for (size_t i = 0; i < source->heap.census_count; i++) {
        source->census = &source->heap.censuses[i];
        put_title(text, source);
    }
    put_losses(text, source);
}

static const char *format_of(const struct heap_settings *settings) {
    if (settings->format) return settings->format;
    if (settings->output && text_ends_with(settings->output, ".csv")) return "csv";
    return settings->output && text_ends_with(settings->output, ".json") ? "json" : "text";
}

// `before` NULL: there is one census only.
static void put_table(struct buffer *text, const struct heap_settings *settings, const struct source *source,
                      const struct source *before) {
    const char *format = format_of(settings);
    struct heap_table table;
    heap_table_make(&table, &source->recording, source->census, before ? &before->recording : NULL,
                    before ? before->census : NULL);
    if (strcmp(format, "json") == 0) {
        struct json json = {.text = text, .lines = 2};
        json_begin_object(&json, NULL);
        json_begin_array(&json, "heap");
        heap_table_json(&json, &table);
        json_end(&json);
        json_put_integer(&json, "lost", (s64)source->recording.losses[LOSS_CENSUS]);
        json_end(&json);
        buffer_byte(text, '\n');
    } else if (strcmp(format, "csv") == 0) {
        heap_table_csv(text, &table);
    } else {
        if (before) buffer_text(text, "from "), put_title(text, before), buffer_text(text, "to ");
        put_title(text, source);
        put_losses(text, source);
        heap_table_text(text, &table, before, settings->top, terminal_columns_for(settings->output));
    }
    heap_table_free(&table);
}

// DIR, DIR A, DIR A B, DIR DIR: the last two are differences.
static bool put_heap(struct buffer *text, const struct heap_settings *settings, struct problem *problem) {
    const char **names = settings->names.items;
    size_t count = settings->names.count;
    bool two = count == 2 && access(names[1], F_OK) == 0;
    struct source first = {0}, second = {0}, *last = &first;
    bool done = source_open(&first, names[0], problem);
    if (done && settings->list) {
        put_list(text, &first);
    } else if (done && two) {
        done = source_open(&second, names[1], problem);
        if (done) put_table(text, settings, &second, &first);
        source_close(&second);
    } else if (done) {
        struct source before = first;
        if (count > 1) done = choose(&before, names[1], problem);
        if (done && count > 2) done = choose(&first, names[2], problem);
        if (count == 2) last = &before;
        if (done) put_table(text, settings, last, count > 2 ? &before : NULL);
    }
    source_close(&first);
    return done;
}

static int heap_main(int count, char **arguments) {
    struct heap_settings settings = {0};
    struct problem problem = {0};
    int status;
    struct buffer text = {0};
    if (!command_begin(&command_heap, count, arguments, &settings, &settings.names, NULL, &status)) return status;
    bool done = put_heap(&text, &settings, &problem) &&
                sink_write_file(settings.output ? settings.output : "-", text.data, text.size, &problem);
    buffer_free(&text);
    return done ? 0 : problem_print(&problem);
}

const struct command command_heap = {
    .name = "heap",
    .summary = "Shows what was alive by class: the last census of a run, or what changed between two.",
    .usage = "heap [options] DIR [A [B]] | DIR DIR",
    .examples = "  gnomon heap out\n  gnomon heap out --list\n  gnomon heap out 1 3\n  gnomon heap before after\n"
                "  gnomon heap out --format csv -o heap.csv\n",
    .rules = rules,
    .rule_count = COUNT_OF(rules),
    .notes = "A and B are numbers of censuses, as --list shows them: A alone is shown; for A and B, the difference; "
             "for two directories, the difference of their last ones. Bytes include those beside the heap, in objects "
             "that never move: classes' java.lang.Class objects and string literals.",
    .expects = "DIR, DIR A, DIR A B or DIR DIR",
    .least = 1,
    .most = 3,
    .run = heap_main};
