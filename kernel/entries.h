// The numbers of the kernel's entry points, which stand in kernel/entry_table.h with what each does.
#ifndef KERNEL_ENTRIES_H
#define KERNEL_ENTRIES_H

#include "kernel/entry_table.h"

enum entry_number {
#define ENTRY(kind, name) ENTRY_##name,
    ENTRY_TABLE(ENTRY)
#undef ENTRY
        ENTRY_COUNT
};

#endif
