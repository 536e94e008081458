// The unwinder's two exits, for programs that link it and throw through no code. A file of its own: a test that
// looks at them defines its own.
#include <stdlib.h>

#include "kernel/run/stubs.h"

void stub_resume(u64 fp, u64 sp, u64 pc, ref exception) {
    (void)fp, (void)sp, (void)pc, (void)exception;
    abort();
}

void stub_return_pending(u64 java_call_fp) {
    (void)java_call_fp;
    abort();
}
