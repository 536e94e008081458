// The registry of translated code; see code.h. For each KiB of the range of code, a table says which code covers its
// first byte or, if none does, begins first in it; the others follow by `next`. A chunk of code is a whole number of
// KiB, so each entry belongs to one owner. The table is made block by block and never moves: a lookup in an interrupt
// needs no lock.
#include "kernel/code/code.h"

#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/panic.h"
#include "kernel/memory/owner.h"

#define PART_SHIFT 10
#define BLOCK_PARTS 4096u
#define BLOCKS ((CODE_END - CODE_START) >> PART_SHIFT) / BLOCK_PARTS

static u32 *blocks[BLOCKS]; // addresses of struct code

static u32 *entry_of(u64 address) {
    ASSERT(address >= CODE_START && address < CODE_END);
    u64 part = (address - CODE_START) >> PART_SHIFT;
    u32 *block = __atomic_load_n(&blocks[part / BLOCK_PARTS], __ATOMIC_ACQUIRE);
    return block ? &block[part % BLOCK_PARTS] : NULL;
}

static struct code *code_at(u32 address) { return (struct code *)(uintptr_t)address; }

static bool make_block(u64 address) {
    if (entry_of(address)) return true;
    u32 *block = owner_alloc(&owner_machine, BLOCK_PARTS * sizeof(*block));
    if (!block) return false;
    __atomic_store_n(&blocks[((address - CODE_START) >> PART_SHIFT) / BLOCK_PARTS], block, __ATOMIC_RELEASE);
    return true;
}

static u64 part_start(u64 address) { return address & ~((1ull << PART_SHIFT) - 1); }

// The last code of the part that has any; NULL if none has.
static struct code *last_of_part(u64 address) {
    struct code *code = code_at(*entry_of(address));
    while (code && code->next) code = code->next;
    return code;
}

bool code_register(struct code *code) {
    ASSERT_LOCKED();
    u64 end = code->start + code->size;
    ASSERT(code->size && !code->next);
    for (u64 at = part_start(code->start); at < end; at += 1ull << PART_SHIFT) {
        if (!make_block(at)) return false;
    }
    struct code *before = last_of_part(code->start);
    ASSERT(!before || before->start + before->size <= code->start);
    // An interrupt that sees the entry must see the code: program order is enough on one processor, release for others.
    if (before) __atomic_store_n(&before->next, code, __ATOMIC_RELEASE);
    for (u64 at = part_start(code->start); at < end; at += 1ull << PART_SHIFT) {
        u32 *entry = entry_of(at);
        if (!*entry) __atomic_store_n(entry, (u32)(uintptr_t)code, __ATOMIC_RELEASE);
    }
    return true;
}

void code_remove(u64 start, u64 end) {
    ASSERT_LOCKED();
    ASSERT(start == part_start(start) && end == part_start(end));
    for (u64 at = start; at < end; at += 1ull << PART_SHIFT) {
        u32 *entry = entry_of(at);
        if (entry) __atomic_store_n(entry, 0, __ATOMIC_RELEASE);
    }
}

struct code *code_of_pc(u64 pc) {
    if (pc < CODE_START || pc >= CODE_END) return NULL;
    const u32 *entry = entry_of(pc);
    struct code *code = entry ? code_at(__atomic_load_n(entry, __ATOMIC_ACQUIRE)) : NULL;
    while (code && code->start + code->size <= pc) code = __atomic_load_n(&code->next, __ATOMIC_ACQUIRE);
    return code && code->start <= pc ? code : NULL;
}

// The index of the first site whose offset is at least `offset`.
static u32 lower_bound(const struct code *code, u64 offset) {
    u32 low = 0;
    u32 high = code->site_count;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        if (code->sites[middle].offset < offset) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

const struct code_site *code_site_find(const struct code *code, u64 pc) {
    u32 index = lower_bound(code, pc - code->start);
    return index < code->site_count && code->sites[index].offset == pc - code->start ? &code->sites[index] : NULL;
}

const struct code_site *code_site_near(const struct code *code, u64 pc) {
    u32 index = lower_bound(code, pc - code->start);
    return index < code->site_count ? &code->sites[index] : NULL;
}

u8 code_instruments(const struct code *code, const struct method *method) {
    if (method == code->method) return code->probes;
    for (u32 i = 0; i < code->watched_count; i++) {
        if (code_watched_method(code->watched[i]) != method) continue;
        return code_watched_patterns(code->watched[i]);
    }
    return 0;
}

// ---- Its tables

u32 code_handler_count(const struct code *code) {
    u32 end = 1;
    for (u32 i = 0; i < code->site_count; i++) {
        u32 at = code->sites[i].handlers;
        while (code->handlers[at].method) at++;
        if (at + 1 > end) end = at + 1;
    }
    return end;
}

u32 code_map_words(const struct code *code) {
    u32 words = (code->slot_count + 31) / 32, end = words;
    for (u32 i = 0; i < code->site_count; i++) {
        if (code->sites[i].map + words > end) end = code->sites[i].map + words;
    }
    return end;
}

static bool same_bytes(const void *a, const void *b, size_t bytes) { return memcmp(a, b, bytes) == 0; }

static bool same_places(const struct code *a, const struct code *b, u32 count) {
    for (u32 i = 0; i < count; i++) {
        const struct code_place *one = &a->places[i], *other = &b->places[i];
        u64 caller = one->caller ? (u64)(one->caller - a->places) : UINT32_MAX,
            other_caller = other->caller ? (u64)(other->caller - b->places) : UINT32_MAX;
        if (one->method != other->method || one->bytecode_index != other->bytecode_index || caller != other_caller) {
            return false;
        }
    }
    return true;
}

// With the places that only they have.
static bool same_origins(const struct code *a, const struct code *b) {
    const struct code_origins *one = a->origins, *other = b->origins;
    if (!one || !other) return one == other;
    return one->place_count == other->place_count && one->count == other->count &&
           same_places(a, b, one->place_count) && same_bytes(one->runs, other->runs, one->count * sizeof(*one->runs));
}

static bool same_handlers(const struct code *a, const struct code *b, u32 count) {
    for (u32 i = 0; i < count; i++) {
        const struct code_handler *one = &a->handlers[i], *other = &b->handlers[i];
        if (one->catch_type != other->catch_type || one->landing != other->landing || one->method != other->method) {
            return false;
        }
    }
    return true;
}

bool code_is_same(const struct code *a, const struct code *b) {
    return a->size == b->size && a->frame_bytes == b->frame_bytes && a->frame_at == b->frame_at &&
           a->slot_count == b->slot_count && a->site_count == b->site_count && a->place_count == b->place_count &&
           a->watched_count == b->watched_count && a->inlined_calls == b->inlined_calls &&
           a->has_raw_accesses == b->has_raw_accesses && a->allocates == b->allocates && a->probes == b->probes &&
           code_handler_count(a) == code_handler_count(b) && code_map_words(a) == code_map_words(b) &&
           same_bytes((const void *)a->start, (const void *)b->start, a->size) &&
           same_bytes(a->sites, b->sites, a->site_count * sizeof(*a->sites)) &&
           same_bytes(a->maps, b->maps, code_map_words(a) * sizeof(*a->maps)) &&
           same_bytes(a->watched, b->watched, a->watched_count * sizeof(*a->watched)) &&
           same_places(a, b, a->place_count) && same_handlers(a, b, code_handler_count(a)) && same_origins(a, b);
}

// "java.lang.String.length:3 < caller:7": the methods inlined into each other, the innermost first.
size_t panic_describe_code(u64 address, char *to, size_t bytes) {
    const struct code *code = code_of_pc(address);
    const struct code_site *site = code ? code_site_near(code, address) : NULL;
    if (!site) return 0;
    size_t length = 0;
    for (const struct code_place *place = code_site_place(code, site); place && length + 1 < bytes;
         place = place->caller) {
        const struct method *method = place->method;
        size_t wanted = print_format(to + length, bytes - length, "%s%.*s.%.*s:%u", length ? " < " : "",
                                     (int)method->holder->name->length, method->holder->name->text,
                                     (int)method->name->length, method->name->text, place->bytecode_index);
        length = wanted < bytes - length ? length + wanted : bytes - 1;
    }
    return length;
}
