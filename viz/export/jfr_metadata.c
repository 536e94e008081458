// See jfr.h. Metadata is a tree of elements with attributes, in which all words are numbers in a table that comes
// before it.
#include "viz/export/jfr.h"

#include <stdlib.h>
#include <string.h>

enum { SIZE_BYTES = 4, TEXT_UTF8 = 3 };

void jfr_put_number(struct buffer *to, u64 value) {
    for (u32 i = 0; i < 8; i++) {
        if (value < 128) {
            buffer_byte(to, (u8)value);
            return;
        }
        buffer_byte(to, (u8)(value | 128));
        value >>= 7;
    }
    buffer_byte(to, (u8)value);
}

void jfr_put_text(struct buffer *to, const char *text) {
    struct buffer valid = {0};
    buffer_byte(to, text ? TEXT_UTF8 : 0);
    if (!text) return;
    buffer_utf8(&valid, text);
    jfr_put_number(to, valid.size);
    if (valid.size) buffer_append(to, valid.data, valid.size);
    buffer_free(&valid);
}

size_t jfr_begin(struct buffer *to, u32 type) {
    size_t begin = to->size;
    buffer_append(to, (const u8[SIZE_BYTES]){0}, SIZE_BYTES);
    jfr_put_number(to, type);
    return begin;
}

void jfr_end(struct buffer *to, size_t begin) {
    size_t size = to->size - begin;
    for (u32 i = 0; i < SIZE_BYTES; i++) {
        to->data[begin + i] = (u8)((size >> 7 * i & 127) | (i + 1 < SIZE_BYTES ? 128 : 0));
    }
}

// ---- Elements

struct element {
    const char *name;
    struct buffer attributes, children;
    u32 attribute_count, child_count;
};

struct metadata {
    struct intern words;
};

static void add_attribute(struct metadata *metadata, struct element *element, const char *key, const char *value) {
    jfr_put_number(&element->attributes, intern_text(&metadata->words, key));
    jfr_put_number(&element->attributes, intern_text(&metadata->words, value));
    element->attribute_count++;
}

static void add_number(struct metadata *metadata, struct element *element, const char *key, u32 value) {
    char *text = text_format("%u", value);
    add_attribute(metadata, element, key, text);
    free(text);
}

static void put_element(struct metadata *metadata, struct buffer *to, struct element *element) {
    jfr_put_number(to, intern_text(&metadata->words, element->name));
    jfr_put_number(to, element->attribute_count);
    if (element->attributes.size) buffer_append(to, element->attributes.data, element->attributes.size);
    jfr_put_number(to, element->child_count);
    if (element->children.size) buffer_append(to, element->children.data, element->children.size);
    buffer_free(&element->attributes);
    buffer_free(&element->children);
}

static void add_child(struct metadata *metadata, struct element *parent, struct element *child) {
    put_element(metadata, &parent->children, child);
    parent->child_count++;
}

// ---- Types

static struct element class_of(struct metadata *metadata, u32 id, const char *name, const char *super) {
    struct element class = {.name = "class"};
    add_attribute(metadata, &class, "name", name);
    if (super) add_attribute(metadata, &class, "superType", super);
    add_number(metadata, &class, "id", id);
    return class;
}

static void annotate(struct metadata *metadata, struct element *to, enum jfr_type type, const char *value) {
    struct element annotation = {.name = "annotation"};
    add_number(metadata, &annotation, "class", type);
    if (type == JFR_CATEGORY) {
        add_attribute(metadata, &annotation, "value-0", value);
    } else {
        add_attribute(metadata, &annotation, "value", value);
    }
    add_child(metadata, to, &annotation);
}

static struct element field_of(struct metadata *metadata, const char *name, enum jfr_type type) {
    struct element field = {.name = "field"};
    add_attribute(metadata, &field, "name", name);
    add_number(metadata, &field, "class", type);
    if (type >= JFR_CLASS && type < JFR_CONSTANTS_END) add_attribute(metadata, &field, "constantPool", "true");
    return field;
}

static void add_field(struct metadata *metadata, struct element *class, const char *name, enum jfr_type type) {
    struct element field = field_of(metadata, name, type);
    add_child(metadata, class, &field);
}

static void add_time(struct metadata *metadata, struct element *class, const char *name, enum jfr_type annotation) {
    struct element field = field_of(metadata, name, JFR_LONG);
    annotate(metadata, &field, annotation, "TICKS");
    add_child(metadata, class, &field);
}

// The types that fields have. What is simple is shown as its only field.
static const struct {
    enum jfr_type id;
    const char *name, *super;
    struct jfr_field fields[5];
} known_types[] = {
    {JFR_STRING, "java.lang.String", NULL, {{0}}},
    {JFR_BOOLEAN, "boolean", NULL, {{0}}},
    {JFR_INT, "int", NULL, {{0}}},
    {JFR_LONG, "long", NULL, {{0}}},
    {JFR_CLASS, "java.lang.Class", NULL, {{"name", JFR_SYMBOL, 0}}},
    {JFR_THREAD,
     "java.lang.Thread",
     NULL,
     {{"osName", JFR_STRING, 0},
      {"osThreadId", JFR_LONG, 0},
      {"javaName", JFR_STRING, 0},
      {"javaThreadId", JFR_LONG, 0}}},
    {JFR_SYMBOL, "jdk.types.Symbol", NULL, {{"string", JFR_STRING, 0}}},
    {JFR_METHOD,
     "jdk.types.Method",
     NULL,
     {{"type", JFR_CLASS, 0},
      {"name", JFR_SYMBOL, 0},
      {"descriptor", JFR_SYMBOL, 0},
      {"modifiers", JFR_INT, 0},
      {"hidden", JFR_BOOLEAN, 0}}},
    {JFR_STACK_TRACE, "jdk.types.StackTrace", NULL, {{"truncated", JFR_BOOLEAN, 0}, {"frames", JFR_STACK_FRAME, 0}}},
    {JFR_STACK_FRAME,
     "jdk.types.StackFrame",
     NULL,
     {{"method", JFR_METHOD, 0},
      {"lineNumber", JFR_INT, 0},
      {"bytecodeIndex", JFR_INT, 0},
      {"type", JFR_FRAME_TYPE, 0}}},
    {JFR_FRAME_TYPE, "jdk.types.FrameType", NULL, {{"description", JFR_STRING, 0}}},
    {JFR_THREAD_STATE, "jdk.types.ThreadState", NULL, {{"name", JFR_STRING, 0}}},
    {JFR_LABEL, "jdk.jfr.Label", "java.lang.annotation.Annotation", {{"value", JFR_STRING, 0}}},
    {JFR_CATEGORY, "jdk.jfr.Category", "java.lang.annotation.Annotation", {{"value", JFR_STRING, 0}}},
    {JFR_TIMESTAMP, "jdk.jfr.Timestamp", "java.lang.annotation.Annotation", {{"value", JFR_STRING, 0}}},
    {JFR_TIMESPAN, "jdk.jfr.Timespan", "java.lang.annotation.Annotation", {{"value", JFR_STRING, 0}}},
    {JFR_DATA_AMOUNT, "jdk.jfr.DataAmount", "java.lang.annotation.Annotation", {{"value", JFR_STRING, 0}}},
};

static bool is_simple(enum jfr_type type) {
    return type == JFR_SYMBOL || type == JFR_FRAME_TYPE || type == JFR_THREAD_STATE;
}

static void add_known_types(struct metadata *metadata, struct element *all) {
    for (size_t i = 0; i < COUNT_OF(known_types); i++) {
        struct element class = class_of(metadata, known_types[i].id, known_types[i].name, known_types[i].super);
        if (is_simple(known_types[i].id)) add_attribute(metadata, &class, "simpleType", "true");
        for (u32 f = 0; f < COUNT_OF(known_types[i].fields) && known_types[i].fields[f].name; f++) {
            const struct jfr_field *known = &known_types[i].fields[f];
            struct element field = field_of(metadata, known->name, known->type);
            bool is_array = known->type == JFR_STACK_FRAME || known_types[i].id == JFR_CATEGORY;
            if (is_array) add_attribute(metadata, &field, "dimension", "1");
            add_child(metadata, &class, &field);
        }
        add_child(metadata, all, &class);
    }
}

static void add_event_type(struct metadata *metadata, struct element *all, const struct jfr_event_type *event) {
    struct element class = class_of(metadata, event->id, event->name, "jdk.jfr.Event");
    annotate(metadata, &class, JFR_LABEL, event->label);
    annotate(metadata, &class, JFR_CATEGORY, event->id >= JFR_OWN_EVENT ? "Component" : "Gnomon");
    add_time(metadata, &class, "startTime", JFR_TIMESTAMP);
    if (event->has_duration) add_time(metadata, &class, "duration", JFR_TIMESPAN);
    if (event->has_thread) add_field(metadata, &class, "eventThread", JFR_THREAD);
    for (u32 i = 0; i < event->field_count; i++) {
        struct element field = field_of(metadata, event->fields[i].name, event->fields[i].type);
        if (event->fields[i].is_bytes) annotate(metadata, &field, JFR_DATA_AMOUNT, "BYTES");
        add_child(metadata, &class, &field);
    }
    add_child(metadata, all, &class);
}

void jfr_put_metadata(struct buffer *to, u64 ns, const struct jfr_event_type *events, size_t count) {
    struct metadata metadata = {.words = {.count = 0}};
    struct buffer tree = {0};
    struct element root = {.name = "root"}, all = {.name = "metadata"}, region = {.name = "region"};
    add_known_types(&metadata, &all);
    for (size_t i = 0; i < count; i++) add_event_type(&metadata, &all, &events[i]);
    add_attribute(&metadata, &region, "locale", "en_US");
    add_attribute(&metadata, &region, "gmtOffset", "0");
    add_child(&metadata, &root, &all);
    add_child(&metadata, &root, &region);
    put_element(&metadata, &tree, &root);
    size_t begin = jfr_begin(to, JFR_METADATA);
    jfr_put_number(to, ns);
    jfr_put_number(to, 0); // how long it took
    jfr_put_number(to, 1); // the metadata's number
    jfr_put_number(to, metadata.words.count);
    for (u32 i = 0; i < metadata.words.count; i++) jfr_put_text(to, intern_get(&metadata.words, i));
    buffer_append(to, tree.data, tree.size);
    jfr_end(to, begin);
    buffer_free(&tree);
    intern_free(&metadata.words);
}
