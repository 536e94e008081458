// Method patterns; see watch.h.
#include "kernel/classes/watch.h"

#include "base/pattern.h"
#include "base/string.h"
#include "kernel/core/options.h"
#include "kernel/core/thread.h"
#include "log/log.h"

#define NAME_BYTES 1024 // of "pkg.Class.method"; what is longer is matched by its beginning

// A pattern list with room of its own.
struct watch_list {
    struct pattern_list list;
    struct pattern patterns[PATTERN_MOST];
};

static struct watch_list time_list, trace_list, apart_list, allocation_list;

static void list_read(struct watch_list *watch, const char *key, enum pattern_kind kind) {
    struct option option;
    watch->list = (struct pattern_list){.patterns = watch->patterns};
    for (bool found = option_first(&machine_options, key, &option); found && watch->list.count < PATTERN_MOST;
         found = option_next(key, &option)) {
        pattern_list_add(&watch->list, option.value, option.length);
        log_pattern(kind, option.value, option.length);
    }
}

void watch_init(void) {
    list_read(&time_list, "time", PATTERN_TIME);
    list_read(&trace_list, "trace", PATTERN_TRACE);
    list_read(&apart_list, "no-inline", PATTERN_APART);
    list_read(&allocation_list, "alloc", PATTERN_ALLOCATION);
}

// Copies text as far as there is room; returns the new length.
static size_t append(char *name, size_t length, const struct symbol *symbol) {
    size_t bytes = symbol->length < NAME_BYTES - length ? symbol->length : NAME_BYTES - length;
    memcpy(name + length, symbol->text, bytes);
    return length + bytes;
}

// "pkg.Class."; returns its length.
static size_t put_class_name(char *name, const struct class *class) {
    size_t prefix = append(name, 0, class->name);
    for (size_t i = 0; i < prefix; i++) {
        if (name[i] == '/') name[i] = '.';
    }
    if (prefix < NAME_BYTES) name[prefix++] = '.';
    return prefix;
}

static void mark_methods(struct class *class) {
    char name[NAME_BYTES];
    size_t prefix = put_class_name(name, class);
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        size_t length = append(name, prefix, method->name);
        if (pattern_list_selects(&time_list.list, name, length)) method->flags |= METHOD_PROBED;
        if (pattern_list_selects(&trace_list.list, name, length)) method->flags |= METHOD_TRACED;
        if (pattern_list_selects(&apart_list.list, name, length)) method->flags |= METHOD_APART;
        if (pattern_list_selects(&allocation_list.list, name, length)) method->flags |= METHOD_COUNTED;
    }
}

bool watch_is_dumped(const struct method *method) {
    struct pattern patterns[PATTERN_MOST];
    struct pattern_list list = {.patterns = patterns};
    struct option option;
    for (bool found = option_first(&machine_options, "dump", &option); found && list.count < PATTERN_MOST;
         found = option_next("dump", &option)) {
        pattern_list_add(&list, option.value, option.length);
    }
    char name[NAME_BYTES];
    size_t length = list.count ? append(name, put_class_name(name, method->holder), method->name) : 0;
    return list.count && pattern_list_selects(&list, name, length);
}

void watch_class(struct class *class) {
    struct log_reading start = log_read(log_self());
    bool any = time_list.list.count || trace_list.list.count || apart_list.list.count || allocation_list.list.count;
    if (any) mark_methods(class);
    log_charge(log_self(), &start);
}
