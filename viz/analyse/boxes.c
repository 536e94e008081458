// See boxes.h.
#include "viz/analyse/boxes.h"

#include <stdlib.h>

enum { DEPTH_LIMIT = 40, BOX_LIMIT = 6000 };
#define PART_LIMIT 0.0005 // of the whole; smaller boxes could not be seen

struct builder {
    struct box_tree *tree;
    const struct view *view;
    u32 path[DEPTH_LIMIT];
    double least;
};

static double positive(s64 ticks) { return ticks > 0 ? (double)ticks : 0; }

static u32 add_box(struct box_tree *tree, const struct box *box) {
    ARRAY_GROW(tree->boxes, tree->count, tree->capacity);
    tree->boxes[tree->count] = *box;
    return tree->count++;
}

static int by_size(const void *left, const void *right) {
    const struct box *a = left, *b = right;
    if (a->elapsed != b->elapsed) return a->elapsed < b->elapsed ? 1 : -1;
    return (a->method > b->method) - (a->method < b->method);
}

// The edges of a caller are neighbours in the sorted table.
static size_t first_edge(const struct profile *profile, u32 caller) {
    size_t low = 0, high = profile->edge_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (profile->edges[middle].caller < caller) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static bool is_on_path(const struct builder *builder, u32 depth, u32 method) {
    for (u32 i = 0; i < depth; i++) {
        if (builder->path[i] == method) return true;
    }
    return false;
}

// Compensation and division leave children that are together a little larger than their parent: they shrink to fit.
static void fit_children(struct box_tree *tree, u32 parent) {
    struct box *box = &tree->boxes[parent];
    double elapsed = 0, cpu = 0;
    for (u32 i = 0; i < box->child_count; i++) {
        elapsed += tree->boxes[box->first_child + i].elapsed, cpu += tree->boxes[box->first_child + i].cpu;
    }
    for (u32 i = 0; i < box->child_count; i++) {
        struct box *child = &tree->boxes[box->first_child + i];
        if (elapsed > box->elapsed) child->elapsed *= box->elapsed / elapsed;
        if (cpu > box->cpu) child->cpu *= box->cpu / cpu;
    }
}

static void open_box(struct builder *builder, u32 index, u32 depth) {
    struct box_tree *tree = builder->tree;
    const struct profile *profile = builder->view->profile;
    struct box box = tree->boxes[index];
    const struct method_figures *method = profile_method(profile, box.method);
    if (depth == DEPTH_LIMIT || !method) {
        tree->cut |= depth == DEPTH_LIMIT;
        return;
    }
    double elapsed_share = method->own.elapsed > 0 ? box.elapsed / (double)method->own.elapsed : 0;
    double cpu_share = method->own.cpu > 0 ? box.cpu / (double)method->own.cpu : 0;
    double count_share = method->own.count ? box.count / (double)method->own.count : 0;
    builder->path[depth] = box.method;
    u32 first = tree->count;
    for (size_t i = first_edge(profile, box.method); i < profile->edge_count && profile->edges[i].caller == box.method;
         i++) {
        const struct edge *edge = &profile->edges[i];
        struct box child = {.method = edge->callee,
                            .elapsed = positive(edge->figures.elapsed) * elapsed_share,
                            .cpu = positive(edge->figures.cpu) * cpu_share,
                            .count = (double)edge->figures.count * count_share,
                            .recursive = is_on_path(builder, depth + 1, edge->callee)};
        if (child.elapsed < builder->least || tree->count >= BOX_LIMIT) {
            tree->cut = true;
        } else {
            add_box(tree, &child);
        }
    }
    tree->boxes[index].first_child = first;
    tree->boxes[index].child_count = tree->count - first;
    if (tree->count == first) return;
    qsort(tree->boxes + first, tree->count - first, sizeof(*tree->boxes), by_size);
    fit_children(tree, index);
    for (u32 i = first, end = tree->count; i < end; i++) {
        if (!tree->boxes[i].recursive) open_box(builder, i, depth + 1);
    }
}

// Callers that are called by nobody: the threads' roots, and those under which the kernel runs Java.
static void add_roots(struct builder *builder) {
    struct box_tree *tree = builder->tree;
    const struct profile *profile = builder->view->profile;
    for (size_t i = 0; i < profile->edge_count; i++) {
        const struct edge *edge = &profile->edges[i];
        if (profile_method(profile, edge->caller)) continue;
        struct box child = {.method = edge->callee,
                            .elapsed = positive(edge->figures.elapsed),
                            .cpu = positive(edge->figures.cpu),
                            .count = (double)edge->figures.count};
        // A method called from several roots is one box
        u32 same = 1;
        while (same < tree->count && tree->boxes[same].method != child.method) same++;
        if (same == tree->count) {
            add_box(tree, &child);
        } else {
            tree->boxes[same].elapsed += child.elapsed, tree->boxes[same].cpu += child.cpu,
                tree->boxes[same].count += child.count;
        }
        tree->boxes[0].elapsed += child.elapsed;
        tree->boxes[0].cpu += child.cpu;
    }
}

void boxes_make(struct box_tree *tree, const struct view *view) {
    *tree = (struct box_tree){0};
    struct builder builder = {.tree = tree, .view = view};
    add_box(tree, &(struct box){.method = PSEUDO_ROOT, .first_child = 1});
    add_roots(&builder);
    tree->boxes[0].child_count = tree->count - 1;
    builder.least = tree->boxes[0].elapsed * PART_LIMIT;
    if (tree->count > 1) qsort(tree->boxes + 1, tree->count - 1, sizeof(*tree->boxes), by_size);
    for (u32 i = 1, end = tree->count; i < end; i++) open_box(&builder, i, 0);
}

void boxes_make_below(struct box_tree *tree, const struct view *view, const struct method_figures *method) {
    *tree = (struct box_tree){0};
    struct box root = {.method = method->id,
                       .elapsed = positive(method->own.elapsed),
                       .cpu = positive(method->own.cpu),
                       .count = (double)method->own.count};
    struct builder builder = {.tree = tree, .view = view, .least = root.elapsed * PART_LIMIT};
    add_box(tree, &root);
    open_box(&builder, 0, 0);
}

void boxes_free(struct box_tree *tree) {
    free(tree->boxes);
    *tree = (struct box_tree){0};
}
