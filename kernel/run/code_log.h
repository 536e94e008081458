// What the log learns about methods and their translated code.
#ifndef KERNEL_RUN_CODE_LOG_H
#define KERNEL_RUN_CODE_LOG_H

#include "translator/object.h"

// The method has new code, whose translation took `spent_ticks`: records its name, once, and the code's range with
// places and lines.
void code_log(struct method *method, struct code *code, u64 spent_ticks);

// Gives the log the method's name, unless it has it.
void code_log_name(struct method *method);
// The method's probes have been switched: records its name again if that adds something.
void code_log_switched(struct method *method, u16 flags_before);

#endif
