// What `gnomon export` can write, one file each. All take the same view. Those with the size of a screen or a page fill
// a buffer; those that may have any size write to a sink, and those that need several files make a directory.
#ifndef VIZ_EXPORT_EXPORT_H
#define VIZ_EXPORT_EXPORT_H

#include "viz/analyse/view.h"
#include "viz/cli/sink.h"

struct graph_pruned {
    u32 nodes, edges; // left out
    double part;      // the part of all self time that belongs to the nodes left out
};

// With its unit, as in pictures: "1.500 ms".
void export_put_time(struct buffer *text, double ns);
// "not shown: ...", if something was left out.
void graph_describe_pruned(struct buffer *text, const struct graph_pruned *pruned);
// The call graph as DOT: a node for each method, an edge for each (caller, callee) pair, with at most `nodes` methods
// (0: 80, those that took some of the time). The graph itself says what was pruned.
void export_dot(struct buffer *text, const struct view *view, u32 nodes, struct graph_pruned *pruned);
// The same laid out by Graphviz, with a time limit: if it fails because of size or time, again with half as many nodes,
// and so on.
bool export_call_graph_svg(struct buffer *svg, const struct view *view, u32 nodes, struct graph_pruned *pruned,
                           struct problem *problem);
// The time diagram: nested boxes, each as large as its method's time.
void export_time_diagram_svg(struct buffer *svg, const struct view *view);
void export_callgrind(struct buffer *text, const struct view *view);
void export_csv(struct buffer *text, const struct view *view);
// ---- What happened, in the order of time, for viewers (walk.h). These return false with a problem if it cannot be
// told; the sink knows whether all of it was written

bool export_chrome(struct sink *sink, const struct view *view, struct problem *problem);
bool export_speedscope(struct sink *sink, const struct view *view, struct problem *problem);
bool export_pprof(struct sink *sink, const struct view *view, struct problem *problem);
bool export_jfr(struct sink *sink, const struct view *view, struct problem *problem);
bool export_pftrace(struct sink *sink, const struct view *view, struct problem *problem);
// Stacks, outermost frame first, with ';' between them, and their ns: of what samples stand for, of all time, of that
// off the processor, or of waits with the threads that ended them; or bytes that were allocated there.
enum folded_kind { FOLDED_CPU, FOLDED_WALL, FOLDED_OFF_CPU, FOLDED_WAKERS, FOLDED_ALLOCATION };
typedef void folded_take(void *context, const char *stack, u64 amount);
bool folded_each(const struct view *view, enum folded_kind kind, folded_take *take, void *context);
// The same as text; returns false if there are none.
bool folded_put(struct sink *sink, const struct view *view, enum folded_kind kind);
bool export_folded(struct sink *sink, const struct view *view, struct problem *problem);
bool export_folded_allocation(struct sink *sink, const struct view *view, struct problem *problem);
bool export_folded_wall(struct sink *sink, const struct view *view, struct problem *problem);
bool export_folded_off_cpu(struct sink *sink, const struct view *view, struct problem *problem);
bool export_folded_wakers(struct sink *sink, const struct view *view, struct problem *problem);

// Those that write a directory, and those that another program writes for us.
bool export_ctf(const char *directory, const struct view *view, struct problem *problem);
bool export_sqlite(const char *path, const struct view *view, struct problem *problem);
bool export_uftrace(const char *directory, const struct view *view, struct problem *problem);

// All that write to a sink: the name, the usual ending of a file (NULL if there is none), and the function that writes
// it.
struct stream_format {
    const char *name, *ending;
    bool (*write)(struct sink *sink, const struct view *view, struct problem *problem);
};
enum { STREAM_FORMATS = 10 };
extern const struct stream_format stream_formats[STREAM_FORMATS];
// All that write a directory, or have it written, and therefore cannot write to standard output.
struct path_format {
    const char *name, *ending, *kind;
    bool (*write)(const char *path, const struct view *view, struct problem *problem);
};
enum { PATH_FORMATS = 3 };
extern const struct path_format path_formats[PATH_FORMATS];

#endif
