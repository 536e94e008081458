// The devices: random bytes, and the program's standard input. See kernel/files/files.h.
//
// Random bytes come from the processor (RDRAND, SDM 1, 7.3.17) if it has that; otherwise, and in deterministic runs,
// from a generator that the counter seeds: it repeats in deterministic runs, and is no source of secrets. Where traffic
// is recorded or replayed, the host gives the seed, so that what a program chooses by chance is the same in both.
//
// Input is either the boot archive's entry "input", or what the host sends through the region when it is asked
// (log/input.c).
#include "base/cpuid.h"
#include "base/string.h"
#include "kernel/core/machine.h"
#include "kernel/core/options.h"
#include "kernel/files/file_source.h"
#include "log/log.h"

#define CPUID_RDRAND (1u << 30) // leaf 1, ecx
#define RANDOM_ATTEMPTS 10      // SDM 1, 7.3.17.1

// ---- Random bytes

static bool processor_random(u64 *bits) {
    for (int i = 0; i < RANDOM_ATTEMPTS; i++) {
        u8 done;
        __asm__ volatile("rdrand %0\n\tsetc %1" : "=r"(*bits), "=qm"(done) : : "cc");
        if (done) return true;
    }
    return false;
}

// splitmix64 (Steele, Lea, Flood 2014)
static u64 generated_random(struct files *files) {
    if (!files->random_state) files->random_state = machine_ticks() | 1;
    files->random_state += 0x9e3779b97f4a7c15ull;
    u64 bits = files->random_state;
    bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
    bits = (bits ^ bits >> 27) * 0x94d049bb133111ebull;
    return bits ^ bits >> 31;
}

static void choose_source(struct files *files) {
    bool has_it = cpuid_read(1, 0).ecx & CPUID_RDRAND;
    u64 seed = option_number(&machine_options, "random-seed", 0);
    bool repeats = seed || option_number(&machine_options, "deterministic", 0);
    files->random_source = has_it && !repeats ? RANDOM_PROCESSOR : RANDOM_GENERATOR;
    files->random_state = seed;
}

void device_fill_random(struct files *files, u8 *to, u64 bytes) {
    if (files->random_source == RANDOM_UNKNOWN) choose_source(files);
    for (u64 i = 0; i < bytes; i += 8) {
        u64 bits;
        if (files->random_source != RANDOM_PROCESSOR || !processor_random(&bits)) bits = generated_random(files);
        memcpy(to + i, &bits, bytes - i < 8 ? bytes - i : 8);
    }
}

// ---- Standard input

void device_set_input(struct files *files, const u8 *bytes, u64 count) {
    files->input = bytes;
    files->input_bytes = count;
    files->input_position = 0;
}

void files_without_input(struct files *files) { device_set_input(files, (const u8 *)"", 0); }

s64 device_read_input(struct files *files, u8 *to, u64 bytes) {
    if (!files->input) {
        s64 got = log_input(to, bytes);
        return got < 0 ? FILE_AGAIN : got;
    }
    u64 left = files->input_bytes - files->input_position;
    if (bytes > left) bytes = left;
    memcpy(to, files->input + files->input_position, bytes);
    files->input_position += bytes;
    return (s64)bytes;
}

s64 device_input_available(const struct files *files) {
    return files->input ? (s64)(files->input_bytes - files->input_position) : log_input_available();
}
