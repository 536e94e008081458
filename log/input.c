// The guest's end of the ring through which the program's stdin arrives; see struct region_input. The host sends bytes
// only when the ring is empty and some are wanted, as a read from a pipe would: a program takes no more of its input
// than it asked for.
#include "base/string.h"
#include "log/machine.h"
#include "log/state.h"

s64 log_input(void *to, u64 bytes) {
    struct region_input *input = log_state.input;
    if (!machine.region_shared || !bytes) return 0;
    bool ended = __atomic_load_n(&input->ended, __ATOMIC_ACQUIRE); // before head: what came before the end must be seen
    u64 tail = input->tail, there = __atomic_load_n(&input->head, __ATOMIC_ACQUIRE) - tail;
    if (!there) {
        if (ended) return 0;
        __atomic_store_n(&input->wanted, bytes < input->ring_bytes ? bytes : input->ring_bytes, __ATOMIC_RELEASE);
        return -1;
    }
    if (bytes > there) bytes = there;
    u64 at = tail & (input->ring_bytes - 1), first = input->ring_bytes - at < bytes ? input->ring_bytes - at : bytes;
    memcpy(to, log_state.input_ring + at, first);
    memcpy((u8 *)to + first, log_state.input_ring, bytes - first);
    // The host sends more only when it sees the ring empty: by then it must see that nothing is wanted.
    input->wanted = 0;
    __atomic_store_n(&input->tail, tail + bytes, __ATOMIC_RELEASE);
    return (s64)bytes;
}

struct link_shared *log_net(void) {
    return log_state.net;
}

s64 log_input_available(void) {
    struct region_input *input = log_state.input;
    if (!machine.region_shared) return 0;
    u64 there = __atomic_load_n(&input->head, __ATOMIC_ACQUIRE) - input->tail;
    return (s64)(there + __atomic_load_n(&input->available, __ATOMIC_RELAXED));
}
