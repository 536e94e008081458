// Counts what C allocates: natives, exceptions that the machine raises, what linking makes, and the slow paths of
// allocation in translated code. What an allocation is counted under comes from the current account of the ledger and
// from the anchor, the Java frame that called into the kernel.
#include "kernel/heap/hooks.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "kernel/classes/class.h"
#include "kernel/code/code.h"
#include "kernel/heap/heap.h"
#include "kernel/heap/java_thread.h"
#include "log/log.h"
#include "translator/allocation.h"
#include "translator/reader/bytecode.h"
#include "translator/reader/classfile.h"

static enum allocation_kind kind_now(const struct thread *thread) {
    switch (thread->ledger_account) {
    case LEDGER_translated: return ALLOCATION_CODE;
    case LEDGER_native: return ALLOCATION_NATIVE;
    case LEDGER_exception: return ALLOCATION_EXCEPTION;
    case LEDGER_linking: return ALLOCATION_LINKING;
    default: return ALLOCATION_KERNEL;
    }
}

// The code that has called into the kernel, and the bytecode. Returns NULL if none has.
static const struct code *find_caller(const struct thread *thread, struct allocation_place *place) {
    const struct code *code = thread->anchor_fp ? code_of_pc(thread->anchor_pc - 1) : NULL;
    const struct code_site *site = code ? code_site_find(code, thread->anchor_pc) : NULL;
    if (!site) return NULL;
    const struct code_place *at = code_site_place(code, site);
    place->method = at->method;
    place->bytecode_index = at->bytecode_index;
    if (place->kind == ALLOCATION_CODE && method_is_native(at->method)) place->kind = ALLOCATION_NATIVE;
    return code;
}

// An instruction's slow path counts if its fast path does, in code that may be older than the last switch.
static bool is_counted(const struct allocation_place *place, const struct code *code) {
    if (!log_counts_allocations()) return false;
    if (place->kind == ALLOCATION_CODE && code->allocates) {
        return code_instruments(code, place->method) & PATTERN_ALLOCATION;
    }
    return !place->method || allocation_is_counted(place->method);
}

// Whether it is the slow path of an instruction with a probe, which reports the object itself.
static bool is_probed(const struct allocation_place *place) {
    if (place->kind != ALLOCATION_CODE) return false;
    ASSERT(place->method);
    const struct classfile *file = place->method->holder->file;
    struct classfile_code code;
    if (!file || !classfile_code(file, &file->methods[place->method->index], &code)) return false;
    ASSERT(place->bytecode_index < code.length);
    u8 opcode = code.bytes[place->bytecode_index];
    return opcode == OP_new || opcode == OP_newarray || opcode == OP_anewarray;
}

// Not inlined, so that little of it is outside the readings.
static __attribute__((noinline)) void count(const struct thread *thread, ref object, u64 bytes) {
    struct allocation_place place = {.kind = kind_now(thread), .class = object_class(object)};
    const struct code *code = place.kind <= ALLOCATION_EXCEPTION ? find_caller(thread, &place) : NULL;
    if (place.kind <= ALLOCATION_EXCEPTION && !code) place.kind = ALLOCATION_KERNEL;
    if (is_counted(&place, code)) {
        u32 site = allocation_site(&place);
        log_allocated(site, bytes);
        if (heap_of(thread->domain)->keeps_sites) *heap_site_at(object) = narrow_u16(site);
    }
    if (log_event_wanted(EVENT_allocate) && !is_probed(&place)) {
        log_allocation(place.class->id, (u32)bytes, place.method ? place.method->id : 0);
    }
}

void heap_count(struct thread *thread, ref object, u64 bytes) {
    struct log_reading start = log_read(&thread->log);
    count(thread, object, bytes);
    log_allocation_charge(&thread->log, &start);
}
