// What the log learns about methods and their translated code.
#ifndef KERNEL_CODE_CODE_LOG_H
#define KERNEL_CODE_CODE_LOG_H

#include "log/log.h"
#include "translator/object.h"

// Which methods and lines the parts of the code come from: places and runs as log/region.h has them. They are looked up
// before anybody can run the code, and others run meanwhile: there may be 100,000. None if there is no memory.
struct code_places {
    u8 *first; // in scratch memory, which code_log gives back, or `few`: short code needs no memory to be logged
    u32 bytes, place_count, run_count;
    u8 few[128];
};
void code_log_places(const struct code *code, struct code_places *places);
// The method has new code, whose translation took `spent_ticks`: records its name, once, and the code's range with
// places and lines.
void code_log(struct method *method, struct code *code, struct code_places *places, u64 spent_ticks);

// Gives the log the method's name, unless it has it.
void code_log_name(struct method *method);
// The method's probes have been switched: records its name again if that adds something.
void code_log_switched(struct method *method, u8 patterns_before);

#endif
