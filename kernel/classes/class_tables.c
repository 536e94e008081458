// Dispatch tables; see class_tables.h.
//
// A vtable begins as a copy of the superclass's. A method takes the place of every entry that it overrides, or gets a
// new one. Then every method of every new superinterface that no class implements gets an entry as well ("miranda"):
// the default method that is selected, an abstract method (whose entry raises AbstractMethodError), or a stand-in that
// raises IncompatibleClassChangeError if several defaults are equally specific. So dispatch needs no search at run
// time, and a subclass overrides defaults in the same way as methods.
//
// A program chooses how many methods and supertypes there are (65,535 of each), so nothing here searches all of one
// kind for each of the other: methods are found by an index of their signatures, superinterfaces by a mark in each.
#include "kernel/classes/class_tables.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"

static bool is_virtual(const struct method *method) {
    return !(method->access_flags & (ACC_STATIC | ACC_PRIVATE)) && method->name->text[0] != '<';
}

static bool same_signature(const struct method *method, const struct symbol *name, const struct symbol *descriptor) {
    return method->name == name && method->descriptor == descriptor;
}

// ---- Places in an array of methods by name and descriptor; the one added last is found first

#define NO_PLACE UINT32_MAX

struct signature_index {
    u32 *heads; // by hash; each place continues in `next`
    u32 *next;
    u32 mask;
};

static u32 signature_hash(const struct symbol *name, const struct symbol *descriptor) {
    return (name->hash + 31 * descriptor->hash) * 0x9e3779b1u;
}

static u32 index_slots(u32 places) {
    u32 slots = 16;
    while (slots < places) slots *= 2;
    return slots;
}

static u64 index_words(u32 places) { return (u64)index_slots(places) + places; }

static struct signature_index index_make(u32 *words, u32 places) {
    u32 slots = index_slots(places);
    memset(words, 0xff, slots * sizeof(u32));
    return (struct signature_index){words, words + slots, slots - 1};
}

static u32 index_first(const struct signature_index *index, const struct symbol *name,
                       const struct symbol *descriptor) {
    return index->heads[signature_hash(name, descriptor) >> 8 & index->mask];
}

static void index_add(struct signature_index *index, u32 place, const struct method *method) {
    u32 *head = &index->heads[signature_hash(method->name, method->descriptor) >> 8 & index->mask];
    index->next[place] = *head;
    *head = place;
}

// ---- What the tables of one class are made with

struct table_builder {
    const struct class *class;
    struct method **vtable;
    u32 length, bound;
    struct signature_index by_signature; // of the vtable
    bool *selected;                      // by place: the default method there has already been selected for this class
    struct method **declared;            // what the supertypes declare, in their order
    u32 declared_count;
    struct signature_index declared_by_signature;
    struct method **candidates; // room for the methods of one signature
    struct class_making *making;
};

static u32 declared_bound(const struct class *class) {
    u32 bound = 0;
    for (u32 i = 0; i < class->supertype_count; i++) bound += class->supertypes[i]->method_count;
    return bound;
}

u32 tables_vtable_bound(const struct class *class) {
    return (class->super ? class->super->vtable_length : 0) + class->method_count + declared_bound(class);
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

// Returns the method's place.
static u32 append(struct table_builder *builder, struct method *method) {
    ASSERT(builder->length < builder->bound);
    index_add(&builder->by_signature, builder->length, method);
    builder->vtable[builder->length] = method;
    return builder->length++;
}

static bool add_method(struct table_builder *builder, struct method *method, u32 inherited, struct class_error *error) {
    u32 place = index_first(&builder->by_signature, method->name, method->descriptor);
    for (; place != NO_PLACE; place = builder->by_signature.next[place]) {
        struct method *other = builder->vtable[place];
        if (place >= inherited || !same_signature(other, method->name, method->descriptor) ||
            !tables_can_override(builder->class, other)) {
            continue;
        }
        if (other->access_flags & ACC_FINAL) {
            set_override_error(builder->class, other, error);
            return false;
        }
        other->is_overridden = true;
        builder->vtable[place] = method;
        if (method->vtable_index < 0 || (s32)place > method->vtable_index) method->vtable_index = (s32)place;
    }
    if (method->vtable_index < 0) {
        method->vtable_index = (s32)builder->length;
        append(builder, method);
    }
    return true;
}

// ---- Methods of interfaces

// Among methods of one signature, the candidates are those whose interface is not extended by the interface of another:
// first, all interfaces that are extended are marked.
static void mark_extended(const struct method *method, u64 visit) {
    const struct class *interface = method->holder;
    for (u32 i = 0; i < interface->supertype_count; i++) interface->supertypes[i]->visit = visit;
}

static void consider(struct method *method, u64 visit, struct method **found, struct method **conflict) {
    if (method->holder->visit == visit) return;
    if (!*found || (method_is_abstract(*found) && !method_is_abstract(method))) {
        *found = method;
    } else if (!method_is_abstract(method)) {
        *conflict = method;
    }
}

static struct method *choose(struct domain *domain, struct method **methods, u32 count, struct method **conflict) {
    struct method *found = NULL;
    u64 visit = ++domain->class_visits;
    *conflict = NULL;
    for (u32 i = 0; i < count; i++) mark_extended(methods[i], visit);
    for (u32 i = 0; i < count; i++) consider(methods[i], visit, &found, conflict);
    return found;
}

static struct method *declared_in(const struct class *supertype, const struct symbol *name,
                                  const struct symbol *descriptor) {
    struct method *method = class_declared_method(supertype, name, descriptor);
    return method && is_virtual(method) ? method : NULL;
}

// Marks the supertypes that hold no candidate; returns the mark.
static u64 mark_all_extended(const struct class *class, const struct symbol *name, const struct symbol *descriptor) {
    u64 visit = ++class->domain->class_visits;
    for (u32 i = 0; i < class->supertype_count; i++) {
        const struct method *method = declared_in(class->supertypes[i], name, descriptor);
        if (method) mark_extended(method, visit);
    }
    return visit;
}

struct method *tables_most_specific(const struct class *class, const struct symbol *name,
                                    const struct symbol *descriptor, struct method **conflict) {
    struct method *found = NULL;
    u64 visit = mark_all_extended(class, name, descriptor);
    *conflict = NULL;
    for (u32 i = 0; i < class->supertype_count; i++) {
        struct method *method = declared_in(class->supertypes[i], name, descriptor);
        if (method) consider(method, visit, &found, conflict);
    }
    return found;
}

char *tables_conflict_text(const struct class *class, const struct method *like, char *to, size_t bytes) {
    u64 visit = mark_all_extended(class, like->name, like->descriptor);
    size_t length = print_format(to, bytes, "Conflicting default methods:");
    for (u32 i = 0; i < class->supertype_count && length < bytes; i++) {
        const struct method *method = declared_in(class->supertypes[i], like->name, like->descriptor);
        if (!method || method->holder->visit == visit || method_is_abstract(method)) continue;
        length += print_format(to + length, bytes - length, " %s.%s", method->holder->name->text, method->name->text);
    }
    return to;
}

// Makes a method that no class declares, to stand in tables and raise what its flag says. Returns NULL if there is no
// room.
static struct method *make_stand_in(const struct class *class, const struct method *like, u16 flag) {
    struct method *method = owner_alloc(class->owner, sizeof(*method));
    if (!method) return NULL;
    *method = *like;
    method->flags = narrow_u16(method->flags | flag);
    method->entry = (u64)(uintptr_t)stub_abstract;
    method->code = NULL;
    return method;
}

// The index returns them in reverse: from the last supertype to the first.
static struct method *select_default(struct table_builder *builder, const struct method *like) {
    u32 count = 0;
    u32 place = index_first(&builder->declared_by_signature, like->name, like->descriptor);
    for (; place != NO_PLACE; place = builder->declared_by_signature.next[place]) {
        struct method *method = builder->declared[place];
        if (same_signature(method, like->name, like->descriptor)) builder->candidates[count++] = method;
    }
    for (u32 i = 0; i < count / 2; i++) {
        struct method *other = builder->candidates[i];
        builder->candidates[i] = builder->candidates[count - 1 - i];
        builder->candidates[count - 1 - i] = other;
    }
    ASSERT(count);
    struct method *conflict;
    struct method *method = choose(builder->class->domain, builder->candidates, count, &conflict);
    return conflict ? make_stand_in(builder->class, method, METHOD_CONFLICT) : method;
}

static u32 find_in_vtable(const struct table_builder *builder, const struct method *like) {
    u32 place = index_first(&builder->by_signature, like->name, like->descriptor);
    while (place != NO_PLACE && !same_signature(builder->vtable[place], like->name, like->descriptor)) {
        place = builder->by_signature.next[place];
    }
    return place;
}

// A default is selected once for each signature, however many interfaces declare it. Returns false if there is no room
// for a stand-in.
static bool add_interface(struct table_builder *builder, const struct class *interface) {
    for (u32 i = 0; i < interface->method_count; i++) {
        const struct method *method = &interface->methods[i];
        class_step(builder->making);
        if (!is_virtual(method)) continue;
        u32 place = find_in_vtable(builder, method);
        bool is_new = place == NO_PLACE;
        if (is_new || (!builder->selected[place] && class_is_interface(builder->vtable[place]->holder))) {
            struct method *chosen = select_default(builder, method);
            if (!chosen) return false;
            if (is_new) {
                place = append(builder, chosen);
            } else {
                builder->vtable[place] = chosen;
            }
        }
        ASSERT(place < builder->length);
        builder->selected[place] = true;
    }
    return true;
}

// ---- The whole

static void gather_declared(struct table_builder *builder) {
    for (u32 i = 0; i < builder->class->supertype_count; i++) {
        const struct class *interface = builder->class->supertypes[i];
        for (u32 k = 0; k < interface->method_count; k++) {
            struct method *method = &interface->methods[k];
            class_step(builder->making);
            if (!is_virtual(method)) continue;
            index_add(&builder->declared_by_signature, builder->declared_count, method);
            builder->declared[builder->declared_count++] = method;
        }
    }
}

static bool build(struct table_builder *builder, struct class *class, struct class_error *error) {
    const struct class *super = class->super;
    u32 inherited = super ? super->vtable_length : 0;
    for (u32 i = 0; i < inherited; i++) {
        class_step(builder->making);
        append(builder, (struct method *)(uintptr_t)super->vtable[i]);
    }
    for (u32 i = 0; i < class->method_count; i++) {
        class_step(builder->making);
        if (is_virtual(&class->methods[i]) && !add_method(builder, &class->methods[i], inherited, error)) return false;
    }
    for (u32 i = super ? super->supertype_count : 0; i < class->supertype_count; i++) {
        if (!add_interface(builder, class->supertypes[i])) {
            error->exception = NULL;
            return false;
        }
    }
    return true;
}

bool tables_build_vtable(struct class *class, struct method **vtable, u32 *length, struct class_making *making,
                         struct class_error *error) {
    *length = 0;
    if (class_is_interface(class)) return true;
    u32 bound = tables_vtable_bound(class), declared = declared_bound(class);
    SCRATCH_ARRAY(struct method *, methods, 2ull * declared + 1);
    SCRATCH_ARRAY(u32, words, index_words(bound) + index_words(declared));
    SCRATCH_ARRAY(bool, selected, bound + 1u);
    if (!methods || !words || !selected) {
        error->exception = NULL;
        return false;
    }
    memset(selected, 0, bound + 1u);
    struct table_builder builder = {.class = class,
                                    .vtable = vtable,
                                    .bound = bound,
                                    .by_signature = index_make(words, bound),
                                    .selected = selected,
                                    .declared = methods,
                                    .declared_by_signature = index_make(words + index_words(bound), declared),
                                    .candidates = methods + declared,
                                    .making = making};
    gather_declared(&builder);
    ASSERT(builder.declared_count <= declared);
    bool built = build(&builder, class, error);
    *length = builder.length;
    return built;
}

s32 tables_find(const struct class *class, const struct symbol *name, const struct symbol *descriptor) {
    for (u32 i = class->vtable_length; i-- > 0;) {
        if (same_signature((struct method *)(uintptr_t) class->vtable[i], name, descriptor)) return (s32)i;
    }
    return -1;
}

// ---- Interface method tables

// The interface is part of the hash: an interface that redeclares a method of its superinterface is mostly implemented
// together with that one, and otherwise the two methods would share a slot in each class. Kept translations have it.
void tables_set_imt_slot(struct method *method, u32 interface_hash) {
    u32 name = symbol_lasting_hash(method->name), descriptor = symbol_lasting_hash(method->descriptor);
    method->imt_slot = ((name * 31 + descriptor) * 31 + interface_hash) * 0x9e3779b1u >> 27;
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

static struct method *vtable_entry(const struct class *class, u32 place) {
    return (struct method *)(uintptr_t) class->vtable[place];
}

// Returns NULL if there is no room.
static struct method *imt_target(const struct class *class, const struct signature_index *index,
                                 const struct method *method) {
    u32 place = index_first(index, method->name, method->descriptor);
    for (;; place = index->next[place]) {
        ASSERT(place < class->vtable_length); // every method of an interface has a place
        if (same_signature(vtable_entry(class, place), method->name, method->descriptor)) break;
    }
    struct method *target = vtable_entry(class, place);
    if (!(target->access_flags & ACC_PUBLIC)) return make_stand_in(class, target, METHOD_NOT_PUBLIC);
    // The method reported missing is the one that was called, whichever interface redeclared it without a body; and
    // also, as in HotSpot, if several bodies are equally good.
    return method_is_abstract(target) || target->flags & METHOD_CONFLICT ? make_stand_in(class, method, 0) : target;
}

static bool add_to_imt(struct class *class, const struct signature_index *index, const struct method *method) {
    u32 *slot = &class->imt[method->imt_slot];
    struct imt_entry *first = (struct imt_entry *)(uintptr_t)*slot;
    struct imt_entry *entry = owner_alloc(class->owner, sizeof(*entry));
    const struct method *target = entry ? imt_target(class, index, method) : NULL;
    if (!target) return false;
    entry->entry = (u64)(uintptr_t)stub_imt;
    entry->key = method_address(method);
    entry->target = method_address(target);
    entry->next = first == empty_entry() ? NULL : first;
    *slot = (u32)(uintptr_t)entry;
    return true;
}

static bool add_all_to_imt(struct class *class, const struct signature_index *index, bool are_abstract,
                           struct class_making *making) {
    for (u32 i = 0; i < class->supertype_count; i++) {
        const struct class *interface = class->supertypes[i];
        for (u32 k = 0; k < interface->method_count; k++) {
            const struct method *method = &interface->methods[k];
            class_step(making);
            if (!is_virtual(method) || method_is_abstract(method) != are_abstract) continue;
            if (!add_to_imt(class, index, method)) return false;
        }
    }
    return true;
}

// Methods without a body come first in their slots, where a call finds them soonest: they are what an interface is for,
// and are called more often than its extras, such as LongConsumer.andThen.
bool tables_build_imt(struct class *class, struct class_making *making) {
    u32 empty = (u32)(uintptr_t)empty_entry();
    for (u32 i = 0; i < CLASS_IMT_SLOTS; i++) class->imt[i] = empty;
    if (class->access_flags & (ACC_ABSTRACT | ACC_INTERFACE)) return true; // it has no instances
    if (!class->supertype_count) return true;
    SCRATCH_ARRAY(u32, words, index_words(class->vtable_length));
    if (!words) return false;
    struct signature_index index = index_make(words, class->vtable_length);
    for (u32 i = 0; i < class->vtable_length; i++) {
        class_step(making);
        index_add(&index, i, vtable_entry(class, i));
    }
    return add_all_to_imt(class, &index, false, making) && add_all_to_imt(class, &index, true, making);
}
