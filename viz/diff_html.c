// See diff.h. A differential flame graph is one tree of both recordings' stacks, in which every node has the amounts of
// both. What is below 0.05 % of the larger whole is left out, and what would make the tree too large for memory stays
// with its caller; the page says so.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/diff.h"
#include "viz/export/export.h"
#include "viz/cli/intern.h"

enum { NODE_LIMIT = 1 << 20, SHOWN_PARTS = 2000 };

extern const char asset_page_css[], asset_diff_js[];

struct flame_key {
    u32 parent, name;
};

struct flame_amounts {
    u64 sides[2];
    u32 number; // in the page
};

struct flame {
    struct intern names, nodes; // of struct flame_key; node 0 is the whole
    struct flame_amounts *amounts;
    size_t capacity;
    u32 side;
    bool cut;
};

static u32 node_of(struct flame *flame, u32 parent, u32 name) {
    size_t known = flame->nodes.count;
    struct flame_key key = {parent, name};
    u32 node = intern_bytes(&flame->nodes, &key, sizeof(key));
    if (flame->nodes.count == known) return node;
    ARRAY_GROW(flame->amounts, known, flame->capacity);
    flame->amounts[node] = (struct flame_amounts){.number = 0};
    return node;
}

static u32 name_of(struct flame *flame, const char *name, size_t length) {
    char *copy = text_copy_span(name, length);
    u32 number = intern_text(&flame->names, copy);
    free(copy);
    return number;
}

static void add_stack(void *context, const char *stack, u64 amount) {
    struct flame *flame = context;
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

// [parent, name, amount in A, amount in B], parents first.
static void put_nodes(struct buffer *text, struct flame *flame) {
    u64 least = larger(&flame->amounts[0]) / SHOWN_PARTS;
    u32 shown = 0;
    buffer_text(text, "\"nodes\":[");
    for (u32 i = 0; i < flame->nodes.count; i++) {
        struct flame_amounts *amounts = &flame->amounts[i];
        const struct flame_key *key = intern_get(&flame->nodes, i);
        if (larger(amounts) < least) continue;
        long long parent = i ? (long long)flame->amounts[key->parent].number : -1;
        amounts->number = shown++;
        buffer_format(text, "%s[%lld,%u,%llu,%llu]", i ? "," : "", parent, key->name,
                      (unsigned long long)amounts->sides[0], (unsigned long long)amounts->sides[1]);
    }
    buffer_text(text, "],\"names\":[");
    for (u32 i = 0; i < flame->names.count; i++) {
        if (i) buffer_byte(text, ',');
        buffer_json(text, intern_get(&flame->names, i));
    }
    buffer_format(text, "],\"cut\":%s}", flame->cut ? "true" : "false");
}

static void put_flame(struct buffer *text, const struct diff *diff, enum folded_kind kind, const char *id) {
    const struct view a = {.profile = &diff->a.profile}, b = {.profile = &diff->b.profile};
    struct flame flame = {.side = 0};
    node_of(&flame, 0, name_of(&flame, "all", 3));
    folded_each(&a, kind, add_stack, &flame);
    flame.side = 1;
    folded_each(&b, kind, add_stack, &flame);
    if (larger(&flame.amounts[0])) {
        buffer_format(text, "%s\n{\"id\":\"%s\",", text->data[text->size - 1] == '[' ? "" : ",", id);
        put_nodes(text, &flame);
    }
    intern_free(&flame.names);
    intern_free(&flame.nodes);
    free(flame.amounts);
}

static void put_data(struct buffer *text, const struct diff *diff, const struct buffer *json) {
    buffer_text(text, "{\"flames\":[");
    put_flame(text, diff, FOLDED_CPU, "cpu");
    put_flame(text, diff, FOLDED_WALL, "wall");
    put_flame(text, diff, FOLDED_OFF_CPU, "off");
    u64 hz[] = {diff->a.recording.profile.sample_hz, diff->b.recording.profile.sample_hz};
    buffer_format(text, "],\n\"period_ns\":[%llu,%llu],\n\"diff\":", hz[0] ? 1000000000ull / hz[0] : 1ull,
                  hz[1] ? 1000000000ull / hz[1] : 1ull);
    buffer_text(text, buffer_string(json));
    buffer_byte(text, '}');
}

void diff_put_html(struct buffer *text, const struct diff *diff, const struct buffer *json) {
    buffer_format(text,
                  "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                  "content=\"width=device-width\"><link rel=\"icon\" href=\"data:,\"><title>Difference · "
                  "Gnomon</title><style>\n%s</style></head>\n",
                  asset_page_css);
    buffer_text(
        text,
        "<body><header><h1>Difference</h1><nav><a href=\"#flame\">flame</a><a href=\"#tables\">tables</a></nav>"
        "<input id=\"search\" type=\"search\" placeholder=\"search methods ( / )\" aria-label=\"search methods\">"
        "</header>\n<main><section id=\"sides\"><h2>Runs</h2><table><tbody id=\"side-rows\"></tbody></table>"
        "<pre id=\"partings\" hidden></pre></section>\n"
        "<section id=\"flame\"><h2>Differential flame graph</h2> <select id=\"flame-kind\" aria-label=\"what the flame "
        "graph shows\"></select> as wide as <button id=\"wide-b\" aria-pressed=\"true\">in B</button> <button "
        "id=\"wide-a\" aria-pressed=\"false\">in A</button> <button id=\"flame-reset\">whole</button> <span "
        "class=\"note\" id=\"flame-path\"></span>\n<svg class=\"boxes\" id=\"flame-boxes\" role=\"group\" "
        "aria-label=\"Differential flame graph\"></svg>\n<p class=\"note\" id=\"flame-note\"></p></section>\n"
        "<section id=\"tables\"></section></main><div id=\"tip\" hidden></div>\n"
        "<script type=\"application/json\" id=\"data\">");
    put_data(text, diff, json);
    buffer_format(text, "</script>\n<script>\n%s</script></body></html>\n", asset_diff_js);
}
