// See class_making.h.
#include "kernel/classes/class_making.h"

#include "kernel/core/scheduler.h"

void class_let_others_run(struct class_making *making) {
    struct owner_mark before = owner_mark(making->owner);
    scheduler_poll_native(making->thread);
    if (!owner_is_at(making->owner, &before)) making->is_mixed = true;
}
