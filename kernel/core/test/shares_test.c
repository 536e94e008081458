// Shares by weight: turns of domains that always have work, of one that comes back, and of one that has had too much.
#include "kernel/core/shares.h"

#include "kernel/core/machine.h"
#include "tap.h"

#define QUANTUM 1000u

static struct domain_core domains[3], children[32];
static struct share shares[3], child_shares[32]; // for one processor
static struct share_group groups[3];
static struct thread threads[4];
static u32 turns[4];

static struct cpu *cpu = &cpus[0];

static u32 take_turn(void) {
    struct thread *thread = shares_take(cpu);
    u32 number = (u32)(thread - threads);
    turns[number]++;
    shares_charge(thread, QUANTUM);
    return number;
}

static void take_turns(u32 count) {
    for (u32 i = 0; i < COUNT_OF(turns); i++) turns[i] = 0;
    while (count--) shares_append(cpu, &threads[take_turn()]);
}

static void test_weights(void) {
    const u32 weights[] = {1, 2, 5};
    for (u32 i = 0; i < COUNT_OF(domains); i++) {
        groups[i].weight = weights[i];
        shares_add(&domains[i], &groups[i], weights[i], &shares[i]);
        threads[i].domain = (struct domain *)&domains[i];
        shares_append(cpu, &threads[i]);
    }
    tap_is_int(cpu->run_queue.length, 3, "the queue counts those in shares");
    take_turns(8000);
    for (u32 i = 0; i < COUNT_OF(domains); i++) tap_is_int(turns[i], weights[i] * 1000, "turns by weight");
    threads[3].domain = threads[0].domain;
    shares_append(cpu, &threads[3]);
    take_turns(8000);
    tap_is_int(turns[0] + turns[3], 1000, "two threads of one domain have its share between them");
    tap_is_int(turns[0], 500, "in turns");
}

// The third domain waits while the others have 600 turns.
static void test_return(void) {
    u32 number;
    while ((number = take_turn()) != 2) shares_append(cpu, &threads[number]);
    take_turns(600);
    tap_ok(turns[1] >= 399 && turns[1] <= 401, "while one waits, the others divide the time by their weights");
    shares_append(cpu, &threads[2]);
    take_turns(8);
    tap_ok(turns[2] >= 4 && turns[2] <= 6, "it does not catch up when it comes back");
}

// A few quanta of what it was handed beside its turns are held against it.
static void test_ahead(void) {
    u32 number;
    while ((number = take_turn()) != 2) shares_append(cpu, &threads[number]);
    shares_charge(&threads[2], 1000000 * (u64)QUANTUM);
    shares_append(cpu, &threads[2]);
    take_turns(5);
    tap_is_int(turns[2], 0, "it waits");
    take_turns(80);
    tap_ok(turns[2] > 40, "but not for long");
}

// However many domains a group has, and whatever their weights, they have the group's share between them.
static void test_group(void) {
    static struct thread child_threads[COUNT_OF(children)];
    u64 turns_of_children = 0, turns_of_first = 0, turns_of_others = 0;
    for (u32 i = 0; i < COUNT_OF(children); i++) {
        shares_add(&children[i], &groups[0], i ? SHARE_WEIGHT_MOST : SHARE_WEIGHT_MOST / 2, &child_shares[i]);
        child_threads[i].domain = (struct domain *)&children[i];
        shares_append(cpu, &child_threads[i]);
    }
    for (u32 i = 0; i < 16 * 1000; i++) {
        struct thread *thread = shares_take(cpu);
        bool is_child = thread >= child_threads && thread < child_threads + COUNT_OF(children);
        turns_of_children += is_child;
        turns_of_first += thread == child_threads;
        turns_of_others += thread == &threads[1] || thread == &threads[2];
        shares_charge(thread, QUANTUM);
        shares_append(cpu, thread);
    }
    tap_ok(turns_of_others >= 13900 && turns_of_others <= 14100, "seven eighths for the weights of 2 and 5");
    tap_ok(turns_of_children >= 1900, "an eighth for a group of a weight of 1");
    tap_ok(turns_of_first * 63 > 1800 && turns_of_first * 63 < 2200, "within the group by weight");
    for (u32 i = 0; i < COUNT_OF(children); i++) {
        shares_take_it(cpu, &child_threads[i]);
        shares_remove(&children[i]);
    }
}

static void test_none(void) {
    struct thread first = {.number = 1}, second = {.number = 2};
    u32 turns_of_none = 0;
    shares_append(cpu, &first);
    shares_append(cpu, &second);
    tap_ok(shares_take(cpu) == &first, "who is of no domain goes first");
    shares_append(cpu, &first);
    for (u32 i = 0; i < 1000; i++) {
        struct thread *thread = shares_take(cpu);
        turns_of_none += thread == &first || thread == &second;
        shares_append(cpu, thread);
    }
    tap_is_int(turns_of_none, 500, "but domains have every second turn");
    for (u32 i = 0; i < COUNT_OF(threads) + 2; i++) shares_take(cpu);
    tap_ok(!shares_take(cpu) && !cpu->run_queue.length, "nobody is left");
    bool all = true;
    for (u32 i = 0; i < COUNT_OF(domains); i++) all &= shares_remove(&domains[i]) == &shares[i] && !domains[i].shares;
    tap_ok(all, "the shares are given back");
}

int main(void) {
    cpu->quantum_ticks = QUANTUM;
    test_weights();
    test_return();
    test_ahead();
    test_group();
    test_none();
    return tap_done();
}
