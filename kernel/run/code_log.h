// What the log is told of methods and of their translated code.
#ifndef KERNEL_RUN_CODE_LOG_H
#define KERNEL_RUN_CODE_LOG_H

#include "translator/object.h"

// The method has new code, whose translation took so long: its name, once, and the code's range with places and lines.
void code_log(struct method *method, struct code *code, u64 spent_ticks);

// The method's probes have been switched: its name again, if that says something new of it.
void code_log_switched(struct method *method, u16 flags_before);

#endif
