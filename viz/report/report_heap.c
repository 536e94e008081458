// What a report says about the heap: the last census, how long objects of each class live, the collections.
#include <stdlib.h>

#include "log/events.h"
#include "viz/analyse/heap.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/read/event_text.h"
#include "viz/report/report.h"

enum { SHOWN = 40 }; // in text and on the page

static bool has_collections(const struct profile *profile) {
    for (size_t i = 0; i < profile->event_count; i++) {
        if (profile->events[i].id == EVENT_collection_begin && profile->events[i].count) return true;
    }
    return false;
}

// ---- JSON

void report_json_ages(struct json *json, const struct region_ages *ages) {
    json_begin_array(json, "survivors");
    for (u32 age = 0; age < REGION_AGES; age++) json_put_integer(json, NULL, (s64)ages->objects[age]);
    json_end(json);
    json_begin_array(json, "survivor_bytes");
    for (u32 age = 0; age < REGION_AGES; age++) json_put_integer(json, NULL, (s64)ages->bytes[age]);
    json_end(json);
}

static void census_json(struct json *json, const struct recording *recording, const struct heap *heap) {
    json_begin_array(json, "heap");
    if (heap->census_count) {
        struct heap_table table;
        heap_table_make(&table, recording, &heap->censuses[heap->census_count - 1], NULL, NULL);
        heap_table_json(json, &table);
        heap_table_free(&table);
    }
    json_end(json);
}

static void ages_json(struct json *json, const struct recording *recording, const struct heap *heap) {
    json_begin_array(json, "ages");
    for (size_t i = 0; i < heap->age_count; i++) {
        const struct region_ages *ages = &heap->ages[i];
        char *name = heap_class_name(recording, ages->class);
        json_begin_object(json, NULL);
        json_put_text(json, "class", name);
        report_json_ages(json, ages);
        json_end(json);
        free(name);
    }
    json_end(json);
}

static const char *kind_of(const struct heap_collection *collection) {
    return collection->cause == COLLECTION_CAUSE_young_full ? "young" : "full";
}

static void collections_json(struct json *json, const struct profile *profile) {
    const struct recording *recording = profile->recording;
    const struct heap_collections *collections = profile->collections;
    json_begin_array(json, "collections");
    for (size_t i = 0; has_collections(profile) && i < collections->count; i++) {
        const struct heap_collection *collection = &collections->items[i];
        const char *cause = event_enum_name(UNIT_COLLECTION_CAUSE, collection->cause);
        if (!collection->end_ticks) continue;
        json_begin_object(json, NULL);
        json_put_text(json, "domain", recording_domain_words(recording, collection->domain));
        json_put_integer(json, "start_ns", recording_ns_since_start(recording, collection->start_ticks));
        json_put_integer(json, "ns", recording_ns(recording, (s64)(collection->end_ticks - collection->start_ticks)));
        json_put_integer(json, "err_ns",
                         profile_pieces_error_ns(profile, collection->end_ticks - collection->start_ticks, 1, 0));
        json_put_text(json, "kind", kind_of(collection));
        json_put_text(json, "cause", cause ? cause : "");
        json_put_integer(json, "live_bytes", (s64)collection->live_bytes);
        json_put_integer(json, "freed_bytes", (s64)collection->freed_bytes);
        if (collection->has_generations) {
            u64 small = collection->young_bytes + collection->old_bytes;
            json_put_integer(json, "young_bytes", (s64)collection->young_bytes);
            json_put_integer(json, "old_bytes", (s64)collection->old_bytes);
            json_put_integer(json, "large_bytes", (s64)(collection->live_bytes - small));
        }
        json_end(json);
    }
    json_end(json);
}

void report_heap_json(struct json *json, const struct profile *profile) {
    struct heap heap;
    heap_load(&heap, profile->recording);
    census_json(json, profile->recording, &heap);
    ages_json(json, profile->recording, &heap);
    collections_json(json, profile);
    heap_free(&heap);
}

// ---- Text

static void census_text(struct buffer *text, const struct view *view, const struct heap *heap) {
    const struct census *census = &heap->censuses[heap->census_count - 1];
    struct heap_table table;
    heap_table_make(&table, view->profile->recording, census, NULL, NULL);
    buffer_format(text, "\nAlive %s, %.3f ms after the start%s\n", heap_reason_name(census->head.reason),
                  (double)recording_ns_since_start(view->profile->recording, census->head.ticks) / 1e6,
                  heap->census_count > 1 ? " (the last census of several: gnomon heap)" : "");
    heap_table_text(text, &table, false, SHOWN, view->columns);
    heap_table_free(&table);
}

// What survived the first time, of what classes, and how far.
static const u32 shown_ages[] = {1, 2, 3, 4, 5, 8, 12, 15};

static void ages_text(struct buffer *text, const struct view *view, const struct heap *heap) {
    struct table_column columns[1 + COUNT_OF(shown_ages)] = {{"Bytes, once", 14, 0}};
    static const char *const titles[] = {"1 time", "2 times", "3", "4", "5", "8", "12", "15"};
    struct table table;
    for (u32 i = 0; i < COUNT_OF(shown_ages); i++) columns[i + 1] = (struct table_column){titles[i], 9, i + 1};
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Class, objects that survived so many collections",
                view->columns);
    for (size_t i = 0; i < heap->age_count && i < SHOWN; i++) {
        const struct region_ages *ages = &heap->ages[i];
        char *name = heap_class_name(view->profile->recording, ages->class);
        table_cell(&table, "%llu", (unsigned long long)ages->bytes[0]);
        for (u32 k = 0; k < COUNT_OF(shown_ages); k++) {
            table_cell(&table, "%llu", (unsigned long long)ages->objects[shown_ages[k] - 1]);
        }
        table_name(&table, "%s", name);
        free(name);
    }
    if (heap->age_count > SHOWN) {
        buffer_format(text, "%zu more classes (--format json has all)\n", heap->age_count - SHOWN);
    }
    table_end(&table);
}

void report_heap_text(struct buffer *text, const struct view *view) {
    struct heap heap;
    heap_load(&heap, view->profile->recording);
    if (heap.census_count) census_text(text, view, &heap);
    if (heap.age_count) ages_text(text, view, &heap);
    if (heap.broken) buffer_text(text, "\nA census of the recording contradicts itself, and is left out.\n");
    heap_free(&heap);
}

// ---- The page

static void census_html(struct buffer *text, const struct recording *recording, const struct heap *heap) {
    struct heap_table table;
    heap_table_make(&table, recording, &heap->censuses[heap->census_count - 1], NULL, NULL);
    buffer_format(text,
                  "<p class=\"note\">%lld objects, %lld bytes alive %s</p>\n<div class=\"scroll\"><table><thead><tr>"
                  "<th>Objects</th><th>Bytes</th><th class=\"name\">Class</th></tr></thead><tbody>\n",
                  (long long)table.total.objects, (long long)table.total.bytes,
                  heap_reason_name(heap->censuses[heap->census_count - 1].head.reason));
    for (size_t i = 0; i < table.count; i++) {
        buffer_format(text, "<tr><td>%lld</td><td>%lld</td><td class=\"name\">", (long long)table.rows[i].objects,
                      (long long)table.rows[i].bytes);
        buffer_xml(text, table.rows[i].class);
        buffer_text(text, "</td></tr>\n");
    }
    buffer_text(text, "</tbody></table></div>\n");
    heap_table_free(&table);
}

static void ages_html(struct buffer *text, const struct recording *recording, const struct heap *heap) {
    buffer_text(text, "<p class=\"note\">Objects that survived so many collections</p>\n<div class=\"scroll\"><table>"
                      "<thead><tr><th>Bytes, once</th>");
    for (u32 age = 1; age <= REGION_AGES; age++) buffer_format(text, "<th>%u</th>", age);
    buffer_text(text, "<th class=\"name\">Class</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < heap->age_count; i++) {
        char *name = heap_class_name(recording, heap->ages[i].class);
        buffer_format(text, "<tr><td>%llu</td>", (unsigned long long)heap->ages[i].bytes[0]);
        for (u32 age = 0; age < REGION_AGES; age++) {
            buffer_format(text, "<td>%llu</td>", (unsigned long long)heap->ages[i].objects[age]);
        }
        buffer_text(text, "<td class=\"name\">");
        buffer_xml(text, name);
        buffer_text(text, "</td></tr>\n");
        free(name);
    }
    buffer_text(text, "</tbody></table></div>\n");
}

void report_heap_html(struct buffer *text, const struct view *view) {
    struct heap heap;
    heap_load(&heap, view->profile->recording);
    if (heap.census_count || heap.age_count) {
        buffer_text(text, "<section id=\"heap\"><h2>Heap</h2>\n");
        if (heap.census_count) census_html(text, view->profile->recording, &heap);
        if (heap.age_count) ages_html(text, view->profile->recording, &heap);
        buffer_text(text, "</section>\n");
    }
    heap_free(&heap);
}
