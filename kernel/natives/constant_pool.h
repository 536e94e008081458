// jdk.internal.reflect.ConstantPool, for constant_pool.c and reflect_fp.c.
#ifndef KERNEL_NATIVES_CONSTANT_POOL_H
#define KERNEL_NATIVES_CONSTANT_POOL_H

#include "kernel/core/thread.h"
#include "translator/reader/classfile.h"

// Checks that the class (a mirror) has such an entry. Returns false with IllegalArgumentException pending.
bool constant_pool_check(struct thread *thread, handle mirror, s32 index, enum pool_tag tag);

#endif
