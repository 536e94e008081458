// See names.h, and "Names" in log/region.h for the records.
#include "viz/read/names.h"

#include "base/varint.h"

#include <stdlib.h>
#include <string.h>

static char *dotted(const char *text, size_t length) {
    char *name = text_copy_span(text, length);
    for (char *at = name; *at; at++) {
        if (*at == '/') *at = '.';
    }
    return name;
}

// Appends the Java name of the type at `at`; where it ends, or NULL if there is none.
static const char *append_type(struct buffer *label, const char *at) {
    static const char letters[] = "ZBCSIJFDV";
    static const char *const words[] = {"boolean", "byte", "char", "short", "int", "long", "float", "double", "void"};
    int dimensions = 0;
    while (*at == '[') at++, dimensions++;
    const char *letter = *at ? strchr(letters, *at) : NULL;
    if (letter) {
        buffer_text(label, words[letter - letters]);
        at++;
    } else {
        const char *end = *at == 'L' ? strchr(at, ';') : NULL;
        if (!end) return NULL;
        const char *simple = at + 1;
        for (const char *c = at; c < end; c++) {
            if (*c == '/') simple = c + 1;
        }
        buffer_append(label, simple, (size_t)(end - simple));
        at = end + 1;
    }
    while (dimensions--) buffer_text(label, "[]");
    return at;
}

// The name of a class: "java.util.Map$Entry", "long[][]", "java.lang.String[]".
static char *class_title(const char *text, size_t length) {
    char *name = dotted(text, length);
    size_t dimensions = strspn(name, "[");
    if (!dimensions) return name;
    struct buffer title = {0};
    const char *element = name + dimensions;
    if (*element == 'L') {
        buffer_append(&title, element + 1, strcspn(element + 1, ";"));
    } else if (!append_type(&title, element)) {
        buffer_text(&title, element);
    }
    while (dimensions--) buffer_text(&title, "[]");
    free(name);
    return (char *)title.data;
}

char *names_method_label(const char *class_name, const char *method, const char *descriptor) {
    struct buffer label = {0};
    buffer_format(&label, "%s%s%s", class_name, *class_name ? "." : "", method);
    if (*descriptor != '(') {
        buffer_text(&label, descriptor);
        return (char *)label.data;
    }
    buffer_byte(&label, '(');
    const char *at = descriptor + 1;
    for (bool first = true; at && *at && *at != ')'; first = false) {
        if (!first) buffer_text(&label, ", ");
        at = append_type(&label, at);
    }
    buffer_byte(&label, ')');
    return (char *)label.data;
}

static void table_add(struct name_table *table, u32 id, u64 ticks, const char *text, size_t length) {
    ARRAY_GROW(table->items, table->count, table->capacity);
    table->items[table->count++] = (struct simple_name){id, ticks, text_copy_span(text, length)};
}

// Room for the fields and the text inside the record; the text, or NULL.
static const char *record_text(const struct name_record *record, size_t fields) {
    if (record->bytes < fields || record->bytes - fields < record->text_bytes) return NULL;
    return (const char *)record + fields;
}

static bool load_class(struct recording *recording, const struct name_record *record) {
    const char *text = record_text(record, sizeof(struct name_class));
    const struct name_class *name = (const struct name_class *)record;
    if (!text || name->source_bytes > record->text_bytes) return false;
    ARRAY_GROW(recording->classes, recording->class_count, recording->class_capacity);
    size_t length = record->text_bytes - name->source_bytes;
    recording->classes[recording->class_count++] =
        (struct class_name){.id = name->id,
                            .super = name->super,
                            .domain = name->domain,
                            .name = class_title(text, length),
                            .source = text_copy_span(text + length, name->source_bytes)};
    return true;
}

static bool load_method(struct recording *recording, const struct name_record *record) {
    const char *text = record_text(record, sizeof(struct name_method));
    const struct name_method *name = (const struct name_method *)record;
    if (!text || name->name_bytes + name->descriptor_bytes > record->text_bytes) return false;
    ARRAY_GROW(recording->methods, recording->method_count, recording->method_capacity);
    recording->methods[recording->method_count++] =
        (struct method_name){.id = name->id,
                             .class_id = name->class,
                             .flags = name->flags,
                             .name = text_copy_span(text, name->name_bytes),
                             .descriptor = text_copy_span(text + name->name_bytes, name->descriptor_bytes)};
    return true;
}

// Adds a difference; returns false if that does not lead to a number from 0 to `most`.
static bool add_difference(s64 *number, struct varint_cursor *from, s64 most) {
    s64 difference = varint_get_signed(from);
    if (difference < -most || difference > most) return false;
    *number += difference;
    return *number >= 0 && *number <= most;
}

// A place has at least 4 bytes, and is inlined into an earlier one.
static bool load_places(struct code_range *range, u32 count, struct varint_cursor *from) {
    if (count > (size_t)(from->end - from->at) / 4) return false;
    range->places = memory_get(count * sizeof(*range->places));
    s64 method = 0, bytecode_index = 0, line = 0;
    for (; range->place_count < count; range->place_count++) {
        bool is_right = add_difference(&method, from, UINT32_MAX) &&
                        add_difference(&bytecode_index, from, UINT16_MAX) && add_difference(&line, from, UINT16_MAX);
        u64 back = varint_get(from);
        if (!is_right || back > range->place_count) return false;
        range->places[range->place_count] =
            (struct code_place){.method = (u32)method,
                                .bytecode_index = (u16)bytecode_index,
                                .line = (u16)line,
                                .caller = back ? range->place_count - (u32)back + 1 : 0};
    }
    return !from->is_broken;
}

// A run has at least 2 bytes.
static bool load_runs(struct code_range *range, u32 count, struct varint_cursor *from) {
    if (count > (size_t)(from->end - from->at) / 2) return false;
    range->runs = memory_get(count * sizeof(*range->runs));
    u64 offset = 0;
    s64 place = 0;
    for (; range->run_count < count; range->run_count++) {
        u64 bytes = varint_get(from);
        if (!add_difference(&place, from, (s64)range->place_count - 1) || bytes >= range->size - offset) return false;
        offset += bytes;
        range->runs[range->run_count] = (struct code_run){(u32)offset, (u32)place};
    }
    return !from->is_broken;
}

static bool load_code(struct recording *recording, const struct name_record *record) {
    const char *text = record_text(record, sizeof(struct name_code));
    const struct name_code *name = (const struct name_code *)record;
    if (!text) return false;
    struct code_range range = {.start = name->start,
                               .size = name->size,
                               .method = name->method,
                               .kind = name->kind,
                               .from = record->ticks,
                               .to = name->valid_to,
                               .has_origins = name->flags & CODE_ORIGINS};
    struct varint_cursor from = {(const u8 *)text + record->text_bytes, (const u8 *)record + record->bytes, false};
    if (!load_places(&range, name->place_count, &from) || !load_runs(&range, name->run_count, &from)) {
        free(range.places), free(range.runs);
        return false;
    }
    range.name = text_copy_span(text, record->text_bytes);
    ARRAY_GROW(recording->code, recording->code_count, recording->code_capacity);
    recording->code[recording->code_count++] = range;
    return true;
}

static struct name_table *table_of(struct recording *recording, u32 type) {
    switch (type) {
    case NAME_THREAD: return &recording->threads_names;
    case NAME_DOMAIN: return &recording->domains;
    case NAME_EVENT_TYPE: return &recording->event_types;
    case NAME_PATTERN: return &recording->patterns;
    case NAME_STRING: return &recording->strings;
    default: return NULL;
    }
}

static bool load_record(struct recording *recording, const struct name_record *record) {
    if (record->type == NAME_CLASS) return load_class(recording, record);
    if (record->type == NAME_METHOD) return load_method(recording, record);
    if (record->type == NAME_CODE) return load_code(recording, record);
    struct name_table *table = table_of(recording, record->type);
    if (!table) return true; // a kind that we do not know is skipped
    const char *text = record_text(record, sizeof(struct name_simple));
    if (text) table_add(table, ((const struct name_simple *)record)->id, record->ticks, text, record->text_bytes);
    return text != NULL;
}

// Stable in the order of writing: of two records with one id the last one counts, which the look-up finds by searching
// from above.
#define COMPARE_BY(name, type, field)                          \
    static int name(const void *left, const void *right) {     \
        const struct type *a = left, *b = right;               \
        return a->field < b->field ? -1 : a->field > b->field; \
    }
COMPARE_BY(compare_classes, class_name, id)
COMPARE_BY(compare_methods, method_name, id)
COMPARE_BY(compare_code, code_range, start)

struct sorting {
    size_t bytes; // of an item
    int (*compare)(const void *, const void *);
};

// Two sorted runs, one behind the other, become one; of equal items those of the first come first.
static void merge(u8 *to, const u8 *first, const u8 *second, const u8 *end, const struct sorting *sorting) {
    const u8 *middle = second;
    for (; first < middle || second < end; to += sorting->bytes) {
        bool takes_first = second == end || (first < middle && sorting->compare(first, second) <= 0);
        const u8 **from = takes_first ? &first : &second;
        memcpy(to, *from, sorting->bytes);
        *from += sorting->bytes;
    }
}

// Stable, which qsort need not be.
static void sort(void *items, size_t count, size_t bytes, int (*compare)(const void *, const void *)) {
    const struct sorting sorting = {bytes, compare};
    u8 *from = items, *other = memory_get((count + 1) * bytes), *to = other;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t at = 0; at < count; at += 2 * run) {
            size_t second = at + run < count ? at + run : count, end = second + run < count ? second + run : count;
            merge(to + at * bytes, from + at * bytes, from + second * bytes, from + end * bytes, &sorting);
        }
        u8 *sorted = to;
        to = from;
        from = sorted;
    }
    if (from != items && count) memcpy(items, from, count * bytes);
    free(other);
}

static void free_method(struct method_name *method) {
    free(method->class_name), free(method->name), free(method->descriptor), free(method->label);
}

// A method whose probes were switched is named again: the last word counts.
static void drop_old_names(struct recording *recording) {
    struct method_name *methods = recording->methods;
    size_t count = recording->method_count, kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (i + 1 < count && methods[i + 1].id == methods[i].id) continue;
        struct method_name older = methods[kept];
        methods[kept++] = methods[i];
        methods[i] = older;
    }
    for (size_t i = kept; i < count; i++) free_method(&methods[i]);
    recording->method_count = kept;
}

static void complete_code(struct recording *recording) {
    u64 reach = 0;
    for (size_t i = 0; i < recording->code_count; i++) {
        struct code_range *range = &recording->code[i];
        u64 end = (u64)range->start + range->size;
        if (end > reach) reach = end;
        range->reach = reach;
        recording->code_ends |= range->to != UINT64_MAX;
    }
}

static void complete_methods(struct recording *recording) {
    for (size_t i = 0; i < recording->method_count; i++) {
        struct method_name *method = &recording->methods[i];
        const struct class_name *class = recording_class(recording, method->class_id);
        method->class_name = text_copy(class ? class->name : "");
        method->label = names_method_label(method->class_name, method->name, method->descriptor);
    }
}

static int by_label(const void *left, const void *right) {
    return strcmp((*(struct method_name *const *)left)->label, (*(struct method_name *const *)right)->label);
}

static void append_to_label(struct method_name *method, bool with_result) {
    struct buffer label = {0};
    const char *result = strchr(method->descriptor, ')');
    buffer_text(&label, method->label);
    if (with_result && result) {
        buffer_text(&label, ": "), append_type(&label, result + 1);
    } else if (!with_result) {
        buffer_format(&label, " [%#x]", method->id);
    }
    free(method->label);
    method->label = (char *)label.data;
}

// Where two methods have one label, both get more of a name. A compiler's bridges differ from what they lead to in the
// type of the result only; parameters whose types have one simple name are told apart by number.
static void distinguish_labels(struct recording *recording, bool by_result) {
    size_t count = recording->method_count;
    struct method_name **order = memory_get(count * sizeof(*order));
    for (size_t i = 0; i < count; i++) order[i] = &recording->methods[i];
    sort(order, count, sizeof(*order), by_label);
    bool *shared = memory_get(count);
    for (size_t i = 1; i < count; i++) {
        if (order[i]->id != order[i - 1]->id && by_label(&order[i], &order[i - 1]) == 0) {
            shared[i] = shared[i - 1] = true;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (shared[i]) append_to_label(order[i], by_result);
    }
    free(shared);
    free(order);
}

void names_load(struct recording *recording) {
    size_t bytes;
    u8 *names = reader_entries(&recording->reader, reader_find(&recording->reader, SECTION_NAMES, 0), 0, true, &bytes);
    for (size_t at = 0; bytes - at >= sizeof(struct name_record);) {
        const struct name_record *record = (const struct name_record *)(names + at);
        if (record->bytes < sizeof(*record) || record->bytes % 8 || record->bytes > bytes - at) {
            recording->broken_names++; // where the next begins is not known
            break;
        }
        if (!load_record(recording, record)) recording->broken_names++;
        at += record->bytes;
    }
    free(names);
    sort(recording->classes, recording->class_count, sizeof(*recording->classes), compare_classes);
    sort(recording->methods, recording->method_count, sizeof(*recording->methods), compare_methods);
    sort(recording->code, recording->code_count, sizeof(*recording->code), compare_code);
    drop_old_names(recording);
    complete_code(recording);
    complete_methods(recording);
    distinguish_labels(recording, true);
    distinguish_labels(recording, false);
}

static void table_free(struct name_table *table) {
    for (size_t i = 0; i < table->count; i++) free(table->items[i].text);
    free(table->items);
}

void names_free(struct recording *recording) {
    for (size_t i = 0; i < recording->class_count; i++) {
        free(recording->classes[i].name), free(recording->classes[i].source);
    }
    for (size_t i = 0; i < recording->method_count; i++) free_method(&recording->methods[i]);
    for (size_t i = 0; i < recording->code_count; i++) {
        free(recording->code[i].name), free(recording->code[i].places), free(recording->code[i].runs);
    }
    free(recording->classes);
    free(recording->methods);
    free(recording->code);
    table_free(&recording->threads_names);
    table_free(&recording->domains);
    table_free(&recording->event_types);
    table_free(&recording->patterns);
    table_free(&recording->strings);
}
