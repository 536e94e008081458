// Translations that were made in a training run and are used in this one (base/kept.h). One is used for the first
// translation of a method if all that it takes for granted holds here: the classes that it names are loaded and come
// from the same image, those that it takes for initialised are, static fields that it takes for constant have the same
// values, and no instrument would change it. Otherwise the method is translated as it would be without. What its code
// does is what a new translation's would do; at most something is looked up by a slot that would be known by now.
#ifndef KERNEL_CODE_KEPT_H
#define KERNEL_CODE_KEPT_H

#include "base/kept.h"
#include "translator/object.h"

struct domain;
struct translate_journal;

enum kept_which { KEPT_OF_PROGRAM, KEPT_OF_IMAGE, KEPT_FILES };
// Looks at what the host has given; `data` may be NULL, or change at any time.
void kept_init(enum kept_which which, const void *data, u64 bytes);
// The method's code, not entered anywhere yet; NULL if there is none that holds, or no room.
struct code *kept_translation(struct method *method, bool with_origins);

// ---- Shared with kept_record.c

// The parts of an entry; NULL pointers never stand in it.
struct kept_parts {
    const struct kept_code *head;
    const struct kept_symbol *symbols;
    const struct kept_fixup *fixups;
    const u32 *initialised;
    const struct kept_constant *constants;
    const u32 *watched;
    const struct kept_place *places;
    const struct code_site *sites;
    const struct kept_handler *handlers;
    const u32 *maps;
    const u8 *code;
    const struct kept_origins *origins; // NULL if they are not wanted
    const struct kept_place *origin_places;
    const struct code_origin *runs;
};
// Returns false if the entry, or its origins, do not have exactly this many bytes. Without bytes of origins there are
// none in the parts.
bool kept_split(const u8 *entry, u64 bytes, u64 origin_bytes, struct kept_parts *parts);
// A method's entry as it was given, with its origins behind it, in scratch memory that is the caller's.
struct kept_copy {
    u8 *entry; // NULL: there is none
    u32 bytes, origin_bytes;
};
struct kept_copy kept_entry(const struct method *method, enum kept_which *which);
// What a number of a class in it means here; NULL if nothing.
const struct class *kept_class(struct domain *domain, enum kept_which which, u32 number);
// By which loader a class may be named in a file: the boot loader's are the image's. KEPT_LOADERS: it may not.
enum kept_loader kept_loader_of(const struct class *class);

// ---- A training run (kept_record.c): the option "keep" is "record", which leaves out what it was given if that comes
// out the same, or "verify", which keeps only that; everything lies elsewhere there.

void kept_record_init(void);                   // before there is a domain
void kept_record_shift(struct domain *domain); // the domain has been made
struct translate_journal *kept_journal(void);  // NULL: nothing is recorded, and nothing kept is used otherwise
void kept_record(struct method *method, const struct code *code);
// The file of what was recorded, for the host; NULL if there is none.
const void *kept_record_file(u64 *bytes);

// Whether code must be right with several processors: there are some, or a training run is for such. In codespace.c.
bool code_is_for_several(void);

#endif
