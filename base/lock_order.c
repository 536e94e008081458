// See lock_order.h.
#include "base/lock_order.h"

static const char *const names[] = {
#define LOCK_TEXT(name) #name,
    LOCK_TABLE(LOCK_TEXT)
#undef LOCK_TEXT
};

_Noreturn void lock_order_broken(u32 held, enum lock_name lock) {
    u32 lowest = LOCKS - 1;
    while (!(held >> lowest & 1)) lowest--;
    panic("the lock \"%s\" is taken by a processor that has \"%s\" (base/lock_order.h)", names[lock], names[lowest]);
}
