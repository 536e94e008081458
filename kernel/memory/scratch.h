// Memory outside the heap that is given back: for Unsafe.allocateMemory, files, zlib's streams, tables that grow.
//
// Pieces of up to some 20 KiB come from stores (kernel/memory/store.h). Each account of a domain with limits has a
// store of its own, and pays for all of its segments, whatever part of them is in use: so no memory that a domain holds
// on to is free of charge. What the kernel and the first domain take, and what may be moved from one account to
// another, comes from one store for all, and is paid for by the piece. Larger pieces are whole pages, which go back to
// the machine. Thread level only, under the kernel's lock.
#ifndef KERNEL_MEMORY_SCRATCH_H
#define KERNEL_MEMORY_SCRATCH_H

#include "kernel/memory/account.h"

// 16-aligned; NULL if there is no memory left, or the account has no room. What is in it may be another domain's.
void *scratch_alloc(struct account *account, u64 bytes);
#define SCRATCH_CLEAN 1u   // zeroed: whatever a program can read
#define SCRATCH_POLLS 2u   // it may be large: others run between the steps in which the machine readies it
#define SCRATCH_MOVABLE 4u // scratch_move may be called with it
void *scratch_alloc_as(struct account *account, u64 bytes, u32 flags);
// NULL is allowed.
void scratch_free(void *memory);
void scratch_free_polling(void *memory);
// `array` is the address of the pointer to an array, or to NULL: it moves to a piece of another size with its first
// `used` bytes. Returns false, and leaves it where it is, if there is no memory.
bool scratch_resize(struct account *account, void *array, u64 used, u64 bytes);
// The same so that one element more has room: of *room elements `count` are in use. There is room for twice as many, or
// for `first` if there has been none.
bool scratch_make_room(struct account *account, void *array, u32 count, u32 *room, u32 first, size_t element_bytes);
// From now on another account pays for the piece, whether that has room or not.
void scratch_move(void *memory, struct account *account);

// Native memory: for what a program asks for and may never give back. It goes with the accounts.
void *native_alloc(struct accounts *accounts, u64 bytes, u32 flags);
void native_free(void *memory); // NULL is allowed
void native_free_polling(void *memory);
void native_free_all(struct accounts *accounts); // others run meanwhile
// The same, for the accounts of the current thread's domain.
void *thread_native_alloc(u64 bytes);

// How many bytes the piece can hold: at least as many as were asked for.
u64 scratch_bytes(const void *memory);

// How many bytes of accounts are scratch memory, with what is lost by rounding.
u64 scratch_used_bytes(void);

// An array that lives as long as its scope, for where the stack has no room: names have up to 64 KiB, and C code below
// a deep recursion has THREAD_C_STACK_BYTES in all. The current thread's domain pays. NULL if there is no memory left.
#define SCRATCH_ARRAY(type, name, count)                      \
    type *name __attribute__((cleanup(scratch_array_free))) = \
        scratch_alloc(thread_account(ACCOUNT_TABLES), sizeof(type) * (u64)(count))
void scratch_array_free(void *variable);

#endif
