// The tree behind the time diagram: a box is a call path, its size the time spent there. The timing rows know pairs of
// caller and callee only, so below the second level the time of a method with several callers is divided among them in
// proportion to what each took of it: an estimate, which every picture made from it says.
#ifndef VIZ_ANALYSE_BOXES_H
#define VIZ_ANALYSE_BOXES_H

#include "viz/analyse/view.h"

// In ticks, never negative.
struct box_time {
    double ticks;
    double measured; // how far the measurement may be off
    double divided;  // and how far the division among callers, at most
};

struct box {
    u32 method;
    u32 first_child, child_count; // indices; children are neighbours, largest first
    struct box_time elapsed, cpu;
    double count;   // calls, divided like the time
    bool recursive; // it is on its own path above: not opened again
};

struct box_tree {
    struct box *boxes; // 0 is the root: everything timed
    u32 count, capacity;
    bool cut; // some boxes were too small or too deep to keep
};

void boxes_make(struct box_tree *tree, const struct view *view);
// The tree of what one method calls: the root is the method.
void boxes_make_below(struct box_tree *tree, const struct view *view, const struct method_figures *method);
double box_error(struct box_time time); // in ticks: both
void boxes_free(struct box_tree *tree);

#endif
