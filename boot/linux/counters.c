// The counters of Linux (perf_event_open, man page 2), for each thread of the process that is a processor. Hardware
// counters exclude the kernel of Linux, which an ordinary process may not always count; software counters include it if
// that is allowed.
#include "boot/linux/linux.h"
#include "log/region.h"

#define ATTRIBUTE_BYTES 64u // of the first version, which every kernel accepts
#define EXCLUDE_KERNEL (1ull << 5)
#define EXCLUDE_HYPERVISOR (1ull << 6)

struct perf_attribute {
    u32 type, bytes;
    u64 config, period, sample_type, read_format, flags;
    u32 wakeup, breakpoint_type;
    u64 breakpoint_address;
};
_Static_assert(sizeof(struct perf_attribute) == ATTRIBUTE_BYTES, "perf_event_attr, version 0");

static s64 open_counter(u32 type, u64 config, u64 flags) {
    struct perf_attribute attribute = {.type = type, .bytes = ATTRIBUTE_BYTES, .config = config, .flags = flags};
    return syscall6(SYS_perf_event_open, (u64)&attribute, 0, (u64)-1, (u64)-1, 0, 0);
}

bool machine_counters_start(const u32 *numbers, u32 count) {
#define COUNTER(number, name, text, type, config) [number] = {type, config},
    static const u32 events[][2] = {COUNTER_TABLE(COUNTER)};
#undef COUNTER
    struct linux_processor *processor = linux_processor_self();
    for (u32 i = 0; i < count && i < COUNTERS_MOST; i++) {
        u32 type = events[numbers[i]][0], config = events[numbers[i]][1];
        s64 file = open_counter(type, config, type ? 0 : EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR);
        if (file < 0) file = open_counter(type, config, EXCLUDE_KERNEL | EXCLUDE_HYPERVISOR);
        if (file < 0) return false;
        processor->counter_files[processor->counter_count++] = (s32)file;
    }
    return true;
}

void machine_counters_read(u32 number, s64 *values) {
    const struct linux_processor *processor = &linux_processors[number];
    for (u32 i = 0; i < processor->counter_count; i++) {
        syscall3(SYS_read, (u64)processor->counter_files[i], (u64)&values[i], sizeof(values[i]));
    }
}
