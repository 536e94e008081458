// Blocks of bytes that domains share (gnomon.Memory). A block is known by its number. Each domain that has objects of
// gnomon.Memory for it uses it, as often as there are such objects; it is given back when no domain uses it any more.
// Who does not use it cannot get at it. Thread level only, under the kernel's lock.
#ifndef KERNEL_DOMAINS_MEMORIES_H
#define KERNEL_DOMAINS_MEMORIES_H

#include "kernel/classes/domain.h"

// A new block of zeroed bytes, which the domain uses once. Returns 0 if there is no memory, or if what it has made and
// uses would be more than its heap may have.
u32 memory_new(struct domain *domain, u32 bytes);
// The block's bytes; NULL if the domain does not use it.
struct memory_bytes {
    u8 *start;
    u32 count;
} memory_of(struct domain *domain, u32 number);
// Whether the range lies in one of the blocks that the domain uses.
bool memory_holds(const struct domain *domain, u64 address, u64 bytes);
// `to` uses the block once more. Returns false if `from` does not, or if there is no memory.
bool memory_share(struct domain *from, struct domain *to, u32 number);
// One of its uses lasts until `owner` is dead; without this it lasts as long as the domain. Returns false if there is no
// memory, or the domain does not use the block.
bool memory_bind(struct domain *domain, u32 number, ref owner);
// Ends those uses whose owners collections have found dead.
void memories_sweep(struct domain *domain);
// The domain uses none any more.
void memories_end(struct domain *domain);

// Whether objects of the class are such: gnomon.Memory as gnomon.jar has it. Its first fields are the numbers of the
// block and of its bytes.
bool memory_is_class(const struct class *class);
enum memory_field { MEMORY_NUMBER, MEMORY_SIZE };
u32 *memory_field(ref memory, enum memory_field field);

#endif
