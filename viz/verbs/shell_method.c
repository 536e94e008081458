// One method in gnomon shell: its figures, its callers and callees, and the tree below it.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/boxes.h"
#include "viz/cli/nearest.h"
#include "viz/cli/table.h"
#include "viz/cli/terminal.h"
#include "viz/verbs/shell.h"

enum { GRAPH_DEPTH = 3, GRAPH_LEAST = 1000 }; // GRAPH_LEAST: smaller parts than one of so many are not shown

// ---- Which method is meant

static bool refuse(const struct shell *shell, const char *wanted, struct problem *problem) {
    const struct profile *profile = &shell->session.profile;
    struct nearest nearest = {.word = wanted};
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_name *name = recording_method(profile->recording, profile->methods[i].id);
        if (!name) continue;
        char *full = text_format("%s.%s", name->class_name, name->name);
        nearest_try_method(&nearest, full);
        nearest_try(&nearest, name->name);
        free(full);
    }
    return problem_set(problem, STATUS_BAD_INPUT, "expected a timed or sampled method like '%s', found none of %zu%s",
                       wanted, profile->method_count, nearest_hint(&nearest));
}

// The profile's methods that `wanted` names, in its order: as a pattern, or, if it has no class, whatever the class is.
static u32 *find_methods(const struct shell *shell, const char *wanted, size_t *count, struct problem *problem) {
    const struct profile *profile = &shell->session.profile;
    char *anywhere = text_format("**.%s", wanted);
    struct text_list pattern = {0};
    u32 *found = memory_get((profile->method_count + 1) * sizeof(*found));
    *count = 0;
    for (u32 attempt = 0; attempt < 2 && !*count; attempt++) {
        pattern.count = 0;
        text_list_add(&pattern, attempt ? anywhere : wanted);
        if (!filter_check_patterns(&pattern, problem)) break;
        for (size_t i = 0; i < profile->method_count; i++) {
            if (!filter_selects(profile->recording, &pattern, profile->methods[i].id)) continue;
            found[(*count)++] = profile->methods[i].id;
        }
    }
    free(pattern.items);
    free(anywhere);
    if (!*count && !problem->status) refuse(shell, wanted, problem);
    return found;
}

// ---- show

static void put_time(struct table *table, const struct recording *recording, s64 ticks, double error) {
    table_cell(table, "%.3f ±%-8.3f", (double)recording_ns(recording, ticks) / 1e3,
               (double)recording_error_ns(recording, error) / 1e3);
}

static void put_edge(struct table *table, const struct shell *shell, const struct edge *edge, u32 shown) {
    const struct recording *recording = &shell->session.recording;
    table_cell(table, "%llu", (unsigned long long)edge->figures.count);
    put_time(table, recording, edge->figures.elapsed, edge->errors.elapsed);
    put_time(table, recording, edge->figures.exclusive_elapsed, edge->errors.exclusive);
    table_name(table, "%s%s", recording_method_label(recording, shown), edge->figures.open ? "  [open]" : "");
}

static const struct profile *edges_of;

static int by_elapsed(const void *left, const void *right) {
    const struct edge *a = &edges_of->edges[*(const u32 *)left], *b = &edges_of->edges[*(const u32 *)right];
    if (a->figures.elapsed != b->figures.elapsed) return a->figures.elapsed < b->figures.elapsed ? 1 : -1;
    return (a->caller > b->caller) - (a->caller < b->caller);
}

static void put_edges(struct buffer *text, const struct shell *shell, u32 method, bool callers) {
    static const struct table_column columns[] = {
        {"Count", 10, 0}, {"Elapsed incl (us)", 24, 1}, {"Elapsed excl", 24, 2}};
    const struct profile *profile = &shell->session.profile;
    u32 *edges = memory_get((profile->edge_count + 1) * sizeof(*edges));
    size_t count = 0;
    for (u32 i = 0; i < profile->edge_count; i++) {
        if ((callers ? profile->edges[i].callee : profile->edges[i].caller) == method) edges[count++] = i;
    }
    edges_of = profile;
    qsort(edges, count, sizeof(*edges), by_elapsed);
    struct table table;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), callers ? "Called by" : "Calls", terminal_columns());
    for (size_t i = 0; i < count; i++) {
        const struct edge *edge = &profile->edges[edges[i]];
        put_edge(&table, shell, edge, callers ? edge->caller : edge->callee);
    }
    if (!count) buffer_text(text, "  nobody that is timed\n");
    table_end(&table);
    free(edges);
}

static void put_method(struct buffer *text, const struct shell *shell, u32 id) {
    const struct recording *recording = &shell->session.recording;
    const struct method_figures *method = profile_method(&shell->session.profile, id);
    const struct figures *own = &method->own;
    const struct {
        const char *name;
        s64 ticks;
        double error;
    } times[] = {{"elapsed, inclusive", own->elapsed, method->errors.elapsed},
                 {"elapsed, exclusive", own->exclusive_elapsed, method->errors.exclusive},
                 {"CPU, inclusive", own->cpu, method->errors.cpu},
                 {"CPU, exclusive", own->exclusive_cpu, method->errors.exclusive_cpu}};
    buffer_format(text, "\n%s\n", recording_method_label(recording, id));
    buffer_format(text, "  %-20s %llu, %llu by exception, %llu open; %llu samples\n", "calls",
                  (unsigned long long)own->count, (unsigned long long)own->exceptions, (unsigned long long)own->open,
                  (unsigned long long)method->samples);
    for (size_t i = 0; i < COUNT_OF(times) && own->count; i++) {
        buffer_format(text, "  %-20s %.3f ± %.3f us, %.3f a call\n", times[i].name,
                      (double)recording_ns(recording, times[i].ticks) / 1e3,
                      (double)recording_error_ns(recording, times[i].error) / 1e3,
                      (double)recording_ns_estimated(recording, (double)times[i].ticks / (double)own->count) / 1e3);
    }
    if (!own->count) return;
    put_edges(text, shell, id, true);
    put_edges(text, shell, id, false);
}

bool shell_show(struct shell *shell, const struct text_list *words, struct problem *problem) {
    size_t count = 0;
    struct buffer text = {0};
    if (words->count != 2) {
        return problem_set(problem, STATUS_USAGE, "show: expected one method, found %zu words", words->count - 1);
    }
    u32 *found = find_methods(shell, words->items[1], &count, problem);
    for (size_t i = 0; i < count; i++) put_method(&text, shell, found[i]);
    free(found);
    shell_print(&text);
    return count != 0;
}

// ---- graph

static void put_box(struct buffer *text, const struct shell *shell, const struct box_tree *tree, u32 number, u32 depth,
                    u32 deepest) {
    const struct box *box = &tree->boxes[number];
    const struct recording *recording = &shell->session.recording;
    double all = tree->boxes[0].elapsed.ticks, own = box->elapsed.ticks;
    if (depth && own * GRAPH_LEAST < all) return;
    buffer_format(text, "%7.2f %% %14.3f ±%-9.3f us %10.0f  %*s%s%s\n", all > 0 ? own * 100 / all : 0,
                  (double)recording_ns_estimated(recording, own) / 1e3,
                  (double)recording_error_ns(recording, box_error(box->elapsed)) / 1e3, box->count, (int)(2 * depth),
                  "", recording_method_label(recording, box->method), box->recursive ? "  (recursive)" : "");
    for (u32 i = 0; i < box->child_count && depth < deepest; i++) {
        put_box(text, shell, tree, box->first_child + i, depth + 1, deepest);
    }
}

bool shell_graph(struct shell *shell, const struct text_list *words, struct problem *problem) {
    size_t count = 0;
    struct buffer text = {0};
    u64 depth = words->count > 2 ? strtoull(words->items[2], NULL, 10) : GRAPH_DEPTH;
    if (words->count < 2 || words->count > 3 || !depth || depth > 40) {
        return problem_set(problem, STATUS_USAGE, "graph: expected a method and a depth from 1 to 40, found %zu words",
                           words->count - 1);
    }
    u32 *found = find_methods(shell, words->items[1], &count, problem);
    for (size_t i = 0; i < count; i++) {
        struct box_tree tree;
        boxes_make_below(&tree, &shell->session.view, profile_method(&shell->session.profile, found[i]));
        put_box(&text, shell, &tree, 0, 0, (u32)depth);
        boxes_free(&tree);
    }
    if (count && depth > 1) {
        buffer_text(&text,
                    "times are kept by caller and callee: below the first level they are divided in proportion\n");
    }
    free(found);
    shell_print(&text);
    return count != 0;
}
