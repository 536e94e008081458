// Copies from heap to heap; see copy.h. First everything is found that there is to copy, without moving anything of the
// source; then the classes are loaded that the other domain lacks, which runs Java, so everything is looked for again;
// then all copies are made, and at last filled. If the source's objects move or change meanwhile, it begins again;
// while they are collected, it waits.
#include "kernel/domains/copy.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/panic.h"
#include "kernel/domains/memories.h"
#include "kernel/domains/portals.h"
#include "kernel/domains/proxies.h"
#include "kernel/domains/shape.h"
#include "kernel/domains/singles.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/monitor.h"

#define ATTEMPTS 16u
#define DISTURBED_ATTEMPTS 4u // in which others run while the own heap is collected for the copies
#define FIRST_CAPACITY 256u
#define CLASSES_MOST 1024u
#define NONE UINT32_MAX
#define PATH_STEPS 16u
#define NAME_BYTES 256

enum copy_kind { COPY_PLAIN, COPY_MIRROR, COPY_ENUM, COPY_SINGLE, COPY_PROXY, COPY_OWN, COPY_MEMORY };

struct copied {
    ref source;
    u32 parent, place; // where it was found: which entry, and the offset or the index there
    u32 kind;          // enum copy_kind
    u32 number;        // of its class in `classes`, NONE for that of a primitive type; of the single; of the portal
};

struct mapped {
    const struct class *from;
    const struct symbol *name; // counted: the class may go while Java runs
    struct class *to;          // NULL until it is known
    bool is_service;           // `from` is the interface, `to` the class of its proxies
    bool is_used, has_objects; // as far as has been looked through
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
    const struct class *last; // of plain objects, as `last_number` of `classes`; NULL if there is none yet
    u32 last_number;
    ref singles[DOMAIN_SINGLES]; // of the source
    bool uses_single[DOMAIN_SINGLES];
    u64 bytes, moves;
    bool has_collected, is_urgent;
    handle copies; // Object[]
    char *problem;
    size_t problem_bytes;
};

enum copy_result { COPY_DONE, COPY_REFUSED, COPY_AGAIN };

// ---- What has been found

static u32 *place_of(const struct copy *copy, ref source) {
    u32 mask = 2 * copy->capacity - 1, place = source * 0x9e3779b1u >> 4 & mask;
    while (copy->table[place] && copy->entries[copy->table[place] - 1].source != source) place = (place + 1) & mask;
    return &copy->table[place];
}

static bool grow(struct copy *copy) {
    u32 capacity = copy->capacity ? 2 * copy->capacity : FIRST_CAPACITY;
    struct copied *entries = scratch_alloc(capacity * sizeof(*entries));
    u32 *table = scratch_alloc(2ull * capacity * sizeof(*table));
    if (!entries || !table) {
        scratch_free(entries);
        scratch_free(table);
        return false;
    }
    if (copy->count) memcpy(entries, copy->entries, copy->count * sizeof(*entries));
    memset(table, 0, 2ull * capacity * sizeof(*table));
    scratch_free(copy->entries);
    scratch_free(copy->table);
    copy->entries = entries;
    copy->table = table;
    copy->capacity = capacity;
    for (u32 i = 0; i < copy->count; i++) *place_of(copy, entries[i].source) = i + 1;
    return true;
}

static enum copy_result refuse(struct copy *copy, const char *reason) {
    print_format(copy->problem, copy->problem_bytes, "%s", reason);
    return COPY_REFUSED;
}

static enum copy_result add(struct copy *copy, ref source, u32 parent, u32 place) {
    if (!source) return COPY_DONE;
    if (copy->capacity && *place_of(copy, source)) return COPY_DONE;
    if (copy->count == COPY_OBJECTS_MOST) return refuse(copy, "more than 1048576 objects");
    if (copy->count == copy->capacity && !grow(copy)) return refuse(copy, "no memory for copying");
    copy->entries[copy->count] = (struct copied){.source = source, .parent = parent, .place = place, .number = NONE};
    *place_of(copy, source) = ++copy->count;
    return COPY_DONE;
}

static void start_over(struct copy *copy) {
    if (copy->capacity) memset(copy->table, 0, 2ull * copy->capacity * sizeof(*copy->table));
    copy->count = 0;
    copy->bytes = 0;
    copy->moves = copy->from->heap.moves;
    copy->last = NULL;
    memset(copy->uses_single, 0, sizeof(copy->uses_single));
    for (u32 i = 0; i < copy->class_count; i++) copy->classes[i].is_used = copy->classes[i].has_objects = false;
}

// ---- Where something is: "[0].list.elementData[3]"

static size_t print_step(const struct copy *copy, const struct copied *entry, char *to, size_t bytes) {
    if (entry->parent == NONE) return entry->place == COPY_NO_PLACE ? 0 : print_format(to, bytes, "[%u]", entry->place);
    const struct class *class = object_class(copy->entries[entry->parent].source);
    if (class_is_array(class)) return print_format(to, bytes, "[%u]", entry->place);
    for (; class; class = class->super) {
        for (u32 i = 0; i < class->field_count; i++) {
            const struct field *field = &class->fields[i];
            if (field_is_static(field) || field->offset != entry->place) continue;
            return print_format(to, bytes, ".%s", field->name->text);
        }
    }
    return 0;
}

static void print_path(const struct copy *copy, u32 number, char *to, size_t bytes) {
    u32 steps[PATH_STEPS], count = 0;
    for (; number != NONE; number = copy->entries[number].parent) {
        if (count == PATH_STEPS) memmove(steps, steps + 1, --count * sizeof(*steps));
        steps[count++] = number;
    }
    size_t length = 0;
    to[0] = 0;
    while (count && length < bytes) {
        length += print_step(copy, &copy->entries[steps[--count]], to + length, bytes - length);
    }
}

static enum copy_result refuse_class(struct copy *copy, u32 number, const char *reason) {
    char name[NAME_BYTES], path[NAME_BYTES];
    class_external_name(object_class(copy->entries[number].source), name, sizeof(name));
    print_path(copy, number, path, sizeof(path));
    print_format(copy->problem, copy->problem_bytes, "%s%s%s: %s", name, path[0] ? " at " : "", path, reason);
    return COPY_REFUSED;
}

// ---- Looking through the source

static bool is_mapped(const struct mapped *mapped, const struct class *class, bool is_service) {
    return mapped->from == class && mapped->name == class->name && mapped->is_service == is_service;
}

static u32 number_of_class(struct copy *copy, const struct class *class, bool is_service) {
    u32 number = 0;
    while (number < copy->class_count && !is_mapped(&copy->classes[number], class, is_service)) number++;
    if (number == copy->class_count && number < CLASSES_MOST) {
        copy->classes[copy->class_count++] =
            (struct mapped){.from = class, .name = symbol_keep(class->name), .is_service = is_service};
    }
    return number;
}

static u32 number_of_single(const struct copy *copy, ref source) {
    u32 number = 0;
    while (number < DOMAIN_SINGLES && copy->singles[number] != source) number++;
    return number;
}

static enum copy_result add_references(struct copy *copy, u32 number) {
    ref source = copy->entries[number].source;
    const struct class *class = object_class(source);
    enum copy_result result = COPY_DONE;
    if (class_is_array(class)) {
        u32 length = class->element_type == 'L' ? array_length(source) : 0;
        for (u32 i = 0; i < length && result == COPY_DONE; i++) result = add(copy, array_get_ref(source, i), number, i);
        return result;
    }
    bool is_throwable = class_is_subclass(class, copy->from->known.throwable);
    for (u32 i = 0; i < class->reference_offset_count && result == COPY_DONE; i++) {
        u32 offset = class->reference_offsets[i];
        if (is_throwable && offset == copy->from->known.throwable_backtrace) continue;
        result = add(copy, heap_load_ref(source, offset), number, offset);
    }
    return result;
}

// ---- Services: not copied, but known to the other domain by proxies

// The portal of a service, or the one that a proxy stands for, which may be dead. 0: there cannot be one more.
static u32 portal_number_of(const struct copy *copy, ref source, struct class *interface) {
    if (class_is_proxy(object_class(source))) return proxy_portal(source);
    const struct portal *portal = portal_export(copy->from, interface, source);
    return portal ? portal->number : 0;
}

// Whether proxies may be dead: then there is room for others.
static bool may_collect(struct copy *copy) {
    if (copy->has_collected || copy->to->proxy_count < PORTALS_MOST / 8) return false;
    copy->has_collected = true;
    collect_all(copy->thread);
    proxies_sweep(copy->to);
    return true;
}

static enum copy_result classify_service(struct copy *copy, u32 number, struct class *interface) {
    struct copied *entry = &copy->entries[number];
    u32 portal_number = portal_number_of(copy, entry->source, interface);
    if (!portal_number && may_collect(copy)) return COPY_AGAIN;
    if (!portal_number) return refuse_class(copy, number, "the domain has 4096 services already");
    const struct portal *portal = portal_of(portal_number);
    if (portal && portal->domain == copy->to) {
        entry->kind = COPY_OWN;
        entry->number = portal_number;
        return COPY_DONE;
    }
    entry->kind = COPY_PROXY;
    entry->number = number_of_class(copy, interface, true);
    if (entry->number == CLASSES_MOST) return refuse(copy, "more than 1024 classes");
    copy->classes[entry->number].is_used = true;
    return COPY_DONE;
}

_Static_assert(PORTALS_MOST == 4096, "which is what the refusal says");

// Sets what the entry is, and its class. A class is looked at once for all objects of it that follow each other.
static enum copy_result classify(struct copy *copy, u32 number, const struct class *class) {
    struct copied *entry = &copy->entries[number];
    u32 interfaces = 0;
    struct class *interface = class_is_proxy(class) ? proxy_interface(class) : portal_interface_of(class, &interfaces);
    if (interface) return classify_service(copy, number, interface);
    if (interfaces) return refuse_class(copy, number, "it implements several portals");
    const struct class *of_enum = shape_enum_of(class), *wanted = of_enum ? of_enum : class;
    entry->kind = of_enum ? COPY_ENUM : memory_is_class(class) ? COPY_MEMORY : COPY_PLAIN;
    if (class == copy->from->known.class_) {
        entry->kind = COPY_MIRROR;
        wanted = mirror_class(entry->source);
        if (wanted->flags & CLASS_HIDDEN) return refuse_class(copy, number, "a class without a name");
    } else if (!of_enum && shape_reason_against(copy->from, class)) {
        return refuse_class(copy, number, shape_reason_against(copy->from, class));
    }
    entry->number = NONE;
    if (class_is_primitive(wanted)) return COPY_DONE;
    entry->number = number_of_class(copy, wanted, false);
    if (entry->number == CLASSES_MOST) return refuse(copy, "more than 1024 classes");
    copy->classes[entry->number].is_used = true;
    copy->classes[entry->number].has_objects |= entry->kind != COPY_MIRROR;
    if (entry->kind == COPY_PLAIN) copy->last = class;
    if (entry->kind == COPY_PLAIN) copy->last_number = entry->number;
    return COPY_DONE;
}

static enum copy_result look_at(struct copy *copy, u32 number) {
    struct copied *entry = &copy->entries[number];
    const struct class *class = object_class(entry->source);
    u32 single = number_of_single(copy, entry->source);
    if (single < DOMAIN_SINGLES) {
        entry->kind = COPY_SINGLE;
        entry->number = single;
        copy->uses_single[single] = true;
        return COPY_DONE;
    }
    entry->kind = COPY_PLAIN;
    entry->number = copy->last_number;
    enum copy_result result = class == copy->last ? COPY_DONE : classify(copy, number, class);
    if (result != COPY_DONE || copy->entries[number].kind != COPY_PLAIN) return result;
    copy->bytes += heap_object_bytes(copy->entries[number].source);
    if (copy->bytes > COPY_BYTES_MOST) return refuse(copy, "more than 64 MiB");
    return add_references(copy, number);
}

static enum copy_result look_through(struct copy *copy) {
    start_over(copy);
    for (u32 i = 0; i < DOMAIN_SINGLES; i++) copy->singles[i] = single_of(copy->from, i);
    enum copy_result result = COPY_DONE;
    for (u32 i = 0; i < copy->source->count && result == COPY_DONE; i++) {
        result = add(copy, *copy->source->roots[i].object, NONE, copy->source->roots[i].place);
    }
    for (u32 i = 0; i < copy->count && result == COPY_DONE; i++) result = look_at(copy, i);
    return result;
}

// ---- Classes of the other domain

static bool load(struct copy *copy, struct loader *loader, struct mapped *mapped) {
    struct thread *thread = copy->thread;
    u32 mark = handle_mark(thread);
    struct class *class = loader_load_by_name(thread, loader, mapped->name);
    if (class && mapped->is_service) class = proxy_class(thread, class);
    if (class) handle_new(thread, class->mirror);
    bool done = class && (!mapped->has_objects || class_is_array(class) || class_initialise(thread, class));
    handle_release(thread, mark);
    mapped->to = class;
    return done && !thread->exception;
}

static bool load_singles(struct copy *copy) {
    for (u32 i = 0; i < DOMAIN_SINGLES; i++) {
        if (copy->uses_single[i] && !single_of(copy->to, i) && !java_class(copy->thread, single_class(i))) {
            return false;
        }
    }
    return true;
}

static bool is_complete(const struct copy *copy) {
    for (u32 i = 0; i < DOMAIN_SINGLES; i++) {
        if (copy->uses_single[i] && !single_of(copy->to, i)) return false;
    }
    for (u32 i = 0; i < copy->class_count; i++) {
        const struct mapped *mapped = &copy->classes[i];
        bool is_ready = mapped->to &&
                        (!mapped->has_objects || class_is_array(mapped->to) || mapped->to->state == CLASS_INITIALISED);
        if (mapped->is_used && !is_ready) return false;
    }
    return true;
}

// Runs Java: what has been found is no longer true.
static enum copy_result load_classes(struct copy *copy, struct loader *loader) {
    char name[NAME_BYTES];
    if (!load_singles(copy)) return refuse(copy, "the class library cannot be initialised");
    for (u32 i = 0; i < copy->class_count; i++) {
        if (!copy->classes[i].is_used || load(copy, loader, &copy->classes[i])) continue;
        print_format(name, sizeof(name), "the class %s is not there, or cannot be initialised, in the domain %s",
                     copy->classes[i].name->text, copy->to->name);
        if (!exception_is_end(copy->thread)) copy->thread->exception = 0;
        return refuse(copy, name);
    }
    return COPY_AGAIN;
}

static enum copy_result check_shapes(struct copy *copy) {
    char text[2 * NAME_BYTES];
    for (u32 i = 0; i < copy->class_count; i++) {
        const struct mapped *mapped = &copy->classes[i];
        if (!mapped->is_used || !mapped->has_objects) continue;
        if (mapped->from->domain == copy->from && shape_is_same(mapped->from, mapped->to)) continue;
        print_format(text, sizeof(text), "the class %s has other fields in the domain %s", mapped->name->text,
                     copy->to->name);
        return refuse(copy, text);
    }
    return COPY_DONE;
}

// ---- Making the copies

// Making a large array lets others run.
static bool has_moved(const struct copy *copy) {
    return !copy->source->is_there(copy->source->context) || copy->moves != copy->from->heap.moves;
}

static ref constant_of(struct class *class, ref source) {
    char name[NAME_BYTES], descriptor[NAME_BYTES];
    javastring_utf8(java_get_ref(source, FIELD_Enum_name), name, sizeof(name));
    print_format(descriptor, sizeof(descriptor), "L%s;", class->name->text);
    const struct field *field = class_field(class, name, descriptor);
    return field && field_is_static(field) ? heap_load_ref(class->mirror, field->offset) : 0;
}

static ref make_proxy(const struct copy *copy, const struct copied *entry) {
    const struct mapped *mapped = &copy->classes[entry->number];
    ref proxy = heap_alloc_object(copy->thread, mapped->to);
    if (!proxy || has_moved(copy)) return proxy;
    u32 number = portal_number_of(copy, entry->source, (struct class *)(uintptr_t)mapped->from);
    if (number && proxy_bind(proxy, number)) return proxy;
    metaspace_exhausted(copy->thread);
    return 0;
}

static struct class *class_for(const struct copy *copy, const struct copied *entry) {
    bool has_none = entry->kind == COPY_SINGLE || entry->kind == COPY_OWN || entry->number == NONE;
    return has_none ? NULL : copy->classes[entry->number].to;
}

static ref make(struct copy *copy, const struct copied *entry) {
    struct class *class = class_for(copy, entry);
    switch (entry->kind) {
    case COPY_SINGLE: return single_of(copy->to, entry->number);
    case COPY_ENUM: return constant_of(class, entry->source);
    case COPY_PROXY: return make_proxy(copy, entry);
    case COPY_OWN: return portal_of(entry->number)->service.object;
    case COPY_MIRROR:
        return class ? class->mirror : domain_primitive(copy->to, mirror_class(entry->source)->primitive)->mirror;
    default:
        ASSERT(class);
        if (class_is_array(class)) return heap_alloc_array(copy->thread, class, (s32)array_length(entry->source));
        return heap_alloc_object(copy->thread, class);
    }
}

static enum copy_result make_all(struct copy *copy) {
    struct thread *thread = copy->thread;
    *copy->copies = heap_alloc_array(thread, class_array_of(copy->to->known.object), (s32)copy->count);
    for (u32 i = 0; i < copy->count && *copy->copies && !has_moved(copy); i++) {
        ref made = make(copy, &copy->entries[i]);
        if (!made && !thread->exception) return refuse_class(copy, i, "the other domain has no such constant");
        if (!made) break;
        array_set_ref(*copy->copies, i, made);
    }
    if (thread->exception && !exception_is_end(thread)) {
        thread->exception = 0;
        return refuse(copy, "the heap that it is copied to is full");
    }
    return exception_is_end(thread) ? COPY_REFUSED : has_moved(copy) ? COPY_AGAIN : COPY_DONE;
}

// The copy of what a slot refers to; sets *changed if that had not been found.
static ref copy_of(const struct copy *copy, ref source, bool *changed) {
    if (!source) return 0;
    u32 number = *place_of(copy, source);
    *changed |= !number;
    return number ? array_get_ref(*copy->copies, number - 1) : 0;
}

static void fill(const struct copy *copy, ref source, ref to, bool *changed) {
    const struct class *class = object_class(to);
    bool is_array = class_is_array(class);
    u32 start = is_array ? ARRAY_ELEMENTS_OFFSET : OBJECT_HEADER_BYTES, end = heap_inner_bytes(to);
    monitor_copy_identity_hash(source, to); // some collections are ordered by it
    if (is_array && class->element_type == 'L') {
        for (u32 i = 0; i < array_length(to); i++) {
            array_set_ref(to, i, copy_of(copy, array_get_ref(source, i), changed));
        }
        return;
    }
    memcpy((u8 *)object_at(to) + start, (const u8 *)object_at(source) + start, end - start);
    if (is_array) return;
    bool is_throwable = class_is_subclass(class, copy->to->known.throwable);
    for (u32 i = 0; i < class->reference_offset_count; i++) {
        u32 offset = class->reference_offsets[i];
        bool skips = is_throwable && offset == copy->to->known.throwable_backtrace;
        heap_store_ref(to, offset, skips ? 0 : copy_of(copy, heap_load_ref(source, offset), changed));
    }
}

// Its buffer is made by adopt_memories.
static bool fill_memory(const struct copy *copy, ref source, ref to) {
    for (enum memory_field field = MEMORY_NUMBER; field <= MEMORY_SIZE; field++) {
        *memory_field(to, field) = *memory_field(source, field);
    }
    return memory_share(copy->from, copy->to, *memory_field(source, MEMORY_NUMBER));
}

static enum copy_result fill_memories(struct copy *copy) {
    for (u32 i = 0; i < copy->count; i++) {
        if (copy->entries[i].kind != COPY_MEMORY) continue;
        if (fill_memory(copy, copy->entries[i].source, array_get_ref(*copy->copies, i))) continue;
        return refuse_class(copy, i, "there is no such memory, or no more room");
    }
    return COPY_DONE;
}

static enum copy_result fill_all(struct copy *copy) {
    bool changed = false;
    for (u32 i = 0; i < copy->count; i++) {
        if (copy->entries[i].kind != COPY_PLAIN) continue;
        fill(copy, copy->entries[i].source, array_get_ref(*copy->copies, i), &changed);
    }
    return changed ? COPY_AGAIN : COPY_DONE;
}

// ---- The whole

// Before anything is made: others run meanwhile, and copy as well.
static enum copy_result reserve(struct copy *copy) {
    struct copy_source *source = copy->source;
    u64 left = source->used_most > *source->used_bytes ? source->used_most - *source->used_bytes : 0;
    if (copy->bytes > left) return refuse(copy, "calls may have half of the heap that it is copied to, and no more");
    *source->used_bytes += source->bytes = copy->bytes;
    return COPY_DONE;
}

static void give_back(struct copy_source *source) {
    *source->used_bytes -= source->bytes;
    source->bytes = 0;
}

static enum copy_result try_copy(struct copy *copy, struct loader *loader) {
    enum copy_result result = look_through(copy);
    if (result == COPY_DONE && !is_complete(copy)) result = load_classes(copy, loader);
    if (result == COPY_DONE) result = check_shapes(copy);
    if (result == COPY_DONE) result = reserve(copy);
    copy->to->heap.undisturbed += copy->is_urgent;
    if (result == COPY_DONE) result = make_all(copy);
    copy->to->heap.undisturbed -= copy->is_urgent;
    if (result == COPY_DONE) result = fill_all(copy);
    if (result == COPY_DONE) result = fill_memories(copy);
    if (result != COPY_DONE) give_back(copy->source);
    return result;
}

static void release(const struct copy *copy) {
    for (u32 i = 0; i < copy->class_count; i++) symbol_release(copy->classes[i].name);
    scratch_free(copy->classes);
    scratch_free(copy->entries);
    scratch_free(copy->table);
}

static bool has_objects(const struct copy_source *source) {
    for (u32 i = 0; i < source->count; i++) {
        if (*source->roots[i].object) return true;
    }
    return false;
}

static enum copy_result copy_all(struct copy *copy, struct loader *loader) {
    const struct copy_source *source = copy->source;
    for (u32 attempt = 0; attempt < ATTEMPTS; attempt++) {
        copy->is_urgent = attempt >= DISTURBED_ATTEMPTS;
        while (source->is_there(source->context) && source->domain->heap.is_collected) {
            collect_await_end(source->domain);
        }
        if (!source->is_there(source->context)) return refuse(copy, "the other domain has ended");
        if (!has_objects(source)) return COPY_DONE;
        enum copy_result result = try_copy(copy, loader);
        if (result != COPY_AGAIN) return result;
    }
    return refuse(copy, "it changes while it is copied");
}

// Right after filling, so that nothing has moved.
static void put_results(const struct copy *copy) {
    bool changed = false;
    for (u32 i = 0; i < copy->source->count; i++) {
        const struct copy_root *root = &copy->source->roots[i];
        *root->result = *root->object ? copy_of(copy, *root->object, &changed) : 0;
    }
    ASSERT(!changed);
}

// Runs Java: of the source nothing is known any more but what kind it was.
static bool adopt_memories(struct copy *copy) {
    struct thread *thread = copy->thread;
    for (u32 i = 0; i < copy->count; i++) {
        if (copy->entries[i].kind != COPY_MEMORY) continue;
        struct method *adopt = class_method(copy->classes[copy->entries[i].number].to, "adopt", "()V");
        // A class of that name may be the program's own, and have no such method.
        if (adopt) java_call(thread, adopt, (u64[]){array_get_ref(*copy->copies, i)});
        if (adopt && !thread->exception) continue;
        if (!exception_is_end(thread)) thread->exception = 0;
        refuse(copy, "the heap that it is copied to is full");
        return false;
    }
    return true;
}

bool copy_objects(struct thread *thread, struct copy_source *source, struct loader *loader, char *problem,
                  size_t problem_bytes) {
    problem[0] = 0;
    source->bytes = 0;
    if (!has_objects(source)) return true;
    u32 mark = handle_mark(thread);
    struct copy copy = {
        .thread = thread,
        .source = source,
        .from = source->domain,
        .to = domain_of(thread),
        .copies = handle_new(thread, 0),
        .classes = scratch_alloc(CLASSES_MOST * sizeof(struct mapped)),
        .problem = problem,
        .problem_bytes = problem_bytes,
    };
    enum copy_result done = copy.classes ? copy_all(&copy, loader) : refuse(&copy, "no memory for copying");
    if (done == COPY_DONE && copy.count) {
        put_results(&copy);
        if (!adopt_memories(&copy)) done = COPY_REFUSED;
    }
    if (done != COPY_DONE) give_back(source);
    release(&copy);
    handle_release(thread, mark);
    return done == COPY_DONE;
}
