// See run.h. A pattern that names nothing is most often a typing mistake, and the run would measure nothing: better to
// say so before it starts.
#include <stdlib.h>
#include <string.h>

#include "base/pattern.h"
#include "log/events.h"
#include "viz/cli/nearest.h"
#include "viz/run/run.h"

struct search {
    const struct text_list *patterns;
    bool *found;
    struct nearest *nearest; // of the patterns that are missing; NULL: not asked for
    size_t missing;
    char name[1024]; // the method at hand, with dots
};

static void try_method(void *context, struct text class_name, struct text name) {
    struct search *search = context;
    size_t prefix = class_name.length, length = prefix + 1 + name.length;
    if (length >= sizeof(search->name)) return;
    for (size_t i = 0; i < prefix; i++) search->name[i] = class_name.bytes[i] == '/' ? '.' : class_name.bytes[i];
    search->name[prefix] = '.';
    memcpy(search->name + prefix + 1, name.bytes, name.length);
    search->name[length] = 0;
    for (size_t i = 0; i < search->patterns->count; i++) {
        const char *text = search->patterns->items[i];
        struct pattern pattern = pattern_read(text, strlen(text));
        if (search->found[i]) continue;
        if (search->nearest) nearest_try_method(&search->nearest[i], search->name);
        if (!pattern_names(&pattern, search->name, length)) continue;
        search->found[i] = true;
        search->missing--;
    }
}

static bool search_image(struct search *search, const char *directory, struct problem *problem) {
    struct jdk_modules modules;
    if (!jdk_modules_open(&modules, directory, problem)) return false;
    struct class_visitor visitor = {.context = search, .method_defined = try_method};
    for (u32 i = 0; i < modules.image.table_length && search->missing; i++) {
        struct jimage_location location;
        const u8 *data = jdk_modules_class(&modules, i, &location);
        if (data) class_visit(data, location.bytes, &visitor);
    }
    jdk_modules_close(&modules);
    return true;
}

// Looks again, for names that are like those of the patterns: only when there is something to say of it.
static void find_nearest(struct search *search, const struct program *program, const struct jdk *jdk) {
    struct class_visitor visitor = {.context = search, .method_defined = try_method};
    struct problem ignored;
    search->nearest = memory_get(search->patterns->count * sizeof(*search->nearest));
    for (size_t i = 0; i < search->patterns->count; i++) search->nearest[i].word = search->patterns->items[i];
    program_visit(program, &visitor);
    search_image(search, jdk->image, &ignored);
}

static bool check_list(const char *option, const struct text_list *patterns, const struct program *program,
                       const struct jdk *jdk, struct problem *problem) {
    for (size_t i = 0; i < patterns->count; i++) {
        if (!pattern_is_valid(patterns->items[i], strlen(patterns->items[i]))) {
            return problem_set(problem, STATUS_USAGE, "%s: expected a pattern like pkg.Class.method, found '%s'",
                               option, patterns->items[i]);
        }
    }
    struct search search = {.patterns = patterns, .missing = patterns->count};
    search.found = memory_get(patterns->count);
    struct class_visitor visitor = {.context = &search, .method_defined = try_method};
    if (search.missing) program_visit(program, &visitor);
    bool done = !search.missing || search_image(&search, jdk->image, problem);
    if (done && search.missing) find_nearest(&search, program, jdk);
    for (size_t i = 0; done && i < patterns->count; i++) {
        if (!search.found[i]) {
            done = problem_set(problem, STATUS_BAD_INPUT,
                               "%s: pattern '%s' matches no method of the program or of JDK %s%s (a pattern is "
                               "pkg.Class.method, as 'pkg.Class.*')",
                               option, patterns->items[i], jdk->version, nearest_hint(&search.nearest[i]));
        }
    }
    free(search.found), free(search.nearest);
    return done;
}

bool run_check_patterns(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                        struct problem *problem) {
#define PATTERN(name, bit, field, key, words, help) \
    if (!check_list("--" key, &settings->field, program, jdk, problem)) return false;
    PATTERN_TABLE(PATTERN)
#undef PATTERN
    return check_list("--dump", &settings->dump, program, jdk, problem);
}

static bool refuse_event(const char *text, size_t length, struct problem *problem) {
    char *name = text_copy_span(text, length);
    struct nearest nearest = {.word = name};
    nearest_try(&nearest, "none");
    for (size_t i = 0; i < COUNT_OF(event_groups); i++) nearest_try(&nearest, event_groups[i].name);
    problem_set(problem, STATUS_USAGE,
                "--events: expected all, none or names of events or groups, found '%s'%s (see gnomon run --help)", name,
                nearest_hint(&nearest));
    free(name);
    return false;
}

bool run_select_events(const char *list, u64 mask[4], struct problem *problem) {
    for (const char *at = list;; at++) {
        size_t length = strcspn(at, ",");
        if (!event_name_is("none", at, length) && !event_select(mask, at, length)) {
            return refuse_event(at, length, problem);
        }
        at += length;
        if (!*at) return true;
    }
}

bool run_check_events(const struct run_settings *settings, struct problem *problem) {
    u64 mask[4] = {0};
    for (size_t i = 0; i < settings->events.count; i++) {
        if (!run_select_events(settings->events.items[i], mask, problem)) return false;
    }
    return true;
}
