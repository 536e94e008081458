// Owners of class data, code, and objects that never move. Each loader is one, each hidden class that may go before its
// loader is one, and the machine itself is one, for what is never given back. An owner takes chunks
// (kernel/core/chunks.h) as it needs them, on its account and on those above it: its domain's and the machine's. All of
// them go back at its end (kernel/heap/unload.h); nothing is given back before. Thread level only.
//
// An owner keeps another alive that it needs: whose classes its own have resolved, extend or have been given.
// Allocation returns NULL or 0 where an account's limit is reached or there is no memory: the caller makes it an error
// of Java's. The last few MiB of each space are only for the boot loader and the machine, so that the error can be
// made.
#ifndef KERNEL_HEAP_OWNER_H
#define KERNEL_HEAP_OWNER_H

#include "kernel/core/chunks.h"
#include "translator/object.h"

enum owner_space {
    OWNER_DATA, // classes, their files, pools and tables, and the tables of code
    OWNER_CODE,
    OWNER_FIXED, // mirrors, and the string literals of permanent owners
    OWNER_SPACES
};
extern struct chunk_space owner_spaces[OWNER_SPACES];

struct account {
    struct account *above; // NULL: this is the machine's
    u64 limit_bytes[OWNER_SPACES], used_bytes[OWNER_SPACES];
};
extern struct account owner_machine_account;

// A piece of one of the spaces, the newest first. The record stands in class data; a chunk of class data begins with
// its own.
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

// A slot of translated code that holds a string literal which moves.
struct owner_literal {
    ref *slot;
    struct owner_literal *next;
};

// Where an owner's open chunks end: to give back what has been taken since.
struct owner_open {
    u64 next, end;
};
struct owner_mark {
    struct owner_open open[OWNER_SPACES];
    struct owner_chunk *chunks;
};

struct owner {
    struct account account;
    struct owners *all;    // of its domain; NULL of the machine
    struct loader *loader; // that has defined its classes
    struct owner_open open[OWNER_SPACES];
    struct owner_chunk *chunks;
    struct class *classes; // linked by next_of_owner
    struct owner_need *needs;
    struct dispatcher *dispatchers;  // of its interfaces' methods: natives/invoke.c
    struct owner_literal *literals;  // the newest first,
    struct owner_literal *tenured;   // from here on they are old
    struct owner *next, *previous;   // of the domain's
    struct owner *next_alive;        // of those that a collection has found alive and not yet looked through
    struct owner *next_touched;      // of those that may refer to young objects
    bool is_permanent, uses_reserve; // never ends; may use what is kept for errors
    bool is_alive;                   // during a full collection: has been reached; else true
    bool is_touched;
};

// Whether so much can be had, as far as the accounts tell. The last bytes of the machine's account are only for owners
// with `uses_reserve`.
bool account_has_room(const struct account *account, bool uses_reserve, enum owner_space space, u64 bytes);

// Those of a domain.
struct owners {
    struct account account, mortal_account; // of all; of those that may end, which is a part of it
    u64 mortal_limit_bytes[OWNER_SPACES];   // beyond which a collection looks for what has ended
    struct owner *first;                    // all, linked by `next`
    struct owner *touched;                  // those that may refer to young objects, linked by `next_touched`
};

// Readies the spaces; before anything else is allocated.
void owner_init(void);
// Those of a new domain: none yet.
void owners_init(struct owners *all);
// When the next collection looks for what has ended: called after one that has.
void owners_set_limits(struct owners *all);
// What is never given back: its account is the machine's.
extern struct owner owner_machine;

// A new owner of classes of this loader, or a new loader's own if that is NULL, at the beginning of `bytes` zeroed
// bytes in its first chunk. NULL if there is no room.
struct owner *owner_create(struct owners *all, struct loader *loader, size_t bytes);
// Readies one that lies elsewhere and never ends; of the machine if `all` is NULL.
void owner_init_permanent(struct owner *owner, struct owners *all, struct loader *loader);
// Gives back all that it has, itself too. Nothing may refer to it or to what it has.
void owner_end(struct owner *owner);

// Class data, 8-aligned and zeroed.
void *owner_alloc(struct owner *owner, size_t bytes);
// 16-aligned; written through machine_code_alias.
u64 owner_alloc_code(struct owner *owner, size_t bytes);
// For an object; 8-aligned and zeroed.
ref owner_alloc_fixed(struct owner *owner, size_t bytes);

struct owner_mark owner_mark(const struct owner *owner);
// Gives back what has been allocated since.
void owner_release(struct owner *owner, const struct owner_mark *mark);

// `owner` refers to what `on` has, from now on. False if there is no room to remember it.
bool owner_needs(struct owner *owner, struct owner *on);
// The owner's references, of the loader or in slots of literals, have changed.
void owner_touch(struct owner *owner);
// A slot of code that holds a reference; the collector corrects it. False if there is no room.
bool owner_add_literal(struct owner *owner, ref *slot);

// ---- Objects that never move

#define OWNER_FIXED_UNIT_BYTES (1u << CARD_SHIFT)

// By card of the fixed space: 1 + where its first object begins, in words of 8 bytes, 0: none begins there; and whether
// it is of an owner that may end.
extern u8 *owner_fixed_cards;
#define OWNER_FIXED_MORTAL 0x80u

// Whether it is the mirror of a class that may go.
static inline bool owner_is_mortal_mirror(ref object) {
    return object - FIXED_START < FIXED_END - FIXED_START &&
           owner_fixed_cards[(object - FIXED_START) >> CARD_SHIFT] & OWNER_FIXED_MORTAL;
}
// Calls `visit` with every such object of a domain.
void owner_visit_fixed(const struct owners *all, void (*visit)(void *context, ref object), void *context);
// Calls `visit` with every object that lies in a marked card, and the card's address; the mark is taken off before.
void owner_visit_marked_cards(void (*visit)(void *context, ref object, u64 card), void *context);

#endif
