// Options and patterns: the archive's options as the kernel reads them, patterns against methods, names of events, and
// command lines of the tool. The first byte of an input chooses; texts are divided by zero bytes.
//
// Patterns are compared with a matcher that tries everything, and the kernel's selection with base/pattern.h's.
#include <stdlib.h>
#include <string.h>

#include "base/pattern.h"
#include "kernel/classes/watch.h"
#include "kernel/core/options.h"
#include "log/log.h"
#include "log/self.h"
#include "tests/host/log_fixture.h"
#include "viz/verbs/commands.h"

#define TEXTS_MOST 64
#define SLOW_TEXT_MOST 24 // the matcher that tries everything

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

// ---- Texts of the input

struct texts {
    char *items[TEXTS_MOST + 1]; // NULL ends them
    u32 count;
    char *memory;
};

static struct texts divide(const u8 *data, size_t size) {
    struct texts texts = {.memory = malloc(size + 1)};
    if (size) memcpy(texts.memory, data, size);
    texts.memory[size] = 0;
    for (size_t at = 0; at < size && texts.count < TEXTS_MOST; at += strlen(texts.memory + at) + 1) {
        texts.items[texts.count++] = texts.memory + at;
    }
    return texts;
}

// ---- The kernel's options

// The lines stand in memory of exactly their size.
static void read_options(const u8 *data, size_t size) {
    static const char *const keys[] = {"property", "time", "sample", "main", "events", "arg", ""};
    u64 mask[4] = {0};
    struct option option;
    const struct options options = machine_options = (struct options){(const char *)data, (const char *)data + size};
    for (size_t i = 0; i < COUNT_OF(keys); i++) {
        size_t found = 0;
        for (bool more = option_first(&options, keys[i], &option); more; more = option_next(keys[i], &option)) {
            if (++found > size || option.value < (const char *)data ||
                option.value + option.length > (const char *)data + size) {
                abort();
            }
            log_events_select(mask, option.value, option.length);
            option_is(&option, "stop");
        }
        option_number(&options, keys[i], 7);
        option_property_number(&options, keys[i], 7);
    }
    option_property(&options, "gnomon.again", &option);
    watch_init();
}

static void select_events(const struct texts *texts) {
    u64 mask[4] = {0};
    for (u32 i = 0; i < texts->count; i++) log_events_select(mask, texts->items[i], strlen(texts->items[i]));
}

// ---- Patterns: the first text is a name "class", the second that of a method, the others are patterns

static bool matches_slowly(const char *pattern, const char *name) {
    if (pattern[0] == '*' && pattern[1] == '*') {
        return matches_slowly(pattern + 2, name) || (*name && matches_slowly(pattern, name + 1));
    }
    if (pattern[0] == '*') {
        return matches_slowly(pattern + 1, name) || (*name && *name != '.' && matches_slowly(pattern, name + 1));
    }
    return *pattern ? *pattern == *name && matches_slowly(pattern + 1, name + 1) : !*name;
}

static void compare_matchers(const char *pattern, const char *name) {
    size_t length = strlen(pattern);
    if (!pattern_is_valid(pattern, length) || strlen(name) > SLOW_TEXT_MOST || length > SLOW_TEXT_MOST) return;
    struct pattern read = pattern_read(pattern, length);
    if (pattern_names(&read, name, strlen(name)) != matches_slowly(pattern + (*pattern == '!'), name)) abort();
}

static struct symbol *make_symbol(const char *text) {
    struct symbol *symbol = malloc(sizeof(*symbol) + strlen(text) + 1);
    symbol->length = (u16)strlen(text);
    memcpy(symbol->text, text, symbol->length + 1u);
    return symbol;
}

// "time=PATTERN" lines; whether the kernel selects the method.
static bool is_selected(const char *class_name, const char *method_name, const struct text_list *patterns) {
    struct buffer lines = {0};
    for (size_t i = 0; i < patterns->count; i++) buffer_format(&lines, "time=%s\n", patterns->items[i]);
    struct method method = {.name = make_symbol(method_name)};
    struct class *class = calloc(1, sizeof(*class));
    class->name = make_symbol(class_name);
    class->methods = &method;
    class->method_count = 1;
    machine_options = (struct options){(const char *)lines.data, (const char *)lines.data + lines.size};
    watch_init();
    watch_class(class);
    free((void *)class->name), free((void *)method.name), free(class);
    buffer_free(&lines);
    return method.patterns & PATTERN_TIME;
}

// What base/pattern.h says of the whole name.
static bool is_named(const char *name, const struct text_list *patterns) {
    struct pattern_list list = {.patterns = malloc(patterns->count * sizeof(struct pattern))};
    for (size_t i = 0; i < patterns->count; i++) {
        pattern_list_add(&list, patterns->items[i], strlen(patterns->items[i]));
    }
    bool named = pattern_list_selects(&list, name, strlen(name));
    free(list.patterns);
    return named;
}

static void match_patterns(const struct texts *texts) {
    if (texts->count < 3 || strpbrk(texts->items[0], "\n.") || strpbrk(texts->items[1], "\n./")) return;
    struct text_list patterns = {0};
    char *name = text_format("%s.%s", texts->items[0], texts->items[1]);
    for (char *at = name; *at; at++) {
        if (*at == '/') *at = '.';
    }
    for (u32 i = 2; i < texts->count; i++) {
        compare_matchers(texts->items[i], name);
        if (!strchr(texts->items[i], '\n') && patterns.count < PATTERN_MOST) text_list_add(&patterns, texts->items[i]);
    }
    bool fits = strlen(name) < 1000; // what is longer the kernel cuts
    bool selected = fits && patterns.count && is_selected(texts->items[0], texts->items[1], &patterns);
    if (fits && patterns.count && selected != is_named(name, &patterns)) abort();
    free(name), free(patterns.items);
}

// ---- Command lines

static void parse_arguments(const struct command *command, const struct texts *texts) {
    u64 target[256] = {0}; // larger than any command's settings
    struct text_list positional = {0}, rest = {0};
    struct problem problem = {0};
    bool help = false;
    bool parsed =
        options_parse(command, (int)texts->count, (char **)texts->items, target, &positional, &rest, &help, &problem);
    if (parsed == (problem.status != 0) || (!parsed && !*problem.text)) abort();
    for (size_t i = 0; i < command->rule_count; i++) {
        if (command->rules[i].kind == OPTION_LIST) {
            free(((struct text_list *)((u8 *)target + command->rules[i].offset))->items);
        }
    }
    free(positional.items), free(rest.items);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size) {
    if (!host_thread) fixture_start(2 * MIB, 0); // patterns are logged
    if (!size) return 0;
    struct texts texts = divide(data + 1, size - 1);
    switch (data[0] % (command_count + 3)) {
    case 0: read_options(data + 1, size - 1); break;
    case 1: select_events(&texts); break;
    case 2: match_patterns(&texts); break;
    default: parse_arguments(command_table[data[0] % (command_count + 3) - 3], &texts); break;
    }
    free(texts.memory);
    return 0;
}
