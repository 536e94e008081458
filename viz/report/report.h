// Reports, and the parts of them: a function for each form of each. All take the same view; a part of which the
// recording has nothing puts nothing, but in JSON.
#ifndef VIZ_REPORT_REPORT_H
#define VIZ_REPORT_REPORT_H

#include "viz/analyse/view.h"

void report_text(struct buffer *text, const struct view *view);
// Its parts, which `gnomon shell` shows by themselves: what the figures are worth, the ledger, the methods.
void report_head_text(struct buffer *text, const struct view *view);
void report_ledger_text(struct buffer *text, const struct view *view);
void report_methods_text(struct buffer *text, const struct view *view);
void report_json(struct buffer *text, const struct view *view);

// The view's package: its first `package_top` methods by each of the five figures. Members of `json`'s open object.
bool report_package_exists(const struct view *view); // whether any of its methods was timed
void report_package_text(struct buffer *text, const struct view *view);
void report_package_json(struct json *json, const struct view *view);
// report_threads.c: each thread's time, running, preempted and waiting; for the page and in JSON a member of
// `json`'s open object.
void report_threads_text(struct buffer *text, const struct view *view);
void report_threads_html(struct json *json, const struct profile *profile);
void report_threads_json(struct json *json, const struct view *view);
// Figures and their errors, as members of `json`'s open object.
void report_json_times(struct json *json, const struct recording *recording, const struct figures *figures);
void report_json_errors(struct json *json, const struct recording *recording, const struct figure_errors *errors);
// report_processors.c: what each processor did; text only where there are several, an array as member of `json`'s open
// object.
void report_processors_text(struct buffer *text, const struct view *view);
void report_processors_json(struct json *json, const struct profile *profile);
// report_domains.c: what each domain did; text only where there are several, an array as member of `json`'s open
// object.
void report_domains_text(struct buffer *text, const struct view *view);
void report_domains_html(struct buffer *text,
                         const struct profile *profile); // a section; nothing if there is one domain
void report_domains_json(struct json *json, const struct profile *profile);
// report_memory.c: what each domain had of memory at the end of the run; text only where there are several, an array as
// member of `json`'s open object.
void report_memory_text(struct buffer *text, const struct view *view);
void report_memory_json(struct json *json, const struct recording *recording);
// "heap 9216, code 64": of a row, in KiB.
void report_memory_words(struct buffer *text, const struct region_memory *row);
// report_sharing.c: the kernel's lock, stops of the world, monitors that others had; members of `json`'s open object.
void report_sharing_text(struct buffer *text, const struct view *view);
void report_sharing_json(struct json *json, const struct profile *profile);
// report_traffic.c: what threads did with sockets; a member of `json`'s open object.
void report_traffic_text(struct buffer *text, const struct view *view);
void report_traffic_json(struct json *json, const struct profile *profile);
// report_net.c: the stream to the host's network, if there was one.
void report_net_text(struct buffer *text, const struct view *view);
void report_net_json(struct json *json, const struct profile *profile);
// An account's name, time and error, as members of `json`'s open object; and those of a processor or domain as its
// array "ledger".
void report_json_account(struct json *json, const struct recording *recording, const struct account *account);
void report_json_ledger(struct json *json, const struct recording *recording, const struct account *accounts);
// What was lost by cause, as the array "lost" of `json`'s open object.
void report_json_lost(struct json *json, const struct profile *profile);
// report_heap.c: the last census, ages by class, collections; nothing where nothing was asked for, but in JSON, where
// they are members of `json`'s open object. The page gets a section.
void report_heap_text(struct buffer *text, const struct view *view);
void report_heap_html(struct buffer *text, const struct view *view);
void report_heap_json(struct json *json, const struct profile *profile);
// What survived how many collections, as members of `json`'s open object (report_heap.c).
void report_json_ages(struct json *json, const struct region_ages *ages);
// One method as an object, as it stands in "methods".
void report_json_method(struct json *json, const struct recording *recording, const struct method_figures *method);

// The counters of --counters, where there were any (counters.c).
void counters_text(struct buffer *text, const struct view *view);
void counters_json(struct json *json, const struct recording *recording);

// What was allocated, by site (report_allocations.c).
void report_allocations_text(struct buffer *text, const struct view *view);
// A section of the page; nothing if nothing is counted.
void report_allocations_html(struct buffer *text, const struct view *view);
void report_allocations_json(struct json *json, const struct view *view);

// report_exact.c: what --exact counted; a member of `json`'s open object. Nothing without it.
void report_exact_text(struct buffer *text, const struct view *view);
void report_exact_json(struct json *json, const struct view *view);

// report_witness.c
// Reports show the first WITNESSES_SHOWN of the methods that the view's filter selects, and all that disagree.
#define WITNESSES_SHOWN 10
void witnesses_text(struct buffer *text, const struct view *view);
void witnesses_json(struct json *json, const struct view *view);
// For the page, a member of `json`'s open object: "witnesses": {"tested", "agreeing" (of these), "short" (all others),
// "rows": [[label, timed, error, sampled, error, samples, agrees]...]}, or null.
void witnesses_html(struct json *json, const struct view *view);

#endif
