// See exact_profile.h.
#include "viz/analyse/exact_profile.h"

#include <stdlib.h>
#include <string.h>

#include "base/layout.h"

// The kernel's entry for each vector (boot/pc/trap.S); those of faults are in the Intel SDM, volume 3, table 6-1.
#define TRAP_ENTRIES "trap_entries"
enum { TRAP_ENTRY_BYTES = 16 };
#define FAULT_VECTORS (1u | 1u << 5 | 1u << 6 | 1u << 7 | 0x1fu << 10 | 1u << 16 | 1u << 17 | 1u << 19)

// By number of a recording's method; [method_count] is for those that no name tells.
struct sums {
    const struct recording *recording;
    u64 *own, *inlined, *functions;
    size_t line_capacity;
};

static size_t index_of(const struct recording *recording, u32 id) {
    const struct method_name *name = recording_method(recording, id);
    return name ? (size_t)(name - recording->methods) : recording->method_count;
}

static void add_translated(struct exact_profile *profile, struct sums *sums, const struct code_range *range,
                           const struct exact_count *count) {
    if (!range->method) {
        profile->stubs += count->executions;
        return;
    }
    const struct code_place *place = recording_place(range, (u32)count->address);
    u32 method = place ? place->method : range->method;
    u64 *sum = place && recording_place_caller(range, place) ? sums->inlined : sums->own;
    sum[index_of(sums->recording, method)] += count->executions;
    profile->translated += count->executions;
    ARRAY_GROW(profile->lines, profile->line_count, sums->line_capacity);
    profile->lines[profile->line_count++] = (struct exact_line){method, place ? place->line : 0, count->executions};
}

static bool is_fault(const struct exact *exact, size_t symbol, u64 address) {
    u64 offset = address - exact->symbols[symbol].address, vector = offset / TRAP_ENTRY_BYTES;
    return offset % TRAP_ENTRY_BYTES == 0 && vector < 32 && FAULT_VECTORS >> vector & 1 &&
           strcmp(exact_symbol_name(exact, symbol), TRAP_ENTRIES) == 0;
}

static void add(struct exact_profile *profile, struct sums *sums, const struct exact_count *count) {
    size_t symbol = exact_symbol_at(profile->exact, count->address);
    bool in_code = count->address >= CODE_START && count->address < CODE_END;
    const struct code_range *range =
        in_code ? recording_code(sums->recording, (u32)count->address, count->ticks) : NULL;
    profile->all += count->executions;
    if (symbol != EXACT_NOT_KERNEL) {
        sums->functions[symbol] += count->executions;
        profile->kernel += count->executions;
        if (is_fault(profile->exact, symbol, count->address)) profile->faults += count->executions;
    } else if (range) {
        add_translated(profile, sums, range, count);
    } else if (in_code) {
        profile->unknown += count->executions;
    } else {
        profile->firmware += count->executions;
    }
}

static int compare_methods(const void *a, const void *b) {
    const struct exact_method *left = a, *right = b;
    u64 l = left->own + left->inlined, r = right->own + right->inlined;
    return l != r ? (l < r) - (l > r) : (left->method > right->method) - (left->method < right->method);
}

static int compare_functions(const void *a, const void *b) {
    const struct exact_function *left = a, *right = b;
    u64 l = left->executions, r = right->executions;
    return l != r ? (l < r) - (l > r) : (left->symbol > right->symbol) - (left->symbol < right->symbol);
}

static int compare_lines(const void *a, const void *b) {
    const struct exact_line *left = a, *right = b;
    if (left->method != right->method) return left->method < right->method ? -1 : 1;
    return (left->line > right->line) - (left->line < right->line);
}

// So far there is one for each instruction.
static void add_up_lines(struct exact_profile *profile) {
    struct exact_line *lines = profile->lines;
    size_t count = 0;
    if (profile->line_count) qsort(lines, profile->line_count, sizeof(*lines), compare_lines);
    for (size_t i = 0; i < profile->line_count; i++) {
        if (count && compare_lines(&lines[count - 1], &lines[i]) == 0) {
            lines[count - 1].executions += lines[i].executions;
        } else {
            lines[count++] = lines[i];
        }
    }
    profile->line_count = count;
}

const struct exact_line *exact_profile_lines(const struct exact_profile *profile, u32 method, size_t *count) {
    size_t first = ARRAY_LEADING(profile->lines, profile->line_count, .method < method);
    *count = ARRAY_LEADING(profile->lines, profile->line_count, .method <= method) - first;
    return profile->lines + first;
}

static void take_sums(struct exact_profile *profile, const struct sums *sums) {
    size_t methods = sums->recording->method_count;
    for (size_t i = 0; i <= methods; i++) {
        if (!sums->own[i] && !sums->inlined[i]) continue;
        u32 id = i < methods ? sums->recording->methods[i].id : 0;
        profile->methods[profile->method_count++] = (struct exact_method){id, sums->own[i], sums->inlined[i]};
    }
    for (size_t i = 0; i < profile->exact->header.symbols; i++) {
        if (!sums->functions[i]) continue;
        profile->functions[profile->function_count++] = (struct exact_function){i, sums->functions[i]};
    }
    qsort(profile->methods, profile->method_count, sizeof(*profile->methods), compare_methods);
    qsort(profile->functions, profile->function_count, sizeof(*profile->functions), compare_functions);
}

bool exact_profile_make(struct exact_profile *profile, const struct recording *recording) {
    *profile = (struct exact_profile){.exact = &recording->exact};
    if (!recording->exact.header.counts) return false;
    size_t methods = recording->method_count + 1, symbols = profile->exact->header.symbols + 1;
    struct sums sums = {.recording = recording,
                        .own = memory_get(methods * sizeof(u64)),
                        .inlined = memory_get(methods * sizeof(u64)),
                        .functions = memory_get(symbols * sizeof(u64))};
    profile->methods = memory_get(methods * sizeof(*profile->methods));
    profile->functions = memory_get(symbols * sizeof(*profile->functions));
    for (u64 i = 0; i < profile->exact->header.counts; i++) add(profile, &sums, &profile->exact->counts[i]);
    take_sums(profile, &sums);
    add_up_lines(profile);
    free(sums.own), free(sums.inlined), free(sums.functions);
    return true;
}

void exact_profile_free(struct exact_profile *profile) {
    free(profile->methods), free(profile->lines), free(profile->functions);
    *profile = (struct exact_profile){0};
}
