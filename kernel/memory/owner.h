// Owners of class data, code, and objects that never move. Each loader is one, each hidden class that may go before its
// loader is one, and the machine itself is one, for what is never given back. An owner takes chunks
// (kernel/memory/chunks.h) as it needs them, on its own account and on those above it: its domain's, those of its
// branch (kernel/memory/branch.h), and the machine's. All of them go back when it ends (kernel/heap/unload.h); nothing
// is given back before. Thread level only.
//
// An owner keeps alive every owner that it needs: those whose classes its own classes have resolved, extend or have
// been given. Allocation returns NULL or 0 where an account's limit is reached or there is no memory, and the caller
// raises the Java error. The last few MiB of each space are only for the boot loader and the machine, so that the error
// can be made.
#ifndef KERNEL_MEMORY_OWNER_H
#define KERNEL_MEMORY_OWNER_H

#include "kernel/memory/account.h"
#include "kernel/memory/chunks.h"
#include "translator/object.h"

// The accounts of the spaces are those of the kinds from ACCOUNT_DATA on.
enum owner_space {
    OWNER_DATA, // classes, their files, pools and tables, and the tables of code
    OWNER_CODE,
    OWNER_FIXED, // mirrors, and the string literals of permanent owners
    OWNER_SPACES
};
extern struct chunk_space owner_spaces[OWNER_SPACES];
// Bytes of chunks that owners of all domains have.
static inline u64 owner_used_bytes(void) {
    u64 bytes = 0;
    for (u32 i = 0; i < OWNER_SPACES; i++) bytes += chunks_used_bytes(&owner_spaces[i]);
    return bytes;
}

// A piece of one of the spaces, linked from the newest. The record lies in class data; a chunk of class data begins
// with its own.
struct owner_chunk {
    struct owner_chunk *next;
    u64 start;
    u32 bytes;
    u32 space; // enum owner_space
};

struct owner_need {
    struct owner *on;
    struct owner_need *next;
};

// A slot in translated code that holds a string literal, which may move.
struct owner_literal {
    ref *slot;
    struct owner_literal *next;
};

// Where an owner's open chunks end: for giving back what has been taken since.
struct owner_open {
    u64 next, end;
};
struct owner_mark {
    struct owner_open open[OWNER_SPACES];
    struct owner_chunk *chunks;
};

struct owner {
    struct account accounts[OWNER_SPACES];
    struct owners *all;    // of its domain; NULL for the machine
    struct loader *loader; // that has defined its classes
    struct owner_open open[OWNER_SPACES];
    struct owner_chunk *chunks;
    struct class *classes; // linked by next_of_owner
    struct owner_need *needs;
    struct dispatcher *dispatchers; // for its interfaces' methods: natives/invoke.c
    struct owner_literal *literals; // the newest first,
    struct owner_literal *tenured;  // from here on they are old
    struct owner *next, *previous;  // in the domain's list
    struct owner *next_alive;       // in the list of those that a collection has found alive but not yet looked through
    struct owner *next_touched;     // in the list of those that may refer to young objects
    bool is_permanent, uses_reserve; // never ends; may use what is kept back for errors
    bool is_alive;                   // during a full collection: has been reached; otherwise true
    bool is_touched;
    u32 making; // classes that nobody can see yet: it lives on
};

// Whether an account of this space and those above it have room for so much. The last bytes of the machine's are only
// for owners with `uses_reserve`.
bool owner_has_room(const struct account *account, bool uses_reserve, enum owner_space space, u64 bytes);

// The owners of a domain.
struct owners {
    struct accounts *accounts;                    // their domain's
    struct account mortal_accounts[OWNER_SPACES]; // of those that may end, below the domain's
    u64 mortal_limit_bytes[OWNER_SPACES];         // beyond which a collection looks for owners that have ended
    struct owner *first;                          // all, linked by `next`
    struct owner *touched;                        // those that may refer to young objects, linked by `next_touched`
};

// Readies the spaces; before anything else is allocated.
void owner_init(void);
// Readies those of a new domain: there are none yet.
void owners_init(struct owners *all, struct accounts *accounts);
// Sets when the next collection looks for what has ended; called after one that has.
void owners_set_limits(struct owners *all);
// Owns what is never given back, on the kernel's account.
extern struct owner owner_machine;
// The same for what programs make grow, in pieces that come back to lists of free ones: monitors, symbols, structs of
// threads. It has no right to the reserve, its class data is on the kernel's account of names, and a piece that is in
// use is moved to the account of its user.
extern struct owner owner_pieces;

// Makes a new owner of classes of this loader, or, if that is NULL, a new loader's own, at the beginning of `bytes`
// zeroed bytes in its first chunk. Returns NULL if there is no room.
struct owner *owner_create(struct owners *all, struct loader *loader, size_t bytes);
// Readies an owner that lies elsewhere and never ends; the machine's if `all` is NULL.
void owner_init_permanent(struct owner *owner, struct owners *all, struct loader *loader);
// Gives back everything it has, itself included. Nothing may refer to it or to what it has.
void owner_end(struct owner *owner);
// The same in two parts. After the first, for which the other processors are stopped, nobody finds it in its domain's
// list, and its code is given back. `pause`, if it is not NULL, is called between pieces of the second.
void owner_end_code(struct owner *owner);
void owner_end_rest(struct owner *owner, void (*pause)(void *context), void *context);

// Class data, 8-aligned and zeroed.
void *owner_alloc(struct owner *owner, size_t bytes);
// Code, 16-aligned; written through machine_code_alias.
u64 owner_alloc_code(struct owner *owner, size_t bytes);
// Space for an object; 8-aligned and zeroed.
ref owner_alloc_fixed(struct owner *owner, size_t bytes);

struct owner_mark owner_mark(const struct owner *owner);
// Whether nothing has been allocated since.
bool owner_is_at(const struct owner *owner, const struct owner_mark *mark);
// Gives back what has been allocated since the mark.
void owner_release(struct owner *owner, const struct owner_mark *mark);

// From now on `owner` refers to what `on` has. Returns false if there is no room to remember it.
bool owner_needs(struct owner *owner, struct owner *on);
// To be called when the owner's references, in the loader or in slots of literals, have changed.
void owner_touch(struct owner *owner);
// Adds a slot of code that holds a reference, which the collector corrects. Returns false if there is no room.
bool owner_add_literal(struct owner *owner, ref *slot);

// ---- Objects that never move

#define OWNER_FIXED_UNIT_BYTES (1u << CARD_SHIFT)

// By card of the fixed space: 1 + where its first object begins, in words of 8 bytes, or 0 if none begins there; and
// whether that object belongs to an owner that may end.
extern u8 *owner_fixed_cards;
#define OWNER_FIXED_MORTAL 0x80u

// Whether the object is the mirror of a class that may be unloaded.
static inline bool owner_is_mortal_mirror(ref object) {
    return object - FIXED_START < FIXED_END - FIXED_START &&
           owner_fixed_cards[(object - FIXED_START) >> CARD_SHIFT] & OWNER_FIXED_MORTAL;
}

#endif
