// Which methods of a class the lists of patterns mark.
#include "kernel/classes/watch.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/classes/domain.h"
#include "kernel/core/options.h"
#include "log/log.h"
#include "tap.h"

struct domain *domain_first;
static unsigned logged;

// Nothing is measured here.
struct log_reading log_read(const struct log_thread *thread) {
    (void)thread;
    return (struct log_reading){0};
}

void log_charge(struct log_thread *thread, const struct log_reading *from) { (void)thread, (void)from; }

void log_pattern(enum pattern_kind kind, const char *text, size_t length) {
    (void)kind, (void)text;
    logged += length != 0;
}

static struct symbol *symbol(const char *text) {
    struct symbol *made = malloc(sizeof(*made) + strlen(text) + 1);
    made->length = (u16)strlen(text);
    memcpy(made->text, text, made->length + 1u);
    return made;
}

static void test_selection(void) {
    static const char options[] = "time=Abc.*\ntime=!Abc.b\ntrace=!a.**\nother=1\n";
    static const char *const method_names[] = {"a", "b", "<init>"};
    machine_options = (struct options){options, options + sizeof(options) - 1};
    watch_init();
    tap_is_int(logged, 3, "every pattern is logged");
    struct method methods[3] = {0};
    struct class *class = calloc(1, sizeof(*class));
    for (unsigned i = 0; i < 3; i++) methods[i].name = symbol(method_names[i]);
    class->methods = methods;
    class->method_count = 3;
    class->name = symbol("Abc");
    watch_class(class);
    tap_is_int(methods[0].patterns, PATTERN_TIME | PATTERN_TRACE, "Abc.a");
    tap_is_int(methods[1].patterns, PATTERN_TRACE, "Abc.b is left out of timing");
    tap_is_int(methods[2].patterns, PATTERN_TIME | PATTERN_TRACE, "Abc.<init>");
    for (unsigned i = 0; i < 3; i++) methods[i].patterns = 0;
    free((void *)class->name);
    class->name = symbol("a/b/Abc");
    watch_class(class);
    tap_is_int(methods[0].patterns, 0, "a.b.Abc.a: another package, and left out of tracing");
    for (unsigned i = 0; i < 3; i++) free((void *)methods[i].name);
    free((void *)class->name);
    free(class);
}

static unsigned changes;
static u8 last_before;

static void note_change(struct method *method, u8 patterns_before) {
    (void)method;
    changes++;
    last_before = patterns_before;
}

static bool apply(enum pattern_kind kind, const char *pattern, bool on) {
    struct watch_switch watch = {.kind = kind, .text = pattern, .length = strlen(pattern), .on = on};
    changes = 0;
    if (!watch_names_any(&watch) || !watch_keep(&watch)) return false;
    watch_apply(&watch, note_change);
    return true;
}

// After test_selection: Abc.b is left out of timing.
static void test_switching(void) {
    static struct domain domain;
    struct method methods[2] = {{.name = symbol("a")}, {.name = symbol("b")}};
    struct class *class = calloc(1, sizeof(*class));
    class->methods = methods;
    class->method_count = 2;
    class->name = symbol("Abc");
    domain.first_class = class;
    domain_first = &domain;
    watch_class(class);
    tap_ok(!apply(PATTERN_TIME, "Abd.*", true) && !changes, "a pattern that names nothing changes nothing");
    tap_ok(apply(PATTERN_TIME, "Abc.*", true), "one that names something is taken");
    tap_is_int(changes, 1, "and changes what is not so already");
    tap_is_int(methods[1].patterns, PATTERN_TIME | PATTERN_TRACE, "which has it now");
    tap_is_int(methods[1].flags, METHOD_SWITCHED, "and is marked");
    tap_is_int(last_before, PATTERN_TRACE, "what it had before is told");
    tap_ok(apply(PATTERN_TIME, "Abc.a", false) && changes == 1, "switched off");
    tap_is_int(methods[0].patterns, PATTERN_TRACE, "and off it is");
    tap_is_int(methods[0].patterns_so_far, PATTERN_TIME | PATTERN_TRACE, "that it was on is still known");
    tap_ok(apply(PATTERN_TRACE, "!Abc.b", true) && changes == 1, "with a '!' it is the other way round");
    for (unsigned i = 0; i < 2; i++) methods[i].patterns = 0;
    watch_class(class);
    tap_is_int(methods[0].patterns, PATTERN_TRACE,
               "a class that comes later: the last pattern that names a method counts");
    tap_is_int(methods[1].patterns, PATTERN_TIME, "for each method");
    bool kept = true;
    for (unsigned i = 0; i < 100; i++) kept = kept && apply(PATTERN_TIME, i % 2 ? "Abc.*" : "**", i % 3);
    tap_ok(kept, "a pattern that comes again takes no more room");
    for (unsigned i = 0; i < 2; i++) free((void *)methods[i].name);
    free((void *)class->name);
    free(class);
}

int main(void) {
    test_selection();
    test_switching();
    return tap_done();
}
