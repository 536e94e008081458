// See flame_tree.h.
#include "viz/html/flame_tree.h"

#include <stdlib.h>
#include <string.h>

enum { NODE_LIMIT = 1 << 20, SHOWN_PARTS = 2000 };

struct flame_key {
    u32 parent, name;
};

static u32 node_of(struct flame_tree *flame, u32 parent, u32 name) {
    size_t known = flame->nodes.count;
    struct flame_key key = {parent, name};
    u32 node = intern_bytes(&flame->nodes, &key, sizeof(key));
    if (flame->nodes.count == known) return node;
    ARRAY_GROW(flame->amounts, known, flame->capacity);
    flame->amounts[node] = (struct flame_amounts){.number = 0};
    return node;
}

static u32 name_of(struct flame_tree *flame, const char *name, size_t length) {
    char *copy = text_copy_span(name, length);
    u32 number = intern_text(&flame->names, copy);
    free(copy);
    return number;
}

static void add_stack(void *context, const char *stack, u64 amount) {
    struct flame_tree *flame = context;
    u32 node = 0;
    flame->amounts[0].sides[flame->side] += amount;
    while (*stack) {
        size_t length = strcspn(stack, ";");
        if (flame->nodes.count >= NODE_LIMIT) {
            flame->cut = true;
            return;
        }
        node = node_of(flame, node, name_of(flame, stack, length));
        flame->amounts[node].sides[flame->side] += amount;
        stack += length + (stack[length] != 0);
    }
}

static u64 larger(const struct flame_amounts *amounts) {
    return amounts->sides[0] > amounts->sides[1] ? amounts->sides[0] : amounts->sides[1];
}

void flame_tree_put(struct json *json, struct flame_tree *flame) {
    u64 least = larger(&flame->amounts[0]) / SHOWN_PARTS;
    u32 shown = 0;
    json_begin_array(json, "nodes");
    for (u32 i = 0; i < flame->nodes.count; i++) {
        struct flame_amounts *amounts = &flame->amounts[i];
        const struct flame_key *key = intern_get(&flame->nodes, i);
        if (larger(amounts) < least) continue;
        amounts->number = shown++;
        json_begin_array(json, NULL);
        json_put_integer(json, NULL, i ? (s64)flame->amounts[key->parent].number : -1);
        json_put_integer(json, NULL, key->name);
        for (u32 side = 0; side < COUNT_OF(amounts->sides); side++) {
            json_put_integer(json, NULL, (s64)amounts->sides[side]);
        }
        json_end(json);
    }
    json_end(json);
    json_begin_array(json, "names");
    for (u32 i = 0; i < flame->names.count; i++) json_put_text(json, NULL, intern_get(&flame->names, i));
    json_end(json);
    json_put_bool(json, "cut", flame->cut);
}

void flame_tree_add(struct flame_tree *flame, const struct view *view, enum folded_kind kind, u32 side) {
    if (!flame->nodes.count) node_of(flame, 0, name_of(flame, "all", 3));
    flame->side = side;
    folded_each(view, kind, add_stack, flame);
}

bool flame_tree_is_empty(const struct flame_tree *flame) { return !flame->nodes.count || !larger(&flame->amounts[0]); }

void flame_tree_free(struct flame_tree *flame) {
    intern_free(&flame->names);
    intern_free(&flame->nodes);
    free(flame->amounts);
    *flame = (struct flame_tree){0};
}
