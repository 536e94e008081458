// A TCG plugin that counts how often the instruction at each address was executed: the truth that timing and sampling
// are held against. Loaded with -plugin FILE,out=COUNTS; at QEMU's end COUNTS holds a line "address size executions"
// (hexadecimal, decimal, decimal) for every instruction executed. Counting is inline in the translated blocks, per
// instruction, so a block left half-way counts what it did.
//
// QEMU 7.2 declares its plugin interface in qemu-plugin.h, which Debian does not ship: the few functions used here are
// declared below (QEMU documentation, "QEMU TCG Plugins", API version 1).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_op { QEMU_PLUGIN_INLINE_ADD_U64 };
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                                  void (*callback)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id, void (*callback)(qemu_plugin_id_t, void *), void *data);
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t index);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
extern size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *instruction, enum qemu_plugin_op op,
                                                       void *target, uint64_t value);

// What QEMU looks for in a plugin.
extern int qemu_plugin_version;
int qemu_plugin_version = 1;
int qemu_plugin_install(qemu_plugin_id_t id, const void *information, int count, char **arguments);

struct counter {
    uint64_t address, count;
    unsigned size;
    struct counter *next;
};

enum { BUCKETS = 1 << 18 };
static struct counter *buckets[BUCKETS];
static const char *output_path;

// The one counter of an address, however often QEMU translates it anew. Counters never move: translated blocks hold
// their addresses.
static struct counter *counter_of(uint64_t address, unsigned size) {
    struct counter **bucket = &buckets[(address * 0x9e3779b97f4a7c15ull) >> 46];
    for (struct counter *counter = *bucket; counter; counter = counter->next)
        if (counter->address == address) return counter;
    struct counter *counter = calloc(1, sizeof(*counter));
    if (!counter) abort();
    *counter = (struct counter){.address = address, .size = size, .next = *bucket};
    return *bucket = counter;
}

static void count_block(qemu_plugin_id_t id, struct qemu_plugin_tb *block) {
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(block); i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        struct counter *counter =
            counter_of(qemu_plugin_insn_vaddr(instruction), (unsigned)qemu_plugin_insn_size(instruction));
        qemu_plugin_register_vcpu_insn_exec_inline(instruction, QEMU_PLUGIN_INLINE_ADD_U64, &counter->count, 1);
    }
}

static void write_counts(qemu_plugin_id_t id, void *data) {
    (void)id, (void)data;
    FILE *file = fopen(output_path, "w");
    if (!file) return;
    for (int i = 0; i < BUCKETS; i++)
        for (const struct counter *counter = buckets[i]; counter; counter = counter->next)
            fprintf(file, "%llx %u %llu\n", (unsigned long long)counter->address, counter->size,
                    (unsigned long long)counter->count);
    fclose(file);
}

int qemu_plugin_install(qemu_plugin_id_t id, const void *information, int count, char **arguments) {
    (void)information;
    for (int i = 0; i < count; i++)
        if (strncmp(arguments[i], "out=", 4) == 0) output_path = strdup(arguments[i] + 4);
    if (!output_path) {
        fprintf(stderr, "count plugin: expected out=FILE\n");
        return -1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, count_block);
    qemu_plugin_register_atexit_cb(id, write_counts, NULL);
    return 0;
}
