// The time diagram as a still picture: a row of boxes for each level of calls, each box as wide as its time, so that
// its area is its time as well.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/boxes.h"
#include "viz/export/export.h"

#define WIDTH 1200.0
#define ROW 22.0
#define TOP 62.0
#define LETTER 6.6
#define LEAST_WIDTH 0.4

struct drawing {
    struct buffer *svg;
    const struct box_tree *tree;
    const struct recording *recording;
    u32 deepest;
};

static double box_ns(const struct drawing *drawing, double ticks) {
    return (double)recording_ns_estimated(drawing->recording, ticks);
}

// A hue of the package, so that neighbours of one package belong together to the eye.
static u32 hue_of(const struct recording *recording, u32 method) {
    const struct method_name *name = recording_method(recording, method);
    const char *class_name = name ? name->class_name : "", *end = strrchr(class_name, '.');
    u32 hash = 7;
    for (const char *at = class_name; at < (end ? end : class_name + strlen(class_name)); at++) {
        hash = hash * 31 + (u8)*at;
    }
    return hash % 300 + 20;
}

// The bytes of the first `letters` characters of a text, or all of it.
static size_t bytes_of(const char *text, size_t length, size_t letters) {
    size_t at = 0;
    for (; at < length; at++) {
        if (((u8)text[at] & 0xc0) != 0x80 && !letters--) break;
    }
    return at;
}

// "Class.method", cut to the letters that fit.
static void put_label(struct drawing *drawing, u32 method, double x, double y, double width) {
    const char *label = recording_method_label(drawing->recording, method), *dots[2] = {label, label}, *at = label;
    size_t room = width > 8 ? (size_t)((width - 8) / LETTER) : 0,
           length = *label == '(' ? strlen(label) : strcspn(label, "(");
    for (; at < label + length; at++) {
        if (*at == '.') dots[0] = dots[1], dots[1] = at + 1;
    }
    if (room < 3) return;
    const char *start = bytes_of(label, length, room) < length ? dots[0] : label;
    size_t count = (size_t)(label + length - start);
    bool fits = bytes_of(start, count, room) == count;
    char *shown =
        fits ? text_copy_span(start, count) : text_format("%.*s…", (int)bytes_of(start, count, room - 1), start);
    buffer_format(drawing->svg, "<text x=\"%.2f\" y=\"%.2f\">", x + 4, y + 15);
    buffer_xml(drawing->svg, shown);
    buffer_text(drawing->svg, "</text>");
    free(shown);
}

static void put_box(struct drawing *drawing, u32 index, double x, double width, u32 depth) {
    const struct box *box = &drawing->tree->boxes[index];
    double y = TOP + depth * ROW, whole = drawing->tree->boxes[0].elapsed.ticks;
    if (depth > drawing->deepest) drawing->deepest = depth;
    buffer_format(drawing->svg, "<g><title>");
    buffer_xml(drawing->svg, index ? recording_method_label(drawing->recording, box->method) : "everything timed");
    buffer_text(drawing->svg, "\n");
    export_put_time(drawing->svg, box_ns(drawing, box->elapsed.ticks));
    buffer_text(drawing->svg, " ±");
    export_put_time(drawing->svg, box_ns(drawing, ceil(box_error(box->elapsed))));
    buffer_format(drawing->svg,
                  ", %.2f %%%s</title><rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.0f\" rx=\"2\" "
                  "fill=\"hsl(%u,%d%%,%d%%)\"/>",
                  whole > 0 ? box->elapsed.ticks * 100 / whole : 0, box->recursive ? " (recursive)" : "", x, y, width,
                  ROW, index ? hue_of(drawing->recording, box->method) : 40, index ? 58 : 18,
                  box->recursive ? 88 : 70 + (box->method / 16 * 7) % 12);
    if (index) {
        put_label(drawing, box->method, x, y, width);
    } else {
        buffer_format(drawing->svg, "<text x=\"%.2f\" y=\"%.2f\">everything timed</text>", x + 4, y + 15);
    }
    buffer_text(drawing->svg, "</g>\n");
    double at = x;
    for (u32 i = 0; i < box->child_count; i++) {
        const struct box *child = &drawing->tree->boxes[box->first_child + i];
        double wide = box->elapsed.ticks > 0 ? width * child->elapsed.ticks / box->elapsed.ticks : 0;
        if (wide >= LEAST_WIDTH) put_box(drawing, box->first_child + i, at, wide, depth + 1);
        at += wide;
    }
}

static void put_axis(struct drawing *drawing, double whole_ns) {
    static const char *const anchors[] = {"start", "middle", "middle", "middle", "end"};
    for (u32 i = 0; i <= 4; i++) {
        buffer_format(drawing->svg, "<text class=\"soft\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", i * WIDTH / 4,
                      TOP + (drawing->deepest + 1) * ROW + 16, anchors[i]);
        export_put_time(drawing->svg, whole_ns * i / 4);
        buffer_text(drawing->svg, "</text>\n");
    }
}

void export_time_diagram_svg(struct buffer *svg, const struct view *view) {
    struct box_tree tree;
    struct buffer body = {0}, lost = {0};
    boxes_make(&tree, view);
    struct drawing drawing = {.svg = &body, .tree = &tree, .recording = view->profile->recording};
    put_box(&drawing, 0, 0, WIDTH, 0);
    put_axis(&drawing, box_ns(&drawing, tree.boxes[0].elapsed.ticks));
    view_describe_scope(view->profile, &lost);
    double height = TOP + (drawing.deepest + 1) * ROW + 26;
    buffer_format(svg,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" "
                  "height=\"%.0f\">\n<style>text{font:11px \"DejaVu "
                  "Sans\",sans-serif;fill:#231b12}.soft{fill:#6f6860}.head{font-size:15px;font-weight:600}rect{stroke:#"
                  "fff;stroke-width:.8}g:hover "
                  "rect{stroke:#b4431f}</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fbfaf7\"/>\n<text "
                  "class=\"head\" x=\"0\" y=\"18\">",
                  WIDTH, height, WIDTH, height);
    buffer_xml(svg, view->profile->recording->main_class);
    buffer_text(svg, view->profile->recording->main_class[0] ? " · " : "");
    buffer_text(svg,
                "time diagram</text>\n<text class=\"soft\" x=\"0\" y=\"36\">A box is as large as its method's elapsed "
                "time on this call path; what no box "
                "below covers is its own. From the third level on, time is divided among callers in proportion; ± "
                "holds what that may have got wrong.</text>\n"
                "<text class=\"soft\" x=\"0\" y=\"52\">lost: ");
    buffer_xml(svg, buffer_string(&lost));
    buffer_text(svg, tree.cut ? "; boxes below 0.05 % are left out</text>\n" : "</text>\n");
    buffer_append(svg, body.data, body.size);
    buffer_text(svg, "</svg>\n");
    buffer_free(&body);
    buffer_free(&lost);
    boxes_free(&tree);
}
