// Which methods of a class the lists of patterns mark.
#include "kernel/classes/watch.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/core/options.h"
#include "log/log.h"
#include "tap.h"

static unsigned logged;

// Nobody measures here.
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
    tap_is_int(methods[0].flags, METHOD_PROBED | METHOD_TRACED, "Abc.a");
    tap_is_int(methods[1].flags, METHOD_TRACED, "Abc.b is left out of timing");
    tap_is_int(methods[2].flags, METHOD_PROBED | METHOD_TRACED, "Abc.<init>");
    for (unsigned i = 0; i < 3; i++) methods[i].flags = 0;
    free((void *)class->name);
    class->name = symbol("a/b/Abc");
    watch_class(class);
    tap_is_int(methods[0].flags, 0, "a.b.Abc.a: another package, and left out of tracing");
    for (unsigned i = 0; i < 3; i++) free((void *)methods[i].name);
    free((void *)class->name);
    free(class);
}

int main(void) {
    test_selection();
    return tap_done();
}
