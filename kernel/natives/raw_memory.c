// Memory outside of the heap that programs have addresses of; see raw_memory.h. The addresses that belong to a domain
// other than the first are known: `raw_pieces` has them in order.
#include "kernel/natives/raw_memory.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/domains/memories.h"
#include "kernel/files/files.h"
#include "kernel/memory/scratch.h"
#include "kernel/natives/domain_natives.h"
#include "kernel/run/stubs.h"

#define FIRST_PIECES 64u

// Before each piece lies a mark that no other memory has, so that a program can free what it was given, once, and
// nothing of the kernel's.
struct piece {
    u64 mark;
    u64 bytes : 62;
    u64 kind : 2; // enum raw_memory_kind
};
#define PIECE_MARK 0x6578706f73656421ull
_Static_assert(sizeof(struct piece) == RAW_MEMORY_HEADER_BYTES, "what callers look at before they ask");

static u64 mark_of(const struct piece *piece, const struct domain *domain) {
    return PIECE_MARK ^ (u64)(uintptr_t)piece ^ (u64)core_of(domain)->domain_number << 48;
}

static u64 address_of(const struct piece *piece) { return (u64)(uintptr_t)(piece + 1); }

// ---- The pieces of a domain by address

// How many of them begin at or below the address.
static u32 pieces_up_to(const struct domain *domain, u64 address) {
    ASSERT(domain->natives->raw_piece_count <= domain->natives->raw_piece_capacity);
    u32 start = 0, end = domain->natives->raw_piece_count;
    while (start < end) {
        u32 middle = (start + end) / 2;
        if (address_of(domain->natives->raw_pieces[middle]) <= address) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    return start;
}

static bool has_room_for_piece(struct domain_natives *own) {
    if (own->raw_piece_count < own->raw_piece_capacity) return true;
    u32 capacity = own->raw_piece_capacity ? 2 * own->raw_piece_capacity : FIRST_PIECES;
    struct piece **pieces = thread_native_alloc(capacity * sizeof(struct piece *));
    if (!pieces) return false;
    if (own->raw_piece_count) memcpy(pieces, own->raw_pieces, own->raw_piece_count * sizeof(*pieces));
    native_free(own->raw_pieces);
    own->raw_pieces = pieces;
    own->raw_piece_capacity = capacity;
    return true;
}

static void add_piece(struct domain *domain, struct piece *piece) {
    ASSERT(domain->natives->raw_piece_count < domain->natives->raw_piece_capacity);
    u32 at = pieces_up_to(domain, address_of(piece));
    ASSERT(at <= domain->natives->raw_piece_count && (!at || domain->natives->raw_pieces[at - 1] != piece));
    memmove(domain->natives->raw_pieces + at + 1, domain->natives->raw_pieces + at,
            (domain->natives->raw_piece_count - at) * sizeof(piece));
    domain->natives->raw_pieces[at] = piece;
    domain->natives->raw_piece_count++;
}

static void remove_piece(struct domain *domain, const struct piece *piece) {
    u32 at = pieces_up_to(domain, address_of(piece));
    ASSERT(at && domain->natives->raw_pieces[at - 1] == piece);
    memmove(domain->natives->raw_pieces + at - 1, domain->natives->raw_pieces + at,
            (domain->natives->raw_piece_count - at) * sizeof(piece));
    domain->natives->raw_piece_count--;
}

// The domain's piece in which all of the range lies; NULL if there is none.
static const struct piece *piece_around(const struct domain *domain, u64 address, u64 bytes) {
    u32 at = pieces_up_to(domain, address);
    const struct piece *piece = at ? domain->natives->raw_pieces[at - 1] : NULL;
    ASSERT(!piece || piece->mark == mark_of(piece, domain));
    u64 inside = piece ? address - address_of(piece) : 0;
    return piece && inside <= piece->bytes && bytes <= piece->bytes - inside ? piece : NULL;
}

// ---- Allocating and freeing

s64 raw_memory_new(u64 bytes, enum raw_memory_kind kind) {
    ASSERT_LOCKED();
    struct domain *domain = domain_of(thread_self());
    if (bytes > RAW_MEMORY_MOST_BYTES) return 0;
    // The memory comes first: other threads run meanwhile, and may take the room that there is in the list.
    struct piece *piece = native_alloc(domain->heap.accounts, sizeof(*piece) + bytes, SCRATCH_CLEAN | SCRATCH_POLLS);
    if (!piece) return 0;
    if (domain != domain_first && !has_room_for_piece(domain->natives)) {
        native_free_polling(piece);
        return 0;
    }
    *piece =
        (struct piece){.mark = mark_of(piece, domain), .bytes = bytes & (2 * RAW_MEMORY_MOST_BYTES - 1), .kind = kind};
    if (domain != domain_first) add_piece(domain, piece);
    return (s64)address_of(piece);
}

bool raw_memory_begins(const struct domain *domain, u64 address, u64 *bytes) {
    const struct piece *at = (const struct piece *)(uintptr_t)address - 1;
    bool is_first = domain == domain_first;
    const struct piece *piece = is_first ? at : piece_around(domain, address, 0);
    if (!piece || piece != at) return false;
    if (is_first && (address % 16 || piece->mark != mark_of(piece, domain))) return false;
    *bytes = piece->bytes;
    return true;
}

void raw_memory_free(s64 address) {
    ASSERT_LOCKED();
    struct piece *piece = (struct piece *)address - 1;
    struct domain *domain = domain_of(thread_self());
    ASSERT(piece->mark == mark_of(piece, domain));
    if (domain != domain_first) remove_piece(domain, piece);
    piece->mark = 0;
    native_free_polling(piece);
}

// ---- What a domain may reach

bool raw_memory_is_reachable(const struct domain *domain, u64 address, u64 bytes) {
    const struct piece *piece = piece_around(domain, address, bytes);
    return piece && piece->kind != RAW_MEMORY_LIBRARY;
}

u64 raw_memory_bytes(const struct domain *domain, u64 address) {
    const struct piece *piece = piece_around(domain, address, 0);
    return piece && piece->kind == RAW_MEMORY_PROGRAM && address_of(piece) == address ? piece->bytes : 0;
}

static bool is_mapped(u64 address, u64 bytes, bool is_write) {
    for (u64 done = 0; done < bytes; done += MACHINE_PAGE_BYTES - (address + done) % MACHINE_PAGE_BYTES) {
        if (!stub_touch(address + done, is_write)) return false;
    }
    return true;
}

bool raw_memory_may_use(struct domain *domain, u64 address, u64 bytes, bool is_write) {
    ASSERT_LOCKED(); // or another thread frees it before it is used
    if (bytes > RAW_MEMORY_MOST_BYTES) return false;
    if (domain == domain_first) return is_mapped(address, bytes, is_write);
    return piece_around(domain, address, bytes) || file_map_holds(domain->files, address, bytes, is_write) ||
           memory_holds(domain, address, bytes, is_write);
}

bool raw_memory_has_path(const struct domain *domain, u64 address) {
    if (domain == domain_first) return true;
    const struct piece *piece = piece_around(domain, address, 1);
    u64 inside = piece ? piece->bytes - (address - address_of(piece)) : 0;
    for (u64 i = 0; i < inside && i < FILE_PATH_BYTES; i++) {
        if (!((const char *)address)[i]) return true;
    }
    return false;
}
