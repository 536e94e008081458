// Looking through what is to be copied; see copy_look.h.
#include "kernel/domains/copy_look.h"

#include "base/panic.h"

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/mirror.h"
#include "kernel/domains/domain_services.h"
#include "kernel/domains/memories.h"
#include "kernel/domains/portals.h"
#include "kernel/domains/proxies.h"
#include "kernel/domains/shape.h"
#include "kernel/heap/collect.h"
#include "kernel/memory/scratch.h"

static u32 number_of_single(const struct copy *copy, ref source) {
    u32 number = 0;
    while (number < DOMAIN_SINGLES && copy->singles[number] != source) number++;
    return number;
}

static bool has_single(const struct copy *copy, const struct class *class) {
    if (class->loader->object || class_is_array(class)) return false;
    for (u32 i = 0; i < DOMAIN_SINGLES; i++) {
        if (copy->singles[i] && object_class(copy->singles[i]) == class) return true;
    }
    return false;
}

static enum copy_result add_elements(struct copy *copy, u32 number, ref source) {
    enum copy_result result = COPY_DONE;
    for (u32 i = 0, length = array_length(source); i < length && result == COPY_DONE;) {
        u32 start = i, end = length - i < COPY_PIECE_REFERENCES ? length : i + COPY_PIECE_REFERENCES;
        for (; i < end && result == COPY_DONE; i++) result = copying_add(copy, array_get_ref(source, i), number, i);
        if (result == COPY_DONE && !copying_goes_on(copy, i - start)) return COPY_AGAIN;
    }
    return result;
}

static enum copy_result add_fields(struct copy *copy, u32 number, ref source, const struct class *class) {
    enum copy_result result = COPY_DONE;
    bool is_throwable = class_is_subclass(class, copy->from->known.throwable);
    for (u32 i = 0; i < class->reference_offset_count && result == COPY_DONE; i++) {
        u32 offset = class->reference_offsets[i];
        if (is_throwable && offset == copy->from->known.throwable_backtrace) continue;
        result = copying_add(copy, heap_load_ref(source, offset), number, offset);
        if (i % COPY_PIECE_REFERENCES == COPY_PIECE_REFERENCES - 1 && result == COPY_DONE &&
            !copying_goes_on(copy, COPY_PIECE_REFERENCES)) {
            return COPY_AGAIN;
        }
    }
    return result;
}

static enum copy_result add_references(struct copy *copy, u32 number) {
    ASSERT(number < copy->count);
    ref source = copy->entries[number].source;
    const struct class *class = object_class(source);
    if (!class_is_array(class)) return add_fields(copy, number, source, class);
    return class->element_type == 'L' ? add_elements(copy, number, source) : COPY_DONE;
}

// ---- Services: not copied, but known to the other domain by proxies

u32 copy_portal_of(const struct copy *copy, ref source, struct class *interface) {
    if (class_is_proxy(object_class(source))) return proxy_portal(source);
    const struct portal *portal = portal_export(copy->from, interface, source);
    return portal ? portal->number : 0;
}

// Whether proxies may be dead: then there is room for others.
static bool may_collect(struct copy *copy) {
    if (copy->has_collected || copy->to->services->proxy_count < PORTALS_MOST / 8) return false;
    copy->has_collected = true;
    collect_all(copy->thread);
    proxies_sweep(copy->to);
    return true;
}

static enum copy_result classify_service(struct copy *copy, u32 number, struct class *interface) {
    struct copied *entry = &copy->entries[number];
    u32 portal_number = copy_portal_of(copy, entry->source, interface);
    if (!portal_number && may_collect(copy)) return COPY_AGAIN;
    if (!portal_number) return copying_refuse_class(copy, entry, PORTALS_FULL);
    const struct portal *portal = portal_of(portal_number);
    if (portal && portal->domain == copy->to) {
        entry->kind = COPY_OWN;
        entry->number = portal_number;
        return COPY_DONE;
    }
    entry->kind = COPY_PROXY;
    entry->number = copying_number_of_class(copy, interface, true);
    if (entry->number == COPY_CLASSES_MOST) return copying_refuse(copy, "more than 1024 classes");
    ASSERT(entry->number < copy->class_count);
    copy->classes[entry->number].is_used = true;
    return COPY_DONE;
}

_Static_assert(PORTALS_MOST == 4096, "which is what the refusal says");

static enum copy_result enter_memory(struct copy *copy, u32 number) {
    if (!copy->memories) {
        copy->memories = scratch_alloc(thread_account(ACCOUNT_TABLES), MEMORIES_MOST * sizeof(*copy->memories));
    }
    if (!copy->memories) return copying_refuse(copy, "no memory for copying");
    if (copy->memory_count == MEMORIES_MOST) {
        return copying_refuse_class(copy, &copy->entries[number], "there is no such memory, or no more room");
    }
    ASSERT(copy->memory_count < MEMORIES_MOST && number < copy->count);
    copy->memories[copy->memory_count++] = number;
    return COPY_DONE;
}

// Sets what the entry is, and its class.
static enum copy_result classify(struct copy *copy, u32 number, const struct class *class) {
    struct copied *entry = &copy->entries[number];
    u32 interfaces = 0;
    struct class *interface = class_is_proxy(class) ? proxy_interface(class) : portal_interface_of(class, &interfaces);
    if (interface) return classify_service(copy, number, interface);
    if (interfaces) return copying_refuse_class(copy, entry, "it implements several portals");
    const struct class *of_enum = shape_enum_of(class), *wanted = of_enum ? of_enum : class;
    entry->kind = of_enum ? COPY_ENUM : memory_is_class(class) ? COPY_MEMORY : COPY_PLAIN;
    if (class == copy->from->known.class_) {
        entry->kind = COPY_MIRROR;
        wanted = mirror_class(entry->source);
        if (wanted->flags & CLASS_HIDDEN) return copying_refuse_class(copy, entry, "a class without a name");
    } else if (!of_enum && shape_reason_against(copy->from, class)) {
        return copying_refuse_class(copy, entry, shape_reason_against(copy->from, class));
    }
    entry->number = COPY_NONE;
    if (class_is_primitive(wanted)) return COPY_DONE;
    entry->number = copying_number_of_class(copy, wanted, false);
    if (entry->number == COPY_CLASSES_MOST) return copying_refuse(copy, "more than 1024 classes");
    ASSERT(entry->number < copy->class_count);
    struct mapped *mapped = &copy->classes[entry->number];
    mapped->is_used = true;
    mapped->has_objects |= entry->kind != COPY_MIRROR;
    mapped->is_plain |= entry->kind == COPY_PLAIN && !has_single(copy, class);
    return entry->kind == COPY_MEMORY ? enter_memory(copy, number) : COPY_DONE;
}

// The same for an object of a class that has been found to be plain, and of which no object is a single.
static bool is_of_known_class(struct copy *copy, struct copied *entry, const struct class *class) {
    if (class != copy->last) {
        u32 number = copying_find_class(copy, class, false);
        if (number == COPY_NONE || !copy->classes[number].is_plain) return false;
        copy->last = class;
        copy->last_number = number;
    }
    entry->kind = COPY_PLAIN;
    entry->number = copy->last_number;
    return true;
}

static bool is_single(struct copy *copy, struct copied *entry) {
    u32 single = number_of_single(copy, entry->source);
    if (single == DOMAIN_SINGLES) return false;
    entry->kind = COPY_SINGLE;
    entry->number = single;
    return copy->uses_single[single] = true;
}

static enum copy_result look_at(struct copy *copy, u32 number) {
    struct copied *entry = &copy->entries[number];
    const struct class *class = object_class(entry->source);
    if (!is_of_known_class(copy, entry, class)) {
        if (is_single(copy, entry)) return COPY_DONE;
        enum copy_result result = classify(copy, number, class);
        if (result != COPY_DONE || entry->kind != COPY_PLAIN) return result;
    }
    copy->bytes += heap_object_bytes(entry->source);
    if (copy->bytes > COPY_BYTES_MOST) return copying_refuse(copy, "more than 64 MiB");
    return add_references(copy, number);
}

enum copy_result copy_look_through(struct copy *copy) {
    if (!copying_start_over(copy)) return COPY_AGAIN;
    for (u32 i = 0; i < DOMAIN_SINGLES; i++) copy->singles[i] = single_of(copy->from, i);
    enum copy_result result = COPY_DONE;
    for (u32 i = 0; i < copy->source->count && result == COPY_DONE; i++) {
        result = copying_add(copy, *copy->source->roots[i].object, COPY_NONE, copy->source->roots[i].place);
    }
    for (u32 i = 0; i < copy->count && result == COPY_DONE; i++) {
        result = look_at(copy, i);
        if (result == COPY_DONE && !copying_goes_on(copy, 1)) return COPY_AGAIN;
    }
    return result;
}
