// See run.h. One loop: drains the guest's output, checks whether it has ended, checks the clock and the user's ^C.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "log/region.h"
#include "viz/cli/file.h"
#include "viz/cli/process.h"
#include "viz/cli/time.h"
#include "viz/net/host.h"
#include "viz/read/control.h"
#include "viz/run/output.h"
#include "viz/run/run.h"

enum { POLL_BUSY_US = 100, POLL_IDLE_US = 2000, BUSY_NS = 5000000 };

#define LAST_WORDS_NS 2000000000u
#define INTERRUPT_DISTANCE_NS 20000000u

#define NET_END_NS 30000000000u

struct net {
    struct host_guest guest;
    struct process process;
    bool is_running;
};

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal_number) {
    (void)signal_number;
    interrupted = 1;
}

static void catch_interrupts(void) {
    struct sigaction action = {.sa_handler = note_interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

// A new file every time, all zero: bytes of an older run must not show through.
static struct region_header *create_region(const char *path, size_t size, struct problem *problem) {
    if (unlink(path) != 0 && errno != ENOENT) return problem_set_errno(problem, path, "replace"), NULL;
    int descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return problem_set_errno(problem, path, "create"), NULL;
    int error = posix_fallocate(descriptor, 0, (off_t)size);
    void *memory = error ? MAP_FAILED : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (error) errno = error;
    if (memory == MAP_FAILED) problem_set_errno(problem, path, "make room");
    close(descriptor);
    return memory == MAP_FAILED ? NULL : memory;
}

// A lock that the guest's process inherits and has as long as it lives, so that readers can tell. A file system without
// locks is no reason not to run.
static int lock_region(const char *path) {
    // NOLINTNEXTLINE(android-cloexec-open): it is to be inherited
    int descriptor = open(path, O_RDONLY);
    if (descriptor >= 0) flock(descriptor, LOCK_SH);
    return descriptor;
}

// Its time is over: it may say what its threads are doing before it goes. What hangs too badly for that is killed. A
// deterministic run does not look at the clock for that: QEMU interrupts it, again and again, as one interrupt may come
// when nothing can be said.
static void ask_to_end(struct process *guest, int monitor, struct region_header *header, struct output *output) {
    static const char interrupt[] = "nmi\n";
    u64 limit_ns = time_now_ns() + LAST_WORDS_NS;
    __atomic_store_n(&header->request, REQUEST_END, __ATOMIC_RELAXED);
    while (!process_poll(guest) && time_now_ns() < limit_ns) {
        if (header->flags & REGION_DETERMINISTIC) {
            send(monitor, interrupt, sizeof(interrupt) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
        }
        output_drain(output);
        usleep(POLL_IDLE_US);
    }
}

// A request that waits is seen when the guest is interrupted: at the latest by its heartbeat, which a deterministic one
// does not have. We are there sooner, now and then until it has answered: QEMU sends an interrupt that nothing masks; a
// process gets its timer's signal before the time.
static void pass_request(const struct run_settings *settings, const struct process *guest, int monitor,
                         const struct region_header *header, u64 bytes, u64 now_ns, u64 *next_ns) {
    static const char interrupt[] = "nmi\n";
    if (now_ns < *next_ns || !control_is_waiting(header, bytes)) return;
    if (strcmp(settings->machine, "linux") == 0) {
        kill(guest->pid, SIGALRM);
    } else {
        send(monitor, interrupt, sizeof(interrupt) - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    *next_ns = now_ns + INTERRUPT_DISTANCE_NS;
}

// ---- The network: a process that speaks for the guest (viz/net)

bool run_make_bell(const struct run_settings *settings, int bell[2], struct problem *problem) {
    // The guest inherits its end.
    if (!settings->policy) return true;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, bell) != 0) return problem_set_errno(problem, "the network", "connect");
    fcntl(bell[0], F_SETFD, FD_CLOEXEC);
    return true;
}

static void start_net(struct net *net, const struct run_settings *settings, const struct process *guest) {
    if (!settings->policy) return;
    if (strcmp(settings->machine, "linux") == 0) net->guest.signalled = guest->pid;
    net->process.pid = host_start(&net->guest, settings->policy);
    net->is_running = net->process.pid > 0;
    if (!net->is_running) message_note("--net: cannot start a process: %s", strerror(errno));
    policy_free(settings->policy); // the process has it
}

// A guest whose connections nobody looks after any more goes on without. The process ends well when the guest has.
static void watch_net(struct net *net) {
    if (!net->is_running || !process_poll(&net->process)) return;
    net->is_running = false;
    if (net->process.status) host_tell_gone(&net->guest);
}

// What the guest has sent before its end is still on its way for a while; and what is recorded is to have its end,
// unless the user asks a second time.
static void end_net(struct net *net, const struct run_settings *settings) {
    if (settings->net_record) interrupted = 0;
    u64 limit_ns = time_now_ns() + NET_END_NS;
    while (net->is_running && !process_poll(&net->process)) {
        if (time_now_ns() > limit_ns || interrupted) process_kill(&net->process);
        usleep(POLL_IDLE_US);
    }
}

static void note_net(const struct net *net, const struct run_settings *settings, struct guest_end *end) {
    const struct link_shared *shared = settings->net_replay ? host_shared(&net->guest) : NULL;
    if (shared) end->replay = shared->replay;
    int status = net->process.status;
    bool recorded = WIFEXITED(status) && WEXITSTATUS(status) != HOST_NOT_RECORDED;
    end->record_failed = settings->net_record && (net->process.pid <= 0 || !recorded);
}

// For recorded traffic, before the guest is gone.
static void note_ending(const struct net *net, const struct guest_end *end) {
    struct link_shared *shared = host_shared(&net->guest);
    if (shared) shared->ending = end->timed_out ? LINK_ENDED_BY_TIMEOUT : LINK_ENDED_BY_SIGNAL;
}

static void supervise(const struct run_settings *settings, struct process *guest, int monitor,
                      struct region_header *header, struct output *output, struct input *input, struct net *net,
                      u64 start_ns, struct guest_end *end) {
    u64 limit_ns = settings->timeout_seconds * 1000000000u, busy_ns = 0, interrupt_ns = 0;
    for (;;) {
        u64 now_ns = time_now_ns();
        if (output_drain(output) || input_feed(input)) busy_ns = now_ns;
        if (process_poll(guest)) return;
        watch_net(net);
        pass_request(settings, guest, monitor, header, input->region_bytes, now_ns, &interrupt_ns);
        if (interrupted) end->interrupted = true;
        if (limit_ns && now_ns - start_ns > limit_ns) end->timed_out = true;
        if (end->interrupted || end->timed_out) {
            if (net->is_running) note_ending(net, end);
            if (end->timed_out && header->state == REGION_RUNNING) ask_to_end(guest, monitor, header, output);
            process_kill(guest);
            return;
        }
        usleep(now_ns - busy_ns < BUSY_NS ? POLL_BUSY_US : POLL_IDLE_US);
    }
}

// "QEMU 7.2.22 monitor - type 'help' ..."
static void note_qemu(int monitor, struct guest_end *end) {
    char text[200];
    ssize_t got = recv(monitor, text, sizeof(text) - 1, MSG_DONTWAIT);
    text[got > 0 ? got : 0] = 0;
    const char *name = strstr(text, "QEMU ");
    if (name) snprintf(end->qemu, sizeof(end->qemu), "%.*s", (int)strcspn(name + 5, " "), name + 5);
}

bool run_guest(const struct run_settings *settings, const struct text_list *command, const char *region,
               const char *log, const int bell[2], struct saves *saves, struct guest_end *end,
               struct problem *problem) {
    size_t size = settings->log_mib * MIB;
    struct region_header *header = create_region(region, size, problem);
    if (!header) return false;
    *end = (struct guest_end){0};
    interrupted = 0;
    catch_interrupts();
    struct process guest;
    u64 start_ns = time_now_ns();
    int monitor[2]; // ours, and QEMU's, which has it as its input
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, monitor) != 0) {
        return munmap(header, size), problem_set_errno(problem, "QEMU's monitor", "connect");
    }
    int lock = lock_region(region);
    bool bell_is_input = settings->policy && strcmp(settings->machine, "linux") == 0;
    bool done = process_start(&guest, command, bell_is_input ? bell[1] : monitor[1], log, problem);
    if (lock >= 0) close(lock); // the guest's process has it now
    close(monitor[1]);
    if (settings->policy) close(bell[1]);
    if (done) {
        struct output *output = output_start(header, size, saves);
        struct input input = {.region = header, .region_bytes = size, .broken = settings->deterministic};
        struct net net = {.guest = {.region = header, .region_bytes = size, .bell = bell[0]}};
        start_net(&net, settings, &guest);
        supervise(settings, &guest, monitor[0], header, output, &input, &net, start_ns, end);
        end->wall_ns = time_now_ns() - start_ns;
        note_qemu(monitor[0], end);
        end_net(&net, settings);
        note_net(&net, settings, end);
        if (!output_finish(output)) {
            message_note("%s: the output ring is not well-formed: the program's output is cut off there", region);
        }
        end->host_status = guest.status;
        end->state = header->magic == REGION_MAGIC ? header->state : REGION_EMPTY;
        end->exit_status = header->exit_status;
        bool distrusted = end->state != REGION_EMPTY && header->clock.reference && !header->clock.trusted;
        end->clock_followed = distrusted ? header->clock.reference : 0;
    }
    close(monitor[0]);
    if (settings->policy) close(bell[0]);
    munmap(header, size);
    return done;
}
