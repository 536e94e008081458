// The numbers of the kernel's entry points; translator/entry_table.h lists them with what each does.
#ifndef TRANSLATOR_ENTRIES_H
#define TRANSLATOR_ENTRIES_H

#include "translator/entry_table.h"

enum entry_number {
#define ENTRY(kind, name) ENTRY_##name,
    ENTRY_TABLE(ENTRY)
#undef ENTRY
        ENTRY_COUNT
};

#endif
