// See boxes.h.
#include "viz/analyse/boxes.h"

#include <math.h>
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
    if (a->elapsed.ticks != b->elapsed.ticks) return a->elapsed.ticks < b->elapsed.ticks ? 1 : -1;
    return (a->method > b->method) - (a->method < b->method);
}

static bool is_on_path(const struct builder *builder, u32 depth, u32 method) {
    for (u32 i = 0; i < depth; i++) {
        if (builder->path[i] == method) return true;
    }
    return false;
}

// The part of an edge's time (`ticks`, right to within `error`) that falls to one box of the caller, which took `all`
// in its boxes together. What the caller's other boxes have is the most of the edge's time that can be theirs; what a
// box has may be off, by its own division and as it was measured.
static struct box_time divide(double ticks, double error, struct box_time box, double all) {
    double off = box.divided + box.measured, most = fmin(ticks, box.ticks + off),
           least = ticks - fmax(all - box.ticks + off, 0);
    struct box_time part = {.ticks = all > 0 ? ticks * box.ticks / all : 0, .measured = error};
    part.divided = fmax(fmax(most - part.ticks, part.ticks - fmax(least, 0)), 0);
    return part;
}

// Compensation and division leave children that are together a little larger than their parent: they shrink to fit.
static void fit(struct box_time *child, double together, double parent) {
    if (together <= parent) return;
    double fitting = child->ticks * parent / together;
    child->divided += child->ticks - fitting;
    child->ticks = fitting;
}

static void fit_children(struct box_tree *tree, u32 parent) {
    struct box *box = &tree->boxes[parent], *children = &tree->boxes[box->first_child];
    double elapsed = 0, cpu = 0;
    for (u32 i = 0; i < box->child_count; i++) elapsed += children[i].elapsed.ticks, cpu += children[i].cpu.ticks;
    for (u32 i = 0; i < box->child_count; i++) {
        fit(&children[i].elapsed, elapsed, box->elapsed.ticks);
        fit(&children[i].cpu, cpu, box->cpu.ticks);
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
    double count_share = method->own.count ? box.count / (double)method->own.count : 0;
    builder->path[depth] = box.method;
    u32 first = tree->count;
    size_t at = ARRAY_LEADING(profile->edges, profile->edge_count, .caller < box.method);
    for (; at < profile->edge_count && profile->edges[at].caller == box.method; at++) {
        const struct edge *edge = &profile->edges[at];
        struct box child = {
            .method = edge->callee,
            .elapsed = divide(positive(edge->figures.elapsed), edge->errors.elapsed, box.elapsed,
                              positive(method->own.elapsed)),
            .cpu = divide(positive(edge->figures.cpu), edge->errors.cpu, box.cpu, positive(method->own.cpu)),
            .count = (double)edge->figures.count * count_share,
            .recursive = is_on_path(builder, depth + 1, edge->callee)};
        if (child.elapsed.ticks < builder->least || tree->count >= BOX_LIMIT) {
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

static void add_time(struct box_time *sum, struct box_time time) {
    sum->ticks += time.ticks, sum->measured += time.measured;
}

static struct box_time whole_time(s64 ticks, double error) {
    return (struct box_time){.ticks = positive(ticks), .measured = error};
}

// Callers that are called by nobody: the threads' roots, and those under which the kernel runs Java.
static void add_roots(struct builder *builder) {
    struct box_tree *tree = builder->tree;
    const struct profile *profile = builder->view->profile;
    for (size_t i = 0; i < profile->edge_count; i++) {
        const struct edge *edge = &profile->edges[i];
        if (profile_method(profile, edge->caller)) continue;
        struct box child = {.method = edge->callee,
                            .elapsed = whole_time(edge->figures.elapsed, edge->errors.elapsed),
                            .cpu = whole_time(edge->figures.cpu, edge->errors.cpu),
                            .count = (double)edge->figures.count};
        // A method called from several roots is one box
        u32 same = 1;
        while (same < tree->count && tree->boxes[same].method != child.method) same++;
        if (same == tree->count) {
            add_box(tree, &child);
        } else {
            add_time(&tree->boxes[same].elapsed, child.elapsed), add_time(&tree->boxes[same].cpu, child.cpu);
            tree->boxes[same].count += child.count;
        }
        add_time(&tree->boxes[0].elapsed, child.elapsed), add_time(&tree->boxes[0].cpu, child.cpu);
    }
}

void boxes_make(struct box_tree *tree, const struct view *view) {
    *tree = (struct box_tree){0};
    struct builder builder = {.tree = tree, .view = view};
    add_box(tree, &(struct box){.method = PSEUDO_ROOT, .first_child = 1});
    add_roots(&builder);
    tree->boxes[0].child_count = tree->count - 1;
    builder.least = tree->boxes[0].elapsed.ticks * PART_LIMIT;
    if (tree->count > 1) qsort(tree->boxes + 1, tree->count - 1, sizeof(*tree->boxes), by_size);
    for (u32 i = 1, end = tree->count; i < end; i++) open_box(&builder, i, 0);
}

void boxes_make_below(struct box_tree *tree, const struct view *view, const struct method_figures *method) {
    *tree = (struct box_tree){0};
    struct box root = {.method = method->id,
                       .elapsed = whole_time(method->own.elapsed, method->errors.elapsed),
                       .cpu = whole_time(method->own.cpu, method->errors.cpu),
                       .count = (double)method->own.count};
    struct builder builder = {.tree = tree, .view = view, .least = root.elapsed.ticks * PART_LIMIT};
    add_box(tree, &root);
    open_box(&builder, 0, 0);
}

double box_error(struct box_time time) { return time.measured + time.divided; }

void boxes_free(struct box_tree *tree) {
    free(tree->boxes);
    *tree = (struct box_tree){0};
}
