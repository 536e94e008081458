// Where a translated method has no frame, so that rbp is its caller's. At the entry, struct code says by offset where
// the frame is made. At an exit, only the instructions of the exit's probes lie between `leave` and `ret`
// (emit_control.c), and nothing else lies directly before a `ret`: their bytes tell. So do those of the jump to the
// translator by a method whose calls are counted down (emit_cold.c), the only jump through memory. Runs in interrupts:
// it reads the registry and code that is being executed.
#include "kernel/code/code.h"
#include "log/frames.h"
#include "log/inline.h"
#include "translator/thread.h"

#define PUSH_BYTES 1u // of push rbp

_Static_assert(offsetof(struct code_thread, entries) > INT8_MAX, "the jump's displacement is a long one");

static bool is_jump_out(const u8 *at, const u8 *end) {
    return end - at >= 3 && at[0] == 0x41 && at[1] == 0xff && at[2] == 0xa7; // jmp [r15 + displacement]
}

static bool leads_to_return(const u8 *at, const u8 *end) {
    enum { RETURN = 0xc3 };
    for (u32 bytes; (bytes = probe_code_step(at, end)) != 0;) at += bytes;
    return at < end && *at == RETURN;
}

u64 frameless_return(u64 rip, u64 rsp) {
    const struct code *code = code_of_pc(rip);
    if (!code) return 0;
    u64 pushed = code->start + code->frame_at + PUSH_BYTES;
    if (rip == pushed) return rsp + sizeof(u64);
    const u8 *at = (const u8 *)rip, *end = (const u8 *)code->start + code->size;
    return rip < pushed || is_jump_out(at, end) || leads_to_return(at, end) ? rsp : 0;
}
