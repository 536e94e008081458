// Allocation in the reports: a table of the sites, and whether their sum is what the heap handed out.
#include <stdlib.h>

#include "viz/analyse/allocations.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/report/report.h"

static void describe_sum(struct buffer *text, const struct allocations *all, const struct recording *recording) {
    double seconds = (double)recording_ns(recording, (s64)allocations_counted_ticks(recording)) / 1e9;
    buffer_format(text, "%llu objects, %llu bytes counted in %.3f s, %.0f a second; the heap handed out %llu bytes: %s",
                  (unsigned long long)all->counted.objects, (unsigned long long)all->counted.bytes, seconds,
                  seconds > 0 ? (double)all->counted.bytes / seconds : 0, (unsigned long long)all->allocated_bytes,
                  allocations_are_whole(all) ? "the same"
                  : allocations_were_switched(recording)
                      ? "the rest is of other methods, or of the time in which they were not counted"
                      : "the rest is of methods that --alloc leaves out");
}

static void put_sum(struct buffer *text, const struct allocations *all, const struct view *view) {
    struct buffer line = {0};
    describe_sum(&line, all, view->profile->recording);
    buffer_text(text, "  "), buffer_wrapped(text, buffer_string(&line), 2, view->columns);
    buffer_free(&line);
}

// Columns of objects that survived so many collections, where that was counted.
static const u32 shown_ages[] = {1, 2, 4, 15};
static bool has_ages(const struct allocations *all) { return all->site_count && all->sites[0].ages; }

static void put_site(struct table *table, const struct allocations *all, const struct allocation *site) {
    table_cell(table, "%llu", (unsigned long long)site->count.objects);
    table_cell(table, "%llu", (unsigned long long)site->count.bytes);
    table_cell(table, "%.2f", (double)site->count.bytes * 100 / (double)(all->counted.bytes ? all->counted.bytes : 1));
    for (size_t i = 0; site->ages && i < COUNT_OF(shown_ages); i++) {
        table_cell(table, "%llu", (unsigned long long)site->ages->objects[shown_ages[i] - 1]);
    }
    char *line = site->line ? text_format(":%u", site->line) : text_copy("");
    table_name(table, "%s  %s%s%s", site->class, site->method, line,
               site->kind == ALLOCATION_EXCEPTION ? " (raised)" : "");
    free(line);
}

void report_allocations_text(struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Objects", 12, 1},  {"Bytes", 14, 0}, {"%", 7, 2},
                                                  {"Survived", 10, 3}, {"twice", 9, 5},  {"4 times", 9, 6},
                                                  {"15", 9, 4}};
    if (!allocations_are_counted(view->profile->recording)) return;
    struct allocations all;
    struct table table;
    allocations_make(&all, view);
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns) - (has_ages(&all) ? 0 : COUNT_OF(shown_ages)),
                "Class, and where it was allocated", view->columns);
    for (size_t i = 0; i < all.site_count && (!view->top || i < view->top); i++) {
        put_site(&table, &all, &all.sites[i]);
    }
    if (view->top && all.site_count > view->top) {
        buffer_format(text, "%zu more (--top 0 shows all)\n", all.site_count - view->top);
    }
    table_end(&table);
    put_sum(text, &all, view);
    allocations_free(&all);
}

// What is left out for its size has less than a part in a thousand each.
enum { PAGE_SITES = 500 };

static void put_row(struct buffer *text, const struct allocations *all, const struct allocation *site) {
    double part = (double)site->count.bytes * 100 / (double)(all->counted.bytes ? all->counted.bytes : 1);
    buffer_format(text, "<tr><td>%llu</td><td>%llu</td><td>%.2f</td>", (unsigned long long)site->count.objects,
                  (unsigned long long)site->count.bytes, part);
    for (size_t i = 0; site->ages && i < COUNT_OF(shown_ages); i++) {
        buffer_format(text, "<td>%llu</td>", (unsigned long long)site->ages->objects[shown_ages[i] - 1]);
    }
    buffer_text(text, "<td class=\"name\">");
    buffer_xml(text, site->class);
    buffer_text(text, "</td><td class=\"name\">");
    buffer_xml(text, site->method);
    if (site->line) buffer_format(text, ":%u", site->line);
    buffer_text(text, site->kind == ALLOCATION_EXCEPTION ? " (raised)</td></tr>\n" : "</td></tr>\n");
}

void report_allocations_html(struct buffer *text, const struct view *view) {
    if (!allocations_are_counted(view->profile->recording)) return;
    struct allocations all;
    struct buffer sum = {0};
    allocations_make(&all, view);
    buffer_text(text, "<section id=\"allocations\"><h2>Allocation</h2> <div class=\"scroll\"><table><thead><tr>"
                      "<th>Objects</th><th>Bytes</th><th>%</th>");
    for (size_t i = 0; has_ages(&all) && i < COUNT_OF(shown_ages); i++) {
        buffer_format(text, "<th title=\"objects that survived so many collections\">survived %u</th>", shown_ages[i]);
    }
    buffer_text(text, "<th class=\"name\">Class</th><th class=\"name\">Allocated in</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < all.site_count && i < PAGE_SITES; i++) put_row(text, &all, &all.sites[i]);
    buffer_text(text, "</tbody></table></div><p class=\"note\">");
    if (all.site_count > PAGE_SITES) buffer_format(text, "%zu more sites. ", all.site_count - PAGE_SITES);
    describe_sum(&sum, &all, view->profile->recording);
    buffer_xml(text, buffer_string(&sum));
    buffer_text(text, ".</p></section>\n");
    buffer_free(&sum);
    allocations_free(&all);
}

static void put_shares(struct json *json, const struct allocation *site) {
    json_begin_array(json, "threads");
    for (size_t i = 0; i < site->share_count; i++) {
        json_begin_object(json, NULL);
        json_put_integer(json, "number", site->shares[i].thread);
        json_put_integer(json, "objects", (s64)site->shares[i].count.objects);
        json_put_integer(json, "bytes", (s64)site->shares[i].count.bytes);
        json_end(json);
    }
    json_end(json);
}

void report_allocations_json(struct json *json, const struct view *view) {
    struct allocations all;
    allocations_make(&all, view);
    json_begin_array(json, "allocations");
    for (size_t i = 0; i < all.site_count; i++) {
        const struct allocation *site = &all.sites[i];
        json_begin_object(json, NULL);
        json_put_text(json, "class", site->class);
        json_put_text(json, "method", site->method);
        json_put_integer(json, "line", site->line);
        json_put_integer(json, "bytecode_index", site->bytecode_index);
        json_put_text(json, "kind", allocation_kind_name(site->kind));
        json_put_integer(json, "objects", (s64)site->count.objects);
        json_put_integer(json, "bytes", (s64)site->count.bytes);
        if (site->ages) report_json_ages(json, site->ages);
        put_shares(json, site);
        json_end(json);
    }
    json_end(json);
    json_put_integer(json, "counted_for_ns",
                     recording_ns(view->profile->recording, (s64)allocations_counted_ticks(view->profile->recording)));
    json_put_integer(json, "counted_objects", (s64)all.counted.objects);
    json_put_integer(json, "counted_bytes", (s64)all.counted.bytes);
    json_put_integer(json, "allocated_bytes", (s64)all.allocated_bytes);
    allocations_free(&all);
}
