// See heap_dump.h, and hprof.h for the format. Ids are addresses: of symbols, of objects, and for a class that of its
// java.lang.Class object, which is not also written as an instance, unless it is a primitive type's. Classes and
// threads have the log's numbers as serial numbers; a thread's stack trace has the thread's number plus one, and what
// has no trace has TRACE_NONE.
#include "kernel/report/heap_dump.h"

#include "base/narrow.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_layout.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/code.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/fixed_objects.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/java_thread.h"
#include "kernel/heap/unload.h"
#include "kernel/memory/scratch.h"
#include "kernel/report/hprof.h"
#include "kernel/run/unwind.h"
#include "log/log.h"

#define TRACE_NONE 1u
#define FRAME_NONE UINT32_MAX
#define NS_PER_MS 1000000u
#define NO_MEMORY (-12) // ENOMEM

struct dump {
    struct hprof hprof;
    struct domain *domain;
    u32 frames; // how many have been written: their ids
    hprof_sink *sink;
    void *context;
    bool is_shared;  // threads of other domains may run between two pieces of the file
    bool is_by_host; // the caller waits for the host, without yielding
    bool may_pause;  // now: the domain's own lists are gone through, which nobody changes
    u32 work;        // since the last pause: fields and words of arrays
};

static u32 id_of(const void *low) { return (u32)(uintptr_t)low; }
static u32 trace_of(const struct thread *thread) { return thread->number + 1 + TRACE_NONE; }

static u8 hprof_type(type_letter type) {
    switch (type) {
    case 'Z': return 4;
    case 'C': return 5;
    case 'F': return 6;
    case 'D': return 7;
    case 'B': return 8;
    case 'S': return 9;
    case 'I': return 10;
    case 'J': return 11;
    default: return 2;
    }
}

// ---- Names and classes

static void put_symbol(void *context, const struct symbol *symbol) {
    struct hprof *hprof = context;
    hprof_record(hprof, HPROF_STRING, HPROF_ID_BYTES + symbol->length);
    hprof_u4(hprof, id_of(symbol));
    hprof_bytes(hprof, symbol->text, symbol->length);
}

static void put_load_class(struct hprof *hprof, const struct class *class) {
    hprof_record(hprof, HPROF_LOAD_CLASS, 8 + 2 * HPROF_ID_BYTES);
    hprof_u4(hprof, class->id);
    hprof_u4(hprof, class->mirror);
    hprof_u4(hprof, TRACE_NONE);
    hprof_u4(hprof, id_of(class->name));
}

static void put_value(struct hprof *hprof, u64 address, type_letter type) {
    hprof_elements(hprof, (const void *)address, 1, type_bytes(type));
}

static void put_statics(struct hprof *hprof, const struct class *class, u16 count) {
    hprof_u2(hprof, count);
    for (u32 i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        if (!field_is_static(field)) continue;
        hprof_u4(hprof, id_of(field->name));
        hprof_u1(hprof, hprof_type(field->type));
        put_value(hprof, field_static_address(field), field->type);
    }
}

static void put_fields(struct hprof *hprof, const struct class *class, u16 count) {
    hprof_u2(hprof, count);
    for (u32 i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        if (field_is_static(field)) continue;
        hprof_u4(hprof, id_of(field->name));
        hprof_u1(hprof, hprof_type(field->type));
    }
}

static void put_class(struct hprof *hprof, const struct class *class) {
    u32 statics = 0, static_bytes = 0;
    for (u32 i = 0; i < class->field_count; i++) {
        if (!field_is_static(&class->fields[i])) continue;
        statics++;
        static_bytes += HPROF_ID_BYTES + 1 + type_bytes(class->fields[i].type);
    }
    u32 fields = class->field_count - statics;
    hprof_part(hprof, HPROF_CLASS, 7 * HPROF_ID_BYTES + 14 + static_bytes + fields * (HPROF_ID_BYTES + 1));
    hprof_u4(hprof, class->mirror);
    hprof_u4(hprof, TRACE_NONE);
    hprof_u4(hprof, class->super ? class->super->mirror : 0);
    hprof_u4(hprof, class->loader->object);
    hprof_u4(hprof, mirror_get(class, MIRROR_SIGNERS));
    hprof_u4(hprof, mirror_get(class, MIRROR_PROTECTION_DOMAIN));
    hprof_u4(hprof, 0);
    hprof_u4(hprof, 0);
    hprof_u4(hprof, class_is_array(class) ? 0 : class->instance_bytes);
    hprof_u2(hprof, 0);
    put_statics(hprof, class, narrow_u16(statics));
    put_fields(hprof, class, narrow_u16(fields));
}

// ---- Threads: their stacks, and what those hold

static void put_frame(struct dump *dump, const struct frame_walk *walk) {
    const struct method *method = walk->method;
    struct hprof *hprof = &dump->hprof;
    s32 line = method_is_native(method) ? -3 : method_line(method, walk->bytecode_index);
    hprof_record(hprof, HPROF_STACK_FRAME, 4 * HPROF_ID_BYTES + 8);
    hprof_u4(hprof, ++dump->frames);
    hprof_u4(hprof, id_of(method->name));
    hprof_u4(hprof, id_of(method->descriptor));
    hprof_u4(hprof, id_of(method->holder->source_file));
    hprof_u4(hprof, method->holder->id);
    hprof_u4(hprof, (u32)line);
}

static void put_trace(struct hprof *hprof, u32 trace, u32 thread, u32 first, u32 count) {
    hprof_record(hprof, HPROF_STACK_TRACE, 12 + count * HPROF_ID_BYTES);
    hprof_u4(hprof, trace);
    hprof_u4(hprof, thread);
    hprof_u4(hprof, count);
    for (u32 i = 0; i < count; i++) hprof_u4(hprof, first + i);
}

static void put_stack(struct dump *dump, const struct thread *thread) {
    struct frame_walk walk;
    u32 first = dump->frames + 1;
    for (bool more = frame_walk_start(&walk, thread); more; more = frame_walk_next(&walk)) put_frame(dump, &walk);
    put_trace(&dump->hprof, trace_of(thread), thread->number, first, dump->frames + 1 - first);
}

static void put_root_of_thread(struct hprof *hprof, enum hprof_part kind, ref object, const struct thread *thread,
                               u32 frame) {
    if (!object) return;
    hprof_part(hprof, kind, HPROF_ID_BYTES + 8);
    hprof_u4(hprof, object);
    hprof_u4(hprof, thread->number);
    hprof_u4(hprof, frame);
}

static void put_frame_roots(struct hprof *hprof, const struct thread *thread, const struct frame_walk *walk,
                            u32 frame) {
    const u32 *map = &walk->code->maps[walk->site->map];
    for (u32 slot = 0; slot < walk->code->slot_count; slot++) {
        if (!(map[slot / 32] >> slot % 32 & 1)) continue;
        put_root_of_thread(hprof, HPROF_ROOT_FRAME, *(const ref *)(walk->fp - 8ull * (slot + 1)), thread, frame);
    }
}

static void put_thread_roots(struct hprof *hprof, const struct thread *thread) {
    struct frame_walk walk;
    u64 fp = 0;
    u32 frame = 0;
    put_root_of_thread(hprof, HPROF_ROOT_THREAD, thread->java_thread, thread, trace_of(thread));
    put_root_of_thread(hprof, HPROF_ROOT_LOCAL, thread->exception, thread, FRAME_NONE);
    put_root_of_thread(hprof, HPROF_ROOT_LOCAL, java_of(thread)->stop_exception, thread, FRAME_NONE);
    for (u32 i = 0; i < thread->handle_count; i++) {
        put_root_of_thread(hprof, HPROF_ROOT_LOCAL, *handle_at(thread, i), thread, FRAME_NONE);
    }
    // Methods inlined into each other share a machine frame, whose slots are given to the innermost one here.
    for (bool more = frame_walk_start(&walk, thread); more; more = frame_walk_next(&walk), frame++) {
        if (walk.fp != fp) put_frame_roots(hprof, thread, &walk, frame);
        fp = walk.fp;
    }
}

// ---- Other roots

static void put_root(struct hprof *hprof, enum hprof_part kind, ref object) {
    if (!object) return;
    hprof_part(hprof, kind, HPROF_ID_BYTES);
    hprof_u4(hprof, object);
}

// A mirror's slots are its class's static fields, and are written with the class.
static void put_owners_slot(void *context, ref *slot) {
    u64 at = (u64)(uintptr_t)slot;
    if (at < FIXED_START || at >= FIXED_END) put_root(context, HPROF_ROOT_OTHER, *slot);
}

static void put_roots(struct dump *dump) {
    struct domain *domain = dump->domain;
    struct hprof *hprof = &dump->hprof;
    for (const struct thread *thread = domain->heap.first_thread; thread; thread = thread->next_thread) {
        put_thread_roots(hprof, thread);
    }
    for (const struct class *class = domain->first_class; class; class = class->next_class) {
        if (class->owner->is_permanent) put_root(hprof, HPROF_ROOT_CLASS, class->mirror);
    }
    put_root(hprof, HPROF_ROOT_OTHER, domain->heap.out_of_memory);
    put_root(hprof, HPROF_ROOT_OTHER, domain->heap.pending);
    put_root(hprof, HPROF_ROOT_OTHER, domain->java_base_module);
    for (const struct domain_root *root = domain->roots; root; root = root->next) {
        put_root(hprof, HPROF_ROOT_OTHER, root->object);
    }
    unload_visit_permanent(domain, put_owners_slot, hprof);
}

// ---- Objects

#define WORK_A_PAUSE 4096u
#define WORK_AN_OBJECT 8u

// Where all who could run are held, there is nobody to let in, and the pause counts as one.
static void pause(const struct dump *dump) {
    struct thread *thread = thread_self();
    if (!dump->is_shared) log_polled(&thread->log);
    if (!dump->is_shared || !dump->may_pause) return;
    kernel_offer();
    scheduler_poll_holding(thread);
}

static void pause_after(struct dump *dump, u32 work) {
    dump->work += work;
    if (dump->work < WORK_A_PAUSE) return;
    dump->work = 0;
    if (!dump->is_by_host) pause(dump);
}

static u32 field_count(const struct class *class) {
    u32 count = 0;
    for (; class; class = class->super) count += class->field_count;
    return count;
}

static u32 field_bytes(const struct class *class) {
    u32 bytes = 0;
    for (; class; class = class->super) {
        for (u32 i = 0; i < class->field_count; i++) {
            if (!field_is_static(&class->fields[i])) bytes += type_bytes(class->fields[i].type);
        }
    }
    return bytes;
}

static void put_instance(struct hprof *hprof, ref object) {
    const struct class *class = object_class(object);
    u32 bytes = field_bytes(class);
    hprof_part(hprof, HPROF_INSTANCE, 2 * HPROF_ID_BYTES + 8 + bytes);
    hprof_u4(hprof, object);
    hprof_u4(hprof, TRACE_NONE);
    hprof_u4(hprof, class->mirror);
    hprof_u4(hprof, bytes);
    for (; class; class = class->super) {
        for (u32 i = 0; i < class->field_count; i++) {
            const struct field *field = &class->fields[i];
            if (!field_is_static(field)) put_value(hprof, (u64)object + field->offset, field->type);
        }
    }
}

static void put_array(struct hprof *hprof, ref object) {
    const struct class *class = object_class(object);
    bool is_primitive = class->element_type != 'L';
    u32 length = array_length(object), element_bytes = 1u << class->element_shift;
    hprof_part(hprof, is_primitive ? HPROF_PRIMITIVE_ARRAY : HPROF_OBJECT_ARRAY,
               HPROF_ID_BYTES + 8 + (is_primitive ? 1 : HPROF_ID_BYTES) + length * element_bytes);
    hprof_u4(hprof, object);
    hprof_u4(hprof, TRACE_NONE);
    hprof_u4(hprof, length);
    if (is_primitive) {
        hprof_u1(hprof, hprof_type(class->element_type));
    } else {
        hprof_u4(hprof, class->mirror);
    }
    hprof_elements(hprof, array_at(object)->elements, length, element_bytes);
}

static void put_object(void *context, ref object) {
    struct dump *dump = context;
    const struct class *class = object_class(object);
    if (class_is_array(class)) {
        put_array(&dump->hprof, object);
        pause_after(dump, WORK_AN_OBJECT + heap_object_bytes(object) / (u32)sizeof(ref));
    } else {
        put_instance(&dump->hprof, object);
        pause_after(dump, WORK_AN_OBJECT + field_count(class));
    }
}

// Literals are written as roots: nothing else that is written refers to them.
static void put_fixed(void *context, ref object) {
    struct dump *dump = context;
    const struct class *class = object_class(object);
    if (class == dump->domain->known.class_ && !class_is_primitive(mirror_class(object))) return;
    if (class == dump->domain->known.string) put_root(&dump->hprof, HPROF_ROOT_OTHER, object);
    put_object(dump, object);
}

// ---- Names: others may need new ones, or need some no longer, while these are written

struct names {
    const struct symbol **kept; // NULL: there is no memory for them, and they are written without a pause
    u32 count, capacity;
};

static void keep_symbol(void *context, const struct symbol *symbol) {
    struct names *names = context;
    if (names->count < names->capacity) names->kept[names->count++] = symbol_keep(symbol);
}

static void put_symbols(struct dump *dump) {
    struct names names = {.capacity = symbol_count()};
    if (!dump->is_by_host) {
        names.kept = scratch_alloc(thread_account(ACCOUNT_TABLES), names.capacity * sizeof(*names.kept));
    }
    if (!names.kept) {
        symbol_visit_all(put_symbol, &dump->hprof);
        return;
    }
    symbol_visit_all(keep_symbol, &names);
    dump->may_pause = true;
    for (u32 i = 0; i < names.count; i++) {
        put_symbol(&dump->hprof, names.kept[i]);
        symbol_release(names.kept[i]);
    }
    dump->may_pause = false;
    scratch_free(names.kept);
}

// ---- The whole

static void write_dump(struct dump *dump) {
    struct domain *domain = dump->domain;
    struct hprof *hprof = &dump->hprof;
    put_symbols(dump);
    for (const struct class *class = domain->first_class; class; class = class->next_class) {
        if (!class_is_primitive(class)) put_load_class(hprof, class);
    }
    put_trace(hprof, TRACE_NONE, 0, 0, 0);
    for (const struct thread *thread = domain->heap.first_thread; thread; thread = thread->next_thread) {
        put_stack(dump, thread);
    }
    dump->may_pause = true;
    for (const struct class *class = domain->first_class; class; class = class->next_class) {
        if (!class_is_primitive(class)) put_class(hprof, class);
    }
    dump->may_pause = false;
    put_roots(dump);
    dump->may_pause = true;
    fixed_objects_visit(&domain->owners, put_fixed, dump);
    heap_visit_objects(domain, put_object, dump);
}

static void pass_on(void *context, const void *bytes, u64 length) {
    const struct dump *dump = context;
    dump->sink(dump->context, bytes, length);
    if (!dump->is_by_host) pause(dump);
}

static void write_with(struct dump *dump, u8 *buffer) {
    hprof_begin(&dump->hprof, pass_on, dump, buffer, (u64)log_wall_ns() / NS_PER_MS);
    write_dump(dump);
    hprof_end(&dump->hprof);
}

// The threads of the domain stand still.
bool heap_dump_to(struct thread *thread, hprof_sink *sink, void *context) {
    SCRATCH_ARRAY(u8, buffer, HPROF_BUFFER_BYTES);
    if (!buffer) return false;
    struct dump dump = {.domain = domain_of(thread), .sink = sink, .context = context};
    struct thread_hold hold;
    kernel_stop_others();
    dump.is_shared = !heap_is_alone(&dump.domain->heap) && scheduler_may_hold();
    if (dump.is_shared) scheduler_hold_others(&hold);
    write_with(&dump, buffer);
    if (dump.is_shared) scheduler_let_go();
    return true;
}

static void send_to_host(void *context, const void *bytes, u64 length) {
    (void)context;
    log_output_last(REGION_OUTPUT_DATA, bytes, length);
}

bool heap_dump_write(struct thread *thread, u32 number) {
    SCRATCH_ARRAY(u8, buffer, HPROF_BUFFER_BYTES);
    struct region_output_file file = {
        .number = number, .error = buffer ? 0 : NO_MEMORY, .bytes = REGION_OUTPUT_UNKNOWN_BYTES};
    log_output_last(REGION_OUTPUT_FILE, &file, sizeof(file));
    if (!buffer) return false;
    struct dump dump = {.domain = domain_of(thread), .sink = send_to_host, .is_by_host = true};
    write_with(&dump, buffer);
    log_output_last_end();
    return true;
}
