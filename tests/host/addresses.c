// Addresses of the kernel's own code, where host tests have none: nothing lies between them. Nor is there translated
// code.
#include "log/frames.h"

const u8 stub_call_return[1];
const u8 kernel_stubs_start[1], kernel_stubs_end[1], kernel_trampolines_start[1], kernel_trampolines_end[1];

extern const u8 kernel_log_text_start[], kernel_log_text_end[];
u64 frameless_return(u64 rip, u64 rsp) { return (void)rip, (void)rsp, 0; }

const u8 kernel_log_text_start[1], kernel_log_text_end[1];
