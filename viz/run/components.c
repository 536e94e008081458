// See components.h. The format is that of INI files: a line of a section, "[name]", lines "key = value", empty lines,
// and lines that begin with '#' or ';'.
#include "viz/run/components.h"

#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/cli/file.h"
#include "viz/cli/nearest.h"
#include "viz/cli/process.h"

enum { MIB_MOST = 1024, COUNT_MOST = 1000000, WEIGHT_MOST = 1000, OUTPUT_MOST = 1000000000, PORT_MOST = 65535 };

#define STARTER "gnomon.Components"

struct value {
    char *text;
    u32 line; // 0: not given
};

struct values {
    struct value *items;
    size_t count, capacity;
};

// KEY(name, whether it may be given again)
// clang-format off
#define KEY_TABLE(KEY) \
    KEY(classpath, false) KEY(jar, false) KEY(main, false) KEY(argument, true) KEY(heap, false) KEY(threads, false) \
    KEY(files, false) KEY(classdata, false) KEY(calls, false) KEY(weight, false) KEY(connections, false) \
    KEY(domains, false) KEY(output, false) KEY(types, false) KEY(events, false) KEY(scheduler, false) KEY(network, true) KEY(port, true) \
    KEY(names, false) KEY(instruments, false) KEY(property, true) KEY(after, true) KEY(service, false)
// clang-format on

#define KEY(key, repeats) KEY_##key,
enum key { KEY_TABLE(KEY) KEYS };
#undef KEY

struct component {
    struct value name;
    struct values values[KEYS];
    struct program program; // by itself
    bool is_started;
};

struct components {
    const char *path;
    struct component *items;
    size_t count, capacity;
    struct problem *problem;
};

static const struct {
    const char *name;
    bool repeats;
} keys[KEYS] = {
#define KEY(key, again) [KEY_##key] = {#key, again},
    KEY_TABLE(KEY)
#undef KEY
};

static bool refuse(const struct components *all, u32 line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool refuse(const struct components *all, u32 line, const char *format, ...) {
    char words[sizeof(all->problem->text)];
    va_list list;
    va_start(list, format);
    vsnprintf(words, sizeof(words), format, list);
    va_end(list);
    return problem_set(all->problem, STATUS_BAD_INPUT, "%s:%u: %s", all->path, line, words);
}

// The first value; with line 0 if there is none.
static struct value value_of(const struct component *component, enum key key) {
    const struct values *values = &component->values[key];
    return values->count ? values->items[0] : (struct value){0};
}

static struct component *find_component(const struct components *all, const char *name) {
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->items[i].name.text, name) == 0) return &all->items[i];
    }
    return NULL;
}

// ---- Lines

static char *trim(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
    return text;
}

static bool is_name(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (!isalnum((unsigned char)text[i]) && !strchr("-_.", text[i])) return false;
    }
    return length > 0;
}

static bool read_section(struct components *all, char *text, u32 line) {
    size_t length = strlen(text);
    if (text[length - 1] != ']' || !is_name(text + 1, length - 2)) {
        return refuse(all, line, "expected [NAME], of letters, digits, '-', '_' and '.', found '%s'", text);
    }
    text[length - 1] = 0;
    const struct component *same = find_component(all, text + 1);
    if (same) {
        return refuse(all, line, "expected another name for a component, found %s, which line %u has", text + 1,
                      same->name.line);
    }
    ARRAY_GROW(all->items, all->count, all->capacity);
    all->items[all->count++] = (struct component){.name = {text_copy(text + 1), line}};
    return true;
}

static bool find_key(const struct components *all, const char *name, u32 line, u32 *key) {
    struct nearest nearest = {.word = name};
    struct buffer names = {0};
    for (*key = 0; *key < KEYS; (*key)++) {
        if (strcmp(keys[*key].name, name) == 0) return buffer_free(&names), true;
        nearest_try(&nearest, keys[*key].name);
        buffer_format(&names, "%s%s", *key ? ", " : "", keys[*key].name);
    }
    refuse(all, line, "expected one of %s, found '%s'%s", buffer_string(&names), name, nearest_hint(&nearest));
    buffer_free(&names);
    return false;
}

static bool read_value(struct components *all, char *text, u32 line) {
    char *equals = strchr(text, '=');
    u32 key;
    if (!all->count) return refuse(all, line, "expected a component's name, such as [store], found '%s'", text);
    if (!equals) return refuse(all, line, "expected KEY = VALUE or [NAME], found '%s'", text);
    *equals = 0;
    char *name = trim(text), *value = trim(equals + 1);
    if (!find_key(all, name, line, &key)) return false;
    struct values *values = &all->items[all->count - 1].values[key];
    if (!*value && key != KEY_argument) return refuse(all, line, "%s: expected a value, found none", name);
    if (values->count && !keys[key].repeats) {
        return refuse(all, line, "expected %s once, found it again: line %u has it", name, values->items[0].line);
    }
    ARRAY_GROW(values->items, values->count, values->capacity);
    values->items[values->count++] = (struct value){text_copy(value), line};
    return true;
}

static bool read_line(struct components *all, char *text, u32 line) {
    text = trim(text);
    if (!*text || *text == '#' || *text == ';') return true;
    return *text == '[' ? read_section(all, text, line) : read_value(all, text, line);
}

static bool read_lines(struct components *all) {
    struct file_map map;
    if (!file_map(&map, all->path, all->problem)) return false;
    char *text = text_copy_span((const char *)map.data, map.size), *end = text + map.size;
    bool done = true;
    u32 line = 1;
    for (char *at = text; at < end && done; line++) {
        char *next = memchr(at, '\n', (size_t)(end - at));
        if (!next) next = end;
        *next = 0;
        done = strlen(at) == (size_t)(next - at) ? read_line(all, at, line)
                                                 : refuse(all, line, "expected text, found a zero byte");
        at = next + 1;
    }
    file_unmap(&map);
    free(text);
    return done && (all->count || refuse(all, line, "expected a component's name, such as [store], found the end"));
}

// ---- Checks

// Paths are written from the file's own directory on.
static char *path_of(const struct components *all, const char *path) {
    const char *slash = strrchr(all->path, '/');
    if (path[0] == '/' || !slash) return text_copy(path);
    return text_format("%.*s/%s", (int)(slash - all->path), all->path, path);
}

static bool add_place(const struct components *all, struct value value, const char *item, struct buffer *list) {
    char *path = path_of(all, item);
    bool done = file_exists(path);
    if (!done) refuse(all, value.line, "expected a jar or a directory of classes, found no %s", path);
    buffer_format(list, "%s%s", list->size ? ":" : "", path);
    free(path);
    return done;
}

// On the host, with ':' between them.
static bool find_places(const struct components *all, struct value value, struct buffer *list) {
    char *copy = text_copy(value.text);
    bool done = true;
    for (char *save = NULL, *item = strtok_r(copy, ":", &save); item && done; item = strtok_r(NULL, ":", &save)) {
        done = add_place(all, value, item, list);
    }
    free(copy);
    return done;
}

static bool add_line(const struct components *all, u32 line) {
    char *words = text_copy(all->problem->text);
    refuse(all, line, "%s", words);
    free(words);
    return false;
}

static bool open_component(const struct components *all, struct component *component, const char *leave_out) {
    struct value classpath = value_of(component, KEY_classpath), jar = value_of(component, KEY_jar),
                 main = value_of(component, KEY_main), where = jar.line ? jar : classpath;
    struct buffer places = {0};
    if (classpath.line && jar.line) {
        return refuse(all, jar.line, "expected classpath or jar, found both: line %u has the other", classpath.line);
    }
    if (!where.line) {
        return refuse(all, component->name.line, "[%s]: expected classpath and main, or jar, found neither",
                      component->name.text);
    }
    if (classpath.line && !main.line) {
        return refuse(all, classpath.line, "[%s]: expected main with classpath, found none", component->name.text);
    }
    if (!find_places(all, where, &places)) return buffer_free(&places), false;
    const char *list = buffer_string(&places); // kept: the program names it
    u32 line = main.line ? main.line : where.line;
    bool done = main.line ? program_open(&component->program, list, main.text, leave_out, all->problem)
                          : program_open(&component->program, NULL, list, leave_out, all->problem);
    if (done && !component->program.main_class_found) done = program_refuse(&component->program, all->problem);
    if (!done) return add_line(all, line);
    struct value scheduler = value_of(component, KEY_scheduler);
    if (!scheduler.line || program_has_class(&component->program, scheduler.text)) return true;
    return refuse(all, scheduler.line, "scheduler: expected a class of this component, found no %s", scheduler.text);
}

// The least values are those of gnomon.Domain.Options.
static const struct {
    enum key key;
    unsigned long least, most;
    const char *unit;
} limits[] = {{KEY_heap, 8, MIB_MOST, " (MiB)"}, {KEY_threads, 8, COUNT_MOST, ""},
              {KEY_files, 16, COUNT_MOST, ""},   {KEY_classdata, 4, MIB_MOST, " (MiB)"},
              {KEY_calls, 1, COUNT_MOST, ""},    {KEY_weight, 1, WEIGHT_MOST, ""},
              {KEY_connections, 0, 4096, ""},    {KEY_domains, 0, 31, ""},
              {KEY_output, 0, OUTPUT_MOST, ""},  {KEY_types, 0, 1024, ""},
              {KEY_events, 0, COUNT_MOST, ""}};

static bool check_limits(const struct components *all, const struct component *component) {
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct value value = value_of(component, limits[i].key);
        if (!value.line) continue;
        char *end;
        unsigned long number = strtoul(value.text, &end, 10);
        if (*end || !isdigit((unsigned char)value.text[0]) || number < limits[i].least || number > limits[i].most) {
            return refuse(all, value.line, "%s: expected %lu to %lu%s, found '%s'", keys[limits[i].key].name,
                          limits[i].least, limits[i].most, limits[i].unit, value.text);
        }
    }
    return true;
}

// Reads a port, which ends before `end`. Returns -1 if it is none.
static long port_at(const char *text, char end, const char **next) {
    char *after;
    unsigned long port = isdigit((unsigned char)text[0]) ? strtoul(text, &after, 10) : ULONG_MAX;
    if (port > PORT_MOST || (*after && *after != end)) return -1;
    *next = after;
    return (long)port;
}

static bool is_ports(const char *text) {
    if (strcmp(text, "*") == 0) return true;
    long first = port_at(text, '-', &text), last = first;
    if (first >= 0 && *text) last = port_at(text + 1, 0, &text);
    return first >= 0 && last >= first;
}

// An address or a prefix: what of these digits is one, the kernel says.
static bool is_address(const char *text, size_t bytes) {
    return bytes && bytes < 64 && strspn(text, text[0] == '[' ? "0123456789abcdefABCDEF:/[]" : "0123456789./") >= bytes;
}

// As kernel/net/net_rule.c reads them.
static bool is_rule(const char *text) {
    const char *colon = text[0] == '[' ? strstr(text, "]:") : strchr(text, ':');
    if (!colon || colon - text > 127) return false;
    if (text[0] == '[') colon++;
    bool any = colon == text + 1 && text[0] == '*';
    size_t bytes = (size_t)(colon - text);
    return (any || is_name(text, bytes) || is_address(text, bytes)) && is_ports(colon + 1);
}

static bool check_network(const struct components *all, const struct component *component) {
    const struct values *rules = &component->values[KEY_network];
    for (size_t i = 0; i < rules->count; i++) {
        const char *text = rules->items[i].text;
        bool is_word = strcmp(text, "nothing") == 0 || strcmp(text, "loopback") == 0 || strcmp(text, "all") == 0;
        if (is_word ? rules->count == 1 : is_rule(text) && rules->count <= 16) continue;
        return refuse(all, rules->items[i].line,
                      "network: expected nothing, loopback or all, or up to 16 rules HOST:PORT, found '%s'", text);
    }
    return true;
}

static bool check_ports(const struct components *all, const struct component *component) {
    const struct values *ports = &component->values[KEY_port];
    for (size_t i = 0; i < ports->count; i++) {
        const char *text = ports->items[i].text;
        if (!strpbrk(text, "-*") && is_ports(text) && strcmp(text, "0") != 0) continue;
        return refuse(all, ports->items[i].line, "port: expected 1 to %d, found '%s'", PORT_MOST, text);
    }
    return true;
}

static bool check_values(const struct components *all, const struct component *component) {
    struct value service = value_of(component, KEY_service);
    const struct values *properties = &component->values[KEY_property];
    const char *both[] = {"service", "instruments"};
    struct value answers[] = {service, value_of(component, KEY_instruments)};
    for (size_t i = 0; i < COUNT_OF(answers); i++) {
        if (!answers[i].line || strcmp(answers[i].text, "yes") == 0 || strcmp(answers[i].text, "no") == 0) continue;
        return refuse(all, answers[i].line, "%s: expected yes or no, found '%s'", both[i], answers[i].text);
    }
    if (!check_network(all, component) || !check_ports(all, component)) return false;
    for (size_t i = 0; i < properties->count; i++) {
        const char *text = properties->items[i].text;
        if (strchr(text, '=') && text[0] != '=') continue;
        return refuse(all, properties->items[i].line, "property: expected NAME=VALUE, found '%s'", text);
    }
    return true;
}

static bool check_after(const struct components *all, const struct component *component) {
    const struct values *after = &component->values[KEY_after];
    for (size_t i = 0; i < after->count; i++) {
        struct nearest nearest = {.word = after->items[i].text};
        if (find_component(all, after->items[i].text)) continue;
        for (size_t k = 0; k < all->count; k++) nearest_try(&nearest, all->items[k].name.text);
        return refuse(all, after->items[i].line, "after: expected a component of this file, found %s%s",
                      after->items[i].text, nearest_hint(&nearest));
    }
    return true;
}

static bool check_components(const struct components *all, const char *leave_out) {
    bool any = false;
    u32 first = all->count ? all->items[0].name.line : 1;
    for (size_t i = 0; i < all->count; i++) {
        struct component *component = &all->items[i];
        struct value service = value_of(component, KEY_service);
        if (!check_limits(all, component) || !check_values(all, component) || !check_after(all, component)) {
            return false;
        }
        any |= !service.line || strcmp(service.text, "yes") != 0;
    }
    if (!any) {
        return refuse(all, first, "expected a component that is no service, at whose end the run ends, found none");
    }
    for (size_t i = 0; i < all->count; i++) {
        if (!open_component(all, &all->items[i], leave_out)) return false;
    }
    return true;
}

// ---- The order of starting

// The component that this one waits for; line 0 if there is none.
static struct value waits_for(const struct components *all, const struct component *component) {
    const struct values *after = &component->values[KEY_after];
    for (size_t i = 0; i < after->count; i++) {
        const struct component *before = find_component(all, after->items[i].text);
        if (before && !before->is_started) return after->items[i];
    }
    return (struct value){0};
}

// A component that waits for one that waits, and so on, comes to one that has been there before.
static bool refuse_circle(const struct components *all, const struct component *from) {
    struct buffer words = {0};
    struct value after;
    for (size_t i = 0; i < all->count && from; i++) from = find_component(all, waits_for(all, from).text);
    const struct component *at = from;
    if (at) buffer_text(&words, at->name.text);
    do {
        after = at ? waits_for(all, at) : (struct value){0};
        at = after.line ? find_component(all, after.text) : NULL;
        if (at) buffer_format(&words, " after %s", at->name.text);
    } while (at && at != from);
    refuse(all, after.line, "after: expected an order in which they can start, found a circle: %s",
           buffer_string(&words));
    buffer_free(&words);
    return false;
}

// The first one of the file that waits for none; NULL if there is none.
static struct component *next_to_start(const struct components *all) {
    for (size_t i = 0; i < all->count; i++) {
        struct component *component = &all->items[i];
        if (!component->is_started && !waits_for(all, component).line) return component;
    }
    return NULL;
}

// ---- The program of all

static void add_argument(struct text_list *arguments, const char *key, const char *value) {
    text_list_add(arguments, text_format("%s=%s", key, value));
}

static void put_all(const struct component *component, enum key key, struct text_list *arguments) {
    for (size_t i = 0; i < component->values[key].count; i++) {
        add_argument(arguments, keys[key].name, component->values[key].items[i].text);
    }
}

static const char *guest_path(const struct program *program, const char *host_path) {
    for (size_t i = 0; i < program->count; i++) {
        if (strcmp(program->entries[i].host_path, host_path) == 0) return program->entries[i].guest_path;
    }
    return NULL;
}

static void put_component(const struct components *all, const struct program *program,
                          const struct component *component, const char *own_jar, struct text_list *arguments) {
    struct buffer classpath = {0};
    struct value service = value_of(component, KEY_service);
    add_argument(arguments, "component", component->name.text);
    text_list_add(arguments, text_format("place=%zu", (size_t)(component - all->items)));
    for (size_t i = 0; i < component->program.listed; i++) {
        const char *place = guest_path(program, component->program.entries[i].host_path);
        if (place) buffer_format(&classpath, "%s:", place);
    }
    buffer_text(&classpath, guest_path(program, own_jar));
    add_argument(arguments, "classpath", buffer_string(&classpath));
    add_argument(arguments, "main", component->program.main_class);
    for (size_t i = 0; i < component->values[KEY_argument].count; i++) {
        add_argument(arguments, "argument", component->values[KEY_argument].items[i].text);
    }
    put_all(component, KEY_property, arguments);
    put_all(component, KEY_network, arguments);
    put_all(component, KEY_port, arguments);
    put_all(component, KEY_names, arguments);
    struct value instruments = value_of(component, KEY_instruments);
    if (instruments.line && strcmp(instruments.text, "yes") == 0) add_argument(arguments, "instruments", "yes");
    for (size_t i = 0; i < COUNT_OF(limits); i++) {
        struct value value = value_of(component, limits[i].key);
        if (value.line) add_argument(arguments, keys[limits[i].key].name, value.text);
    }
    struct value scheduler = value_of(component, KEY_scheduler);
    if (scheduler.line) add_argument(arguments, "scheduler", scheduler.text);
    if (service.line && strcmp(service.text, "yes") == 0) add_argument(arguments, "service", "yes");
    buffer_free(&classpath);
}

static bool make_program(const struct components *all, struct program *program, struct text_list *arguments,
                         const char *leave_out) {
    struct buffer places = {0};
    char *own_jar = process_beside("gnomon.jar", "gnomon.jar", all->problem);
    if (!own_jar) return false;
    buffer_text(&places, own_jar);
    for (size_t i = 0; i < all->count; i++) {
        const struct program *own = &all->items[i].program;
        for (size_t k = 0; k < own->listed; k++) {
            char *item = text_format(":%s:", own->entries[k].host_path),
                 *known = text_format(":%s:", buffer_string(&places));
            if (!strstr(known, item)) buffer_format(&places, ":%s", own->entries[k].host_path);
            free(item), free(known);
        }
    }
    if (!program_open(program, buffer_string(&places), STARTER, leave_out, all->problem)) return false;
    for (struct component *next; (next = next_to_start(all));) {
        put_component(all, program, next, own_jar, arguments);
        next->is_started = true;
    }
    free(own_jar);
    return true;
}

// Before anything is made: whether all can be started.
static bool check_order(const struct components *all) {
    for (struct component *next; (next = next_to_start(all));) next->is_started = true;
    for (size_t i = 0; i < all->count; i++) {
        if (!all->items[i].is_started) return refuse_circle(all, &all->items[i]);
    }
    for (size_t i = 0; i < all->count; i++) all->items[i].is_started = false;
    return true;
}

bool components_open(struct program *program, struct text_list *arguments, const char *path, const char *leave_out,
                     struct problem *problem) {
    struct components all = {.path = path, .problem = problem};
    return read_lines(&all) && check_components(&all, leave_out) && check_order(&all) &&
           make_program(&all, program, arguments, leave_out);
}
