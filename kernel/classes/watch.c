// Method patterns; see watch.h.
#include "kernel/classes/watch.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/pattern.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/core/options.h"
#include "kernel/core/thread.h"
#include "log/log.h"

#define NAME_BYTES 1024 // for "pkg.Class.method"; a longer name is matched by its beginning

// A pattern that was switched while the program ran.
struct watch_rule {
    char text[WATCH_PATTERN_BYTES];
    size_t length;
    bool on;
};

// The patterns of one kind, and what has been switched since, the latest last.
struct watch_list {
    struct pattern_list list;
    struct pattern patterns[PATTERN_MOST];
    struct watch_rule rules[PATTERN_MOST];
    u32 rule_count;
};

static const struct {
    enum pattern_kind kind;
    const char *key; // the option's
} kinds[] = {
#define PATTERN(name, bit, field, key, words, help) {PATTERN_##name, key},
    PATTERN_TABLE(PATTERN)
#undef PATTERN
};
static struct watch_list lists[COUNT_OF(kinds)];

static struct watch_list *list_of(enum pattern_kind kind) {
    u32 i = 0;
    while (kinds[i].kind != kind) i++;
    return &lists[i];
}

// The patterns given for the key, stored in `patterns`, which has room for PATTERN_MOST.
static struct pattern_list patterns_read(struct pattern *patterns, const char *key) {
    struct pattern_list list = {.patterns = patterns};
    struct option option;
    for (bool found = option_first(&machine_options, key, &option); found && list.count < PATTERN_MOST;
         found = option_next(key, &option)) {
        pattern_list_add(&list, option.value, option.length);
    }
    return list;
}

static void list_read(struct watch_list *watch, const char *key, enum pattern_kind kind) {
    watch->list = patterns_read(watch->patterns, key);
    for (u32 i = 0; i < watch->list.count; i++) {
        const struct pattern *pattern = &watch->patterns[i];
        log_pattern(kind, pattern->text - pattern->leaves_out, pattern->length + pattern->leaves_out);
    }
}

void watch_init(void) {
    for (u32 i = 0; i < COUNT_OF(lists); i++) list_read(&lists[i], kinds[i].key, kinds[i].kind);
}

// Copies as much of the text as there is room for; returns the new length.
static size_t append(char *name, size_t length, const struct symbol *symbol) {
    ASSERT(length <= NAME_BYTES);
    size_t bytes = symbol->length < NAME_BYTES - length ? symbol->length : NAME_BYTES - length;
    memcpy(name + length, symbol->text, bytes);
    return length + bytes;
}

// Puts "pkg.Class."; returns its length.
static size_t put_class_name(char *name, const struct class *class) {
    size_t prefix = append(name, 0, class->name);
    for (size_t i = 0; i < prefix; i++) {
        if (name[i] == '/') name[i] = '.';
    }
    if (prefix < NAME_BYTES) name[prefix++] = '.';
    return prefix;
}

static bool rule_names(const struct watch_rule *rule, const char *name, size_t length) {
    struct pattern pattern = pattern_read(rule->text, rule->length);
    return pattern_names(&pattern, name, length);
}

static bool has_patterns(const struct watch_list *watch) { return watch->list.count || watch->rule_count; }

static bool selects(const struct watch_list *watch, const char *name, size_t length) {
    for (u32 i = watch->rule_count; i-- > 0;) {
        if (rule_names(&watch->rules[i], name, length)) return watch->rules[i].on;
    }
    return pattern_list_selects(&watch->list, name, length);
}

static void mark_methods(struct class *class) {
    char name[NAME_BYTES];
    size_t prefix = put_class_name(name, class);
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        size_t length = append(name, prefix, method->name);
        for (u32 j = 0; j < COUNT_OF(lists); j++) {
            if (selects(&lists[j], name, length)) method->patterns = narrow_u8(method->patterns | kinds[j].kind);
        }
        method->patterns_so_far = method->patterns;
    }
}

bool watch_is_dumped(const struct method *method) {
    struct pattern patterns[PATTERN_MOST];
    struct pattern_list list = patterns_read(patterns, "dump");
    char name[NAME_BYTES];
    size_t length = list.count ? append(name, put_class_name(name, method->holder), method->name) : 0;
    return list.count && pattern_list_selects(&list, name, length);
}

void watch_class(struct class *class) {
    struct log_reading start = log_read(log_self());
    bool any = false;
    for (u32 i = 0; i < COUNT_OF(lists); i++) any |= has_patterns(&lists[i]);
    if (any) mark_methods(class);
    log_charge(log_self(), &start);
}

// ---- Switched while the program runs

// Calls `visit` for each method that the pattern names, until it returns false.
static void visit_named(const struct watch_switch *watch, bool (*visit)(void *context, struct method *method),
                        void *context) {
    struct pattern pattern = pattern_read(watch->text, watch->length);
    char name[NAME_BYTES];
    for (const struct domain *domain = domain_first; domain; domain = domain->next) {
        for (struct class *class = domain->first_class; class; class = class->next_class) {
            size_t prefix = class->method_count ? put_class_name(name, class) : 0;
            for (u32 i = 0; i < class->method_count; i++) {
                size_t length = append(name, prefix, class->methods[i].name);
                if (pattern_names(&pattern, name, length) && !visit(context, &class->methods[i])) return;
            }
        }
    }
}

static bool find_one(void *found, struct method *method) {
    (void)method;
    *(bool *)found = true;
    return false;
}

bool watch_names_any(const struct watch_switch *watch) {
    bool found = false;
    visit_named(watch, find_one, &found);
    return found;
}

// Only the last switch of a pattern counts.
static void forget(struct watch_list *list, const struct watch_switch *watch) {
    u32 kept = 0;
    for (u32 i = 0; i < list->rule_count; i++) {
        const struct watch_rule *rule = &list->rules[i];
        bool same = rule->length == watch->length && memcmp(rule->text, watch->text, rule->length) == 0;
        if (!same) list->rules[kept++] = *rule;
    }
    list->rule_count = kept;
}

static bool turns_on(const struct watch_switch *watch) {
    return watch->on != pattern_read(watch->text, watch->length).leaves_out;
}

bool watch_keep(const struct watch_switch *watch) {
    struct watch_list *list = list_of(watch->kind);
    if (watch->length > WATCH_PATTERN_BYTES) return false;
    forget(list, watch);
    if (list->rule_count == PATTERN_MOST) return false;
    struct watch_rule *rule = &list->rules[list->rule_count++];
    *rule = (struct watch_rule){.length = watch->length, .on = turns_on(watch)};
    memcpy(rule->text, watch->text, watch->length);
    return true;
}

bool watch_may_count(void) {
    const struct watch_list *list = list_of(PATTERN_ALLOCATION);
    for (u32 i = list->rule_count; i-- > 0;) {
        const struct watch_rule *rule = &list->rules[i];
        bool names_all = rule->length == 2 && rule->text[0] == '*' && rule->text[1] == '*';
        if (rule->on || names_all) return rule->on;
    }
    return list->list.count != 0;
}

struct application {
    const struct watch_switch *watch;
    void (*changed)(struct method *method, u8 patterns_before);
};

static bool switch_one(void *context, struct method *method) {
    const struct application *application = context;
    const struct watch_switch *watch = application->watch;
    u8 before = method->patterns_so_far;
    if (((method->patterns & watch->kind) != 0) == turns_on(watch)) return true;
    method->flags |= METHOD_SWITCHED;
    method->patterns = narrow_u8(method->patterns ^ watch->kind);
    method->patterns_so_far |= method->patterns;
    application->changed(method, before);
    return true;
}

void watch_apply(const struct watch_switch *watch, void (*changed)(struct method *method, u8 patterns_before)) {
    struct application application = {watch, changed};
    visit_named(watch, switch_one, &application);
}
