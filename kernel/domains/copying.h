// One copy while it is made (copy.h): what has been found in the source, where it was, with which classes; and how it
// is refused. For copy.c and the files that it calls. Thread level only, under the kernel's lock.
#ifndef KERNEL_DOMAINS_COPYING_H
#define KERNEL_DOMAINS_COPYING_H

#include "kernel/domains/copy_source.h"
#include "kernel/domains/domain_services.h"
#include "kernel/domains/singles.h"

#define COPY_CLASSES_MOST 1024u
#define COPY_NONE UINT32_MAX
#define COPY_NAME_BYTES 256
#define COPY_WANTS_MOST 16u
#define COPY_WORK_A_POLL 4096u      // objects and references looked at
#define COPY_PIECE_REFERENCES 1024u // between two questions whether the copy goes on

// The objects of the first three become objects of the class that they are entered with, and of no other.
enum copy_kind { COPY_PLAIN, COPY_MEMORY, COPY_PROXY, COPY_ENUM, COPY_MIRROR, COPY_SINGLE, COPY_OWN };

struct copied {
    ref source;
    u32 parent, place; // where it was found: which entry, and the offset or the index there; of a root: copy_root.place
    u32 kind;          // enum copy_kind
    u32 number;        // of its class in `classes`, NONE for that of a primitive type; of the single; of the portal
};

struct mapped {
    const struct class *from;
    const struct symbol *name; // counted: the class may go while Java runs
    struct class *to;          // NULL until it is known
    bool is_service;           // `from` is the interface, `to` the class of its proxies
    bool is_used, has_objects; // as far as has been looked through
    bool is_plain;             // has plain objects
};

// A type that a class of the other domain names and its loader has not loaded yet.
struct copy_want {
    struct loader *loader;
    const char *type; // a field descriptor, in what follows from the class's file
    u32 length;
};

struct copy {
    struct thread *thread;
    struct copy_source *source;
    struct domain *from, *to;
    struct copied *entries;
    u32 count, capacity;
    u32 *table; // 1 + number of an entry, by the source's address; twice the entries' capacity
    struct mapped *classes;
    u32 class_count;
    u16 *class_table;         // 1 + number of a class, by its address; NULL as long as they are few
    const struct class *last; // of plain objects, as `last_number` of `classes`; NULL if there is none yet
    u32 last_number;
    ref singles[DOMAIN_SINGLES]; // of the source
    bool uses_single[DOMAIN_SINGLES];
    u64 bytes, moves;
    u32 work; // since the last poll
    bool has_collected, is_urgent;
    u32 *memories; // numbers of the entries that are memories; NULL if there are none
    u32 memory_count;
    // Where the last field was found that was looked for by its offset: the next one is likely to be behind it.
    const struct class *field_of, *field_holder;
    u32 field_index;
    handle copies;           // Object[]
    struct copy_want *wants; // of COPY_WANTS_MOST
    u32 want_count;
    char *problem;
    size_t problem_bytes;
};

enum copy_result { COPY_DONE, COPY_REFUSED, COPY_AGAIN };

// The place in the table for an object of the source: 0 if it has not been found.
static inline u32 *copying_place(const struct copy *copy, ref source) {
    u32 mask = 2 * copy->capacity - 1, place = source * 0x9e3779b1u >> 4 & mask;
    while (copy->table[place] && copy->entries[copy->table[place] - 1].source != source) place = (place + 1) & mask;
    return &copy->table[place];
}

// Between two pieces of the work others run, threads of both domains too: objects of the thread's own domain may move.
// Returns false if the source's have, or are gone: nothing of it may be touched, and the copy begins again.
bool copying_poll(struct copy *copy);
// The same after every COPY_WORK_A_POLL.
static inline bool copying_goes_on(struct copy *copy, u32 work) {
    copy->work += work;
    return LIKELY(copy->work < COPY_WORK_A_POLL) || copying_poll(copy);
}
// Whether the source's objects have moved, or are gone.
static inline bool copying_has_moved(const struct copy *copy) {
    return !copy->source->is_there(copy->source->context) || copy->moves != copy->from->heap.moves;
}

// Forgets what has been found, but for the classes. Returns false as copying_poll does.
bool copying_start_over(struct copy *copy);
// Enters an object, found at a place of the entry `parent`, unless it is there already.
enum copy_result copying_add(struct copy *copy, ref source, u32 parent, u32 place);
// The number of a class of the source, COPY_CLASSES_MOST if there is no room for it; `is_service`: of an interface.
u32 copying_number_of_class(struct copy *copy, const struct class *class, bool is_service);
// The same if it has been entered; otherwise COPY_NONE.
u32 copying_find_class(const struct copy *copy, const struct class *class, bool is_service);
void copying_release(const struct copy *copy);

// Both return COPY_REFUSED.
enum copy_result copying_refuse(struct copy *copy, const char *reason);
// With the class of the entry and where it was found: "a.Worker at [0].list.elementData[3]: ".
enum copy_result copying_refuse_class(struct copy *copy, const struct copied *entry, const char *reason);

#endif
