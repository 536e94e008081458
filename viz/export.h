// What `gnomon export` can write, one file each. All take the same view; those that write one file fill a buffer.
#ifndef VIZ_EXPORT_H
#define VIZ_EXPORT_H

#include "viz/view.h"

struct graph_pruned {
    u32 nodes, edges; // left out
    double part;      // the part of all self time that is in nodes left out
};

// "not shown: ...", where something was left out.
void graph_describe_pruned(struct buffer *text, const struct graph_pruned *pruned);
// The call graph as DOT: a node a method, an edge a (caller, callee) pair, at most `nodes` methods (0: 80, those that
// had a share of the time). What was pruned is said in the graph itself.
void export_dot(struct buffer *text, const struct view *view, u32 nodes, struct graph_pruned *pruned);
// The same laid out by Graphviz, bounded in time: after it has failed once for size or time, with half as many nodes,
// and so on.
bool export_call_graph_svg(struct buffer *svg, const struct view *view, u32 nodes, struct graph_pruned *pruned,
                           struct problem *problem);
// The time diagram: nested boxes, each as large as its method's time.
void export_time_diagram_svg(struct buffer *svg, const struct view *view);
void export_callgrind(struct buffer *text, const struct view *view);
// Stacks of samples, outermost frame first, with their number. A problem if nothing was sampled.
bool export_folded(struct buffer *text, const struct view *view, struct problem *problem);
void export_csv(struct buffer *text, const struct view *view);
// Writes a directory.
bool export_ctf(const char *directory, const struct view *view, struct problem *problem);

#endif
