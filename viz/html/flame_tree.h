// A tree of folded stacks for a page, of one recording or of two that are compared: every node has the amounts of both
// sides. What is below 0.05 % of the larger whole is left out, and what would make the tree too large for memory stays
// with its caller; `cut` says so.
#ifndef VIZ_FLAME_TREE_H
#define VIZ_FLAME_TREE_H

#include "viz/cli/intern.h"
#include "viz/export/export.h"

struct flame_amounts {
    u64 sides[2];
    u32 number; // in the page
};

// All zero: empty.
struct flame_tree {
    struct intern names, nodes; // of struct flame_key; node 0 is the whole
    struct flame_amounts *amounts;
    size_t capacity;
    u32 side;
    bool cut;
};

// The view's stacks of this kind, as the side's: 0 or 1.
void flame_tree_add(struct flame_tree *tree, const struct view *view, enum folded_kind kind, u32 side);
bool flame_tree_is_empty(const struct flame_tree *tree);
// Members of an object, which it ends: "nodes": [parent, name, amount in A, amount in B], parents first; "names";
// "cut".
void flame_tree_put(struct json *json, struct flame_tree *tree);
void flame_tree_free(struct flame_tree *tree);

#endif
