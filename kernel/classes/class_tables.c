// Dispatch tables; see class_tables.h.
//
// A vtable begins as a copy of the superclass's. A method takes the place of every entry that it overrides, or gets a
// new one. Then every method of every new superinterface that no class implements gets an entry as well ("miranda"):
// the default method that is selected, an abstract method (whose entry raises AbstractMethodError), or a stand-in that
// raises IncompatibleClassChangeError where several defaults are equally specific. So dispatch needs no search at run
// time, and a subclass overrides defaults as it overrides methods.
#include "kernel/classes/class_tables.h"

#include "base/print.h"
#include "kernel/classes/class.h"
#include "kernel/classes/link.h"
#include "kernel/core/memory.h"
#include "kernel/core/panic.h"
#include "kernel/heap/owner.h"
#include "kernel/run/stubs.h"

static bool is_virtual(const struct method *method) {
    return !(method->access_flags & (ACC_STATIC | ACC_PRIVATE)) && method->name->text[0] != '<';
}

static bool same_signature(const struct method *method, const struct symbol *name, const struct symbol *descriptor) {
    return method->name == name && method->descriptor == descriptor;
}

u32 tables_vtable_bound(const struct class *class) {
    u32 bound = class->super ? class->super->vtable_length : 0;
    bound += class->method_count;
    for (u32 i = 0; i < class->supertype_count; i++) bound += class->supertypes[i]->method_count;
    return bound;
}

bool tables_can_override(const struct class *class, const struct method *method) {
    if (method->access_flags & (ACC_PUBLIC | ACC_PROTECTED)) return true;
    return !(method->access_flags & ACC_PRIVATE) && class_same_package(class, method->holder);
}

static void set_override_error(const struct class *class, const struct method *method, struct class_error *error) {
    char name[256], overridden[256];
    error->exception = "java/lang/IncompatibleClassChangeError";
    print_format(error->message, sizeof(error->message), "class %s overrides final method %s.%s%s",
                 class_external_name(class, name, sizeof(name)),
                 class_external_name(method->holder, overridden, sizeof(overridden)), method->name->text,
                 method->descriptor->text);
}

// ---- Methods of classes

static bool add_method(const struct class *class, struct method *method, struct method **vtable, u32 inherited,
                       u32 *length, struct class_error *error) {
    for (u32 i = 0; i < inherited; i++) {
        struct method *other = vtable[i];
        if (other->name != method->name || other->descriptor != method->descriptor ||
            !tables_can_override(class, other)) {
            continue;
        }
        if (other->access_flags & ACC_FINAL) {
            set_override_error(class, other, error);
            return false;
        }
        other->flags |= METHOD_OVERRIDDEN;
        vtable[i] = method;
        method->vtable_index = (s32)i;
    }
    if (method->vtable_index < 0) {
        method->vtable_index = (s32)*length;
        vtable[(*length)++] = method;
    }
    return true;
}

// ---- Methods of interfaces

static bool is_superinterface(const struct class *interface, const struct class *of) {
    for (u32 i = 0; i < of->supertype_count; i++) {
        if (of->supertypes[i] == interface) return true;
    }
    return false;
}

// Whether another supertype that declares the method too is a subinterface of `holder`. Subinterfaces come last.
static bool is_overridden(const struct class *class, const struct class *holder, const struct symbol *name,
                          const struct symbol *descriptor) {
    for (u32 i = class->supertype_count; i-- > 0;) {
        const struct class *interface = class->supertypes[i];
        const struct method *method = interface == holder ? NULL : class_declared_method(interface, name, descriptor);
        if (method && is_virtual(method) && is_superinterface(holder, interface)) return true;
    }
    return false;
}

static struct method *candidate(const struct class *class, u32 supertype, const struct symbol *name,
                                const struct symbol *descriptor) {
    struct method *method = class_declared_method(class->supertypes[supertype], name, descriptor);
    return method && is_virtual(method) && !is_overridden(class, method->holder, name, descriptor) ? method : NULL;
}

struct method *tables_most_specific(const struct class *class, const struct symbol *name,
                                    const struct symbol *descriptor, struct method **conflict) {
    struct method *found = NULL;
    *conflict = NULL;
    for (u32 i = 0; i < class->supertype_count; i++) {
        struct method *method = candidate(class, i, name, descriptor);
        if (!method) continue;
        if (!found || (method_is_abstract(found) && !method_is_abstract(method))) {
            found = method;
        } else if (!method_is_abstract(method)) {
            *conflict = method;
        }
    }
    return found;
}

char *tables_conflict_text(const struct class *class, const struct method *like, char *to, size_t bytes) {
    size_t length = print_format(to, bytes, "Conflicting default methods:");
    for (u32 i = 0; i < class->supertype_count && length < bytes; i++) {
        const struct method *method = candidate(class, i, like->name, like->descriptor);
        if (method && !method_is_abstract(method)) {
            length +=
                print_format(to + length, bytes - length, " %s.%s", method->holder->name->text, method->name->text);
        }
    }
    return to;
}

// A method that no class declares, to stand in tables and raise what its flag says.
static struct method *make_stand_in(const struct class *class, const struct method *like, u16 flag) {
    struct method *method = owner_alloc(class->owner, sizeof(*method));
    if (!method) return NULL;
    *method = *like;
    method->flags = (u16)(method->flags | flag);
    method->entry = (u64)(uintptr_t)stub_abstract;
    method->code = NULL;
    return method;
}

static struct method *select_default(const struct class *class, const struct method *like) {
    struct method *conflict;
    struct method *method = tables_most_specific(class, like->name, like->descriptor, &conflict);
    return conflict ? make_stand_in(class, method, METHOD_CONFLICT) : method;
}

static s32 find(struct method *const *vtable, u32 length, const struct symbol *name, const struct symbol *descriptor) {
    for (u32 i = length; i-- > 0;) {
        if (same_signature(vtable[i], name, descriptor)) return (s32)i;
    }
    return -1;
}

// What is in the table already was found for the class itself, by another interface that declares the method too, and
// not for its superclass.
static bool is_selected(const struct class *super, struct method *const *vtable, u32 place) {
    return !super || place >= super->vtable_length || vtable[place] != (struct method *)(uintptr_t)super->vtable[place];
}

// False: no room for a stand-in.
static bool add_interface(const struct class *class, const struct class *interface, struct method **vtable,
                          u32 *length) {
    for (u32 i = 0; i < interface->method_count; i++) {
        const struct method *method = &interface->methods[i];
        if (!is_virtual(method)) continue;
        s32 place = find(vtable, *length, method->name, method->descriptor);
        if (place < 0) {
            place = (s32)(*length)++;
        } else if (!class_is_interface(vtable[place]->holder) || is_selected(class->super, vtable, (u32)place)) {
            continue;
        }
        vtable[place] = select_default(class, method);
        if (!vtable[place]) return false;
    }
    return true;
}

bool tables_build_vtable(struct class *class, struct method **vtable, u32 *length, struct class_error *error) {
    const struct class *super = class->super;
    *length = 0;
    if (class_is_interface(class)) return true;
    u32 inherited = super ? super->vtable_length : 0;
    for (u32 i = 0; i < inherited; i++) vtable[i] = (struct method *)(uintptr_t)super->vtable[i];
    *length = inherited;
    for (u32 i = 0; i < class->method_count; i++) {
        if (is_virtual(&class->methods[i]) &&
            !add_method(class, &class->methods[i], vtable, inherited, length, error)) {
            return false;
        }
    }
    for (u32 i = super ? super->supertype_count : 0; i < class->supertype_count; i++) {
        if (!add_interface(class, class->supertypes[i], vtable, length)) {
            error->exception = NULL;
            return false;
        }
    }
    return true;
}

s32 tables_find(const struct class *class, const struct symbol *name, const struct symbol *descriptor) {
    for (u32 i = class->vtable_length; i-- > 0;) {
        if (same_signature((struct method *)(uintptr_t) class->vtable[i], name, descriptor)) return (s32)i;
    }
    return -1;
}

// ---- Interface method tables

// The interface counts too: one that declares a method of its superinterface again is mostly implemented together with
// that one, and the two methods would share their slot in each class.
u32 tables_imt_slot(const struct method *method) {
    u32 hash = (method->name->hash * 31 + method->descriptor->hash) * 31 + method->holder->name->hash;
    return hash * 0x9e3779b1u >> 27;
}
_Static_assert(CLASS_IMT_SLOTS == 32, "the slot is the top five bits");

static struct imt_entry *empty_entry(void) {
    static struct imt_entry *empty;
    if (!empty) {
        empty = owner_alloc(&owner_machine, sizeof(*empty));
        ASSERT(empty); // at boot
        empty->entry = (u64)(uintptr_t)stub_imt;
    }
    return empty;
}

static struct method *imt_target(const struct class *class, const struct method *method) {
    struct method *target =
        (struct method *)(uintptr_t) class->vtable[tables_find(class, method->name, method->descriptor)];
    if (!(target->access_flags & ACC_PUBLIC)) return make_stand_in(class, target, METHOD_NOT_PUBLIC);
    // What is missing is the method that was called, whoever declared it again without a body; and, as in HotSpot,
    // where several bodies are equally good.
    return method_is_abstract(target) || target->flags & METHOD_CONFLICT ? make_stand_in(class, method, 0) : target;
}

static bool add_to_imt(struct class *class, const struct method *method) {
    u32 *slot = &class->imt[method->imt_slot];
    struct imt_entry *first = (struct imt_entry *)(uintptr_t)*slot;
    struct imt_entry *entry = owner_alloc(class->owner, sizeof(*entry));
    const struct method *target = entry ? imt_target(class, method) : NULL;
    if (!target) return false;
    entry->entry = (u64)(uintptr_t)stub_imt;
    entry->key = method_address(method);
    entry->target = method_address(target);
    entry->next = first == empty_entry() ? NULL : first;
    *slot = (u32)(uintptr_t)entry;
    return true;
}

static bool add_all_to_imt(struct class *class, bool are_abstract) {
    for (u32 i = 0; i < class->supertype_count; i++) {
        const struct class *interface = class->supertypes[i];
        for (u32 k = 0; k < interface->method_count; k++) {
            const struct method *method = &interface->methods[k];
            if (!is_virtual(method) || method_is_abstract(method) != are_abstract) continue;
            if (!add_to_imt(class, method)) return false;
        }
    }
    return true;
}

// Those without a body come to stand first in their slots, which is where a call finds them soonest: they are what an
// interface is for, and are called more often than what it has on top, such as LongConsumer.andThen.
bool tables_build_imt(struct class *class) {
    u32 empty = (u32)(uintptr_t)empty_entry();
    for (u32 i = 0; i < CLASS_IMT_SLOTS; i++) class->imt[i] = empty;
    if (class->access_flags & (ACC_ABSTRACT | ACC_INTERFACE)) return true; // has no instances
    return add_all_to_imt(class, false) && add_all_to_imt(class, true);
}
