// The data slots through which translated code reaches what was not resolved when it was translated, and what
// resolution puts into them. A call's slot holds either a struct call_slot, for good, or a method: resolution turns the
// resolver into a dispatcher in place.
#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/metaspace.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/raise.h"
#include "kernel/link/dynamic.h"
#include "kernel/run/exception.h"
#include "kernel/run/stubs.h"
#include "kernel/run/unwind.h"

static bool is_call(enum slot_kind kind) {
    return kind == SLOT_CALL_STATIC || kind == SLOT_CALL_SPECIAL || kind == SLOT_CALL_VIRTUAL ||
           kind == SLOT_CALL_INTERFACE;
}

static struct pool_slot *find_slot(const struct class *referrer, u16 index, enum slot_kind kind, u32 site) {
    struct pool_slot *slot = (struct pool_slot *)(uintptr_t)link_entry(referrer, index)->slots;
    while (slot && (slot->kind != kind || slot->site != site)) slot = slot->next;
    return slot;
}

static u32 *make_slot(struct class *referrer, u16 index, enum slot_kind kind, u32 site) {
    ASSERT_LOCKED();
    struct pool_slot *slot = find_slot(referrer, index, kind, site);
    if (slot) return &slot->value;
    struct pool_entry *entry = link_entry(referrer, index);
    slot = owner_alloc(referrer->owner, sizeof(*slot));
    struct call_slot *call = is_call(kind) && slot ? owner_alloc(referrer->owner, sizeof(*call)) : NULL;
    if (!slot || (is_call(kind) && !call)) return NULL;
    slot->kind = narrow_u16(kind);
    slot->site = site;
    slot->next = (struct pool_slot *)(uintptr_t)entry->slots;
    entry->slots = (u32)(uintptr_t)slot;
    if (call) {
        *call = (struct call_slot){.entry = (u64)(uintptr_t)stub_resolve,
                                   .referrer = referrer,
                                   .index = index,
                                   .kind = narrow_u16(kind),
                                   .slot = (u32)(uintptr_t)&slot->value};
        slot->value = (u32)(uintptr_t)call;
    }
    return &slot->value;
}

u32 *link_slot(struct class *referrer, u16 index, enum slot_kind kind) { return make_slot(referrer, index, kind, 0); }

static u32 site_number(const struct method *method, u32 bytecode_index) {
    return (u32)method->index << 16 | bytecode_index;
}

u32 *link_site_slot(struct class *referrer, u16 index, const struct method *method, u32 bytecode_index) {
    return make_slot(referrer, index, SLOT_CALL_STATIC, site_number(method, bytecode_index));
}

// Until then the slot has a resolver in it.
struct method *link_known_site(struct class *referrer, u16 index, const struct method *method, u32 bytecode_index) {
    const struct pool_slot *slot = find_slot(referrer, index, SLOT_CALL_STATIC, site_number(method, bytecode_index));
    struct method *target = slot ? (struct method *)(uintptr_t)slot->value : NULL;
    return target && target->entry != (u64)(uintptr_t)stub_resolve ? target : NULL;
}

struct profile *link_profile(struct method *method, u32 bytecode_index, bool makes) {
    struct profile *profile = (struct profile *)(uintptr_t)method->profiles;
    while (profile && profile->bytecode_index != bytecode_index) profile = (struct profile *)(uintptr_t)profile->next;
    if (profile || !makes) return profile;
    ASSERT_LOCKED();
    profile = owner_alloc(method->holder->owner, profile_bytes(bytecode_index));
    if (!profile) return NULL;
    *profile =
        (struct profile){.next = method->profiles, .owner = method->holder->owner, .bytecode_index = bytecode_index};
    method->profiles = (u32)(uintptr_t)profile;
    return profile;
}

// If there is no room for a slot, no code reads it.
static u64 fill(struct class *referrer, u16 index, enum slot_kind kind, u32 value) {
    ASSERT_LOCKED();
    u32 *slot = link_slot(referrer, index, kind);
    if (slot) *slot = value;
    return value;
}

// ---- Calls

static u64 throw_method(struct thread *thread, const char *exception, const char *what, const struct method *method) {
    char text[512];
    exception_throw(thread, exception, "%s'%s'", what, method_external_name(method, text, sizeof(text)));
    return 0;
}

static u64 make_dispatcher(struct class *referrer, u16 index, enum slot_kind kind, const u8 *entry, u32 vtable_index,
                           u32 method) {
    ASSERT_LOCKED();
    const u32 *slot = link_slot(referrer, index, kind);
    ASSERT(slot); // the thread that resolves it made the slot
    struct call_slot *call = (struct call_slot *)(uintptr_t)*slot;
    ASSERT(call->referrer == referrer && call->index == index && call->kind == kind);
    call->vtable_offset = (u32)offsetof(struct class, vtable) + 4 * vtable_index;
    call->method = method;
    // Other processors call through the slot meanwhile: the two words that the dispatcher reads, before its address.
    __atomic_store_n(&call->entry, (u64)(uintptr_t)entry, __ATOMIC_RELEASE);
    return *slot;
}

// A method that is called without dispatch but needs a receiver.
static u64 make_direct(struct class *referrer, u16 index, enum slot_kind kind, const struct method *method) {
    return make_dispatcher(referrer, index, kind, stub_dispatch_direct, 0, method_address(method));
}

static u64 resolve_virtual(struct class *referrer, u16 index, enum slot_kind kind, struct method *method) {
    if (method->access_flags & ACC_PRIVATE) return make_direct(referrer, index, kind, method);
    s32 place = method->vtable_index;
    if (class_is_interface(method->holder)) {
        if (kind == SLOT_CALL_INTERFACE) {
            return make_dispatcher(referrer, index, kind, stub_dispatch_interface, 0, method_address(method));
        }
        // A class that inherits the method from an interface has a place for it in its own table.
        u16 named = bytecode_u16(classfile_entry(referrer->file, index));
        place = tables_find(class_at(link_entry(referrer, named)->resolved), method->name, method->descriptor);
        ASSERT(place >= 0);
    }
    if (place < 0) return make_direct(referrer, index, kind, method);
    return make_dispatcher(referrer, index, kind, stub_dispatch_virtual, (u32)place, 0);
}

static u64 resolve_special(struct thread *thread, struct class *referrer, u16 index, struct method *resolved) {
    struct method *conflict;
    struct method *method = link_special_target(referrer, index, resolved, &conflict);
    if (conflict) {
        char text[512];
        const struct class *start =
            class_at(link_entry(referrer, bytecode_u16(classfile_entry(referrer->file, index)))->resolved);
        exception_throw(thread, "java/lang/IncompatibleClassChangeError", "%s",
                        tables_conflict_text(start, method, text, sizeof(text)));
        return 0;
    }
    if (!method || method_is_abstract(method)) {
        return throw_method(thread, "java/lang/AbstractMethodError", "", method ? method : resolved);
    }
    // its receiver is a new object: never null
    if (method_is_initialiser(method)) return fill(referrer, index, SLOT_CALL_SPECIAL, method_address(method));
    return make_direct(referrer, index, SLOT_CALL_SPECIAL, method);
}

// Linked once: the first thread that arrives with a target puts it into the slot, and all others use that.
u64 link_resolve_site(struct thread *thread, struct call_slot *call) {
    ASSERT_LOCKED();
    struct pool_slot *slot = (struct pool_slot *)((uintptr_t)call->slot - offsetof(struct pool_slot, value));
    if (slot->value != (u32)(uintptr_t)call) return slot->value;
    if (link_has_failed(thread, slot->error)) return 0;
    struct dynamic_site site = dynamic_site(call->referrer, call->index);
    const struct method *target = dynamic_link(thread, &site);
    if (!target) {
        link_keep_error(thread, call->referrer->owner, &slot->error, false);
        return 0;
    }
    if (slot->value == (u32)(uintptr_t)call) slot->value = method_address(target);
    return slot->value;
}

// A call through a method handle or variable handle. What is linked depends on the descriptor, so it belongs to the
// slot, not to the method.
static u64 resolve_handle(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind) {
    const struct method *target = dynamic_link_handle(thread, referrer, index);
    return target ? fill(referrer, index, kind, method_address(target)) : 0;
}

static u64 resolve_cell(struct thread *thread, struct class *referrer, u16 index) {
    struct pool_entry *entry = link_entry(referrer, index);
    if (!entry->resolved) {
        if (link_has_failed(thread, entry->error)) return 0;
        u32 cell = dynamic_constant(thread, referrer, index);
        if (!cell) {
            link_keep_error(thread, referrer->owner, &entry->error, true);
            return 0;
        }
        if (!entry->resolved) entry->resolved = cell;
    }
    return fill(referrer, index, SLOT_CELL, entry->resolved);
}

struct link_handle_path link_handle_path(const struct class *class) {
    const struct known *known = &class->domain->known;
    return (struct link_handle_path){known->handle_form, known->form_entry, known->member_method,
                                     DYNAMIC_RESOLVED_DIRECT, DYNAMIC_RESOLVED_DISPATCHED};
}

static u64 resolve_call(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind) {
    u8 tag = classfile_tag(referrer->file, index);
    ASSERT(tag == POOL_METHOD || tag == POOL_INTERFACE_METHOD);
    struct method *method = link_method(thread, referrer, index, kind);
    if (!method) return 0;
    if (method->flags & METHOD_SIGNATURE_POLYMORPHIC) return resolve_handle(thread, referrer, index, kind);
    if (method_is_static(method) != (kind == SLOT_CALL_STATIC)) {
        return throw_method(thread, "java/lang/IncompatibleClassChangeError",
                            kind == SLOT_CALL_STATIC      ? "Expected static method "
                            : kind == SLOT_CALL_INTERFACE ? "Expected instance not static method "
                                                          : "Expecting non-static method ",
                            method);
    }
    if (kind == SLOT_CALL_STATIC) return fill(referrer, index, kind, method_address(method));
    if (kind == SLOT_CALL_SPECIAL) return resolve_special(thread, referrer, index, method);
    return resolve_virtual(referrer, index, kind, method);
}

// ---- Fields and classes

bool link_may_store(const struct field *field, const struct method *method) {
    if (!(field->access_flags & ACC_FINAL)) return true;
    if (field->holder != method->holder) return false;
    return method->holder->file->major_version < FINALS_CHECKED_VERSION ||
           strcmp(method->name->text, field_is_static(field) ? "<clinit>" : "<init>") == 0;
}

// `method` is that of the storing frame; `named` is the class in the reference.
static bool check_store(struct thread *thread, const struct field *field, const struct class *named) {
    struct frame_walk walk;
    if (!frame_walk_start(&walk, thread) || link_may_store(field, walk.method)) return true;
    char name[256], from[256];
    const char *kind = field_is_static(field) ? "static" : "non-static";
    class_external_name(named, name, sizeof(name));
    if (field->holder != walk.method->holder) {
        exception_throw(
            thread, "java/lang/IllegalAccessError",
            "Update to %s final field %s.%s attempted from a different class (%s) than the field's declaring class",
            kind, name, field->name->text, class_external_name(walk.method->holder, from, sizeof(from)));
    } else {
        exception_throw(
            thread, "java/lang/IllegalAccessError",
            "Update to %s final field %s.%s attempted from a different method (%s) than the initializer method %s ",
            kind, name, field->name->text, walk.method->name->text, field_is_static(field) ? "<clinit>" : "<init>");
    }
    return false;
}

static u64 resolve_field(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind) {
    bool is_static = kind == SLOT_STATIC || kind == SLOT_PUT_STATIC,
         is_store = kind == SLOT_PUT_FIELD || kind == SLOT_PUT_STATIC;
    struct field *field = link_field(thread, referrer, index);
    if (!field) return 0;
    if (field_is_static(field) != is_static) {
        char name[256];
        exception_throw(thread, "java/lang/IncompatibleClassChangeError", "Expected %sstatic field %s.%s",
                        is_static ? "" : "non-", class_external_name(field->holder, name, sizeof(name)),
                        field->name->text);
        return 0;
    }
    const struct class *named =
        class_at(link_entry(referrer, bytecode_u16(classfile_entry(referrer->file, index)))->resolved);
    ASSERT(named);
    if (is_store && !check_store(thread, field, named)) return 0;
    bool is_settled = !is_store || !(field->access_flags & ACC_FINAL);
    if (!is_static) return is_settled ? fill(referrer, index, kind, field->offset) : field->offset;
    if (!class_initialise(thread, field->holder)) return 0;
    u32 address = field_static_address(field);
    return is_settled && class_is_initialised(field->holder) ? fill(referrer, index, kind, address) : address;
}

static u64 resolve_new(struct thread *thread, struct class *referrer, u16 index) {
    struct class *class = link_class(thread, referrer, index);
    if (!class) return 0;
    if (class->access_flags & (ACC_ABSTRACT | ACC_INTERFACE) || class->name->text[0] == '[') {
        char name[256];
        exception_throw(thread, "java/lang/InstantiationError", "%s", class_external_name(class, name, sizeof(name)));
        return 0;
    }
    if (!class_initialise(thread, class)) return 0;
    return class_is_initialised(class) ? fill(referrer, index, SLOT_NEW, class_address(class)) : class_address(class);
}

// A literal that may move stays in a slot that the collector knows.
static u64 resolve_string(struct thread *thread, struct class *referrer, u16 index) {
    ref literal = link_string(thread, referrer, index);
    u32 *slot = literal ? link_slot(referrer, index, SLOT_STRING) : NULL;
    if (slot && !*slot && (!heap_contains(literal) || owner_add_literal(referrer->owner, slot))) *slot = literal;
    return literal;
}

u64 link_resolve(struct thread *thread, struct class *referrer, u16 index, enum slot_kind kind) {
    ASSERT_LOCKED();
    struct class *class;
    switch (kind) {
    case SLOT_CLASS:
        class = link_class(thread, referrer, index);
        return class ? fill(referrer, index, kind, class_address(class)) : 0;
    case SLOT_ARRAY:
        class = link_class(thread, referrer, index);
        if (!class || !metaspace_has_room_for_arrays(thread, class, 1)) return 0;
        class = class_array_of(class);
        if (class) return fill(referrer, index, kind, class_address(class));
        exception_throw_out_of_memory(thread, "Metaspace");
        return 0;
    case SLOT_STRING: return resolve_string(thread, referrer, index);
    case SLOT_FIELD:
    case SLOT_PUT_FIELD:
    case SLOT_STATIC:
    case SLOT_PUT_STATIC: return resolve_field(thread, referrer, index, kind);
    case SLOT_CELL: return resolve_cell(thread, referrer, index);
    case SLOT_NEW: return resolve_new(thread, referrer, index);
    default: return resolve_call(thread, referrer, index, kind);
    }
}
