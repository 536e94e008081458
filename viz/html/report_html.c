// gnomon report --format html: one file with data, style, script and the call graph's picture, which opens without a
// network.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/allocations.h"
#include "viz/analyse/boxes.h"
#include "viz/export/export.h"
#include "viz/html/flame_tree.h"
#include "viz/html/page.h"
#include "viz/html/timeline.h"
#include "viz/read/event_text.h"
#include "viz/read/offsets.h"
#include "viz/report/report.h"

extern const char asset_page_css[], asset_page_js[];

struct page {
    struct buffer *text, data_text;
    struct json data; // for the scripts, into `data_text`
    const struct view *view;
    const struct recording *recording;
    u32 *methods; // ids, in the page's order
    size_t method_count;
    u32 *roots; // callers that are no methods; the page's index of root r is -1 - r
    size_t root_count, root_capacity;
    struct sources sources;
};

static s64 ns(const struct page *page, double ticks) { return recording_ns_estimated(page->recording, ticks); }

// As an element.
static void put_ns(struct page *page, double ticks) { json_put_integer(&page->data, NULL, ns(page, ticks)); }

static long method_index(const struct page *page, u32 id) {
    for (size_t i = 0; i < page->method_count; i++) {
        if (page->methods[i] == id) return (long)i;
    }
    for (size_t i = 0; i < page->root_count; i++) {
        if (page->roots[i] == id) return -1 - (long)i;
    }
    return 0;
}

// Pairs of a bucket's number and how many durations are in it.
static void put_durations(struct json *json, const struct histogram *durations) {
    json_begin_array(json, NULL);
    for (u32 i = TIMING_BUCKET_FIRST; durations && i < TIMING_BUCKET_END; i++) {
        u64 count = durations->counts[i] + (i == TIMING_BUCKET_FIRST ? durations->below_zero : 0);
        if (!count) continue;
        json_put_integer(json, NULL, i - TIMING_BUCKET_FIRST), json_put_integer(json, NULL, (s64)count);
    }
    json_end(json);
}

// The shortest call, two percentiles and the longest, each with its error; null if none has ended.
static void put_calls(struct page *page, const struct method_figures *method) {
    const struct percentile calls[] = {profile_shortest(method), profile_percentile(method, 0.5),
                                       profile_percentile(method, 0.99), profile_longest(method)};
    if (method->own.minimum > method->own.maximum) {
        json_put_null(&page->data, NULL);
        return;
    }
    json_begin_array(&page->data, NULL);
    for (size_t i = 0; i < COUNT_OF(calls); i++) {
        json_begin_array(&page->data, NULL);
        put_ns(page, calls[i].value), put_ns(page, ceil(calls[i].error));
        json_end(&page->data);
    }
    json_end(&page->data);
}

static void put_method(struct page *page, const struct method_figures *method) {
    const struct figures *own = &method->own;
    json_begin_array(&page->data, NULL);
    json_put_text(&page->data, NULL, recording_method_words(page->recording, method->id));
    json_put_integer(&page->data, NULL, (s64)own->count);
    put_ns(page, (double)own->elapsed), put_ns(page, (double)own->exclusive_elapsed);
    put_ns(page, (double)own->cpu), put_ns(page, (double)own->exclusive_cpu);
    put_ns(page, ceil(method->errors.cpu)), put_ns(page, ceil(method->errors.exclusive_cpu));
    json_put_integer(&page->data, NULL, (s64)method->samples);
    json_put_integer(&page->data, NULL, (s64)own->open);
    put_calls(page, method);
    json_put_integer(&page->data, NULL, (s64)own->exceptions);
    put_ns(page, ceil(method->errors.elapsed)), put_ns(page, ceil(method->errors.exclusive));
    put_durations(&page->data, method->durations);
    json_end(&page->data);
}

static void put_methods(struct page *page) {
    const struct profile *profile = page->view->profile;
    json_begin_array(&page->data, "methods");
    page->methods = memory_get(profile->method_count * sizeof(*page->methods));
    for (size_t i = 0; i < profile->method_count; i++) {
        put_method(page, &profile->methods[i]);
        page->methods[page->method_count++] = profile->methods[i].id;
    }
    json_end(&page->data);
    // Where buckets of durations begin; what lies below zero is counted as the first
    json_begin_array(&page->data, "buckets");
    for (u32 i = TIMING_BUCKET_FIRST; i <= TIMING_BUCKET_END; i++) put_ns(page, (double)timing_bucket_start(i));
    json_end(&page->data);
}

// Those that --filter and --top leave, by index; null: all. The package, if one was asked for, is shown beside the
// whole.
static void put_chosen(struct page *page) {
    const struct profile *profile = page->view->profile;
    struct view view = *page->view;
    u64 shown = 0;
    view.package = NULL;
    if (!view.filter.count && !view.top) {
        json_put_null(&page->data, "chosen");
        return;
    }
    json_begin_array(&page->data, "chosen");
    for (size_t i = 0; i < profile->method_count && (!view.top || shown < view.top); i++) {
        if (view_selects(&view, profile->methods[i].id)) json_put_integer(&page->data, NULL, (s64)i), shown++;
    }
    json_end(&page->data);
}

static void put_edges(struct page *page) {
    const struct profile *profile = page->view->profile;
    for (size_t i = 0; i < profile->edge_count; i++) {
        u32 caller = profile->edges[i].caller;
        if ((i && profile->edges[i - 1].caller == caller) || profile_method(profile, caller)) continue;
        ARRAY_GROW(page->roots, page->root_count, page->root_capacity);
        page->roots[page->root_count++] = caller;
    }
    json_begin_array(&page->data, "roots");
    for (size_t i = 0; i < page->root_count; i++) {
        json_put_text(&page->data, NULL, recording_method_label(page->recording, page->roots[i]));
    }
    json_end(&page->data);
    json_begin_array(&page->data, "edges");
    for (size_t i = 0; i < profile->edge_count; i++) {
        const struct edge *edge = &profile->edges[i];
        json_begin_array(&page->data, NULL);
        json_put_integer(&page->data, NULL, method_index(page, edge->caller));
        json_put_integer(&page->data, NULL, method_index(page, edge->callee));
        json_put_integer(&page->data, NULL, (s64)edge->figures.count);
        put_ns(page, (double)edge->figures.elapsed), put_ns(page, ceil(edge->errors.elapsed));
        json_end(&page->data);
    }
    json_end(&page->data);
}

static void put_box(struct page *page, const struct box *box, bool is_root) {
    json_begin_array(&page->data, NULL);
    json_put_integer(&page->data, NULL, is_root ? 0 : method_index(page, box->method));
    json_put_integer(&page->data, NULL, box->first_child), json_put_integer(&page->data, NULL, box->child_count);
    put_ns(page, box->elapsed.ticks), put_ns(page, box->cpu.ticks);
    json_put_real(&page->data, NULL, round(box->count * 100) / 100);
    json_put_integer(&page->data, NULL, box->recursive);
    put_ns(page, ceil(box_error(box->elapsed))), put_ns(page, ceil(box_error(box->cpu)));
    json_end(&page->data);
}

static bool put_boxes(struct page *page) {
    struct box_tree tree;
    boxes_make(&tree, page->view);
    json_begin_array(&page->data, "boxes");
    for (u32 i = 0; i < tree.count; i++) put_box(page, &tree.boxes[i], !i);
    json_end(&page->data);
    bool any = tree.count > 1;
    boxes_free(&tree);
    return any;
}

// The timeline, and what its words need. False if nothing has a time.
static bool put_timeline(struct page *page) {
    struct timeline timeline;
    bool any = timeline_make(&timeline, page->recording);
    size_t threads = page->recording->thread_count;
    if (any) {
        timeline_put(&page->data, &timeline, &page->sources);
    } else {
        json_put_null(&page->data, "timeline");
    }
    timeline_free(&timeline);
    json_put_integer(&page->data, "threadsLeftOut", threads > TIMELINE_THREADS ? (s64)(threads - TIMELINE_THREADS) : 0);
    json_begin_array(&page->data, "reasons");
    for (u32 reason = 0; reason < SWITCH_REASONS; reason++) {
        json_put_text(&page->data, NULL, event_enum_name(UNIT_SWITCH_REASON, reason));
    }
    json_end(&page->data);
    return any;
}

// Where bytes were allocated, for the flame graph, by a second walk, which is that of the exports (folded.c). False if
// nothing was counted.
static bool put_allocation(struct page *page) {
    struct flame_tree flame = {.side = 0};
    flame_tree_add(&flame, page->view, FOLDED_ALLOCATION, 0);
    bool any = !flame_tree_is_empty(&flame);
    if (any) {
        json_begin_object(&page->data, "allocation");
        flame_tree_put(&page->data, &flame);
        json_end(&page->data);
    } else {
        json_put_null(&page->data, "allocation");
    }
    flame_tree_free(&flame);
    return any;
}

static void put_ledger(struct page *page) {
    const struct profile *profile = page->view->profile;
    json_begin_array(&page->data, "ledger");
    for (size_t i = 0; i < profile->ledger_count; i++) {
        json_begin_array(&page->data, NULL);
        json_put_text(&page->data, NULL, profile->ledger[i].name);
        put_ns(page, (double)profile->ledger[i].ticks), put_ns(page, ceil(profile->ledger[i].error));
        json_end(&page->data);
    }
    json_end(&page->data);
}

static void put_rest(struct page *page) {
    const struct profile *profile = page->view->profile;
    const struct error_rates *rates = &profile->rates;
    struct json *json = &page->data;
    double ends = rates->is_exact ? 0 : rates->step + (double)offsets_error(&page->recording->reader.offsets);
    json_begin_array(json, "clock");
    json_put_real(json, NULL, rates->is_exact ? 0 : rates->clock), put_ns(page, ceil(ends));
    json_end(json);
    json_put_bool(json, "sampled", profile->sample_count);
    json_put_integer(json, "lostRecords", (s64)stream_lost_records(&page->recording->reader));
    json_put_integer(json, "elapsed", ns(page, (double)profile->elapsed_ticks));
    json_put_integer(json, "ledgerTotal", ns(page, (double)profile->ledger_ticks));
    put_ledger(page);
    json_put_text(json, "sort", page->view->sort ? page->view->sort : "");
    report_threads_html(json, profile);
    witnesses_html(json, page->view);
    json_put_text(json, "package", page->view->package ? page->view->package : "");
    json_begin_array(json, "events");
    for (size_t i = 0; i < profile->event_count; i++) {
        json_begin_array(json, NULL);
        json_put_text(json, NULL, recording_event_name(page->recording, profile->events[i].id));
        json_put_integer(json, NULL, (s64)profile->events[i].count);
        json_end(json);
    }
    json_end(json);
}

static void put_fact(struct buffer *text, const char *name, struct buffer *value, bool bad) {
    buffer_format(text, "<dt>%s</dt><dd%s>", name, bad ? " class=\"bad\"" : "");
    buffer_xml(text, buffer_string(value));
    buffer_text(text, "</dd>\n");
    buffer_free(value);
}

static void put_facts(struct page *page) {
    struct buffer value = {0}, *text = page->text;
    const struct profile *profile = page->view->profile;
    buffer_text(text, "<section id=\"run\"><h2>The run</h2><dl class=\"facts\">\n");
    view_describe_run(page->recording, &value), put_fact(text, "run", &value, page->recording->open);
    view_describe_clock(page->recording, &value), put_fact(text, "clock", &value, false);
    view_describe_losses(profile, &value), put_fact(text, "lost", &value, profile->loss_total > 0);
    view_describe_instruments(profile, &value), put_fact(text, "instruments", &value, false);
    if (profile->sample_count) view_describe_samples(profile, &value), put_fact(text, "samples", &value, false);
    if (profile->open_activations) {
        buffer_format(&value, "%llu activations had not ended and are counted up to the recording's end",
                      (unsigned long long)profile->open_activations);
        put_fact(text, "open", &value, true);
    }
    if (page->recording->crash.ticks) {
        buffer_text(&value, page->recording->crash.reason), put_fact(text, "crash", &value, true);
    }
    buffer_text(
        text,
        "</dl></section>\n<section id=\"ledger\"><h2>Where the time went</h2>\n<div class=\"bar\" "
        "id=\"ledger-bar\"></div>\n"
        "<table><tbody id=\"ledger-rows\"></tbody></table><p class=\"note\" id=\"ledger-note\" hidden>Of the whole "
        "run: the ledger has sums, and no time.</p></section>\n");
}

// dot's picture without its prolog, which has no place inside a page.
static bool put_graph(struct page *page, struct problem *problem) {
    struct buffer svg = {0};
    struct graph_pruned pruned;
    buffer_text(
        page->text,
        "<section id=\"calls\"><h2>Call graph</h2> <button id=\"graph-in\">+</button> <button "
        "id=\"graph-out\">−</button> "
        "<button id=\"graph-reset\">whole</button> <span class=\"note\">wheel, W and S zoom, drag and arrow keys "
        "move");
    if (!export_call_graph_svg(&svg, page->view, 0, &pruned, problem)) {
        buffer_text(page->text, "; could not be drawn: ");
        buffer_xml(page->text, problem->text);
        buffer_text(page->text, "</span></section>\n");
        return false;
    }
    if (pruned.nodes || pruned.edges) buffer_text(page->text, "; "), graph_describe_pruned(page->text, &pruned);
    const char *start = strstr(buffer_string(&svg), "<svg");
    buffer_text(page->text,
                "</span><p class=\"note\" id=\"calls-note\" hidden>What was neither sampled nor traced in the "
                "selected range is pale. The figures are of the whole run.</p>\n");
    buffer_format(page->text,
                  "<div id=\"graph\" tabindex=\"0\" role=\"group\" aria-label=\"Call graph\">%s</div></section>\n",
                  start ? start : "");
    buffer_free(&svg);
    return true;
}

static const char boxes_section[] =
    "<section id=\"time\"><h2>Time diagram</h2> <button id=\"by-elapsed\" aria-pressed=\"true\">elapsed</button> "
    "<button id=\"by-cpu\" aria-pressed=\"false\">CPU</button> <button id=\"box-reset\">whole</button> <span "
    "class=\"note\" id=\"path\"></span>\n"
    "<svg class=\"boxes\" id=\"boxes\" role=\"img\" aria-label=\"Time diagram\"></svg>\n"
    "<p class=\"note\">A box is as large as its method's time on this call path; what its callees below do not cover "
    "is its own. Times are kept per caller and "
    "callee: a method with several callers has its callees' time divided among them in proportion, which is an "
    "estimate from the third level on. "
    "Elapsed times of several threads add up, waiting included: together they may exceed the run's. Boxes below 0.05 % "
    "are left out.</p><p class=\"note\" id=\"time-note\" hidden>Of the whole run: rows of the timing have no "
    "time.</p></section>\n";

static const char flame_section[] =
    "<section id=\"flame\"><h2>Flame graph</h2> <select id=\"flame-kind\" aria-label=\"what the flame graph shows\">"
    "</select> <button id=\"flame-inverted\" aria-pressed=\"false\" title=\"the other way round: what was called "
    "comes first\">callees first</button> "
    "<button id=\"flame-reset\">whole</button> <span class=\"note\" id=\"flame-path\"></span>\n"
    "<svg class=\"boxes\" id=\"flame-boxes\" role=\"group\" aria-label=\"Flame graph\"></svg>\n"
    "<p class=\"note\" id=\"flame-note\"></p></section>\n";

static const char timeline_section[] =
    "<section id=\"timeline\"><h2>Timeline</h2> <button id=\"timeline-whole\">whole</button> "
    "<button id=\"timeline-select\">select what is seen</button> <span class=\"note\">Wheel, W and S zoom; drag, A and "
    "D move; drag along the axis or with Shift selects, M selects what is seen; arrow keys go from thing to thing, "
    "Enter selects it, F fits it; 0 shows all, Escape lets go</span>\n"
    "<div id=\"timeline-holder\"><div id=\"timeline-space\"><canvas id=\"timeline-canvas\" tabindex=\"0\" "
    "role=\"application\" aria-label=\"Timeline: arrow keys go from thing to thing\" "
    "aria-describedby=\"timeline-details\"></canvas></div></div>\n"
    "<div id=\"timeline-legend\" class=\"note\"></div><pre id=\"timeline-details\" aria-live=\"polite\"></pre>"
    "<p class=\"note bad\" id=\"timeline-notes\"></p></section>\n";

static const char slices_section[] =
    "<section id=\"slices\"><h2>Slices</h2> <span class=\"note\" id=\"slice-count\"></span>\n<div "
    "class=\"scroll\"><table>"
    "<thead><tr><th>Count</th><th>Total</th><th>Self</th><th>Mean</th><th>Longest</th><th>Durations</th>"
    "<th class=\"name\">Slice</th></tr></thead><tbody id=\"slice-rows\"></tbody></table></div>"
    "<p class=\"note\">Traced calls, collections and translations, elapsed time, in the selected "
    "range.</p></section>\n";

static const char methods_section[] =
    "<section id=\"methods\"><h2>Methods</h2> <span class=\"note\" id=\"method-count\"></span>\n<div "
    "class=\"scroll\"><table><thead><tr id=\"method-head\"></tr></thead>"
    "<tbody id=\"method-rows\"></tbody></table></div><p class=\"note\">Click a head to sort, a method to see who calls "
    "it and whom it calls. <span id=\"method-note\"></span></p></section>\n";

static const char package_section[] =
    "<section id=\"packages\"><h2>Packages</h2> <select id=\"package\" aria-label=\"package\"></select> <span "
    "class=\"note\" id=\"package-sum\"></span>\n"
    "<div id=\"package-tables\"></div><p class=\"note\">The first five methods by each figure. Exclusive is what a "
    "package's methods did not spend in timed methods that "
    "they call, so it depends on what else was timed.</p><p class=\"note\" id=\"package-note\" hidden>Of the whole "
    "run: "
    "rows of the timing have no time.</p></section>\n";

static const char witnesses_section[] =
    "<section id=\"witnesses\" hidden><h2>Two witnesses</h2> <span class=\"note\" id=\"witness-sum\"></span>\n<div "
    "class=\"scroll\"><table><thead><tr><th>By timing</th>"
    "<th>By sampling</th><th>Samples</th><th class=\"name\">Method</th></tr></thead><tbody "
    "id=\"witness-rows\"></tbody></table></div></section>\n";

static const char source_section[] =
    "<section id=\"source\"><h2>Source</h2> <select id=\"source-file\" aria-label=\"source file\"></select> "
    "<span class=\"note\" id=\"source-sum\"></span>\n<div class=\"scroll\"><table id=\"source-table\"><thead><tr>"
    "<th>Samples</th><th>With callees</th><th>Calls</th><th>Elapsed</th><th>Self</th><th>Line</th>"
    "<th class=\"name\">Text</th></tr></thead><tbody id=\"source-rows\"></tbody></table></div><p "
    "class=\"note\">Samples "
    "that found the line running, and those that found it on the stack, in the selected range. Times are a timed "
    "method's, beside its first line with code, of the whole run.</p></section>\n";

static const char threads_section[] =
    "<section id=\"threads\"><h2>Threads</h2> <div class=\"scroll\"><table><thead><tr><th>Ran</th><th>Its "
    "own</th><th>Preempted</th><th>Waited</th><th>Switches</th><th>Samples</th><th>Allocated</th>"
    "<th class=\"name\">Thread</th><th class=\"name\">Waited for (ms)</th></tr></thead><tbody "
    "id=\"thread-rows\"></tbody></table></div>"
    "<p class=\"note\">Its own: without interrupts, collection, translation, linking and instruments. A wait lasts "
    "until the thread runs again. <span id=\"thread-note\"></span></p></section>\n";

static const char events_section[] = "<section id=\"events\"><h2>Events</h2><div class=\"scroll\"><table><tbody "
                                     "id=\"event-rows\"></tbody></table></div></section>\n";

static void put_head(struct buffer *text, const struct recording *recording) {
    buffer_text(text, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
                      "content=\"width=device-width\">"
                      "<link rel=\"icon\" href=\"data:,\"><title>");
    buffer_xml(text, recording->main_class[0] ? recording->main_class : "Gnomon");
    buffer_format(text, " · Gnomon</title><style>\n%s</style></head>\n<body><header><h1>", asset_page_css);
    buffer_xml(text, recording->main_class[0] ? recording->main_class : "Gnomon");
    buffer_text(
        text,
        "</h1><nav><a href=\"#ledger\">ledger</a><a href=\"#timeline\">timeline</a><a href=\"#time\">time</a><a "
        "href=\"#flame\">flame</a><a "
        "href=\"#methods\">methods</a><a href=\"#packages\">packages</a><a href=\"#source\">source</a><a "
        "href=\"#calls\">calls</a>"
        "<a href=\"#slices\">slices</a><a href=\"#domains\">domains</a><a href=\"#threads\">threads</a><a "
        "href=\"#heap\">heap</a><a "
        "href=\"#events\">events</a></nav><span "
        "class=\"note\" "
        "id=\"search-sum\"></span>"
        "<input id=\"search\" type=\"search\" placeholder=\"search methods ( / )\" aria-label=\"search "
        "methods\"><div id=\"selection\" role=\"status\" hidden><span id=\"selection-words\"></span> <button "
        "id=\"selection-fit\">show</button> <button id=\"selection-clear\">clear</button></div></header>\n<main>\n"
        "<noscript><p class=\"note bad\">The tables and pictures of this page need JavaScript, which is off "
        "here.</p></noscript>\n");
}

bool report_html(struct buffer *text, const struct view *view, struct problem *problem) {
    struct page page = {.text = text, .view = view, .recording = view->profile->recording};
    page.sources = (struct sources){.recording = page.recording, .places = &view->source};
    page.data = (struct json){.text = &page.data_text, .lines = 1};
    json_begin_object(&page.data, NULL);
    put_rest(&page);
    put_methods(&page);
    put_chosen(&page);
    put_edges(&page);
    bool boxes = put_boxes(&page), timeline = put_timeline(&page), allocation = put_allocation(&page);
    sources_put(&page.data, &page.sources, page.methods, page.method_count);
    json_end(&page.data);
    put_head(text, page.recording);
    put_facts(&page);
    if (timeline) buffer_text(text, timeline_section);
    if (boxes) buffer_text(text, boxes_section);
    if (timeline || allocation) buffer_text(text, flame_section);
    buffer_text(text, methods_section);
    if (boxes) buffer_text(text, package_section);
    if (page.sources.found) buffer_text(text, source_section);
    buffer_text(text, witnesses_section);
    if (boxes && !put_graph(&page, problem)) message_note("call graph left out: %s", problem->text);
    if (timeline) buffer_text(text, slices_section);
    report_domains_html(text, view->profile);
    buffer_text(text, threads_section);
    report_allocations_html(text, view);
    report_heap_html(text, page.view);
    buffer_text(text, events_section);
    buffer_text(text, "</main><div id=\"tip\" hidden></div>\n<script type=\"application/json\" id=\"data\">");
    buffer_append(text, page.data_text.data, page.data_text.size);
    buffer_format(text, "</script>\n<script>\n%s</script></body></html>\n", asset_page_js);
    buffer_free(&page.data_text);
    sources_free(&page.sources);
    free(page.methods);
    free(page.roots);
    return true;
}
