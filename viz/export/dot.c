// The call graph for Graphviz; see export.h. Layered layout of some hundred dense nodes takes minutes, so the graph is
// first pruned, by time.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/cli/process.h"
#include "viz/cli/time.h"
#include "viz/export/export.h"

struct node {
    u32 id;
    const struct method_figures *figures; // NULL: a root
};

struct limits {
    u32 nodes, edges; // at most so many
    double part;      // of the total time; what is below is left out
};

struct graph {
    struct node *nodes;
    size_t count, capacity;
    double total; // ticks in all timed self times
};

static double positive(s64 ticks) { return ticks > 0 ? (double)ticks : 0; }

static bool has_node(const struct graph *graph, u32 id) {
    for (size_t i = 0; i < graph->count; i++) {
        if (graph->nodes[i].id == id) return true;
    }
    return false;
}

static void add_node(struct graph *graph, u32 id, const struct method_figures *figures) {
    if (has_node(graph, id)) return;
    ARRAY_GROW(graph->nodes, graph->count, graph->capacity);
    graph->nodes[graph->count++] = (struct node){id, figures};
}

static int by_elapsed(const void *left, const void *right) {
    const struct method_figures *a = *(const struct method_figures *const *)left,
                                *b = *(const struct method_figures *const *)right;
    if (a->own.elapsed != b->own.elapsed) return a->own.elapsed < b->own.elapsed ? 1 : -1;
    return (a->id > b->id) - (a->id < b->id);
}

static void choose_nodes(struct graph *graph, const struct view *view, const struct limits *limits,
                         struct graph_pruned *pruned) {
    const struct profile *profile = view->profile;
    const struct method_figures **order = memory_get(profile->method_count * sizeof(*order));
    double shown = 0;
    for (size_t i = 0; i < profile->method_count; i++) {
        order[i] = &profile->methods[i];
        graph->total += positive(order[i]->own.exclusive_elapsed);
    }
    if (profile->method_count) qsort(order, profile->method_count, sizeof(*order), by_elapsed);
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = order[i];
        if (!method->own.count) continue;
        bool large = positive(method->own.elapsed) >= limits->part * graph->total;
        if (graph->count < limits->nodes && (large || graph->count < 8) && view_selects(view, method->id)) {
            add_node(graph, method->id, method);
            shown += positive(method->own.exclusive_elapsed);
        } else {
            pruned->nodes++;
        }
    }
    pruned->part = graph->total > 0 ? 1 - shown / graph->total : 0;
    free(order);
}

static int edges_by_elapsed(const void *left, const void *right) {
    const struct edge *a = *(const struct edge *const *)left, *b = *(const struct edge *const *)right;
    if (a->figures.elapsed != b->figures.elapsed) return a->figures.elapsed < b->figures.elapsed ? 1 : -1;
    return a < b ? -1 : 1;
}

static void put_string(struct buffer *text, const char *value) {
    for (; *value; value++) {
        if (*value == '"' || *value == '\\') buffer_byte(text, '\\');
        buffer_byte(text, (u8)*value);
    }
}

void export_put_time(struct buffer *text, double ns) {
    struct time_unit unit = time_unit_of(ns, 1);
    buffer_format(text, "%.3f %s", ns / unit.ns, unit.ns > 1e3 ? unit.name : "µs");
}

// Each in its own unit: an error may be a small part of its figure.
static void put_time(struct buffer *text, const struct recording *recording, s64 ticks, double error_ticks) {
    export_put_time(text, (double)recording_ns(recording, ticks));
    buffer_text(text, " ±");
    export_put_time(text, (double)recording_error_ns(recording, error_ticks));
}

// From pale to strong with the part of all self time.
static void put_color(struct buffer *text, double part) {
    double saturation = 0.06 + 0.74 * (part > 1   ? 1
                                       : part < 0 ? 0
                                                  : part),
           hue = 0.14 - 0.12 * (part > 0.5 ? 1 : part * 2);
    buffer_format(text, "\"%.3f %.3f 0.98\"", hue, saturation);
}

// Whether another method that is shown has the same class and name.
static bool has_overload(const struct graph *graph, const struct recording *recording, const struct method_name *name) {
    for (size_t i = 0; i < graph->count; i++) {
        const struct method_name *other = recording_method(recording, graph->nodes[i].id);
        if (other && other != name && strcmp(other->name, name->name) == 0 &&
            strcmp(other->class_name, name->class_name) == 0) {
            return true;
        }
    }
    return false;
}

static void put_node(struct buffer *text, const struct recording *recording, const struct graph *graph,
                     const struct node *node) {
    double total = graph->total;
    const struct method_name *name = recording_method(recording, node->id);
    buffer_format(text, "  m%u [label=\"", node->id);
    if (name && name->class_name[0]) {
        put_string(text, name->class_name);
        buffer_text(text, "\\n");
        put_string(text, name->name);
        const char *label = recording_method_label(recording, node->id), *parameters = strchr(label, '(');
        if (parameters && has_overload(graph, recording, name)) put_string(text, parameters);
    } else {
        put_string(text, recording_method_label(recording, node->id));
    }
    if (node->figures) {
        buffer_text(text, "\\n");
        put_time(text, recording, node->figures->own.elapsed, node->figures->errors.elapsed);
        buffer_text(text, ", self ");
        put_time(text, recording, node->figures->own.exclusive_elapsed, node->figures->errors.exclusive);
        buffer_format(text, "\\n%llu call%s", (unsigned long long)node->figures->own.count,
                      node->figures->own.count == 1 ? "" : "s");
    }
    buffer_text(text, "\", tooltip=\"");
    put_string(text, recording_method_label(recording, node->id));
    buffer_text(text, "\", fillcolor=");
    put_color(text, node->figures && total > 0 ? positive(node->figures->own.exclusive_elapsed) / total : 0);
    buffer_text(text, "];\n");
}

static void put_edges(struct buffer *text, const struct view *view, struct graph *graph, const struct limits *limits,
                      struct graph_pruned *pruned) {
    const struct profile *profile = view->profile;
    const struct edge **order = memory_get(profile->edge_count * sizeof(*order));
    size_t count = 0;
    for (size_t i = 0; i < profile->edge_count; i++) order[count++] = &profile->edges[i];
    if (count) qsort(order, count, sizeof(*order), edges_by_elapsed);
    u32 put = 0;
    for (size_t i = 0; i < count; i++) {
        const struct edge *edge = order[i];
        bool root = !profile_method(profile, edge->caller);
        if (put >= limits->edges || !has_node(graph, edge->callee) || (!root && !has_node(graph, edge->caller))) {
            pruned->edges++;
            continue;
        }
        if (root && !has_node(graph, edge->caller)) {
            add_node(graph, edge->caller, NULL);
            put_node(text, profile->recording, graph, &graph->nodes[graph->count - 1]);
        }
        double part = graph->total > 0 ? positive(edge->figures.elapsed) / graph->total : 0;
        if (part > 1) part = 1;
        buffer_format(text, "  m%u -> m%u [label=\"%llu×\\n", edge->caller, edge->callee,
                      (unsigned long long)edge->figures.count);
        put_time(text, profile->recording, edge->figures.elapsed, edge->errors.elapsed);
        buffer_format(text, "\", penwidth=%.2f, weight=%d];\n", 0.6 + 5 * part, 1 + (int)(part * 20));
        put++;
    }
    free(order);
}

void graph_describe_pruned(struct buffer *text, const struct graph_pruned *pruned) {
    buffer_format(text, "not shown: %u method%s (%.2f %% of the self time) and %u call%s", pruned->nodes,
                  pruned->nodes == 1 ? "" : "s", pruned->part * 100, pruned->edges, pruned->edges == 1 ? "" : "s");
}

static void put_graph(struct buffer *text, const struct view *view, const struct limits *limits,
                      struct graph_pruned *pruned) {
    struct graph graph = {0};
    struct buffer edges = {0};
    *pruned = (struct graph_pruned){0};
    choose_nodes(&graph, view, limits, pruned);
    size_t methods = graph.count;
    buffer_text(text, "digraph calls {\n  graph [rankdir=TB, nodesep=0.25, ranksep=0.45, fontname=\"Helvetica\", "
                      "fontsize=11, labelloc=t, labeljust=l");
    buffer_text(text, "];\n  node [shape=box, style=\"filled,rounded\", fontname=\"Helvetica\", fontsize=10, "
                      "margin=\"0.12,0.06\", color=\"#8a6d5a\"];\n"
                      "  edge [fontname=\"Helvetica\", fontsize=8, color=\"#7d7468\", fontcolor=\"#5d564c\"];\n");
    for (size_t i = 0; i < methods; i++) put_node(text, view->profile->recording, &graph, &graph.nodes[i]);
    put_edges(&edges, view, &graph, limits, pruned);
    buffer_append(text, edges.data, edges.size);
    buffer_format(text, "  label=\"%zu methods, elapsed time; colour: self time", methods);
    if (pruned->nodes || pruned->edges) buffer_text(text, "\\l"), graph_describe_pruned(text, pruned);
    struct buffer scope = {0};
    view_describe_scope(view->profile, &scope);
    buffer_text(text, "\\llost: "), put_string(text, buffer_string(&scope));
    buffer_text(text, "\\l\";\n}\n");
    buffer_free(&scope);
    buffer_free(&edges);
    free(graph.nodes);
}

enum { USUAL_NODES = 80 };

// An explicit number asks for the small ones as well.
static struct limits limits_for(u32 nodes, bool all) {
    return (struct limits){.nodes = nodes, .edges = nodes * 3, .part = all ? 0 : 0.002};
}

void export_dot(struct buffer *text, const struct view *view, u32 nodes, struct graph_pruned *pruned) {
    struct limits limits = limits_for(nodes ? nodes : USUAL_NODES, nodes > 0);
    put_graph(text, view, &limits, pruned);
}

bool export_call_graph_svg(struct buffer *svg, const struct view *view, u32 nodes, struct graph_pruned *pruned,
                           struct problem *problem) {
    enum { DOT_LIMIT_SECONDS = 8, LEAST_NODES = 10 };
    const char *words[] = {"dot", "-Tsvg"};
    struct text_list command = {words, COUNT_OF(words), COUNT_OF(words)};
    u32 first = nodes ? nodes : USUAL_NODES;
    for (u32 tried = first; tried == first || tried >= LEAST_NODES; tried /= 2) {
        struct limits limits = limits_for(tried, nodes > 0);
        struct buffer dot = {0};
        put_graph(&dot, view, &limits, pruned);
        bool done = process_filter(&command, &dot, svg, DOT_LIMIT_SECONDS, problem);
        buffer_free(&dot);
        if (done) return true;
        buffer_free(svg);
    }
    return false;
}
