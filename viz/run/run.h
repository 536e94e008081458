// What the parts of `gnomon run` and `gnomon iso` share: the settings from the command line, and the steps from a
// checked program to an ended guest, or to a disk.
#ifndef VIZ_RUN_RUN_H
#define VIZ_RUN_RUN_H

#include "log/region.h"
#include "viz/cli/options.h"
#include "viz/net/traffic.h"
#include "viz/run/guest_files.h"
#include "viz/run/jdk.h"
#include "viz/run/program.h"

#define NO_ALLOCATION_EVENTS UINT64_MAX
#define SLOW_NOT_GIVEN UINT64_MAX // the kernel keeps some, and nothing is logged because of it

struct run_settings {
    const char *machine; // "qemu", "linux", or "pc": a disk is made for one
    u64 memory_mib, cpus, heap_mib, log_mib, timeout_seconds, disk_mib, sample_hz, sample_cpu_hz, stack_frames,
        quantum_us, jitter_seed, gdb_port, census_every, ages_kib, slow_calls;
    u64 allocation_bytes; // bytes per event; NO_ALLOCATION_EVENTS if not asked for
    bool deterministic, unordered, no_instruments, keep_archive, list_natives, census;
    bool stays_on, by_line; // of a disk
    bool exact;             // QEMU counts every instruction
    bool origins;           // are recorded in any case
    bool no_kept;           // translations are not taken from the training run
    bool keeps;             // the program's translations, for later runs
    const char *keep;       // NULL, or what a training run does: kept.c
    bool keep_several;      // it is for runs on several processors
    char *keep_directory;   // with `keeps`: where the run leaves them
    struct text_list events, properties, dump, files, saves, environment, modules;
    const char *log_mode, *classpath, *output, *dump_after, *dump_heap, *counters, *components, *scheduler;
    struct text_list names, arguments; // the jar or class; the arguments after "--"
#define PATTERN(name, bit, field, key, words, help) struct text_list field;
    PATTERN_TABLE(PATTERN)
#undef PATTERN
    bool net;
    struct text_list net_allow, net_forward;
    struct policy *policy; // what the last three make of the network; NULL without one
    const char *net_record, *net_replay;
    struct traffic_header traffic; // of what is recorded or replayed; zeros if nothing is
};

// ---- cmd_run.c: the table of options, and what a guest is started with for them.
#define PATTERN(name, bit, field, key, words, help) +1
enum { RULES_OF_ISO = 3, RULES_OF_BOTH = 25 PATTERN_TABLE(PATTERN), RULES_OF_RUN = 22 };
#undef PATTERN
extern const struct option_rule run_rules[];

struct run_input {
    struct program program;
    struct jdk jdk;
    struct guest_files files;
    struct saves saves;
};
void run_put_defaults(struct run_settings *settings);
// The run itself; returns the status for the shell.
int run_checked(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                const struct guest_files *files, struct saves *saves, struct problem *problem);
// Checks the settings, and finds and makes all that they name; adds the instruments that a run has if none are asked
// for.
bool run_prepare(struct run_settings *settings, struct run_input *input, struct problem *problem);

// ---- kept.c: translations that are kept (base/kept.h)

#define KEPT_PREFIX "translated-" // of files beside the image
#define KEPT_PROGRAM_PREFIX "program-"
// Those of the image, in jdk->kept; made now if there are none of this build for this image. Those of the program, in
// jdk->kept_program, if its user has had them kept. Where something cannot be used, a run goes on without, and says so
// with -v.
void run_find_kept(struct jdk *jdk, const struct program *program, bool several);
// The key of this build's translations for an image, whose directory is all that is known, and one processor or
// several; 0 if there is none.
u64 run_kept_key(struct jdk *jdk, bool several);
// --keep: before the run is prepared, after it has ended, and at the end in any case.
bool run_keep_prepare(struct run_settings *settings, struct problem *problem);
void run_keep(const struct run_settings *settings, const struct run_input *input);
void run_keep_end(const struct run_settings *settings);

// ---- counters.c: whether --counters names what there is on this machine.
bool run_check_counters(const struct run_settings *settings, struct problem *problem);

// ---- check.c: every pattern of PATTERN_TABLE and --dump must name a method of the program or of
// the image, and every event must exist
bool run_check_patterns(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                        struct problem *problem);
bool run_check_events(const struct run_settings *settings, struct problem *problem);
// Adds the events of a list, as --events takes it, to a mask by event number.
bool run_select_events(const char *list, u64 mask[4], struct problem *problem);

// ---- options.c: the archive's "options" entry.
void run_make_options(const struct run_settings *settings, const struct program *program, struct buffer *text);

// ---- command.c: the command line that starts the guest.
// The kernel's file for the settings' machine, to be freed by the caller; NULL with a problem if there is none.
char *run_kernel(const struct run_settings *settings, struct problem *problem);
// A path for QEMU's options, to be freed: a comma ends a value there, and two are one.
char *run_double_commas(const char *text);
// Whether the guest maps the JDK's image from its file; otherwise it must be in the archive.
bool run_maps_image(const struct run_settings *settings);
// `bell`: the guest's end of it (viz/net/host.h), if there is a network.
bool run_make_command(const struct run_settings *settings, const struct jdk *jdk, const char *archive,
                      const char *region, int bell, struct text_list *command, struct problem *problem);

// ---- guest.c: starts it, passes on its output, and waits for its end
struct policy;

struct guest_end {
    u32 state;       // enum region_state, as found in the region
    int exit_status; // the program's, when the state is REGION_ENDED
    int host_status; // of waitpid
    bool timed_out, interrupted;
    u32 clock_followed; // enum clock_source if the counter could not be trusted, otherwise 0
    u64 wall_ns;
    char qemu[32];             // its version, as its monitor says; "" without it
    bool record_failed;        // of --net-record, which has been said
    struct link_replay replay; // what the program did otherwise than it had
};
// Makes both ends of the bell, ours first, if there is a network.
bool run_make_bell(const struct run_settings *settings, int bell[2], struct problem *problem);
// `saves` receives what --save asked for. The bell is closed.
bool run_guest(const struct run_settings *settings, const struct text_list *command, const char *region,
               const char *log, const int bell[2], struct saves *saves, struct guest_end *end, struct problem *problem);

// ---- exact.c: --exact. Makes DIR/exact, without counts, and what QEMU's -plugin is given, to be freed; NULL with a
// problem if the kernel has no symbols.
char *run_exact_plugin(const struct run_settings *settings, const char *kernel, struct problem *problem);

// ---- meta.c: DIR/meta.json, the facts that only the host knows.
// The CRC-32 of the kernel's file, by which builds are told apart. To be taken before the run: meanwhile another may be
// built.
bool run_sum_kernel(const struct run_settings *settings, u32 *crc32, struct problem *problem);
// Its text; without `end`, what is known before the run.
void run_put_meta(struct buffer *text, const struct run_settings *settings, const struct program *program,
                  const struct jdk *jdk, u32 kernel_crc32, const struct guest_end *end);
bool run_write_meta(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                    u32 kernel_crc32, const struct guest_end *end, struct problem *problem);

#endif
