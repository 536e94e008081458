// See control.h. What can be asked for is one table: a line for each verb.
#include "kernel/run/control.h"

#include "base/print.h"
#include "kernel/core/end.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/thread.h"
#include "log/log.h"
#include "log/machine.h"

#define HIGHEST_HZ 10000u
#define MOST_FRAMES 512u

static s32 refuse(char *words, const char *reason) {
    print_format(words, CONTROL_ANSWER_BYTES, "%s", reason);
    return 1;
}

static s32 do_nothing(const struct log_request *request, char *words) {
    (void)request, (void)words;
    return 0;
}

static s32 do_end(const struct log_request *request, char *words) {
    (void)request, (void)words;
    log_control_answered();
    kernel_end(0);
}

static s32 set_sampler(const struct log_request *request, char *words, bool by_thread) {
    if (request->number > HIGHEST_HZ) return refuse(words, "a rate is 0 to 10000 samples a second");
    if (request->number) log_sampler_clock(by_thread);
    log_sampler_start(request->number);
    return 0;
}

static s32 do_sample(const struct log_request *request, char *words) { return set_sampler(request, words, false); }
static s32 do_sample_cpu(const struct log_request *request, char *words) { return set_sampler(request, words, true); }

static s32 do_stacks(const struct log_request *request, char *words) {
    if (request->number > MOST_FRAMES) return refuse(words, "a stack has at most 512 frames");
    log_stacks(request->number);
    return 0;
}

static s32 do_events(const struct log_request *request, char *words) {
    (void)words;
    log_events_set(request->event_mask);
    return 0;
}

static const struct verb {
    s32 (*obey)(const struct log_request *request, char *words);
} verbs[CONTROL_KINDS] = {
    [CONTROL_end] = {do_end},       [CONTROL_mark] = {do_nothing},
    [CONTROL_sample] = {do_sample}, [CONTROL_sample_cpu] = {do_sample_cpu},
    [CONTROL_stacks] = {do_stacks}, [CONTROL_events] = {do_events},
};

s32 control_obey(const struct log_request *request, char *words) {
    if (request->kind >= CONTROL_KINDS || !verbs[request->kind].obey) return refuse(words, "no such request");
    if (request->kind == CONTROL_end) log_change(CONTROL_end, 0, NULL, 0);
    s32 status = verbs[request->kind].obey(request, words);
    if (!status) log_change((enum control_kind)request->kind, request->number, request->text, request->length);
    return status;
}

void control_init(void) {
    thread_self()->cpu->safepoint_work = log_obey_control;
    log_set_control(scheduler_request_work, control_obey);
}
