// See metaspace.h.
#include "kernel/classes/metaspace.h"

#include "kernel/classes/domain.h"
#include "kernel/classes/symbol.h"
#include "kernel/heap/raise.h"

#define CODE_TABLE_BYTES (64 * KIB) // for the slots of a method's sites; those of a giant come from the reserve
#define CODE_BYTES (64 * KIB)
#define ARRAY_CLASS_BYTES 1024ull
#define ARRAY_MIRROR_BYTES 256ull
#define FULL 1u // heap_make_room's attempt at which everything is collected

static bool has_room(const struct domain *domain, const u64 bytes[OWNER_SPACES]) {
    for (u32 i = 0; i < OWNER_SPACES; i++) {
        const struct account *account = domain_account(domain, ACCOUNT_DATA + i);
        if (bytes[i] && !owner_has_room(account, false, (enum owner_space)i, bytes[i])) return false;
    }
    return true;
}

static bool is_time_to_collect(const struct domain *domain) {
    for (u32 i = 0; i < OWNER_SPACES; i++) {
        if (domain->owners.mortal_accounts[i].used_bytes > domain->owners.mortal_limit_bytes[i]) return true;
    }
    return false;
}

static void collect(struct thread *thread) {
    struct domain *domain = domain_of(thread);
    if (domain->heap.has_collector) heap_make_room(thread, 0, FULL);
}

static bool make_room(struct thread *thread, const u64 bytes[OWNER_SPACES]) {
    struct domain *domain = domain_of(thread);
    if (UNLIKELY(is_time_to_collect(domain))) collect(thread);
    if (LIKELY(has_room(domain, bytes))) return true;
    collect(thread);
    return has_room(domain, bytes);
}

bool metaspace_would_hold(const struct domain *domain, u64 class_bytes, u64 fixed_bytes) {
    return has_room(domain, (u64[OWNER_SPACES]){[OWNER_DATA] = class_bytes, [OWNER_FIXED] = fixed_bytes});
}

bool metaspace_has_room_for_code(struct thread *thread) {
    if (LIKELY(make_room(thread, (u64[OWNER_SPACES]){[OWNER_DATA] = CODE_TABLE_BYTES, [OWNER_CODE] = CODE_BYTES}))) {
        return true;
    }
    bool tables = metaspace_would_hold(domain_of(thread), CODE_TABLE_BYTES, 0);
    exception_throw_out_of_memory(thread, tables ? "Out of space in CodeCache" : "Metaspace");
    return false;
}

bool metaspace_has_room_for_arrays(struct thread *thread, const struct class *component, u32 dimensions) {
    return metaspace_has_room(thread, dimensions * (ARRAY_CLASS_BYTES + component->name->length + dimensions),
                              dimensions * ARRAY_MIRROR_BYTES);
}

bool metaspace_has_room(struct thread *thread, u64 class_bytes, u64 fixed_bytes) {
    if (LIKELY(make_room(thread, (u64[OWNER_SPACES]){[OWNER_DATA] = class_bytes, [OWNER_FIXED] = fixed_bytes}))) {
        return true;
    }
    exception_throw_out_of_memory(thread, "Metaspace");
    return false;
}

void *metaspace_exhausted(struct thread *thread) {
    exception_throw_out_of_memory(thread, "Metaspace");
    return NULL;
}

const struct symbol *metaspace_symbol(struct thread *thread, const char *text, size_t length) {
    const struct symbol *symbol = symbol_intern(text, length);
    return symbol ? symbol : metaspace_exhausted(thread);
}
