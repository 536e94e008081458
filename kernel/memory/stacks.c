// See stacks.h.
#include "kernel/memory/stacks.h"

#include "base/layout.h"
#include "base/panic.h"
#include "kernel/core/machine.h"
#include "kernel/core/memory.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/threads.h"

#define UNIT_BYTES (64 * KIB)
#define UNITS ((STACKS_END - MACHINE_STACKS_END) / UNIT_BYTES)
#define WORD_UNITS 64u
#define FIRST_BYTES (THREAD_C_STACK_BYTES + 16 * KIB)

static u64 taken[UNITS / WORD_UNITS]; // a bit for each unit
static u64 lowest_free;               // no unit below is free

_Static_assert(UNITS % WORD_UNITS == 0, "whole words");

// ---- Addresses

static bool is_taken(u64 unit) { return taken[unit / WORD_UNITS] >> unit % WORD_UNITS & 1; }

static void set_taken(u64 first, u64 count, bool is) {
    for (u64 unit = first; unit < first + count; unit++) {
        u64 bit = 1ull << unit % WORD_UNITS;
        taken[unit / WORD_UNITS] = is ? taken[unit / WORD_UNITS] | bit : taken[unit / WORD_UNITS] & ~bit;
    }
}

// Returns the first of `count` free units, or UNITS. It goes by runs of free and taken units within a word, of which
// there are no more than some for each thread.
static u64 find_run(u64 count) {
    u64 length = 0; // of the free units before `unit`
    for (u64 unit = lowest_free, step; unit < UNITS; unit += step) {
        u64 bit = unit % WORD_UNITS, rest = taken[unit / WORD_UNITS] >> bit;
        bool is_free = !(rest & 1);
        u64 other = is_free ? rest : ~rest; // its lowest bit that is set ends the run
        step = other ? (u64)__builtin_ctzll(other) : WORD_UNITS;
        if (step > WORD_UNITS - bit) step = WORD_UNITS - bit;
        length = is_free ? length + step : 0;
        if (length >= count) return unit + step - length;
    }
    return UNITS;
}

static u64 first_unit(u64 floor) { return (floor - MACHINE_PAGE_BYTES - MACHINE_STACKS_END) / UNIT_BYTES; }

static u64 take_addresses(u64 count) {
    u64 unit = count <= UNITS ? find_run(count) : UNITS;
    if (unit == UNITS) return 0;
    set_taken(unit, count, true);
    while (lowest_free < UNITS && is_taken(lowest_free)) lowest_free++;
    return MACHINE_STACKS_END + unit * UNIT_BYTES + MACHINE_PAGE_BYTES;
}

static void give_addresses(const struct thread *thread) {
    u64 unit = first_unit(thread->stack_floor);
    set_taken(unit, (thread->stack_end - thread->stack_floor + MACHINE_PAGE_BYTES) / UNIT_BYTES, false);
    if (unit < lowest_free) lowest_free = unit;
}

// ---- Memory

static struct account *account_of(const struct thread *thread) { return &thread->payer->of[ACCOUNT_STACKS]; }

static bool commit(struct thread *thread, u64 start) {
    u64 bytes = thread->stack_start - start;
    if (!account_has_room(account_of(thread), bytes) || !memory_commit(start, bytes)) return false;
    account_charge(account_of(thread), bytes);
    thread->stack_start = start;
    thread->real_stack_limit = start + THREAD_C_STACK_BYTES;
    return true;
}

bool thread_stack_take(struct thread *thread, u64 bytes, struct accounts *payer) {
    u64 count = (bytes + MACHINE_PAGE_BYTES + UNIT_BYTES - 1) / UNIT_BYTES, floor = take_addresses(count);
    if (!floor) return false;
    thread->stack_floor = floor;
    thread->stack_start = thread->stack_end = floor - MACHINE_PAGE_BYTES + count * UNIT_BYTES;
    thread->payer = payer ? payer : &kernel_accounts;
    if (commit(thread, thread->stack_end - FIRST_BYTES)) {
        thread->stack_limit = thread->real_stack_limit;
        return true;
    }
    give_addresses(thread);
    thread->stack_floor = thread->stack_start = thread->stack_end = 0;
    return false;
}

void thread_stack_give(struct thread *thread) {
    u64 bytes = thread->stack_end - thread->stack_start;
    machine_release(thread->stack_start, bytes);
    account_credit(account_of(thread), bytes);
    give_addresses(thread);
    thread->stack_floor = thread->stack_start = thread->stack_end = 0;
}

bool stack_grow(struct thread *thread) {
    u64 bytes = thread->stack_end - thread->stack_start, left = thread->stack_start - thread->stack_floor;
    // Not while the error of a full stack is being made
    if (!thread->stack_floor || !left || thread->real_stack_limit != thread->stack_start + THREAD_C_STACK_BYTES) {
        return false;
    }
    if (!commit(thread, thread->stack_start - (bytes < left ? bytes : left))) return false;
    thread->stack_limit = thread->real_stack_limit;
    thread_request_stop(thread); // it may have been asked to meanwhile, which the limit no longer tells
    return true;
}

void stack_move(struct thread *thread, struct accounts *payer) {
    account_move_always(account_of(thread), &payer->of[ACCOUNT_STACKS], thread->stack_end - thread->stack_start);
    thread->payer = payer;
}
