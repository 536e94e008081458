// What part of a recording is looked at: the same options in every command, and one place where they take effect, so
// that every report, export and comparison follows them: recording_select() narrows the recording itself.
#ifndef VIZ_ANALYSE_FILTER_H
#define VIZ_ANALYSE_FILTER_H

#include "viz/cli/options.h"
#include "viz/read/recording.h"

struct filter {
    struct text_list methods; // patterns; all if there are none
    u64 thread;               // its number; 0 for all
    const char *domain;       // name; NULL for all
    u64 from_ns, until_ns;    // since the kernel's entry; until 0: to the end
};

// The rules for a `struct filter MEMBER` of a command's settings. TO is another spelling of --until, for commands in
// which --to means nothing else, or NULL.
#define FILTER_RULES(type, member, to)                                                                                \
    {"--filter",                                                                                                      \
     NULL,                                                                                                            \
     OPTION_LIST,                                                                                                     \
     offsetof(type, member.methods),                                                                                  \
     "PATTERN",                                                                                                       \
     "only methods that match; may repeat, '!' leaves out",                                                           \
     NULL,                                                                                                            \
     0,                                                                                                               \
     0},                                                                                                              \
        {"--thread",    NULL,                                                                                         \
         OPTION_NUMBER, offsetof(type, member.thread),                                                                \
         "N",           "only what thread number N did, or had done to it",                                           \
         NULL,          1,                                                                                            \
         UINT32_MAX},                                                                                                 \
        {"--domain",                                                                                                  \
         NULL,                                                                                                        \
         OPTION_TEXT,                                                                                                 \
         offsetof(type, member.domain),                                                                               \
         "NAME",                                                                                                      \
         "only what threads of the domains of this name did, or had done to them",                                    \
         NULL,                                                                                                        \
         0,                                                                                                           \
         0},                                                                                                          \
        {"--from",                                                                                                    \
         NULL,                                                                                                        \
         OPTION_TIME,                                                                                                 \
         offsetof(type, member.from_ns),                                                                              \
         "T",                                                                                                         \
         "only what was recorded at T or later: 20ms, 1.5s; since the kernel's entry",                                \
         NULL,                                                                                                        \
         0,                                                                                                           \
         0},                                                                                                          \
    {                                                                                                                 \
        "--until", to, OPTION_TIME, offsetof(type, member.until_ns), "T", "only what was recorded before T", NULL, 0, \
            0                                                                                                         \
    }

// A problem if one of the patterns is none.
bool filter_check_patterns(const struct text_list *patterns, struct problem *problem);
// Whether the patterns select a method, by "pkg.Class.method"; they do if there are none.
bool filter_selects(const struct recording *recording, const struct text_list *patterns, u32 method);

// Narrows a recording to a thread, the threads of a domain, and a time. Events and samples outside are no longer there;
// timing rows are those of the threads, and none if a time is chosen, because a row is a sum over the whole run. The
// ledger remains that of the run. A thread and a domain that do not exist, a thread that is of another domain, and an
// empty range are problems.
bool recording_select(struct recording *recording, const struct filter *filter, struct problem *problem);
// Narrows a recording to methods: only entries and exits of methods that match are left, and samples with such a method
// in their stack. Other events stay. Invalid patterns, and patterns that no method matches, are problems, and NULL is
// returned; otherwise the result is what the recording needs until it is closed.
struct method_filter *recording_select_methods(struct recording *recording, const struct text_list *patterns,
                                               struct problem *problem);
void method_filter_free(struct method_filter *filter); // NULL is allowed
// "thread 3 (worker), from 10.000 ms to 20.000 ms; ..."; empty if everything is looked at.
void recording_describe_selection(const struct recording *recording, struct buffer *text);

#endif
