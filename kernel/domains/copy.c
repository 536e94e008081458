// Copies from heap to heap; see copy.h. First everything is found that there is to copy, without moving anything of the
// source; then the classes are loaded that the other domain lacks, which runs Java, so everything is looked for again;
// then all copies are made, and at last filled. If the source's objects move or change meanwhile, it begins again;
// while they are collected, it waits.
#include "kernel/domains/copy.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/copy_look.h"
#include "kernel/domains/copy_types.h"
#include "kernel/domains/memories.h"
#include "kernel/domains/portals.h"
#include "kernel/domains/proxies.h"
#include "kernel/domains/shape.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/monitor.h"
#include "log/log.h"

#define ATTEMPTS 16u
#define DISTURBED_ATTEMPTS 4u  // in which others run while the own heap is collected for the copies
#define TYPE_ROUNDS_MOST 1024u // in which types are loaded that fields are declared as

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
    char name[COPY_NAME_BYTES];
    if (!load_singles(copy)) return copying_refuse(copy, "the class library cannot be initialised");
    for (u32 i = 0; i < copy->class_count; i++) {
        if (!copy->classes[i].is_used || load(copy, loader, &copy->classes[i])) continue;
        print_format(name, sizeof(name), "the class %s is not there, or cannot be initialised, in the domain %s",
                     copy->classes[i].name->text, copy->to->name);
        if (!exception_is_end(copy->thread)) copy->thread->exception = 0;
        return copying_refuse(copy, name);
    }
    return COPY_AGAIN;
}

// Why the class cannot have the objects that are copied to it; NULL if it can.
static const char *reason_against(const struct copy *copy, const struct mapped *mapped) {
    if (mapped->from->domain != copy->from) return "has other fields";
    const char *difference = shape_difference(mapped->from, mapped->to);
    if (difference || class_is_array(mapped->to) || shape_enum_of(mapped->to)) return difference;
    return shape_reason_against(copy->to, mapped->to) ? "cannot be copied to" : NULL;
}

static enum copy_result check_shapes(struct copy *copy) {
    char text[2 * COPY_NAME_BYTES];
    for (u32 i = 0; i < copy->class_count; i++) {
        const struct mapped *mapped = &copy->classes[i];
        if (!mapped->is_used || !mapped->has_objects) continue;
        u32 field_count = mapped->to->field_count;
        for (const struct class *at = mapped->to->super; at; at = at->super) field_count += 1 + at->field_count;
        if (!copying_goes_on(copy, 1 + field_count / 4)) return COPY_AGAIN;
        const char *reason = reason_against(copy, mapped);
        if (!reason && copy_types_prepare(mapped->to)) continue;
        if (!reason) return copying_refuse(copy, "no memory for copying");
        print_format(text, sizeof(text), "the class %s %s in the domain %s", mapped->name->text, reason,
                     copy->to->name);
        return copying_refuse(copy, text);
    }
    return COPY_DONE;
}

// ---- Making the copies

static bool is_named(const struct field *field, ref name) {
    return javastring_is_text(name, field->name->text, field->name->length);
}

// Whether the type of the field is its own class.
static bool is_constant(const struct class *class, const struct field *field) {
    struct text type = {field->descriptor->text + 1, narrow_u16(field->descriptor->length - 2)};
    return field_is_static(field) && field->descriptor->text[0] == 'L' && symbol_is_text(class->name, type);
}

// The class's own constant. It is looked for where its ordinal says first, since that is where compilers put it. One
// that no constructor has made has no name.
static ref constant_of(struct copy *copy, const struct class *class, ref source) {
    ref name = java_get_ref(source, FIELD_Enum_name);
    u32 count = class->field_count, hint = (u32)java_get_int(source, FIELD_Enum_ordinal);
    if (!name) return 0;
    const struct field *field = class->fields;
    if (hint < count && is_named(field + hint, name) && is_constant(class, field + hint)) {
        return heap_load_ref(class->mirror, field[hint].offset);
    }
    copy->work += COPY_WORK_A_POLL; // there may be 65,535, with one name of 64 KiB and as many types
    const struct symbol *symbol = javastring_find_symbol(name);
    for (; symbol && field < class->fields + count; field++) {
        if (field->name == symbol && is_constant(class, field)) return heap_load_ref(class->mirror, field->offset);
    }
    return 0;
}

static ref make_proxy(const struct copy *copy, const struct copied *entry) {
    const struct mapped *mapped = &copy->classes[entry->number];
    ref proxy = heap_alloc_object(copy->thread, mapped->to);
    if (!proxy || copying_has_moved(copy)) return proxy;
    u32 number = copy_portal_of(copy, entry->source, (struct class *)(uintptr_t)mapped->from);
    if (number && proxy_bind(proxy, number)) return proxy;
    metaspace_exhausted(copy->thread);
    return 0;
}

static struct class *class_for(const struct copy *copy, const struct copied *entry) {
    bool has_none = entry->kind == COPY_SINGLE || entry->kind == COPY_OWN || entry->number == COPY_NONE;
    ASSERT(has_none || entry->number < copy->class_count);
    return has_none ? NULL : copy->classes[entry->number].to;
}

static ref make(struct copy *copy, const struct copied *entry) {
    struct class *class = class_for(copy, entry);
    switch (entry->kind) {
    case COPY_SINGLE: return single_of(copy->to, entry->number);
    case COPY_ENUM: return constant_of(copy, class, entry->source);
    case COPY_PROXY: return make_proxy(copy, entry);
    case COPY_OWN:
        ASSERT(portal_of(entry->number)); // as long as the source's proxy is there
        return portal_of(entry->number)->service.object;
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
    for (u32 i = 0; i < copy->count && *copy->copies && !copying_has_moved(copy); i++) {
        ref made = make(copy, &copy->entries[i]);
        if (!made && !thread->exception) {
            return copying_refuse_class(copy, &copy->entries[i], "the other domain has no such constant");
        }
        if (!made) break;
        array_set_ref(*copy->copies, i, made);
        copying_goes_on(copy, 1); // making a large array lets others run as well
    }
    if (thread->exception && !exception_is_end(thread)) {
        thread->exception = 0;
        return copying_refuse(copy, "the heap that it is copied to is full");
    }
    return exception_is_end(thread) ? COPY_REFUSED : copying_has_moved(copy) ? COPY_AGAIN : COPY_DONE;
}

// What the copy of a reference came to. Nothing but what fits is ever stored.
struct filling {
    struct copy *copy;
    const struct copied *holder;
    struct class *class; // of the holder's copy
    bool has_changed, is_refused;
};

// What is refused is the first that does not fit, so nothing is as long as a type that comes before is to be loaded.
static void note(struct filling *filling, enum copy_fit fit) {
    filling->is_refused |= fit == COPY_FITS_NOT && !filling->copy->want_count;
}

// The entry of what the source refers to. NULL for null, and for what had not been found.
static const struct copied *entry_of(struct filling *filling, ref source) {
    u32 number = source ? *copying_place(filling->copy, source) : 0;
    filling->has_changed |= source && !number;
    return number ? &filling->copy->entries[number - 1] : NULL;
}

static ref copy_at(const struct copy *copy, const struct copied *entry) {
    ASSERT(entry >= copy->entries && entry < copy->entries + copy->count);
    return array_get_ref(*copy->copies, (u32)(entry - copy->entries));
}

// The class of its copy; what most copies are, their classes know.
static const struct class *class_of_copy(const struct copy *copy, const struct copied *entry) {
    ASSERT(entry->kind > COPY_PROXY || entry->number < copy->class_count);
    return entry->kind <= COPY_PROXY ? copy->classes[entry->number].to : object_class(copy_at(copy, entry));
}

static ref fit_field(struct filling *filling, u32 index, const struct copied *entry) {
    struct copy *copy = filling->copy;
    ASSERT(index < filling->class->reference_offset_count);
    u32 type = filling->class->reference_types[index];
    ref value = copy_at(copy, entry);
    if (LIKELY(type == class_address(class_of_copy(copy, entry)) || type == class_address(copy->to->known.object))) {
        return value;
    }
    if (filling->is_refused) return 0;
    enum copy_fit fit = copy_types_field(copy, filling->class, index, entry, filling->holder, value);
    note(filling, fit);
    return fit == COPY_FITS ? value : 0;
}

static ref fit_element(struct filling *filling, u32 index, const struct copied *entry) {
    struct copy *copy = filling->copy;
    struct class *component = class_at(filling->class->component);
    ref value = copy_at(copy, entry);
    if (LIKELY(component == class_of_copy(copy, entry) || component == copy->to->known.object)) return value;
    if (filling->is_refused) return 0;
    enum copy_fit fit = copy_types_element(copy, index, entry, filling->holder, value, component);
    note(filling, fit);
    return fit == COPY_FITS ? value : 0;
}

// Between two pieces of a large object others run, and the copy may move: `number` is its entry's.
static bool goes_on(struct filling *filling, u32 work) {
    bool does = copying_goes_on(filling->copy, work);
    filling->has_changed |= !does;
    return does;
}

#define SMALL_BYTES (8 * KIB)

static void fill_elements(struct filling *filling, ref source) {
    for (u32 i = 0, length = array_length(source); i < length;) {
        ref to = copy_at(filling->copy, filling->holder);
        u32 start = i, end = length - i < COPY_PIECE_REFERENCES ? length : i + COPY_PIECE_REFERENCES;
        ASSERT(array_length(to) == length);
        for (; i < end; i++) {
            const struct copied *entry = entry_of(filling, array_get_ref(source, i));
            if (entry) array_set_ref(to, i, fit_element(filling, i, entry));
        }
        if (!goes_on(filling, end - start)) return;
    }
}

static void fill_bytes(struct filling *filling, ref source, u32 start, u32 end) {
    for (u32 at = start, bytes; at < end; at += bytes) {
        bytes = (u32)scheduler_piece(end - at);
        ref to = copy_at(filling->copy, filling->holder);
        memcpy((u8 *)object_at(to) + at, (const u8 *)object_at(source) + at, bytes);
        if (!goes_on(filling, bytes / 64)) return;
    }
}

static ref field_of_copy(struct filling *filling, ref source, u32 index) {
    const struct known *known = &filling->copy->to->known;
    const struct class *class = filling->class;
    u32 offset = class->reference_offsets[index];
    bool skips = offset == known->throwable_backtrace && class_is_subclass(class, known->throwable);
    const struct copied *entry = skips ? NULL : entry_of(filling, heap_load_ref(source, offset));
    return entry ? fit_field(filling, index, entry) : 0;
}

// In place of the source's references, which it has for a moment, it gets those of the copies: nobody else runs until
// then.
static void fill_small(struct filling *filling, ref source) {
    const struct class *class = filling->class;
    ref to = copy_at(filling->copy, filling->holder);
    memcpy((u8 *)object_at(to) + OBJECT_HEADER_BYTES, (const u8 *)object_at(source) + OBJECT_HEADER_BYTES,
           heap_inner_bytes(to) - OBJECT_HEADER_BYTES);
    for (u32 i = 0; i < class->reference_offset_count; i++) {
        heap_store_ref(to, class->reference_offsets[i], field_of_copy(filling, source, i));
    }
}

// Field by field: at any time it has references to copies only.
static void fill_large(struct filling *filling, ref source) {
    const struct class *class = filling->class;
    u32 at = OBJECT_HEADER_BYTES, end = heap_inner_bytes(source);
    for (u32 i = 0; i < class->reference_offset_count && !filling->has_changed; i++) {
        u32 offset = class->reference_offsets[i];
        if (at < offset) fill_bytes(filling, source, at, offset);
        if (filling->has_changed) return;
        heap_store_ref(copy_at(filling->copy, filling->holder), offset, field_of_copy(filling, source, i));
        at = offset + (u32)sizeof(ref);
        if (!goes_on(filling, 1)) return;
    }
    if (!filling->has_changed) fill_bytes(filling, source, at, end);
}

static void fill(struct filling *filling, ref source) {
    const struct class *class = filling->class;
    ref to = copy_at(filling->copy, filling->holder);
    ASSERT(object_class(to) == class && object_class(source)->instance_bytes == class->instance_bytes);
    monitor_copy_identity_hash(source, to); // some collections are ordered by it
    if (class_is_array(class) && class->element_type == 'L') {
        fill_elements(filling, source);
    } else if (class_is_array(class)) {
        fill_bytes(filling, source, ARRAY_ELEMENTS_OFFSET, heap_inner_bytes(to));
    } else if (LIKELY(class->instance_bytes <= SMALL_BYTES)) {
        fill_small(filling, source);
    } else {
        fill_large(filling, source);
    }
}

// Its buffer is made by adopt_memories. How many bytes it has the kernel knows, whatever the object says.
static bool fill_memory(const struct copy *copy, ref source, ref to) {
    u32 number = *memory_field(source, MEMORY_NUMBER);
    *memory_field(to, MEMORY_NUMBER) = number;
    *memory_field(to, MEMORY_SIZE) = memory_of(copy->from, number).count;
    return memory_share(copy->from, copy->to, number);
}

static enum copy_result fill_memories(struct copy *copy) {
    for (u32 i = 0; i < copy->memory_count; i++) {
        const struct copied *entry = &copy->entries[copy->memories[i]];
        if (fill_memory(copy, entry->source, copy_at(copy, entry))) continue;
        return copying_refuse_class(copy, entry, "there is no such memory, or no more room");
    }
    return COPY_DONE;
}

static enum copy_result fill_all(struct copy *copy) {
    struct filling filling = {.copy = copy};
    for (u32 i = 0; i < copy->count && !filling.is_refused && !filling.has_changed; i++) {
        const struct copied *entry = &copy->entries[i];
        if (entry->kind != COPY_PLAIN) continue;
        filling.holder = entry;
        filling.class = copy->classes[entry->number].to;
        fill(&filling, entry->source);
        goes_on(&filling, 1 + filling.class->reference_offset_count);
    }
    return filling.is_refused ? COPY_REFUSED : filling.has_changed || copy->want_count ? COPY_AGAIN : COPY_DONE;
}

// What the roots have become, each of which has to be of its type.
static enum copy_result fill_roots(struct copy *copy) {
    struct filling filling = {.copy = copy};
    for (u32 i = 0; i < copy->source->count && !filling.is_refused; i++) {
        const struct copy_root *root = &copy->source->roots[i];
        const struct copied *entry = entry_of(&filling, *root->object);
        *root->result = entry ? copy_at(copy, entry) : 0;
        if (entry) note(&filling, copy_types_root(copy, root, entry, *root->result));
    }
    ASSERT(!filling.has_changed);
    return filling.is_refused ? COPY_REFUSED : copy->want_count ? COPY_AGAIN : COPY_DONE;
}

// ---- The whole

// Before anything is made: others run meanwhile, and copy as well.
static enum copy_result reserve(struct copy *copy) {
    struct copy_source *source = copy->source;
    u64 left = source->used_most > *source->used_bytes ? source->used_most - *source->used_bytes : 0;
    if (copy->bytes > left) {
        return copying_refuse(copy, "calls may have half of the heap that it is copied to, and no more");
    }
    *source->used_bytes += source->bytes = copy->bytes;
    return COPY_DONE;
}

static void give_back(struct copy_source *source) {
    *source->used_bytes -= source->bytes;
    source->bytes = 0;
}

static enum copy_result try_copy(struct copy *copy, struct loader *loader) {
    enum copy_result result = copy_look_through(copy);
    if (result == COPY_DONE && !is_complete(copy)) result = load_classes(copy, loader);
    if (result == COPY_DONE) result = check_shapes(copy);
    if (result == COPY_DONE) result = reserve(copy);
    copy->to->heap.undisturbed += copy->is_urgent;
    if (result == COPY_DONE) result = make_all(copy);
    copy->to->heap.undisturbed -= copy->is_urgent;
    if (result == COPY_DONE) result = fill_all(copy);
    if (result == COPY_DONE) result = fill_roots(copy);
    if (result == COPY_DONE) result = fill_memories(copy);
    if (result != COPY_DONE) give_back(copy->source);
    return result;
}

static bool has_objects(const struct copy_source *source) {
    for (u32 i = 0; i < source->count; i++) {
        if (*source->roots[i].object) return true;
    }
    return false;
}

// Until the source is collected no more; and before a copy puts collections off, one that has been put off comes first,
// unless the source's own scheduler does not let it.
static void await_collection(const struct copy *copy) {
    const struct copy_source *source = copy->source;
    u64 end_ticks = machine_ticks() + log_ticks_of_ns(COLLECT_PUT_OFF_NS);
    for (u32 round = 0; source->is_there(source->context); round++) {
        if (source->domain->heap.is_collected) {
            collect_await_end(source->domain);
        } else if (copy->is_urgent && collect_is_put_off(source->domain) && machine_ticks() < end_ticks) {
            collect_give_way(round);
        } else {
            return;
        }
    }
}

static enum copy_result copy_all(struct copy *copy, struct loader *loader) {
    const struct copy_source *source = copy->source;
    for (u32 attempt = 0, rounds = 0; attempt < ATTEMPTS && rounds < TYPE_ROUNDS_MOST;) {
        copy->is_urgent = attempt >= DISTURBED_ATTEMPTS;
        await_collection(copy);
        if (!source->is_there(source->context)) return copying_refuse(copy, "the other domain has ended");
        copy->count = 0;
        if (!has_objects(source)) return COPY_DONE;
        enum copy_result result = try_copy(copy, loader);
        if (result != COPY_AGAIN) return result;
        if (!copy->want_count) attempt++;
        if (!copy_types_load(copy)) return COPY_REFUSED;
        rounds++;
    }
    return copying_refuse(copy, "it changes while it is copied");
}

// Runs Java: of the source nothing is known any more but what kind it was.
static bool adopt_memories(struct copy *copy) {
    struct thread *thread = copy->thread;
    for (u32 i = 0; i < copy->memory_count; i++) {
        const struct copied *entry = &copy->entries[copy->memories[i]];
        struct method *adopt = class_method(copy->classes[entry->number].to, "adopt", "()V");
        // A class of that name may be the program's own, and have no such method.
        if (adopt) java_call(thread, adopt, (u64[]){copy_at(copy, entry)});
        if (adopt && !thread->exception) continue;
        if (!exception_is_end(thread)) thread->exception = 0;
        copying_refuse(copy, "the heap that it is copied to is full");
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
    struct copy_want wants[COPY_WANTS_MOST];
    struct copy copy = {
        .thread = thread,
        .source = source,
        .from = source->domain,
        .to = domain_of(thread),
        .copies = handle_new(thread, 0),
        .classes = scratch_alloc(thread_account(ACCOUNT_TABLES), COPY_CLASSES_MOST * sizeof(struct mapped)),
        .wants = wants,
        .problem = problem,
        .problem_bytes = problem_bytes,
    };
    enum copy_result done = copy.classes ? copy_all(&copy, loader) : copying_refuse(&copy, "no memory for copying");
    if (done == COPY_DONE && !adopt_memories(&copy)) done = COPY_REFUSED;
    if (done != COPY_DONE) give_back(source);
    copying_release(&copy);
    handle_release(thread, mark);
    return done == COPY_DONE;
}
