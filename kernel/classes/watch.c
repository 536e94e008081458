// Method patterns; see watch.h.
#include "kernel/classes/watch.h"

#include "base/pattern.h"
#include "base/string.h"
#include "kernel/core/options.h"
#include "kernel/core/thread.h"
#include "log/log.h"

#define NAME_BYTES 1024 // of "pkg.Class.method"; what is longer is matched by its beginning

struct pattern {
    const char *text; // without the '!'
    size_t length;
    bool leaves_out;
};

struct pattern_list {
    struct pattern patterns[PATTERN_MOST];
    u32 count;
    bool selects_rest; // '!' patterns only
};

static struct pattern_list time_list, trace_list, apart_list;

static bool list_selects(const struct pattern_list *list, const char *name, size_t length) {
    bool selected = list->selects_rest;
    for (u32 i = 0; i < list->count; i++) {
        const struct pattern *pattern = &list->patterns[i];
        if (!pattern->leaves_out && selected) continue;
        if (!pattern_names(pattern->text, pattern->length, name, length)) continue;
        if (pattern->leaves_out) return false;
        selected = true;
    }
    return selected;
}

static void list_read(struct pattern_list *list, const char *key, enum pattern_kind kind) {
    struct option option;
    list->selects_rest = true;
    for (bool found = option_first(key, &option); found && list->count < PATTERN_MOST;
         found = option_next(key, &option)) {
        struct pattern *pattern = &list->patterns[list->count++];
        pattern->leaves_out = option.length && option.value[0] == '!';
        pattern->text = option.value + pattern->leaves_out;
        pattern->length = option.length - pattern->leaves_out;
        if (!pattern->leaves_out) list->selects_rest = false;
        log_pattern(kind, option.value, option.length);
    }
    if (!list->count) list->selects_rest = false;
}

void watch_init(void) {
    list_read(&time_list, "time", PATTERN_TIME);
    list_read(&trace_list, "trace", PATTERN_TRACE);
    list_read(&apart_list, "no-inline", PATTERN_APART);
}

bool watch_is_timing(void) { return time_list.count != 0; }

// Copies text as far as there is room; returns the new length.
static size_t append(char *name, size_t length, const struct symbol *symbol) {
    size_t bytes = symbol->length < NAME_BYTES - length ? symbol->length : NAME_BYTES - length;
    memcpy(name + length, symbol->text, bytes);
    return length + bytes;
}

static void mark_methods(struct class *class) {
    char name[NAME_BYTES];
    size_t prefix = append(name, 0, class->name);
    for (size_t i = 0; i < prefix; i++) {
        if (name[i] == '/') name[i] = '.';
    }
    if (prefix < NAME_BYTES) name[prefix++] = '.';
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        size_t length = append(name, prefix, method->name);
        if (list_selects(&time_list, name, length)) method->flags |= METHOD_PROBED;
        if (list_selects(&trace_list, name, length)) method->flags |= METHOD_TRACED;
        if (list_selects(&apart_list, name, length)) method->flags |= METHOD_APART;
    }
}

void watch_class(struct class *class) {
    struct log_reading start = log_read(log_self());
    if (time_list.count || trace_list.count || apart_list.count) mark_methods(class);
    log_charge(log_self(), &start);
}
