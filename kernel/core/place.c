// See place.h.
#include "kernel/core/place.h"

#include "kernel/core/kernel_lock.h"
#include "kernel/core/machine.h"

static bool is_free(const struct cpu *cpu) { return cpu->idles && !cpu->run_queue.length; }

struct cpu *place_less_busy(struct cpu *cpu) {
    struct cpu *best = cpu;
    for (u32 i = 0; UNLIKELY(kernel_is_shared()) && i < machine.cpu_count; i++) {
        if (cpus[i].is_started && cpus[i].run_queue.length < best->run_queue.length) best = &cpus[i];
    }
    return best->run_queue.length + 1 < cpu->run_queue.length ? best : cpu;
}

struct cpu *place_choose(struct cpu *last) {
    if (LIKELY(!kernel_is_shared()) || is_free(last)) return last;
    for (u32 i = 0; i < machine.cpu_count; i++) {
        if (is_free(&cpus[i])) return &cpus[i];
    }
    return place_less_busy(last);
}
