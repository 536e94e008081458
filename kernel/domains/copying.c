// The state of a copy; see copying.h.
#include "kernel/domains/copying.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/collect.h"
#include "kernel/memory/scratch.h"

#define FIRST_CAPACITY 256u
#define PATH_STEPS 16u
#define CLASSES_LOOKED_THROUGH 16u // beyond that they have a table
#define CLASS_TABLE (2 * COPY_CLASSES_MOST)

// ---- Polls

static bool is_there(const struct copy *copy) { return copy->source->is_there(copy->source->context); }

bool copying_poll(struct copy *copy) {
    copy->work = 0;
    bool puts_off = copy->is_urgent && is_there(copy); // it may have gone at the poll before
    u32 given = puts_off ? collect_put_off(copy->from) : 0;
    scheduler_poll_native(copy->thread);
    if (!is_there(copy)) return false;
    if (puts_off) collect_put_off_no_more(copy->from, given);
    return copy->moves == copy->from->heap.moves;
}

// ---- Objects

// In pieces, between which others run. The caller finds out what came of that.
static void clear_table(struct copy *copy, u32 *table, u64 bytes) {
    for (u64 done = 0, piece; done < bytes; done += piece) {
        piece = scheduler_piece(bytes - done);
        memset((u8 *)table + done, 0, piece);
        if (piece < bytes) copying_poll(copy);
    }
}

static void move_entries(struct copy *copy, struct copied *entries) {
    u64 bytes = copy->count * sizeof(*entries);
    for (u64 done = 0, piece; done < bytes; done += piece) {
        piece = scheduler_piece(bytes - done);
        memcpy((u8 *)entries + done, (const u8 *)copy->entries + done, piece);
        if (piece < bytes) copying_poll(copy);
    }
}

// Behind it others may have run: see copying_poll.
static bool grow(struct copy *copy) {
    u32 capacity = copy->capacity ? 2 * copy->capacity : FIRST_CAPACITY;
    ASSERT(copy->count <= copy->capacity && !(capacity & (capacity - 1))); // places are found by a mask
    struct account *account = thread_account(ACCOUNT_TABLES);
    u64 table_bytes = 2ull * capacity * sizeof(*copy->table);
    struct copied *entries = scratch_alloc_as(account, capacity * sizeof(*entries), SCRATCH_POLLS);
    u32 *table = scratch_alloc_as(account, table_bytes, SCRATCH_POLLS);
    if (!entries || !table) {
        scratch_free(entries);
        scratch_free(table);
        return false;
    }
    move_entries(copy, entries);
    clear_table(copy, table, table_bytes);
    scratch_free(copy->entries);
    scratch_free(copy->table);
    copy->entries = entries;
    copy->table = table;
    copy->capacity = capacity;
    for (u32 i = 0; i < copy->count; i++) {
        u32 *place = copying_place(copy, entries[i].source);
        ASSERT(!*place); // each object is entered once
        *place = i + 1;
        copying_goes_on(copy, 1);
    }
    return true;
}

enum copy_result copying_add(struct copy *copy, ref source, u32 parent, u32 place) {
    if (!source) return COPY_DONE;
    if (!copy->capacity && !grow(copy)) return copying_refuse(copy, "no memory for copying");
    u32 *at = copying_place(copy, source);
    if (*at) return COPY_DONE;
    if (copy->count == COPY_OBJECTS_MOST) return copying_refuse(copy, "more than 1048576 objects");
    if (copy->count == copy->capacity) {
        if (!grow(copy)) return copying_refuse(copy, "no memory for copying");
        if (copying_has_moved(copy)) return COPY_AGAIN;
        at = copying_place(copy, source);
    }
    ASSERT(copy->count < copy->capacity && !*at);
    ASSERT(parent == COPY_NONE || parent < copy->count);
    copy->entries[copy->count] =
        (struct copied){.source = source, .parent = parent, .place = place, .number = COPY_NONE};
    *at = ++copy->count;
    return COPY_DONE;
}

bool copying_start_over(struct copy *copy) {
    ASSERT(!copy->from->heap.is_collected); // and if that begins at a poll from here on, it has moved
    copy->moves = copy->from->heap.moves;
    copy->count = copy->want_count = copy->memory_count = 0;
    copy->field_of = NULL;
    copy->bytes = 0;
    copy->last = NULL;
    *copy->copies = 0;
    memset(copy->uses_single, 0, sizeof(copy->uses_single));
    for (u32 i = 0; i < copy->class_count; i++) {
        struct mapped *mapped = &copy->classes[i];
        mapped->is_used = mapped->has_objects = mapped->is_plain = false;
    }
    clear_table(copy, copy->table, 2ull * copy->capacity * sizeof(*copy->table));
    return !copying_has_moved(copy) && copying_goes_on(copy, copy->capacity / 64);
}

void copying_release(const struct copy *copy) {
    for (u32 i = 0; i < copy->class_count; i++) symbol_release(copy->classes[i].name);
    scratch_free(copy->memories);
    scratch_free(copy->class_table);
    scratch_free(copy->classes);
    scratch_free(copy->entries);
    scratch_free(copy->table);
}

// ---- Classes

static bool is_mapped(const struct mapped *mapped, const struct class *class, bool is_service) {
    return mapped->from == class && mapped->name == class->name && mapped->is_service == is_service;
}

static u16 *place_of_class(const struct copy *copy, const struct class *class, bool is_service) {
    u32 place = class_address(class) * 0x9e3779b1u >> 16 & (CLASS_TABLE - 1);
    while (copy->class_table[place] && !is_mapped(&copy->classes[copy->class_table[place] - 1], class, is_service)) {
        place = (place + 1) & (CLASS_TABLE - 1);
    }
    return &copy->class_table[place];
}

u32 copying_find_class(const struct copy *copy, const struct class *class, bool is_service) {
    if (copy->class_table) return (u32)*place_of_class(copy, class, is_service) - 1;
    for (u32 i = 0; i < copy->class_count; i++) {
        if (is_mapped(&copy->classes[i], class, is_service)) return i;
    }
    return COPY_NONE;
}

static bool make_class_table(struct copy *copy) {
    copy->class_table = scratch_alloc(thread_account(ACCOUNT_TABLES), CLASS_TABLE * sizeof(u16));
    if (!copy->class_table) return false;
    memset(copy->class_table, 0, CLASS_TABLE * sizeof(u16));
    for (u32 i = 0; i < copy->class_count; i++) {
        *place_of_class(copy, copy->classes[i].from, copy->classes[i].is_service) = narrow_u16(i + 1);
    }
    return true;
}

u32 copying_number_of_class(struct copy *copy, const struct class *class, bool is_service) {
    u32 number = copying_find_class(copy, class, is_service);
    if (number != COPY_NONE) return number;
    if (copy->class_count == COPY_CLASSES_MOST) return COPY_CLASSES_MOST;
    if (copy->class_count == CLASSES_LOOKED_THROUGH && !make_class_table(copy)) return COPY_CLASSES_MOST;
    ASSERT(copy->class_count < COPY_CLASSES_MOST);
    number = copy->class_count++;
    copy->classes[number] = (struct mapped){.from = class, .name = symbol_keep(class->name), .is_service = is_service};
    if (copy->class_table) *place_of_class(copy, class, is_service) = narrow_u16(number + 1);
    return number;
}

// ---- Where something is: "[0].list.elementData[3]"

static size_t print_step(const struct copy *copy, const struct copied *entry, char *to, size_t bytes) {
    if (entry->parent == COPY_NONE) {
        return entry->place == COPY_NO_PLACE ? 0 : print_format(to, bytes, "[%u]", entry->place);
    }
    ASSERT(copy->entries && entry->parent < copy->count);
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

static void print_path(struct copy *copy, const struct copied *entry, char *to, size_t bytes) {
    const struct copied *steps[PATH_STEPS];
    u32 count = 0;
    for (; entry; entry = entry->parent == COPY_NONE ? NULL : &copy->entries[entry->parent]) {
        if (count == PATH_STEPS) memmove(steps, steps + 1, --count * sizeof(*steps));
        ASSERT(count < PATH_STEPS && (entry->parent == COPY_NONE || entry->parent < copy->count));
        steps[count++] = entry;
    }
    size_t length = 0;
    to[0] = 0;
    // A step looks through the fields of a class, which may be 65,535.
    while (count && length < bytes && copying_goes_on(copy, COPY_WORK_A_POLL)) {
        length += print_step(copy, steps[--count], to + length, bytes - length);
    }
}

enum copy_result copying_refuse(struct copy *copy, const char *reason) {
    print_format(copy->problem, copy->problem_bytes, "%s", reason);
    return COPY_REFUSED;
}

enum copy_result copying_refuse_class(struct copy *copy, const struct copied *entry, const char *reason) {
    char name[COPY_NAME_BYTES], path[COPY_NAME_BYTES];
    class_external_name(object_class(entry->source), name, sizeof(name));
    print_path(copy, entry, path, sizeof(path));
    print_format(copy->problem, copy->problem_bytes, "%s%s%s: %s", name, path[0] ? " at " : "", path, reason);
    return COPY_REFUSED;
}
