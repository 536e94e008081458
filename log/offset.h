// How far one processor's counter is from another's, found by exchanging readings over shared memory.
#ifndef LOG_OFFSET_H
#define LOG_OFFSET_H

#include "base/types.h"

// Zeroed before its first use, which is its only one. Each of the two writes to a line of its own.
struct offset_exchange {
    u64 asked __attribute__((aligned(64)));    // number of the round, or OFFSET_DONE; by the one that measures
    u64 answered __attribute__((aligned(64))); // the same, by the other
    u64 reading;                               // of its counter, in that round
};
#define OFFSET_DONE UINT64_MAX

struct clock_offset {
    s64 ticks;       // the other's counter less one's own, at one moment
    u64 error_ticks; // it is not farther off than that
};

// Measures, while another processor is in offset_answer with the same exchange, or soon gets there. Ends after some
// hundred rounds, or when `limit_ticks` have passed.
struct clock_offset offset_measure(struct offset_exchange *exchange, u64 limit_ticks);
// Answers until the other one has measured.
void offset_answer(struct offset_exchange *exchange);

#endif
