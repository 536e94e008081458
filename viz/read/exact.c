// See exact.h.
#include "viz/read/exact.h"

#include <stdlib.h>
#include <string.h>

// Each part fits into what is left of the file.
static bool has_parts(const struct exact_header *header, u64 left) {
    if (header->counts > left / sizeof(struct exact_count)) return false;
    left -= header->counts * sizeof(struct exact_count);
    if (header->symbols > left / sizeof(struct exact_symbol)) return false;
    return header->name_bytes == left - header->symbols * sizeof(struct exact_symbol);
}

// Names end, and addresses rise.
static bool has_symbols(const struct exact *exact) {
    const struct exact_header *header = &exact->header;
    if (header->name_bytes % sizeof(u64)) return false;
    if (header->name_bytes && exact->names[header->name_bytes - 1]) return false;
    for (u64 i = 0; i < header->symbols; i++) {
        if (exact->symbols[i].name >= header->name_bytes) return false;
        if (i && exact->symbols[i].address < exact->symbols[i - 1].address) return false;
    }
    return true;
}

static bool take(struct exact *exact) {
    if (exact->map.size < sizeof(exact->header)) return false;
    memcpy(&exact->header, exact->map.data, sizeof(exact->header));
    if (exact->header.magic != EXACT_MAGIC || !has_parts(&exact->header, exact->map.size - sizeof(exact->header))) {
        return false;
    }
    exact->symbols = (const struct exact_symbol *)(exact->map.data + sizeof(exact->header));
    exact->names = (const char *)(exact->symbols + exact->header.symbols);
    exact->counts = (const struct exact_count *)(exact->names + exact->header.name_bytes);
    return has_symbols(exact);
}

bool exact_open(struct exact *exact, const char *directory, struct problem *problem) {
    *exact = (struct exact){0};
    char *path = text_format("%s/exact", directory);
    bool exists = file_exists(path), done = !exists || file_map(&exact->map, path, problem);
    if (exists && done && !take(exact)) {
        exact_close(exact);
        done = problem_set(problem, STATUS_BAD_INPUT, "%s: expected counts of gnomon run --exact, found a damaged file",
                           path);
    }
    free(path);
    return done;
}

void exact_close(struct exact *exact) {
    if (exact->map.data) file_unmap(&exact->map);
    *exact = (struct exact){0};
}

size_t exact_symbol_at(const struct exact *exact, u64 address) {
    size_t before = ARRAY_LEADING(exact->symbols, exact->header.symbols, .address <= address);
    return before && before < exact->header.symbols ? before - 1 : EXACT_NOT_KERNEL;
}

const char *exact_symbol_name(const struct exact *exact, size_t symbol) {
    return exact->names + exact->symbols[symbol].name;
}
