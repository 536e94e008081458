// See run.h. A pattern that names nothing is most often a slip of the pen, and the run would measure nothing: better
// said before it starts.
#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/jimage.h"
#include "viz/pattern.h"
#include "viz/run.h"

struct search {
    const struct text_list *patterns;
    bool *found;
    size_t missing;
    char name[1024]; // the method at hand, with dots
};

static void try_method(void *context, const char *class_name, size_t class_length, const char *name, size_t length) {
    struct search *search = context;
    if (class_length + length + 1 > sizeof(search->name)) return;
    for (size_t i = 0; i < class_length; i++) search->name[i] = class_name[i] == '/' ? '.' : class_name[i];
    search->name[class_length] = '.';
    memcpy(search->name + class_length + 1, name, length);
    for (size_t i = 0; i < search->patterns->count; i++) {
        if (search->found[i] || !pattern_matches(search->patterns->items[i], search->name, class_length + 1 + length)) {
            continue;
        }
        search->found[i] = true;
        search->missing--;
    }
}

static bool search_image(struct search *search, const char *directory, struct problem *problem) {
    struct jimage image;
    char *path = text_format("%s/lib/modules", directory);
    bool done = jimage_open(&image, path, problem);
    struct classfile_visitor visitor = {.context = search, .method_defined = try_method};
    for (u32 i = 0; done && i < image.count && search->missing; i++) {
        struct jimage_entry entry;
        if (jimage_entry(&image, i, &entry) && !entry.compressed && strcmp(entry.extension, "class") == 0) {
            classfile_visit(entry.data, entry.size, &visitor);
        }
    }
    if (done) jimage_close(&image);
    free(path);
    return done;
}

static bool check_list(const char *option, const struct text_list *patterns, const struct program *program,
                       const struct jdk *jdk, struct problem *problem) {
    for (size_t i = 0; i < patterns->count; i++) {
        if (!pattern_is_valid(patterns->items[i])) {
            return problem_set(problem, STATUS_USAGE, "%s: expected a pattern like pkg.Class.method, found '%s'",
                               option, patterns->items[i]);
        }
    }
    struct search search = {.patterns = patterns, .missing = patterns->count};
    search.found = memory_get(patterns->count);
    struct classfile_visitor visitor = {.context = &search, .method_defined = try_method};
    if (search.missing) program_visit(program, &visitor);
    bool done = !search.missing || search_image(&search, jdk->image, problem);
    for (size_t i = 0; done && i < patterns->count; i++) {
        if (!search.found[i]) {
            done = problem_set(problem, STATUS_BAD_INPUT,
                               "%s: pattern '%s' matches no method of the program or of JDK %s (a pattern is "
                               "pkg.Class.method, as 'pkg.Class.*')",
                               option, patterns->items[i], jdk->version);
        }
    }
    free(search.found);
    return done;
}

bool run_check_patterns(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                        struct problem *problem) {
    return check_list("--time", &settings->time, program, jdk, problem) &&
           check_list("--trace", &settings->trace, program, jdk, problem) &&
           check_list("--no-inline", &settings->no_inline, program, jdk, problem);
}

static bool event_is_known(const char *name, size_t length) {
#define EVENT(number, event, fields) #event,
#define GROUP(group, first, last) #group,
    static const char *const names[] = {"all", "none", EVENT_TABLE(EVENT) EVENT_GROUP_TABLE(GROUP)};
#undef GROUP
#undef EVENT
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) return true;
    }
    return false;
}

bool run_check_events(const struct run_settings *settings, struct problem *problem) {
    for (size_t i = 0; i < settings->events.count; i++) {
        for (const char *at = settings->events.items[i];; at++) {
            size_t length = strcspn(at, ",");
            if (!event_is_known(at, length)) {
                return problem_set(
                    problem, STATUS_USAGE,
                    "--events: expected all, none or names of events or groups, found '%.*s' (see gnomon run --help)",
                    (int)length, at);
            }
            at += length;
            if (!*at) break;
        }
    }
    return true;
}
