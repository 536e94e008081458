// A TCG plugin that counts how often each instruction is executed (gnomon run --exact). Loaded with
// -plugin FILE,out=COUNTS,code=ADDRESS,end=ADDRESS; at QEMU's end it adds the counts to the file COUNTS
// (viz/read/exact_file.h).
//
// Counting is inline in the blocks that QEMU translates, per instruction, so a block left half-way counts what it did,
// and the guest cannot see it. Code below `code` is the firmware's and the kernel's and never changes: one counter for
// each address. Above, addresses are used again: each translation by QEMU gets new counters, with the tick at which it
// was made. QEMU translates anew what was written to, so the code that the guest had there at that tick is what was
// counted.
//
// What is executed from `end` on, where the machine is turned off, is not counted.
//
// QEMU declares its plugin interface in qemu-plugin.h, which Debian 12 does not ship: the few functions used here are
// declared below (QEMU documentation, "QEMU TCG Plugins", API version 1). icount_get is the clock of -icount
// (include/sysemu/cpu-timers.h).
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/read/exact_file.h"

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
typedef void (*vcpu_callback)(unsigned processor, void *data);
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                                  void (*callback)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*callback)(qemu_plugin_id_t, void *), void *data);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *instruction, enum qemu_plugin_op op,
                                                       void *target, uint64_t value);
extern void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *instruction, vcpu_callback callback,
                                                   enum qemu_plugin_cb_flags flags, void *data);
extern int64_t icount_get(void);

// What QEMU looks for in a plugin.
extern int qemu_plugin_version;
int qemu_plugin_version = 1;
int qemu_plugin_install(qemu_plugin_id_t id, const void *information, int count, char **arguments);

// Counters never move: translated blocks hold their addresses.
enum { COUNTERS_OF_PIECE = 4096, FIXED_BUCKETS = 1 << 16 };
struct counter {
    struct exact_count count;
    uint64_t until_end;   // what the counter was when the machine was turned off
    struct counter *next; // of the same bucket
};
struct piece {
    struct piece *next;
    size_t used;
    struct counter counters[COUNTERS_OF_PIECE];
};

static const char *output_path;
static uint64_t code_start, end_address, end_ticks;
static bool has_ended;
static struct piece *pieces;
static struct counter *fixed[FIXED_BUCKETS];

static struct counter *new_counter(uint64_t address, uint64_t ticks) {
    if (!pieces || pieces->used == COUNTERS_OF_PIECE) {
        struct piece *piece = calloc(1, sizeof(*piece));
        if (!piece) abort();
        piece->next = pieces;
        pieces = piece;
    }
    struct counter *counter = &pieces->counters[pieces->used++];
    counter->count.address = address;
    counter->count.ticks = ticks;
    return counter;
}

static struct counter *fixed_counter(uint64_t address, uint64_t ticks) {
    struct counter **bucket = &fixed[(address * 0x9e3779b97f4a7c15ull) >> 48];
    for (struct counter *counter = *bucket; counter; counter = counter->next) {
        if (counter->count.address == address) return counter;
    }
    struct counter *counter = new_counter(address, ticks);
    counter->next = *bucket;
    return *bucket = counter;
}

// Several processors take turns in one thread of QEMU's, so nobody counts meanwhile.
static void note_end(unsigned processor, void *data) {
    (void)processor, (void)data;
    if (has_ended) return;
    has_ended = true;
    for (struct piece *piece = pieces; piece; piece = piece->next) {
        for (size_t i = 0; i < piece->used; i++) piece->counters[i].until_end = piece->counters[i].count.executions;
    }
}

static void count_block(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    uint64_t ticks = (uint64_t)icount_get();
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        uint64_t address = qemu_plugin_insn_vaddr(instruction);
        struct counter *counter = address < code_start ? fixed_counter(address, ticks) : new_counter(address, ticks);
        if (address == end_address) {
            // The clock cannot be read when it is executed, but it is executed once, right after its translation
            end_ticks = ticks + i;
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, note_end, QEMU_PLUGIN_CB_NO_REGS, NULL);
        }
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64, &counter->count.executions,
                                                   1);
    }
}

static void write_counts(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    struct exact_header header;
    FILE *file = fopen(output_path, "r+");
    if (!file) return;
    if (fread(&header, sizeof(header), 1, file) != 1 || fseek(file, 0, SEEK_END)) return (void)fclose(file);
    header.end_ticks = has_ended ? end_ticks : 0;
    for (const struct piece *piece = pieces; piece; piece = piece->next) {
        for (size_t i = 0; i < piece->used; i++) {
            struct exact_count count = piece->counters[i].count;
            if (has_ended) count.executions = piece->counters[i].until_end;
            if (!count.executions) continue;
            fwrite(&count, sizeof(count), 1, file);
            header.counts++;
        }
    }
    rewind(file);
    fwrite(&header, sizeof(header), 1, file);
    fclose(file);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *information, int count, char **arguments) {
    (void)information;
    for (int i = 0; i < count; i++) {
        if (strncmp(arguments[i], "out=", 4) == 0) output_path = strdup(arguments[i] + 4);
        if (strncmp(arguments[i], "code=", 5) == 0) code_start = strtoull(arguments[i] + 5, NULL, 0);
        if (strncmp(arguments[i], "end=", 4) == 0) end_address = strtoull(arguments[i] + 4, NULL, 0);
    }
    if (!output_path || !code_start || !end_address) {
        fprintf(stderr, "exact plugin: expected out=FILE, code=ADDRESS and end=ADDRESS\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, count_block);
    qemu_plugin_register_atexit_cb(id, write_counts, NULL);
    return 0;
}
