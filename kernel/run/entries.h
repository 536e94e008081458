// The numbers of the kernel's entry points, which stand in kernel/run/entry_table.h with what each does.
#ifndef KERNEL_RUN_ENTRIES_H
#define KERNEL_RUN_ENTRIES_H

#include "kernel/run/entry_table.h"

enum entry_number {
#define ENTRY(kind, name) ENTRY_##name,
    ENTRY_TABLE(ENTRY)
#undef ENTRY
        ENTRY_COUNT
};

#endif
