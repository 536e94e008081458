// The layout of objects, classes, methods, fields and translated code: what the kernel, the translator and the natives
// agree on. Classes, methods and the tables of code lie in class data (below 4 GiB), so that translated code can name
// them with 32 bits.
//
// Object:   0 u32 class   4 u32 mark   8 fields...             instance, 8-aligned, fields at their natural alignment
//           0 u32 class   4 u32 mark   8 u32 length   16 elements...   array
// Mark:     bits 0-1 tag, bits 2-5 age, bits 6-31 payload by tag (MARK_*)
#ifndef TRANSLATOR_OBJECT_H
#define TRANSLATOR_OBJECT_H

#include <stddef.h>

#include "base/narrow.h"
#include "base/symbol.h"
#include "base/types.h"
#include "translator/probe.h"

struct classfile;
struct thread;
struct domain;
struct loader;
struct method;
struct owner;
struct class;

// ---- Objects

struct object {
    u32 class_address;
    u32 mark;
};

struct array {
    struct object header;
    u32 length;
    u32 pad;
    u8 elements[];
};

#define OBJECT_HEADER_BYTES 8u
#define ARRAY_LENGTH_OFFSET 8u
#define ARRAY_ELEMENTS_OFFSET 16u
#define OBJECT_ALIGNMENT 8u

enum mark_tag {
    MARK_HASH = 0, // unlocked; payload: identity hash, 0 if it has none yet
    MARK_THIN = 1, // locked, not contended; payload: owner's lock number (16 bits) and depth - 1 (10 bits)
    // payload: where in class data the monitor is, which holds hash, owner, depth and queues (monitor.h)
    MARK_MONITOR = 2,
    MARK_FORWARDED = 3, // during a collection; the new address is in the class word
};
#define MARK_TAG_MASK 3u
#define MARK_AGE_SHIFT 2
#define MARK_AGE_MASK 0x3cu
#define MARK_PAYLOAD_SHIFT 6
#define MARK_OWNER_SHIFT 16 // of a thin lock's owner
#define MARK_DEPTH_MASK 0xffc0u

static inline struct object *object_at(ref reference) { return (struct object *)(uintptr_t)reference; }
static inline struct array *array_at(ref reference) { return (struct array *)(uintptr_t)reference; }
static inline struct class *object_class(ref reference) {
    return (struct class *)(uintptr_t)object_at(reference)->class_address;
}
static inline u32 array_length(ref reference) { return array_at(reference)->length; }

// ---- Types

// The letter of a descriptor: B C D F I J S Z, L for a reference of any kind, V for void.
typedef char type_letter;

// ---- Fields

struct field {
    struct class *holder;
    const struct symbol *name, *descriptor;
    u32 offset; // from the start of the object; for a static field, from the start of the holder's mirror
    u16 access_flags;
    u16 index; // in the class file's field table
    type_letter type;
    bool changes; // final, but stored to outside of initialisers; valid with CLASS_FINALS_KNOWN
};

// From this version of class files on, only initialisers store to final fields (JVMS 6.5 putfield, putstatic).
#define FINALS_CHECKED_VERSION 53

// ---- Methods

enum method_flag {
    METHOD_CALLER_SENSITIVE = 1,
    METHOD_HIDDEN = 2, // left out of stack traces
    METHOD_SIGNATURE_POLYMORPHIC = 4,
    METHOD_NAMED = 32,       // its name is in the log
    METHOD_CONFLICT = 64,    // stands in tables if several default methods are equally specific
    METHOD_NOT_PUBLIC = 128, // stands in tables if an interface's method meets one that is not public
    METHOD_GUARDED = 256,    // the library's, and a native of the kernel's takes the place of its code
    METHOD_PROGRAMS = 1024,  // a program's: no native or intrinsic of the kernel's belongs to it, whatever its name
    METHOD_STALE = 2048,     // its newest code has other probes than it should: the next call translates it again
    METHOD_SWITCHED = 4096,  // while a request is done: its probes change
};

// Patterns that change code.
#define INSTRUMENT_PATTERNS (PROBE_PATTERNS | PATTERN_ALLOCATION)

struct method {
    u64 entry; // what `call [eax]` goes to: a stub, or code
    struct class *holder;
    const struct symbol *name, *descriptor;
    u16 access_flags;
    u16 flags;          // enum method_flag
    u16 index;          // in the class file's method table
    u16 argument_slots; // words of arguments in JVMS's sense (long and double count 2), receiver included
    s32 vtable_index;   // -1 if never dispatched through a vtable
    u32 imt_slot;       // of an interface's method
    type_letter return_type;
    // A class has been made that has another method in this one's place: set before that class can be seen, and so
    // before it has objects. Never taken back. Code that may call a method without looking at its receiver's class
    // reads this after it has got the receiver. That suffices with several processors too: each sees the stores of
    // another in their order, so one that has found a reference to an object of the other class finds this set.
    bool is_overridden;
    u8 patterns;                 // enum pattern_kind: those that name it
    u8 patterns_so_far;          // those that have named it at some time of the run
    u32 profiles;                // struct profile * of its calls, and of its blocks, linked; 0 if there are none
    struct code *code;           // the newest translation, NULL if there is none yet
    const struct native *native; // what a native method is bound to, NULL if it is not bound yet
    s32 countdown;               // calls, and iterations of some loops, until it is translated again
    u32 id;                      // by which the log knows it; never used again in a run
};
// A resolver, dispatcher or interface-table entry begins as a method does: with its entry. See kernel/classes/link.h.
#define METHOD_ENTRY 0

// What a dispatched call has found out about the classes of its receivers, for the second translation. The code of the
// first compares with classes[0]; whatever is not that one goes to trampoline_profile (kernel/run/stubs.S), which
// counts it and moves the class that it meets often to the front. Several processors may lose counts, or write one
// class twice. It lies in class data of the method's owner, and a class that may end is in it only if it has the same
// owner.
#define PROFILE_CLASSES 3u
struct profile {
    u32 classes[PROFILE_CLASSES]; // struct class *; 0 if there is none
    u32 counts[PROFILE_CLASSES];  // how often each was met when it was not the first
    u32 others;                   // how often a class was met that is not here
    u32 next;                     // struct profile *, of the same method
    struct owner *owner;
    u32 bytecode_index;
    u32 reached[]; // only with PROFILE_BLOCKS
};
// In place of a bytecode's index, with the number of a method's blocks: how often the first translation has come to
// each of those that it counts, in the order in which they are built. There are no classes then.
#define PROFILE_BLOCKS 0x80000000u
static inline u32 profile_bytes(u32 bytecode_index) {
    bool has_blocks = bytecode_index & PROFILE_BLOCKS;
    return (u32)(offsetof(struct profile, reached) +
                 (has_blocks ? (bytecode_index & ~PROFILE_BLOCKS) * sizeof(u32) : 0));
}

// ---- Classes

enum class_state {
    CLASS_LOADED, // superclasses loaded
    CLASS_LINKED, // verified, laid out
    CLASS_INITIALISING,
    CLASS_ERRONEOUS, // initialisation has failed
    CLASS_INITIALISED,
};

#define CLASS_DISPLAY_DEPTH 8
#define CLASS_IMT_SLOTS 32
#define CLASS_NO_WINDOW 0x7fffffffu // more than is left of any window

struct class {
    // Read by translated code
    u8 state; // enum class_state
    // number of superclasses; Object's is 0. display[depth] is the class itself if depth < CLASS_DISPLAY_DEPTH
    u8 depth;
    u8 dimensions;            // of an array class, otherwise 0
    u8 element_shift;         // of an array class: log2 of the element's bytes
    type_letter element_type; // of an array class: its component's letter ('L' for references and arrays); otherwise 0
    type_letter primitive;    // letter of a primitive class, otherwise 0
    u16 access_flags;         // as in the class file
    u32 mirror;               // ref to the java.lang.Class
    u32 instance_bytes;       // of an instance, header included, 8-aligned
    // what `new` takes from the thread's window: instance_bytes, or CLASS_NO_WINDOW if java_alloc does it
    u32 window_bytes;
    u32 component;                    // struct class * of an array's components
    u32 secondary_cache;              // struct class *: the class's last positive answer from the slow subtype check
    u32 display[CLASS_DISPLAY_DEPTH]; // struct class * by depth: superclasses, and itself
    u32 imt[CLASS_IMT_SLOTS];         // struct imt_entry * by slot

    // Read by C only
    const struct symbol *name; // internal form; arrays "[I", primitives "int"
    struct class *super;
    struct class **interfaces; // direct
    struct class **supertypes; // every interface implemented, directly or indirectly
    u32 supertype_count;
    u16 interface_count, field_count, method_count;
    u16 package_length; // of the name up to its last '/'; 0 if it has none
    struct field *fields;
    struct method *methods; // in the class file's order
    struct loader *loader;  // defining loader
    struct owner *owner;    // of its memory
    struct domain *domain;
    struct class *array_class;    // whose component this class is, NULL until needed
    struct class *nest_host;      // NULL until resolved
    const struct classfile *file; // NULL for arrays and primitives
    struct pool_entry *pool;      // resolution state by constant-pool index
    struct thread *initialiser;   // the thread that runs <clinit>
    const struct symbol *source_file;
    u32 *reference_offsets; // of instances: offsets of all reference fields, superclasses' included
    // for kernel/domains/copy_types.c, by the place in reference_offsets: struct class * of the declared type, 0 if it
    // has not been looked up; NULL as long as no object of the class has come from another domain
    u32 *reference_types;
    u32 reference_offset_count;
    u32 flags;                     // enum class_flag
    u32 sequence;                  // number in the order of loading, from 1
    u32 field_end;                 // of an instance: end of the last field; where a subclass's fields may begin
    u32 mirror_bytes;              // of the mirror, statics included
    u32 *static_reference_offsets; // of the mirror: offsets of the static fields that hold references
    u32 static_reference_count;
    struct class *next_class; // in the order of `sequence`
    struct class *next_of_owner;
    u64 visit;          // the last walk over supertypes that has visited it: domain->class_visits
    u32 id;             // by which the log knows it; never used again in a run
    struct class *host; // of a hidden class: the class that it was defined for, otherwise NULL
    u32 vtable_length;
    u32 vtable[]; // struct method *
};

enum class_flag {
    CLASS_HIDDEN = 1,
    CLASS_HAS_FINALIZER = 2,
    CLASS_IS_REFERENCE = 4, // java.lang.ref.Reference or a subclass
    CLASS_VERIFIED = 8,     // verified on the host, with the boot image, or here
    CLASS_HAS_NONSTATIC_DEFAULT = 16,
    CLASS_ADAPTER = 32,         // written by the kernel, between a call site and what it calls
    CLASS_NAMES_BYTES = 64,     // translator/build_narrow.c: the constant pool names byte[]
    CLASS_NAMES_BOOLEANS = 128, // the same for boolean[]
    CLASS_NAMES_KNOWN = 256,    // the two flags before are valid
    CLASS_MORTAL = 512,         // ends with its owner
    CLASS_IS_LOADER = 1024,     // java.lang.ClassLoader or a subclass
    CLASS_HOLDS_METHOD = 2048,  // java.lang.invoke.ResolvedMethodName
    CLASS_PROXY = 4096,         // written by the kernel: its instances stand for services of other domains
    CLASS_FINALS_KNOWN = 16384, // translator/build_final.c: its fields say whether they change
    CLASS_SHARES_NAMES = 8192,  // the names in its file stay for good: kernel/classes/library.h
};

static inline bool class_is_array(const struct class *class) { return class->dimensions != 0; }
static inline struct class *class_at(u32 address) { return (struct class *)(uintptr_t)address; }
static inline u32 class_address(const struct class *class) { return (u32)(uintptr_t) class; }
static inline u32 method_address(const struct method *method) { return (u32)(uintptr_t)method; }

// ---- Translated code

// Where in the bytecode a site is: the method and index and, if that is inlined, the caller's place.
struct code_place {
    struct method *method;
    u16 bytecode_index;
    const struct code_place *caller; // NULL for the outermost
};

struct code_handler {
    u16 catch_type; // constant-pool index of the class in `method`'s class file; 0 catches everything
    u32 landing;    // offset from the code's start
    struct method *method;
};

// One for each return address and each trapping access.
struct code_site {
    u32 offset;   // of the return address, or of the trapping access + 1, from the code's start; ascending
    u32 place;    // index into places
    u32 map;      // index into maps of the first word of the bitmap of frame slots that hold references
    u32 handlers; // index into handlers of the first one; the list ends with one whose `method` is NULL
};

// The machine code from `offset` up to the next one's is what has been made of this place.
struct code_origin {
    u32 offset; // from the code's start; 0, then ascending
    u32 place;  // index into the code's places
};

struct code_origins {
    u32 place_count; // of the code's places: those of sites and, behind them, more of them; callers come first
    u32 count;
    struct code_origin runs[];
};

// A method and the instruments that it has: what code depends on in which the method is inlined.
static inline u64 code_watched(const struct method *method, u8 patterns) {
    return method_address(method) | (u64)(patterns & INSTRUMENT_PATTERNS) << 32;
}
static inline struct method *code_watched_method(u64 watched) { return (struct method *)(uintptr_t)(u32)watched; }
static inline u8 code_watched_patterns(u64 watched) { return narrow_u8(watched >> 32); }

// One translation of one method. It lies in class data of the method's owner, never beside the code.
struct code {
    u64 start;       // address of the first byte
    u32 size;        // in bytes
    u32 frame_bytes; // rsp = rbp - frame_bytes in the body
    u32 slot_count;  // frame slots; a map has (slot_count + 31) / 32 words
    u32 site_count, place_count;
    u32 inlined_calls : 31;
    u32 has_raw_accesses : 1; // made by sun.misc.Unsafe: they may fault
    struct method *method;
    const struct code_site *sites;
    const struct code_place *places;
    const struct code_origins *origins; // NULL if they were not asked for, or there was no room
    const struct code_handler *handlers;
    const u32 *maps;
    struct code *older; // the method's translation before this one
    struct code *next;  // the next one at a higher address of the same chunk (code.c)
    u64 *valid_to;      // in its record of the log; NULL if there was no room for one
    u8 probes;          // INSTRUMENT_PATTERNS of its method's patterns
    bool allocates;     // it has places that may count objects inline
    bool is_again;      // made with translate_options.again
    bool is_final;      // it counts no calls, because a later translation would not be better
    u32 frame_at;       // offset of `push rbp; mov rbp, rsp`: its frame exists after these
    u32 watched_count;
    // Methods that are inlined here: code_watched of each when the code was translated. The code is up to date as long
    // as they have the same patterns.
    const u64 *watched;
};

#endif
