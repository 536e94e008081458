// The registry of translated code; see code.h. The array of pointers has room for a translation in every 16 bytes of
// code, and is made block by block as it grows, so it never moves: who looks something up in an interrupt needs no
// lock.
#include "kernel/run/code.h"

#include "base/layout.h"
#include "kernel/core/memory.h"
#include "kernel/core/panic.h"

#define BLOCK_CODES 4096u
#define BLOCKS ((CODE_END - CODE_START) / 16 / BLOCK_CODES)

static struct code **blocks[BLOCKS];
static u32 count;

static struct code *at(u32 number) { return blocks[number / BLOCK_CODES][number % BLOCK_CODES]; }

void code_register(struct code *code) {
    ASSERT(count < BLOCKS * BLOCK_CODES);
    ASSERT(count == 0 || at(count - 1)->start + at(count - 1)->size <= code->start);
    u32 block = count / BLOCK_CODES;
    if (!blocks[block]) blocks[block] = memory_class_alloc(BLOCK_CODES * sizeof(struct code *));
    blocks[block][count % BLOCK_CODES] = code;
    // An interrupt that sees the new count must see the entry: program order is enough on one processor, release for
    // others.
    __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE);
}

// The last code that begins at or below pc.
struct code *code_of_pc(u64 pc) {
    u32 low = 0;
    u32 high = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    if (high == 0 || pc < at(0)->start) return NULL;
    while (high - low > 1) {
        u32 middle = low + (high - low) / 2;
        if (at(middle)->start <= pc) {
            low = middle;
        } else {
            high = middle;
        }
    }
    struct code *code = at(low);
    return pc < code->start + code->size ? code : NULL;
}

// Index of the first site with an offset of at least `offset`.
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
