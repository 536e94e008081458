// Blocks of bytes that domains share (gnomon.Memory). A block is known by its number. Each domain that has objects of
// gnomon.Memory for it uses it, as often as there are such objects; it is given back when no domain uses it any more.
// A domain that does not use it cannot get at it. Thread level only, under the kernel's lock.
#ifndef KERNEL_DOMAINS_MEMORIES_H
#define KERNEL_DOMAINS_MEMORIES_H

#include "kernel/classes/domain.h"

// So many for one domain.
#define MEMORIES_MOST 4096u

// A new block of zeroed bytes, which the domain uses once. Returns 0 if there is no memory, if what it has made and
// uses would be more than its heap may have, or if it uses MEMORIES_MOST.
u32 memory_new(struct domain *domain, u32 bytes);
// A view of a part of a block: a block of its own, with a number, whose bytes are those of the other. It cannot do what
// that cannot: a view of what is read only is read only, and a view of what is revocable is revoked with it. Returns 0
// as memory_new does, or if the domain does not use the block, or the part is not within it.
enum memory_view_kind { MEMORY_PART, MEMORY_READ_ONLY, MEMORY_REVOCABLE };
u32 memory_view(struct domain *domain, u32 number, u32 start, u32 bytes, enum memory_view_kind kind);
// From now on no domain gets at the bytes through this block or views of it. Returns false if it is not revocable, or
// another domain has made it so.
bool memory_revoke(struct domain *domain, u32 number);
// The block's bytes; NULL if the domain does not use it. A buffer of what is revocable must not be made: nobody could
// take it back.
struct memory_bytes {
    u8 *start;
    u32 count;
    bool is_read_only, is_revocable, is_revoked;
} memory_of(struct domain *domain, u32 number);
// Whether the range lies in one of the blocks that the domain uses and has an address of: in none that is revocable,
// and to write to in none that is read only.
bool memory_holds(const struct domain *domain, u64 address, u64 bytes, bool is_write);
// `to` uses the block once more. Returns false if `from` does not, or if there is no memory.
bool memory_share(struct domain *from, struct domain *to, u32 number);
// One of its uses lasts until `owner` is dead; without this it lasts as long as the domain. Returns false if there is
// no memory, if the domain does not use the block, or has very many owners.
bool memory_bind(struct domain *domain, u32 number, ref owner);
// Ends some of those uses whose owners collections have found dead. Returns whether there may be more.
bool memories_sweep(struct domain *domain);
// The domain uses none any more.
void memories_end(struct domain *domain, struct thread *thread);

// Whether objects of the class are such: gnomon.Memory as gnomon.jar has it. Its first fields are the numbers of the
// block and of its bytes.
bool memory_is_class(const struct class *class);
enum memory_field { MEMORY_NUMBER, MEMORY_SIZE };
u32 *memory_field(ref memory, enum memory_field field);

#endif
