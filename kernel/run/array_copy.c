// System.arraycopy, with HotSpot's texts in its exceptions. See kernel/run/array_copy.h.
#include "kernel/run/array_copy.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/run/exception.h"

#define NAME_BYTES 200
#define BOUNDS "java/lang/ArrayIndexOutOfBoundsException"
#define STORE "java/lang/ArrayStoreException"

// "int", or "object array" for references.
static const char *component_text(const struct class *array_class) {
    return array_class->element_type == 'L' ? "object array" : class_at(array_class->component)->name->text;
}

static bool range_is_valid(struct thread *thread, ref array, s32 index, s32 count, bool source) {
    const char *side = source ? "source" : "destination";
    const char *component = component_text(object_class(array));
    u32 length = array_length(array);
    if (index < 0) {
        exception_throw(thread, BOUNDS, "arraycopy: %s index %d out of bounds for %s[%u]", side, index, component,
                        length);
    } else if (count < 0) {
        exception_throw(thread, BOUNDS, "arraycopy: length %d is negative", count);
    } else if ((u64)index + (u64)count > length) {
        exception_throw(thread, BOUNDS, "arraycopy: last %s index %u out of bounds for %s[%u]", side,
                        (u32)index + (u32)count, component, length);
    } else {
        return true;
    }
    return false;
}

static bool is_array(struct thread *thread, ref object, const char *side) {
    const struct class *class = object_class(object);
    if (class_is_array(class)) return true;
    char name[NAME_BYTES];
    exception_throw(thread, STORE, "arraycopy: %s type %s is not an array", side,
                    class_external_name(class, name, sizeof(name)));
    return false;
}

static void mark_cards(ref array, s32 index, s32 count) {
    if (count == 0) return;
    u64 start = array + ARRAY_ELEMENTS_OFFSET + 4ull * (u32)index;
    u64 end = start + 4ull * (u32)count;
    for (u64 card = start >> CARD_SHIFT; card <= (end - 1) >> CARD_SHIFT; card++) heap_mark_card(card << CARD_SHIFT);
}

// Part of two arrays, each given by the place of its first byte among the elements.
struct part {
    u64 from, to, bytes;
};

static struct part part_of(const struct class *class, s32 from_index, s32 to_index, s32 count) {
    ASSERT(from_index >= 0 && to_index >= 0 && count >= 0);
    u32 shift = class->element_shift;
    return (struct part){(u64)(u32)from_index << shift, (u64)(u32)to_index << shift, (u64)(u32)count << shift};
}

static void move_part(ref from, ref to, struct part part) {
    memmove(array_at(to)->elements + part.to, array_at(from)->elements + part.from, part.bytes);
    if (object_class(to)->element_type == 'L') mark_cards(to, (s32)(part.to / 4), (s32)(part.bytes / 4));
}

// Piece by piece; from the end if otherwise elements would be overwritten before they are read.
static void move_long(struct thread *thread, ref from, ref to, struct part whole) {
    u32 mark = handle_mark(thread);
    handle source = handle_new(thread, from), target = handle_new(thread, to);
    ASSERT(object_class(from)->element_shift == object_class(to)->element_shift);
    bool backwards = from == to && whole.to > whole.from;
    for (u64 done = 0, bytes; done < whole.bytes; done += bytes) {
        bytes = whole.bytes - done < SCHEDULER_PIECE_BYTES ? whole.bytes - done : SCHEDULER_PIECE_BYTES;
        u64 at = backwards ? whole.bytes - done - bytes : done;
        ASSERT(at + bytes <= whole.bytes);
        move_part(*source, *target, (struct part){whole.from + at, whole.to + at, bytes});
        scheduler_poll_native(thread);
    }
    handle_release(thread, mark);
}

// One by one, because each may be of a class that the destination does not accept; those copied before such a one stay
// copied.
static void copy_checked(struct thread *thread, handle from, s32 from_index, handle to, s32 to_index, s32 count) {
    const struct class *from_class = object_class(*from);
    ASSERT(object_class(*to)->element_type == 'L' && from_class->element_type == 'L');
    struct class *wanted = class_at(object_class(*to)->component);
    for (s32 i = 0; i < count; i++) {
        if ((u32)i % (SCHEDULER_PIECE_BYTES / 4) == 0) scheduler_poll_native(thread);
        ref element = array_get_ref(*from, (u32)(from_index + i));
        if (element && !class_is_subclass_cached(object_class(element), wanted)) {
            char source[NAME_BYTES], target[NAME_BYTES];
            class_external_name(class_at(from_class->component), source, sizeof(source));
            class_external_name(wanted, target, sizeof(target));
            exception_throw(thread, STORE,
                            "arraycopy: element type mismatch: can not cast one of the elements of %s[] to the type of "
                            "the destination array, %s",
                            source, target);
            return;
        }
        array_set_ref(*to, (u32)(to_index + i), element);
    }
}

bool array_copy_plain(ref from, s32 from_index, ref to, s32 to_index, s32 count) {
    if (!from || !to || object_class(from) != object_class(to)) return false;
    const struct class *class = object_class(to);
    if (!class_is_array(class) || from_index < 0 || to_index < 0 || count < 0) return false;
    if ((u64)from_index + (u64)count > array_length(from) || (u64)to_index + (u64)count > array_length(to)) {
        return false;
    }
    struct part part = part_of(class, from_index, to_index, count);
    if (part.bytes > SCHEDULER_PIECE_BYTES) return false;
    move_part(from, to, part);
    return true;
}

void array_copy(struct thread *thread, ref from, s32 from_index, ref to, s32 to_index, s32 count) {
    if (!from || !to) {
        exception_throw(thread, "java/lang/NullPointerException", NULL);
        return;
    }
    if (!is_array(thread, from, "source") || !is_array(thread, to, "destination")) return;
    const struct class *from_class = object_class(from), *to_class = object_class(to);
    if (from_class->element_type != to_class->element_type) {
        exception_throw(thread, STORE, "arraycopy: type mismatch: can not copy %s[] into %s[]",
                        component_text(from_class), component_text(to_class));
        return;
    }
    if (!range_is_valid(thread, from, from_index, count, true) || !range_is_valid(thread, to, to_index, count, false)) {
        return;
    }
    if (to_class->element_type == 'L' && from != to && from_class != to_class &&
        !class_is_subclass(class_at(from_class->component), class_at(to_class->component))) {
        u32 mark = handle_mark(thread);
        copy_checked(thread, handle_new(thread, from), from_index, handle_new(thread, to), to_index, count);
        handle_release(thread, mark);
        return;
    }
    struct part part = part_of(to_class, from_index, to_index, count);
    if (LIKELY(part.bytes <= SCHEDULER_PIECE_BYTES)) {
        move_part(from, to, part);
    } else {
        move_long(thread, from, to, part);
    }
}
