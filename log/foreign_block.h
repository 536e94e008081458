// Offsets of two words of a processor's FS block, which say from where library code was called
// (kernel/core/foreign.h); also for assembly code.
#ifndef LOG_FOREIGN_BLOCK_H
#define LOG_FOREIGN_BLOCK_H

#define FOREIGN_THREAD 0x30
#define FOREIGN_FP 0x38

#endif
