// gnomon ctl: switches the instruments of a running guest. What it takes is one table: a line for each verb.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/pattern.h"
#include "viz/cli/file.h"
#include "viz/cli/nearest.h"
#include "viz/cli/sink.h"
#include "viz/read/control.h"
#include "viz/run/run.h"
#include "viz/verbs/commands.h"

// What stands behind a verb.
enum argument_kind { ARGUMENT_NONE, ARGUMENT_PATTERN, ARGUMENT_NUMBER, ARGUMENT_EVENTS, ARGUMENT_TEXT, ARGUMENT_FILE };

static const struct verb {
    const char *name;
    enum control_kind kind;
    enum argument_kind argument;
    u64 low, high;
} verbs[] = {
    {"time", CONTROL_time, ARGUMENT_PATTERN, 0, 0},
    {"no-time", CONTROL_no_time, ARGUMENT_PATTERN, 0, 0},
    {"trace", CONTROL_trace, ARGUMENT_PATTERN, 0, 0},
    {"no-trace", CONTROL_no_trace, ARGUMENT_PATTERN, 0, 0},
    {"alloc", CONTROL_alloc, ARGUMENT_PATTERN, 0, 0},
    {"no-alloc", CONTROL_no_alloc, ARGUMENT_PATTERN, 0, 0},
    {"sample", CONTROL_sample, ARGUMENT_NUMBER, 0, 10000},
    {"sample-cpu", CONTROL_sample_cpu, ARGUMENT_NUMBER, 0, 10000},
    {"stacks", CONTROL_stacks, ARGUMENT_NUMBER, 0, 512},
    {"events", CONTROL_events, ARGUMENT_EVENTS, 0, 0},
    {"census", CONTROL_census, ARGUMENT_NONE, 0, 0},
    {"dump-heap", CONTROL_dump_heap, ARGUMENT_FILE, 0, 0},
    {"mark", CONTROL_mark, ARGUMENT_TEXT, 0, 0},
    {"clear", CONTROL_clear, ARGUMENT_NONE, 0, 0},
    {"end", CONTROL_end, ARGUMENT_NONE, 0, 0},
};

static const struct verb *find_verb(const char *name, struct problem *problem) {
    struct nearest nearest = {.word = name};
    for (size_t i = 0; i < COUNT_OF(verbs); i++) {
        if (strcmp(verbs[i].name, name) == 0) return &verbs[i];
        nearest_try(&nearest, verbs[i].name);
    }
    problem_set(problem, STATUS_USAGE, "ctl: unknown request '%s'%s (see gnomon ctl --help)", name,
                nearest_hint(&nearest));
    return NULL;
}

// ---- Arguments

static bool read_number(const struct verb *verb, const char *text, u64 *number, struct problem *problem) {
    char *end;
    *number = strtoull(text, &end, 10);
    bool is_number = *text >= '0' && *text <= '9' && !*end && *number >= verb->low && *number <= verb->high;
    return is_number || problem_set(problem, STATUS_USAGE, "ctl %s: expected a number from %llu to %llu, found '%s'",
                                    verb->name, (unsigned long long)verb->low, (unsigned long long)verb->high, text);
}

static bool read_argument(const struct verb *verb, const char *text, struct control_request *request,
                          struct problem *problem) {
    request->text = text;
    if (strlen(text) > CONTROL_TEXT_BYTES) {
        return problem_set(problem, STATUS_USAGE, "ctl %s: expected at most %d bytes, found %zu", verb->name,
                           CONTROL_TEXT_BYTES, strlen(text));
    }
    switch (verb->argument) {
    case ARGUMENT_PATTERN:
        return pattern_is_valid(text, strlen(text)) ||
               problem_set(problem, STATUS_USAGE, "ctl %s: expected a pattern like pkg.Class.method, found '%s'",
                           verb->name, text);
    case ARGUMENT_NUMBER: request->text = NULL; return read_number(verb, text, &request->number, problem);
    case ARGUMENT_EVENTS: return run_select_events(text, request->event_mask, problem);
    case ARGUMENT_FILE: request->text = NULL; return file_may_be_written(text, problem); // it is not in the region
    case ARGUMENT_NONE:
    case ARGUMENT_TEXT: break;
    }
    return true;
}

static bool read_request(const struct text_list *names, struct control_request *request, struct problem *problem) {
    if (names->count < 2) {
        return problem_set(
            problem, STATUS_USAGE,
            "ctl: expected the directory of a run and a request, found %zu names (see gnomon ctl --help)",
            names->count);
    }
    const struct verb *verb = find_verb(names->items[1], problem);
    if (!verb) return false;
    size_t wanted = verb->argument == ARGUMENT_NONE ? 2 : 3;
    if (names->count != wanted) {
        return problem_set(problem, STATUS_USAGE, "ctl %s: expected %s, found %zu", verb->name,
                           wanted == 2 ? "no argument" : "one argument", names->count - 2);
    }
    *request = (struct control_request){.kind = verb->kind};
    return read_argument(verb, wanted == 3 ? names->items[2] : "", request, problem);
}

// ---- A dump of the heap: gnomon run writes it beside the region, and it is moved from there

enum { DUMP_POLL_US = 5000 };

static bool move_file(const char *from, const char *to, struct problem *problem) {
    struct file_map map;
    if (rename(from, to) == 0) return true;
    if (errno != EXDEV) return problem_set_errno(problem, to, "write");
    bool moved = file_map(&map, from, problem) && sink_write_file(to, map.data, map.size, problem);
    if (map.data) file_unmap(&map);
    unlink(from);
    return moved;
}

static bool take_dump(struct control *control, const char *dump, const char *file, struct problem *problem) {
    while (!file_exists(dump)) {
        if (!control_guest_lives(control->descriptor) && !file_exists(dump)) {
            return problem_set(problem, STATUS_BAD_INPUT, "%s: the run has ended before the heap was written", dump);
        }
        usleep(DUMP_POLL_US);
    }
    return move_file(dump, file, problem);
}

static bool ask_for_dump(struct control *control, struct control_request *request, const char *file, char *words,
                         struct problem *problem) {
    char *directory = text_copy_span(control->path, (size_t)(strrchr(control->path, '/') - control->path));
    char *dump = control_dump_path(directory, request->number);
    while (file_exists(dump)) {
        free(dump);
        dump = control_dump_path(directory, ++request->number);
    }
    bool done = control_ask(control, request, words, problem) && take_dump(control, dump, file, problem);
    free(directory), free(dump);
    return done;
}

static int ctl_main(int count, char **arguments) {
    struct text_list names = {0};
    struct problem problem = {0};
    int status;
    struct control_request request = {0};
    struct control control;
    char words[CONTROL_ANSWER_BYTES];
    if (!command_begin(&command_ctl, count, arguments, NULL, &names, NULL, &status)) return status;
    if (!read_request(&names, &request, &problem) || !control_open(&control, names.items[0], &problem)) {
        return problem_print(&problem);
    }
    bool done = request.kind == CONTROL_dump_heap ? ask_for_dump(&control, &request, names.items[2], words, &problem)
                                                  : control_ask(&control, &request, words, &problem);
    control_close(&control);
    if (!done) return problem_print(&problem);
    if (words[0]) message_note("%s", words);
    return 0;
}

const struct command command_ctl = {
    .name = "ctl",
    .summary = "Switches the instruments of a run while it runs.",
    .usage = "ctl DIR REQUEST [ARGUMENT]",
    .examples = "  gnomon ctl out time 'com.example.**'\n"
                "  gnomon ctl out sample 1000\n"
                "  gnomon ctl out mark 'load begins'\n"
                "  gnomon ctl out end\n",
    .notes =
        "Requests: time PATTERN, no-time PATTERN, trace PATTERN, no-trace PATTERN, alloc PATTERN, no-alloc PATTERN, "
        "sample HZ, sample-cpu HZ (0: none), stacks N, events LIST (as gnomon run takes it; none: off), census "
        "(see gnomon heap), dump-heap FILE (HPROF), mark TEXT, clear (figures begin again), end.\n"
        "Each is in the recording, with its time. Status 1: the run has ended, the pattern names no method of a "
        "class that is loaded, or the guest has not answered within 2 s; nothing has changed then.\n",
    .run = ctl_main};
