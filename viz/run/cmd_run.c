// gnomon run: checks everything that can be checked on the host, starts the guest, passes on its output and its exit
// status.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/pattern.h"
#include "log/events.h"
#include "log/region.h"
#include "viz/cli/file.h"
#include "viz/cli/process.h"
#include "viz/net/policy.h"
#include "viz/read/recording.h"
#include "viz/run/archive.h"
#include "viz/run/commands.h"
#include "viz/run/components.h"
#include "viz/run/crash.h"
#include "viz/run/natives.h"
#include "viz/run/run.h"

#define FIELD(name) offsetof(struct run_settings, name)

// What only `gnomon iso` takes, what both take, and what only `gnomon run` takes, in that order: a command's rules
// stand together.
const struct option_rule run_rules[] = {
    // iso
    {"-o", NULL, OPTION_TEXT, FIELD(output), "FILE", "the disk's image (gnomon.iso)", NULL, 0, 0},
    {"--stay", NULL, OPTION_FLAG, FIELD(stays_on), NULL,
     "leave the machine on at the end, with what it shows, in place of turning it off", NULL, 0, 0},
    {"--serial", NULL, OPTION_FLAG, FIELD(by_line), NULL,
     "have the recording leave over the first serial port, even if the machine has disks", NULL, 0, 0},
    // both
    {"-cp", "--class-path", OPTION_TEXT, FIELD(classpath), "PATH",
     "run a class from jars and directories, separated by ':'", NULL, 0, 0},
    {"--components", NULL, OPTION_TEXT, FIELD(components), "FILE",
     "run the components that FILE names, each in a domain of its own", NULL, 0, 0},
    {"--heap", NULL, OPTION_NUMBER, FIELD(heap_mib), "MiB",
     "largest size of the Java heap (256), as far as the machine has it", NULL, 8, 1024},
    {"--file", NULL, OPTION_LIST, FIELD(files), "HOST[:GUEST]",
     "give the program a file, or a directory and all in it; may repeat", NULL, 0, 0},
    {"--disk", NULL, OPTION_NUMBER, FIELD(disk_mib), "MiB",
     "what the program's files may hold (256, at most half of the memory left)", NULL, 1, 65536},
    {"--env", NULL, OPTION_LIST, FIELD(environment), "NAME=VALUE",
     "set a variable of the program's environment, which is empty; may repeat", NULL, 0, 0},
// clang-format off
#define PATTERN(name, bit, field, key, words, help) \
    {"--" key, NULL, OPTION_LIST, FIELD(field), "PATTERN", help, NULL, 0, 0},
    PATTERN_TABLE(PATTERN)
#undef PATTERN
    // clang-format on
    {"--slow", NULL, OPTION_NUMBER, FIELD(slow_calls), "N",
     "keep the N slowest calls of each timed method (4), and log what explains them to 'gnomon slow'", NULL, 0,
     SLOW_CALLS_MOST},
    {"--census", NULL, OPTION_FLAG, FIELD(census), NULL,
     "at the end, count what is alive by class (gnomon heap shows it); collects the heap for that", NULL, 0, 0},
    {"--census-every", NULL, OPTION_NUMBER, FIELD(census_every), "N",
     "the same after every Nth collection, and at the end", NULL, 1, 1000000000},
    {"--ages", NULL, OPTION_NUMBER, FIELD(ages_kib), "KiB",
     "count by class how many collections objects survive, and collect new ones after so many KiB", NULL, 64, 1048576},
    {"--alloc-events", NULL, OPTION_NUMBER, FIELD(allocation_bytes), "BYTES",
     "log an allocate event, with its stack if --stacks is given, for every so many bytes that a thread allocates; 0: "
     "for "
     "each "
     "object",
     NULL, 0, UINT32_MAX},
    {"--sample", NULL, OPTION_NUMBER, FIELD(sample_hz), "HZ", "sample the instruction pointer, by wall time", NULL, 1,
     10000},
    {"--sample-cpu", NULL, OPTION_NUMBER, FIELD(sample_cpu_hz), "HZ", "the same, by each thread's own CPU time", NULL,
     1, 10000},
    {"--stacks", NULL, OPTION_NUMBER, FIELD(stack_frames), "N",
     "keep up to N frames of the stack of each sample, and of threads that block or wake others", NULL, 1, 512},
    {"--events", NULL, OPTION_LIST, FIELD(events), "LIST",
     "kernel events to log: all, none, or names with commas (below); switches come with them", NULL, 0, 0},
    {"--no-instruments", NULL, OPTION_FLAG, FIELD(no_instruments), NULL,
     "record nothing that is not asked for: no samples and events by default", NULL, 0, 0},
    {"--origins", NULL, OPTION_FLAG, FIELD(origins), NULL,
     "record from which line each instruction is, as --sample and --exact do", NULL, 0, 0},
    {"--log-size", NULL, OPTION_NUMBER, FIELD(log_mib), "MiB",
     "size of the recording, a power of two (64; 128 with both --time and --alloc)", NULL, 1, 65536},
    {"--log-mode", NULL, OPTION_CHOICE, FIELD(log_mode), "", "when it is full: overwrite the oldest (default), or stop",
     "ring|stop", 0, 0},
    {"--unordered", NULL, OPTION_FLAG, FIELD(unordered), NULL,
     "cheaper probes that may charge a callee's cache misses to its caller", NULL, 0, 0},
    {"--quantum", NULL, OPTION_NUMBER, FIELD(quantum_us), "US",
     "how long a thread runs before others get their turn (10000)", NULL, 100, 10000000},
    {"--jitter-seed", NULL, OPTION_NUMBER, FIELD(jitter_seed), "N", "seed of the jitter between samples", NULL, 1,
     0xffffffffu},
    {"-D", NULL, OPTION_LIST, FIELD(properties), "NAME=VALUE", "set a system property", NULL, 0, 0},
    {"--add-modules", NULL, OPTION_LIST, FIELD(modules), "LIST",
     "modules of the JDK that the program needs beyond those that its classes name; may repeat", NULL, 0, 0},
    {"--cpus", NULL, OPTION_NUMBER, FIELD(cpus), "N", "processors (1), as far as the machine has them", NULL, 1, 64},
    // run
    {"-o", NULL, OPTION_TEXT, FIELD(output), "DIR", "where the recording goes (gnomon.data)", NULL, 0, 0},
    {"--machine", NULL, OPTION_CHOICE, FIELD(machine), "", "bare metal in QEMU (default), or one Linux process",
     "qemu|linux", 0, 0},
    {"--mem", NULL, OPTION_NUMBER, FIELD(memory_mib), "MiB",
     "memory of the machine (512 in QEMU; on Linux as much as the host and its control groups allow)", NULL, 128,
     65536},
    {"--save", NULL, OPTION_LIST, FIELD(saves), "GUEST:HOST",
     "bring a file of the program back when it has ended; may repeat", NULL, 0, 0},
    {"--scheduler", NULL, OPTION_TEXT, FIELD(scheduler), "CLASS",
     "let this class of the program, a gnomon.Scheduler, choose which thread runs next", NULL, 0, 0},
    {"--deterministic", NULL, OPTION_FLAG, FIELD(deterministic), NULL,
     "one tick is one instruction; two runs record the same", NULL, 0, 0},
    {"--exact", NULL, OPTION_FLAG, FIELD(exact), NULL,
     "count every instruction, without probes: a run as with --deterministic, which QEMU looks at", NULL, 0, 0},
    {"--timeout", NULL, OPTION_NUMBER, FIELD(timeout_seconds), "S", "end the run after S seconds, with status 124",
     NULL, 1, 1000000},
    {"--dump-heap", NULL, OPTION_TEXT, FIELD(dump_heap), "FILE",
     "at the end, write all objects that are alive to FILE, in HPROF format for heap viewers", NULL, 0, 0},
    {"--counters", NULL, OPTION_TEXT, FIELD(counters), "LIST",
     "count these by thread and by timed method, and log them at samples: instructions, cycles, page-faults...; only "
     "with --machine linux",
     NULL, 0, 0},
    {"--dump", NULL, OPTION_LIST, FIELD(dump), "PATTERN",
     "for the translator's developers: the form of these methods after each pass, into DIR; may repeat", NULL, 0, 0},
    {"--dump-after", NULL, OPTION_TEXT, FIELD(dump_after), "LETTERS",
     "with --dump: only after these passes, of O P L A F C G N J T U D S E; * for all (default); M for the machine "
     "code, as it comes into use",
     NULL, 0, 0},
    {"--gdb", NULL, OPTION_OPTIONAL, FIELD(gdb_port), "[=PORT]",
     "wait for gdb, on port 1234, before the first instruction (only in QEMU)", "1234", 1, 65535},
    {"--net", NULL, OPTION_FLAG, FIELD(net), NULL,
     "let the program reach the host's network: names, connections and datagrams outwards, but not the host's own "
     "loopback interface",
     NULL, 0, 0},
    {"--net-allow", NULL, OPTION_LIST, FIELD(net_allow), "HOST[:PORT]",
     "the same, but only what is named so; localhost:PORT is a port of the host's loopback interface; may repeat", NULL,
     0, 0},
    {"--net-forward", NULL, OPTION_LIST, FIELD(net_forward), "HOST:GUEST",
     "the same, and a port of the host's loopback interface leads to a port of the guest; may repeat", NULL, 0, 0},
    {"--net-record", NULL, OPTION_TEXT, FIELD(net_record), "FILE",
     "keep what the program and the host's network say to each other, for --net-replay", NULL, 0, 0},
    {"--net-replay", NULL, OPTION_TEXT, FIELD(net_replay), "FILE",
     "let the program speak with what was recorded, in place of the host's network; also with --deterministic", NULL, 0,
     0},
    {"--list-natives", NULL, OPTION_FLAG, FIELD(list_natives), NULL,
     "run nothing: list native methods that the program may need and that are not there", NULL, 0, 0},
    {"--no-kept", NULL, OPTION_FLAG, FIELD(no_kept), NULL,
     "translate every method in this run, also those of the JDK that a training run has translated", NULL, 0, 0},
    {"--keep", NULL, OPTION_FLAG, FIELD(keeps), NULL,
     "keep what this run translates of the program, for all later runs of it with one processor, or with several if "
     "--cpus is given; this run has one in both cases, and at the end there is a second one, unseen",
     NULL, 0, 0},
    {"--keep-archive", NULL, OPTION_FLAG, FIELD(keep_archive), NULL,
     "leave DIR/archive, what the guest was started with", NULL, 0, 0},
};
_Static_assert(COUNT_OF(run_rules) == RULES_OF_ISO + RULES_OF_BOTH + RULES_OF_RUN, "each has its part of the table");

static const char examples[] =
    "  gnomon run app.jar\n"
    "  gnomon run --time 'com.example.**' --time '!**.toString' -o out app.jar -- first second\n"
    "  gnomon run --deterministic --time '**' -cp classes:lib.jar com.example.Main\n"
    "  gnomon run --sample 1000 --stacks 64 --events all app.jar\n";

#define EVENT(number, event, fields) " " #event
#define GROUP(group, first, last) " " #group
static const char notes[] =
    "Without --time, --trace, --sample, --sample-cpu and --events, a run is sampled 100 times a second with stacks of "
    "64 "
    "frames, and logs threads, collections, the loading of classes, and domains with their calls; --no-instruments is "
    "a bare run.\n"
    "A PATTERN is pkg.Class.method; '*' stands for anything but a dot, '**' for anything, '!' in front leaves out "
    "(alone: all but these).\n"
    "The program's output goes to stdout and stderr, and its exit status becomes that of gnomon. 1: the program or the "
    "JDK cannot be "
    "used;\n"
    "2: wrong options; 3: the guest died (with the last events and a backtrace); 124: --timeout.\n"
    "DIR holds region (the recording), meta.json, host.log (what QEMU said, or the Linux process) and console.txt "
    "(QEMU's serial port); with --exact also exact (the counts).\n"
    "Events:" EVENT_TABLE(EVENT) "\n"
                                 "Groups of them:" EVENT_GROUP_TABLE(GROUP) "\n";
#undef GROUP
#undef EVENT

enum { FIRST_RUN_HZ = 100, FIRST_RUN_FRAMES = 64 };

static bool check_line_breaks(const char *what, const struct text_list *list, struct problem *problem) {
    for (size_t i = 0; i < list->count; i++) {
        if (strchr(list->items[i], '\n')) {
            return problem_set(problem, STATUS_USAGE, "%s: expected no line break, found one in value %zu", what,
                               i + 1);
        }
    }
    return true;
}

static bool check_patterns(const char *what, const struct text_list *list, struct problem *problem) {
    return list->count <= PATTERN_MOST ||
           problem_set(problem, STATUS_USAGE, "%s: expected at most %u patterns, found %zu", what, PATTERN_MOST,
                       list->count);
}

static bool check_all_patterns(const struct run_settings *settings, struct problem *problem) {
#define PATTERN(name, bit, field, key, words, help) \
    if (!check_patterns("--" key, &settings->field, problem)) return false;
    PATTERN_TABLE(PATTERN)
#undef PATTERN
    return check_patterns("--dump", &settings->dump, problem);
}

static bool check_environment(const struct text_list *list, struct problem *problem) {
    for (size_t i = 0; i < list->count; i++) {
        const char *equals = strchr(list->items[i], '=');
        if (!equals || equals == list->items[i]) {
            return problem_set(problem, STATUS_USAGE, "--env: expected NAME=VALUE, found '%s'", list->items[i]);
        }
    }
    return true;
}

static bool check_dump_after(const struct run_settings *settings, struct problem *problem) {
    const char *letters = settings->dump_after;
    if (!letters) return true;
    if (!settings->dump.count) {
        return problem_set(problem, STATUS_USAGE, "--dump-after: expected --dump with it, found none");
    }
    return (*letters && !letters[strspn(letters, "OPLAFCGNJTUDSEM*")]) ||
           problem_set(problem, STATUS_USAGE, "--dump-after: expected letters of OPLAFCGNJTUDSEM*, found '%s'",
                       letters);
}

static bool wants_net(const struct run_settings *settings) {
    return settings->net || settings->net_allow.count || settings->net_forward.count;
}

static bool check_net(const struct run_settings *settings, struct problem *problem) {
    if (settings->net_replay && (wants_net(settings) || settings->net_record)) {
        return problem_set(problem, STATUS_USAGE, "--net-replay: expected no other option for the network with it");
    }
    if (settings->net_record && !wants_net(settings)) {
        return problem_set(problem, STATUS_USAGE, "--net-record: expected --net, --net-allow or --net-forward with it");
    }
    return !wants_net(settings) || !settings->deterministic ||
           problem_set(problem, STATUS_USAGE,
                       "--deterministic: expected no --net with it: what comes from a network comes when it likes "
                       "(--net-replay repeats what was recorded)");
}

// The program is run twice.
static bool check_keep(const struct run_settings *settings, struct problem *problem) {
    const char *found = !settings->keeps         ? NULL
                        : wants_net(settings)    ? "--net"
                        : settings->no_kept      ? "--no-kept"
                        : settings->list_natives ? "--list-natives"
                        : settings->gdb_port     ? "--gdb"
                        : settings->dump.count   ? "--dump"
                                                 : NULL;
    return !found || problem_set(problem, STATUS_USAGE, "--keep: expected no %s with it, found one", found);
}

// Connections are refused from here on, and ports taken.
static bool open_net(struct run_settings *settings, struct problem *problem) {
    if (settings->list_natives) return true;
    if (settings->net_replay) return traffic_check(settings->net_replay, &settings->traffic, problem);
    if (!wants_net(settings)) return true;
    struct policy *policy = settings->policy = memory_get(sizeof(*settings->policy));
    if (!policy_make(policy, &settings->net_allow, &settings->net_forward, problem)) return false;
    if (!settings->net_record) return true;
    u32 loopback = policy_has_loopback(policy) ? TRAFFIC_LOOPBACK : 0,
        ports = policy->forward_count ? TRAFFIC_PORTS : 0;
    settings->traffic = traffic_new_header(loopback | ports);
    policy->record_path = settings->net_record;
    policy->record_file = traffic_create(settings->net_record, &settings->traffic, problem);
    return policy->record_file >= 0;
}

static bool wants_slow(const struct run_settings *settings) {
    return settings->slow_calls && settings->slow_calls != SLOW_NOT_GIVEN;
}

// A processor's streams and tables may take a quarter of a MiB, and other tables as much again.
static u64 least_log_mib(u64 cpus) {
    u64 mib = 1;
    while (mib * 2 < cpus) mib *= 2;
    return mib;
}

// What is to run.
static bool check_names(const struct run_settings *settings, struct problem *problem) {
    bool more = settings->names.count || settings->classpath || settings->arguments.count;
    if (settings->components && more) {
        return problem_set(problem, STATUS_USAGE,
                           "--components: expected no other program and no arguments with it (they stand in the file), "
                           "found %s",
                           settings->names.count ? settings->names.items[0]
                           : settings->classpath ? "-cp"
                                                 : "--");
    }
    if (!settings->components && settings->names.count != 1) {
        return problem_set(problem, STATUS_USAGE, "expected %s, found %zu names (program arguments stand after --)",
                           settings->classpath ? "one main class" : "one jar", settings->names.count);
    }
    return true;
}

static bool check_settings(struct run_settings *settings, struct problem *problem) {
    bool linux_machine = strcmp(settings->machine, "linux") == 0;
    if (!check_names(settings, problem)) return false;
    if ((settings->deterministic || settings->exact) && linux_machine) {
        return problem_set(problem, STATUS_USAGE, "--%s: expected --machine qemu, found linux",
                           settings->exact ? "exact" : "deterministic");
    }
    if (settings->exact) settings->deterministic = true;
    if (settings->scheduler && settings->cpus > 1) {
        return problem_set(problem, STATUS_USAGE, "--scheduler: expected --cpus 1, found %llu",
                           (unsigned long long)settings->cpus);
    }
    if (settings->gdb_port && linux_machine) {
        return problem_set(problem, STATUS_USAGE, "--gdb: expected --machine qemu, found linux");
    }
    if (settings->sample_hz && settings->sample_cpu_hz) {
        return problem_set(problem, STATUS_USAGE, "--sample, --sample-cpu: expected one of the two, found both");
    }
    if (settings->slow_calls != SLOW_NOT_GIVEN && !settings->time.count) {
        return problem_set(problem, STATUS_USAGE, "--slow: expected --time with it, found none");
    }
    // Methods' tables and allocation sites' share a log's room (log/region.c)
    if (!settings->log_mib) settings->log_mib = settings->time.count && settings->alloc.count ? 128 : 64;
    if (settings->log_mib & (settings->log_mib - 1)) {
        return problem_set(problem, STATUS_USAGE, "--log-size: expected a power of two, found %llu",
                           (unsigned long long)settings->log_mib);
    }
    if (settings->log_mib < least_log_mib(settings->cpus)) {
        return problem_set(problem, STATUS_USAGE, "--log-size: expected at least %llu for %llu processors, found %llu",
                           (unsigned long long)least_log_mib(settings->cpus), (unsigned long long)settings->cpus,
                           (unsigned long long)settings->log_mib);
    }
    return check_line_breaks("argument", &settings->arguments, problem) &&
           check_line_breaks("-D", &settings->properties, problem) &&
           check_line_breaks("--save", &settings->saves, problem) &&
           check_line_breaks("--env", &settings->environment, problem) &&
           check_environment(&settings->environment, problem) && check_net(settings, problem) &&
           check_keep(settings, problem) && check_all_patterns(settings, problem) &&
           check_dump_after(settings, problem) && run_check_events(settings, problem) &&
           run_check_counters(settings, problem);
}

// The status that `run` ends with, and the words that go with it.
static int conclude(const struct run_settings *settings, const struct guest_end *end, const char *region,
                    const char *log) {
    char line[300];
    if (end->clock_followed) {
        message_note("the processor's counter is not constant: times follow %s, and sums of ticks have a larger error",
                     clock_reference_name(end->clock_followed));
    }
    if (end->timed_out) {
        message_note("timeout: the program did not end within %llu s", (unsigned long long)settings->timeout_seconds);
        struct buffer threads = {0};
        thread_report_put(&threads, settings->output);
        fwrite(threads.data, 1, threads.size, stderr);
        buffer_free(&threads);
        return STATUS_TIMEOUT;
    }
    if (end->interrupted) return STATUS_INTERRUPTED;
    if (end->state == REGION_ENDED) return end->exit_status & 0xff;
    process_first_line(log, line, sizeof(line));
    bool started = end->state != REGION_EMPTY;
    if (!started && WIFEXITED(end->host_status) && WEXITSTATUS(end->host_status) != 0 && line[0]) {
        fprintf(stderr, "gnomon: %s\n", line);
        return STATUS_BAD_INPUT;
    }
    crash_print(stderr, region, settings->output, end->host_status);
    return STATUS_GUEST_DIED;
}

// As the recorded run did, if both were ended from outside.
static int replayed_status(const struct run_settings *settings, const struct guest_end *end) {
    static const struct {
        const char *how;
        int status;
    } endings[LINK_ENDINGS] = {[LINK_ENDED_BY_REQUEST] = {"by gnomon ctl", 0},
                               [LINK_ENDED_BY_SIGNAL] = {"by a signal", STATUS_INTERRUPTED},
                               [LINK_ENDED_BY_TIMEOUT] = {"by --timeout", STATUS_TIMEOUT}};
    u64 ended = end->replay.ended;
    if (!settings->net_replay || !ended || ended >= LINK_ENDINGS) return 0;
    message_note("--net-replay %s: the recorded run was ended from outside, %s, and so this one ends there",
                 settings->net_replay, endings[ended].how);
    return endings[ended].status;
}

// Returns false if the recording or the replay is not what was wanted, which has been said.
static bool conclude_net(const struct run_settings *settings, const struct guest_end *end) {
    if (settings->net_replay && !traffic_say_differences(settings->net_replay, &end->replay)) return false;
    return !end->record_failed;
}

void run_put_defaults(struct run_settings *settings) {
    *settings = (struct run_settings){.machine = "qemu",
                                      .cpus = 1,
                                      .log_mode = "ring",
                                      .output = "gnomon.data",
                                      .allocation_bytes = NO_ALLOCATION_EVENTS,
                                      .slow_calls = SLOW_NOT_GIVEN};
}

static int run_locked(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                      const struct guest_files *files, struct saves *saves, struct problem *problem) {
    char *archive = text_format("%s/archive", settings->output), *region = text_format("%s/region", settings->output);
    char *log = text_format("%s/host.log", settings->output),
         *console = text_format("%s/console.txt", settings->output), *exact = text_format("%s/exact", settings->output);
    struct buffer options = {0};
    struct text_list command = {0};
    struct guest_end end;
    u32 kernel_crc32;
    int bell[2] = {-1, -1};
    run_make_options(settings, program, &options);
    unlink(console), unlink(exact);
    saves->directory = settings->output;
    bool done = run_sum_kernel(settings, &kernel_crc32, problem) &&
                archive_write(archive, &options, jdk, !run_maps_image(settings), program, files, problem) &&
                run_make_bell(settings, bell, problem) &&
                run_make_command(settings, jdk, archive, region, bell[1], &command, problem) &&
                run_guest(settings, &command, region, log, bell, saves, &end, problem) &&
                run_write_meta(settings, program, jdk, kernel_crc32, &end, problem);
    if (!settings->keep_archive) unlink(archive);
    int status = done ? conclude(settings, &end, region, log) : problem_print(problem);
    if (done && !saves_finish(saves) && !status) status = STATUS_BAD_INPUT;
    if (done && !conclude_net(settings, &end) && !status) status = STATUS_BAD_INPUT;
    int replayed = done ? replayed_status(settings, &end) : 0;
    if (!status) status = replayed;
    buffer_free(&options);
    free(command.items);
    free(archive), free(region), free(log), free(console), free(exact);
    return status;
}

int run_checked(const struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                const struct guest_files *files, struct saves *saves, struct problem *problem) {
    int lock;
    if (!directory_lock(settings->output, &lock, problem)) return problem_print(problem);
    int status = run_locked(settings, program, jdk, files, saves, problem);
    close(lock);
    return status;
}

// --file and --save; and standard input, where it must not matter when it arrives.
static bool gather_files(const struct run_settings *settings, struct guest_files *files, struct saves *saves,
                         struct problem *problem) {
    for (size_t i = 0; i < settings->files.count; i++) {
        if (!guest_files_add(files, settings->files.items[i], problem)) return false;
    }
    for (size_t i = 0; i < settings->saves.count; i++) {
        if (!saves_add(saves, settings->saves.items[i], problem)) return false;
    }
    if (settings->net_replay && !guest_files_add_entry(files, ARCHIVE_NET, settings->net_replay, problem)) return false;
    if (settings->dump_heap && !saves_add_dump(saves, settings->dump_heap, problem)) return false;
    return !settings->deterministic || guest_files_add_input(files, problem);
}

// The kernel says what it has, in a file that it leaves behind.
static int list_natives(struct run_settings *settings, const struct program *program, const struct jdk *jdk,
                        struct problem *problem) {
    char *directory = directory_make_temporary("natives", problem);
    if (!directory) return problem_print(problem);
    char *save = text_format("/tmp/natives:%s/natives", directory), *path = text_format("%s/natives", directory);
    struct guest_files files = {0};
    struct saves saves = {0};
    struct file_map list = {0};
    settings->output = directory;
    settings->machine = "linux";
    settings->deterministic = false;
    text_list_add(&settings->saves, save);
    int status = saves_add(&saves, save, problem) ? run_checked(settings, program, jdk, &files, &saves, problem)
                                                  : problem_print(problem);
    if (!status && !file_map(&list, path, problem)) status = problem_print(problem);
    char *text = text_copy_span((const char *)list.data, list.size);
    if (!status && !natives_print(text, program, jdk, problem)) status = problem_print(problem);
    if (list.data) file_unmap(&list);
    directory_remove(directory);
    free(save), free(path), free(text), free(directory);
    return status;
}

// A first run tells something: without any instrument asked for, there is a profile, and what is logged seldom.
static void choose_instruments(struct run_settings *settings) {
    if (settings->allocation_bytes != NO_ALLOCATION_EVENTS) text_list_add(&settings->events, "allocate");
    bool asked = settings->time.count || settings->trace.count || settings->alloc.count || settings->events.count ||
                 settings->sample_hz || settings->sample_cpu_hz || settings->stack_frames || settings->census ||
                 settings->census_every || settings->ages_kib || settings->dump_heap || settings->counters;
    if (asked || settings->no_instruments || settings->exact || settings->gdb_port || settings->list_natives) return;
    settings->sample_hz = FIRST_RUN_HZ;
    settings->stack_frames = FIRST_RUN_FRAMES;
    text_list_add(&settings->events, "thread,collection,class,domain,portal");
}

// What the slowest calls are explained by.
static void choose_events(struct run_settings *settings) {
    if (!wants_slow(settings)) return;
    text_list_add(&settings->events, "thread,monitor,collection,class,translate,stolen,interrupt");
}

static bool open_program(struct run_settings *settings, struct program *program, struct problem *problem) {
    if (settings->components) {
        return components_open(program, &settings->arguments, settings->components, settings->output, problem);
    }
    return program_open(program, settings->classpath, settings->names.items[0], settings->output, problem);
}

// The starter of a system of components has all jars on its class path.
static bool check_scheduler(const struct run_settings *settings, const struct program *program,
                            struct problem *problem) {
    const char *const needed[] = {"gnomon.Scheduler", settings->scheduler};
    for (size_t i = 0; settings->scheduler && i < COUNT_OF(needed); i++) {
        if (program_has_class(program, needed[i])) continue;
        return problem_set(problem, STATUS_BAD_INPUT, "--scheduler: %s: expected class %s%s, found none",
                           program->where, needed[i], i ? "" : " (of gnomon.jar)");
    }
    return true;
}

bool run_prepare(struct run_settings *settings, struct run_input *input, struct problem *problem) {
    if (!check_settings(settings, problem) || (settings->keeps && !run_keep_prepare(settings, problem)) ||
        !open_program(settings, &input->program, problem) || !check_scheduler(settings, &input->program, problem) ||
        !gather_files(settings, &input->files, &input->saves, problem) || !open_net(settings, problem) ||
        !jdk_find(&input->jdk, problem) || !jdk_make_image(&input->jdk, &input->program, &settings->modules, problem) ||
        !run_check_patterns(settings, &input->program, &input->jdk, problem)) {
        return false;
    }
    choose_instruments(settings);
    choose_events(settings);
    bool several = settings->cpus > 1 || settings->keep_several;
    if (!settings->no_kept) run_find_kept(&input->jdk, &input->program, several);
    if (settings->keeps) input->jdk.kept_program = NULL; // all of it is made anew
    return true;
}

// In real time each processor should have one of the host's.
static void note_processors(const struct run_settings *settings) {
    long there = sysconf(_SC_NPROCESSORS_ONLN);
    if (settings->deterministic || there <= 0 || settings->cpus <= (u64)there) return;
    message_note("--cpus: there are %ld here, so processors wait for each other's turns: times are longer than they "
                 "would be",
                 there);
}

static int run_main(int count, char **arguments) {
    struct run_settings settings;
    struct problem problem = {0};
    int status;
    struct run_input input = {0};
    run_put_defaults(&settings);
    input_prepare();
    if (!command_begin(&command_run, count, arguments, &settings, &settings.names, &settings.arguments, &status)) {
        return status;
    }

    if (!run_prepare(&settings, &input, &problem) ||
        (!settings.list_natives && !directory_make(settings.output, &problem))) {
        run_keep_end(&settings);
        return problem_print(&problem);
    }
    note_processors(&settings);
    if (settings.list_natives) return list_natives(&settings, &input.program, &input.jdk, &problem);
    status = run_checked(&settings, &input.program, &input.jdk, &input.files, &input.saves, &problem);
    if (settings.keeps) run_keep(&settings, &input);
    run_keep_end(&settings);
    guest_files_free(&input.files);
    return status;
}

const struct command command_run = {.name = "run",
                                    .summary = "Runs a Java program on the Gnomon kernel and records what it does.",
                                    .usage =
                                        "run [options] (app.jar | -cp PATH Main | --components FILE) [-- arguments]",
                                    .examples = examples,
                                    .rules = run_rules + RULES_OF_ISO,
                                    .rule_count = RULES_OF_BOTH + RULES_OF_RUN,
                                    .notes = notes,
                                    .takes = TAKES_PROGRAM,
                                    .run = run_main};
