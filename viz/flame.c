// The sampled stacks as a tree, for the page's flame graph: made from what `export --to folded` writes, so that both
// tell the same.
#include "viz/flame.h"

#include <stdlib.h>
#include <string.h>

#include "viz/export.h"

#define PART_LIMIT 0.0005 // of all samples; smaller boxes could not be seen

struct node {
    const char *name;
    size_t length;
    u32 parent, first_child, next; // 0: none; the whole is node 0
    u64 samples;                   // in it and above it on the stack
};

struct tree {
    struct node *nodes;
    size_t count, capacity;
};

static u32 add_node(struct tree *tree, u32 parent, const char *name, size_t length) {
    ARRAY_GROW(tree->nodes, tree->count, tree->capacity);
    u32 node = (u32)tree->count++;
    tree->nodes[node] = (struct node){.name = name, .length = length, .parent = parent};
    if (!node) return node;
    tree->nodes[node].next = tree->nodes[parent].first_child;
    tree->nodes[parent].first_child = node;
    return node;
}

static u32 find_child(struct tree *tree, u32 parent, const char *name, size_t length) {
    for (u32 child = tree->nodes[parent].first_child; child; child = tree->nodes[child].next) {
        if (tree->nodes[child].length == length && memcmp(tree->nodes[child].name, name, length) == 0) return child;
    }
    return add_node(tree, parent, name, length);
}

// "thread;outermost;...;innermost COUNT"
static void add_line(struct tree *tree, const char *line, size_t length) {
    size_t end = length;
    while (end && line[end - 1] != ' ') end--;
    u64 samples = strtoull(line + end, NULL, 10);
    u32 node = 0;
    for (size_t at = 0; end && at < end - 1;) {
        const char *semicolon = memchr(line + at, ';', end - 1 - at);
        size_t part = semicolon ? (size_t)(semicolon - line) - at : end - 1 - at;
        tree->nodes[node].samples += samples;
        node = find_child(tree, node, line + at, part);
        at += part + 1;
    }
    tree->nodes[node].samples += samples;
}

static void put_nodes(struct buffer *text, const struct tree *tree) {
    double least = (double)tree->nodes[0].samples * PART_LIMIT;
    // of those that are large enough; parents come before their children
    u32 *numbers = memory_get(tree->count * sizeof(*numbers)), put = 0;
    for (size_t i = 0; i < tree->count; i++) {
        const struct node *node = &tree->nodes[i];
        if ((double)node->samples < least) continue;
        char *name = text_copy_span(node->name, node->length);
        buffer_format(text, "%s[%u,", put ? "," : "", numbers[node->parent]);
        buffer_json(text, name);
        buffer_format(text, ",%llu]", (unsigned long long)node->samples);
        free(name);
        numbers[i] = put++;
    }
    free(numbers);
}

bool flame_json(struct buffer *text, const struct view *view) {
    struct buffer folded = {0};
    struct problem none;
    struct tree tree = {0};
    buffer_byte(text, '[');
    bool any = export_folded(&folded, view, &none);
    if (any) {
        add_node(&tree, 0, "all samples", strlen("all samples"));
        const char *at = buffer_string(&folded);
        for (const char *end; (end = strchr(at, '\n')); at = end + 1) add_line(&tree, at, (size_t)(end - at));
        put_nodes(text, &tree);
    }
    buffer_byte(text, ']');
    free(tree.nodes);
    buffer_free(&folded);
    return any;
}
