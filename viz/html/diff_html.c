// See page.h. A differential flame graph is one tree of both recordings' stacks (flame_tree.h).
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/diff.h"
#include "viz/html/flame_tree.h"
#include "viz/html/page.h"

extern const char asset_page_css[], asset_diff_js[];

static void put_flame(struct json *json, const struct diff *diff, enum folded_kind kind, const char *id) {
    const struct view a = {.profile = &diff->a.profile}, b = {.profile = &diff->b.profile};
    struct flame_tree flame = {.side = 0};
    flame_tree_add(&flame, &a, kind, 0);
    flame_tree_add(&flame, &b, kind, 1);
    if (!flame_tree_is_empty(&flame)) {
        json_begin_object(json, NULL);
        json_put_text(json, "id", id);
        flame_tree_put(json, &flame);
        json_end(json);
    }
    flame_tree_free(&flame);
}

static void put_period(struct json *json, const struct diff_side *side) {
    u64 hz = side->recording.profile.sample_hz;
    json_put_integer(json, NULL, hz ? (s64)(1000000000ull / hz) : 1);
}

static void begin_data(struct json *json, const struct diff *diff) {
    json_begin_object(json, NULL);
    json_begin_array(json, "flames");
    put_flame(json, diff, FOLDED_CPU, "cpu");
    put_flame(json, diff, FOLDED_WALL, "wall");
    put_flame(json, diff, FOLDED_OFF_CPU, "off");
    put_flame(json, diff, FOLDED_ALLOCATION, "allocation");
    json_end(json);
    json_begin_array(json, "period_ns");
    put_period(json, &diff->a), put_period(json, &diff->b);
    json_end(json);
}

void diff_begin_html(struct json *json, const struct diff *diff) {
    struct buffer *text = json->text;
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
    begin_data(json, diff);
}

void diff_end_html(struct json *json) {
    json_end(json);
    buffer_format(json->text, "</script>\n<script>\n%s</script></body></html>\n", asset_diff_js);
}
