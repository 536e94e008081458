// See process.h.
#include "viz/cli/process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/cli/terminal.h"
#include "viz/cli/time.h"

char *process_beside(const char *name, const char *what, struct problem *problem) {
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
    if (length < 0) length = 0;
    self[length] = 0;
    char *slash = strrchr(self, '/');
    char *path = text_format("%.*s/%s", slash ? (int)(slash - self) : 0, self, name);
    if (file_exists(path)) return path;
    problem_set(problem, STATUS_BAD_INPUT, "%s: expected %s, found no file (make all builds it)", path, what);
    free(path);
    return NULL;
}

// In the child: never returns.
static void become(const struct text_list *arguments, int input, int output, int errors) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_DFL);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    char **list = memory_get((arguments->count + 1) * sizeof(*list));
    for (size_t i = 0; i < arguments->count; i++) list[i] = (char *)arguments->items[i];
    execvp(list[0], list);
    dprintf(STDERR_FILENO, "%s: %s\n", list[0], strerror(errno));
    _exit(127);
}

bool process_start(struct process *process, const struct text_list *arguments, int input, const char *log,
                   struct problem *problem) {
    *process = (struct process){0};
    int output = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (output < 0) return problem_set_errno(problem, log, "create");
    process->pid = fork();
    if (process->pid == 0) become(arguments, input, output, output);
    close(output);
    return process->pid > 0 || problem_set_errno(problem, arguments->items[0], "start");
}

// How a process ended that cannot be waited for is not known: that is no success.
static void note_end(struct process *process, pid_t waited) {
    process->ended = true;
    if (waited < 0) process->status = 127 << 8;
}

bool process_poll(struct process *process) {
    if (process->ended) return true;
    pid_t waited = waitpid(process->pid, &process->status, WNOHANG);
    if (waited != 0 && (waited > 0 || errno != EINTR)) note_end(process, waited);
    return process->ended;
}

void process_kill(struct process *process) {
    if (process->ended) return;
    kill(process->pid, SIGKILL);
    pid_t waited;
    while ((waited = waitpid(process->pid, &process->status, 0)) < 0 && errno == EINTR) continue;
    note_end(process, waited);
}

static bool wait_with_limit(struct process *process, const char *doing, u64 limit_seconds) {
    u64 end = time_now_ns() + limit_seconds * 1000000000u;
    struct progress progress;
    bool in_time = true;
    progress_begin(&progress, doing);
    while (!process_poll(process)) {
        progress_show(&progress, 0, 0);
        in_time = time_now_ns() <= end;
        if (!in_time) process_kill(process);
        usleep(2000);
    }
    progress_end(&progress);
    return in_time;
}

void process_first_line(const char *path, char *line, size_t size) {
    line[0] = 0;
    FILE *file = fopen(path, "r");
    if (!file) return;
    if (!fgets(line, (int)size, file)) line[0] = 0;
    line[strcspn(line, "\n")] = 0;
    fclose(file);
}

bool process_run(const struct text_list *arguments, const char *doing, const char *log, u64 limit_seconds,
                 struct problem *problem) {
    struct process process;
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool started = process_start(&process, arguments, nothing, log, problem);
    close(nothing);
    if (!started) return false;
    if (!wait_with_limit(&process, doing, limit_seconds)) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: took more than %llu s", arguments->items[0],
                           (unsigned long long)limit_seconds);
    }
    if (WIFEXITED(process.status) && WEXITSTATUS(process.status) == 0) return true;
    char line[300];
    process_first_line(log, line, sizeof(line));
    return problem_set(problem, STATUS_BAD_INPUT, "%s: failed: %s", arguments->items[0], line);
}

// Moves bytes both ways until the child closes its output or time is up.
static bool pump(int to, int from, const struct buffer *input, struct buffer *output, u64 end_ns) {
    size_t sent = 0;
    static u8 chunk[1 << 16];
    while (time_now_ns() < end_ns) {
        if (to >= 0 && sent == input->size) close(to), to = -1;
        struct pollfd waits[2] = {{.fd = from, .events = POLLIN}, {.fd = to, .events = POLLOUT}};
        poll(waits, to >= 0 ? 2 : 1, 100);
        if (to >= 0 && waits[1].revents) {
            ssize_t wrote =
                write(to, input->data + sent, input->size - sent > sizeof(chunk) ? sizeof(chunk) : input->size - sent);
            if (wrote > 0) {
                sent += (size_t)wrote;
            } else if (errno != EAGAIN && errno != EINTR) {
                sent = input->size;
            }
        }
        if (!waits[0].revents) continue;
        ssize_t got = read(from, chunk, sizeof(chunk));
        if (got == 0) {
            if (to >= 0) close(to);
            return true;
        }
        if (got > 0) buffer_append(output, chunk, (size_t)got);
    }
    if (to >= 0) close(to);
    return false;
}

bool process_filter(const struct text_list *arguments, const struct buffer *input, struct buffer *output,
                    u64 limit_seconds, struct problem *problem) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        return problem_set_errno(problem, arguments->items[0], "start");
    }
    struct process process = {.pid = fork()};
    int quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (process.pid == 0) become(arguments, in[0], out[1], quiet);
    close(quiet);
    close(in[0]);
    close(out[1]);
    if (process.pid < 0) return close(in[1]), close(out[0]), problem_set_errno(problem, arguments->items[0], "start");
    fcntl(in[1], F_SETFL, O_NONBLOCK);
    u64 end = time_now_ns() + limit_seconds * 1000000000u;
    bool done = pump(in[1], out[0], input, output, end);
    close(out[0]);
    if (!done) {
        process_kill(&process);
    } else {
        done = wait_with_limit(&process, arguments->items[0], limit_seconds);
    }
    if (!done) {
        return problem_set(problem, STATUS_BAD_INPUT, "%s: took more than %llu s", arguments->items[0],
                           (unsigned long long)limit_seconds);
    }
    if (WIFEXITED(process.status) && WEXITSTATUS(process.status) == 0) return true;
    return problem_set(problem, STATUS_BAD_INPUT, "%s: failed (is it installed?)", arguments->items[0]);
}
