// Making and ending threads: what a new one begins with, what one that has ended leaves to the next, and what there is
// no room for; in single cases, and at random, compared with a model that knows whose every byte of stack is. The files
// are included, not linked, so that the machine and the place of the stacks can be this test's own: only committed
// memory can be touched there.
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/layout.h"
#include "log_fixture.h"
#include "tap.h"

#define AREA_BYTES (256 * MIB)
static const u64 area = 0x200000000000;
#include "kernel/core/machine.h"
#undef STACKS_END
#undef MACHINE_STACKS_END
#define MACHINE_STACKS_END 0x200000000000
#define STACKS_END (MACHINE_STACKS_END + AREA_BYTES)

#include "kernel/core/kernel_lock.h"
#include "kernel/core/threads.c"
#include "kernel/memory/account.c"
#include "kernel/memory/stacks.c"

#define SMALL (64 * KIB)

// ---- The machine, and the rooms above

static u32 commits_left;
static u64 committed_bytes;

bool kernel_lock_is_held(void) { return true; } // there is one processor
bool memory_commit(u64 start, u64 bytes) {
    if (!commits_left) return false;
    commits_left--;
    committed_bytes += bytes;
    return mprotect((void *)start, bytes, PROT_READ | PROT_WRITE) == 0;
}

void machine_release(u64 start, u64 bytes) {
    if (madvise((void *)start, bytes, MADV_DONTNEED) || mprotect((void *)start, bytes, PROT_NONE)) abort();
    committed_bytes -= bytes;
}

_Noreturn void panic(const char *format, ...) {
    tap_ok(false, "%s", format);
    exit(1);
}

const u8 stub_thread_start[1];

#define STRUCTS 64u
static struct thread structs[STRUCTS];
static u32 made, prepared;
static struct domain_core core; // of the only domain
static struct accounts accounts;
static struct account *const account = &accounts.of[ACCOUNT_STACKS];
struct thread *thread_part_make(void) {
    return made < STRUCTS ? &structs[made++] : NULL;
}
static bool refuses;
bool thread_part_begin(struct thread *thread) {
    prepared++;
    thread->fault_pc = 17;
    return !refuses;
}
void thread_part_end(struct thread *thread) { prepared -= thread->fault_pc == 17; }

static char said[64];
static jmp_buf over;
void dispatch_switched(void) { strcat(said, "switched "); }
void scheduler_end(void) {
    strcat(said, "ended");
    longjmp(over, 1);
}
static void run(struct thread *thread) { strcat(said, thread == &structs[0] ? "runs " : "another runs "); }

static void start(void) {
    mmap((void *)area, AREA_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    lowest_free = 0;
    memset(taken, 0, sizeof(taken));
    memset(structs, 0, sizeof(structs));
    ended = NULL;
    accounts_first = &kernel_accounts;
    machine_accounts.of[ACCOUNT_STACKS].used_bytes = 0;
    accounts_begin(&accounts);
    core = (struct domain_core){.accounts = &accounts};
    thread_self()->domain = (struct domain *)&core;
    made = prepared = 0;
    committed_bytes = 0;
    commits_left = UINT32_MAX;
}

// A thread that ends as the scheduler ends it.
static void end(struct thread *thread) {
    thread->state = THREAD_ENDED;
    log_thread_end(&thread->log);
    thread_release(thread);
}

static u64 stack_bytes_of(const struct thread *thread) { return thread->stack_end - thread->stack_start; }
static u64 most_bytes_of(const struct thread *thread) { return thread->stack_end - thread->stack_floor; }

// ---- Single cases

static void test_new(void) {
    start();
    u32 before = thread_count;
    struct thread *thread = thread_create(SMALL + 1, run);
    tap_ok(thread == &structs[0] && thread->state == THREAD_NEW && thread->run == run, "a thread");
    tap_is_int(thread->number, before + 1, "has the next number");
    tap_is_int((long long)most_bytes_of(thread), 188 * KIB,
               "its stack may have what it wants and what C needs, in steps");
    tap_ok(stack_bytes_of(thread) == FIRST_BYTES && account->used_bytes == FIRST_BYTES,
           "has a part of it, and is charged that");
    tap_is_int((long long)(thread->stack_limit - thread->stack_start), THREAD_C_STACK_BYTES, "of which C has the end");
    tap_is_int((long long)thread->real_stack_limit, (long long)thread->stack_limit, "and nobody has asked it to stop");
    tap_is_int((long long)thread->fault_pc, 17, "the rooms above have prepared it");
    tap_ok(thread->cpu == thread_self()->cpu && thread->domain == thread_self()->domain,
           "processor and domain are its maker's");
    const struct initial_context *context = (const struct initial_context *)thread->saved_sp;
    tap_ok(thread->saved_sp > thread->stack_start && thread->saved_sp + sizeof(*context) <= thread->stack_end &&
               thread->saved_sp % 16 == 0 && context->return_address == (u64)stub_thread_start,
           "its saved context leads to where threads begin");
    struct thread *other = thread_create(SMALL, run);
    tap_ok(other->stack_start >= thread->stack_end + MACHINE_PAGE_BYTES, "there is a page between two stacks");
    tap_ok(core.first_thread == other && other->next_thread == thread && thread->previous_thread == other,
           "the newest is the list's first");
    if (!setjmp(over)) thread_main(thread);
    tap_is_text(said, "switched runs ended", "it runs, and ends");
}

static void test_again(void) {
    start();
    struct thread *thread = thread_create(SMALL, run), *other = thread_create(2 * SMALL, run);
    u64 place = thread->stack_floor;
    u32 number = other->number;
    end(thread);
    tap_ok(committed_bytes == FIRST_BYTES && account->used_bytes == FIRST_BYTES && core.first_thread == other &&
               !other->next_thread,
           "what has ended has no memory and is in no list");
    struct thread *larger = thread_create(3 * SMALL, run), *again = thread_create(SMALL, run);
    tap_ok(larger == thread && larger->stack_floor > other->stack_end,
           "one with a larger stack does not fit in its place");
    tap_ok(again->stack_floor == place && again->state == THREAD_NEW, "one with a stack of its size does");
    tap_is_int(again->number, number + 2, "under a number of its own");
    tap_ok(!again->previous_thread && again->next_thread == larger, "in front of the list");
    end(again);
    end(other);
    struct thread *whole = thread_create(4 * SMALL, run);
    tap_is_int((long long)whole->stack_floor, (long long)place, "places beside each other are one");
}

// Many sizes, one after the other, of which each is larger than what is left behind the one before.
static void test_sizes(void) {
    start();
    u32 refused = 0;
    for (u64 bytes = SMALL; bytes < AREA_BYTES / 2; bytes += SMALL) {
        struct thread *thread = thread_create(bytes, run);
        if (thread) end(thread);
        else refused++;
    }
    tap_is_int(refused, 0, "a place serves stacks of any size, in turn");
}

static void test_growth(void) {
    start();
    struct thread *thread = thread_create(MIB, run);
    u64 most = most_bytes_of(thread);
    tap_ok(stack_grow(thread) && stack_bytes_of(thread) == 2 * FIRST_BYTES && thread->stack_limit == UINT64_MAX,
           "a stack grows to twice what it has");
    memset((void *)thread->stack_start, 1, stack_bytes_of(thread));
    tap_ok(account->used_bytes == 2 * FIRST_BYTES && machine_accounts.of[ACCOUNT_STACKS].used_bytes == 2 * FIRST_BYTES,
           "and is charged that");
    commits_left = 0;
    tap_ok(!stack_grow(thread) && stack_bytes_of(thread) == 2 * FIRST_BYTES, "not where there is no memory");
    commits_left = UINT32_MAX;
    account->limit_bytes = 3 * FIRST_BYTES;
    tap_ok(!stack_grow(thread), "nor beyond its account");
    tap_ok(thread_create(MIB, run) && !thread_create(MIB, run), "on which others stand as well");
    account->limit_bytes = UINT64_MAX;
    while (stack_grow(thread)) {}
    tap_ok(stack_bytes_of(thread) == most && thread->real_stack_limit == thread->stack_floor + THREAD_C_STACK_BYTES,
           "it ends where it must");
    stack_move(thread, &kernel_accounts);
    tap_ok(account->used_bytes == FIRST_BYTES && kernel_account(ACCOUNT_STACKS)->used_bytes == most, "another may pay");
    end(thread);
    tap_ok(!kernel_account(ACCOUNT_STACKS)->used_bytes, "and has it back");
    accounts_check();
}

static void test_no_memory(void) {
    start();
    struct thread *thread = thread_create(SMALL, run);
    commits_left = 0;
    tap_ok(!thread_create(SMALL, run) && !thread_create(SMALL, run), "no memory for a stack, no thread");
    tap_ok(core.first_thread == thread && !thread->previous_thread, "none is in the list");
    commits_left = 1;
    refuses = true;
    tap_ok(!thread_create(SMALL, run) && committed_bytes == FIRST_BYTES, "nor where the rooms above have none");
    refuses = false;
    commits_left = 1;
    struct thread *later = thread_create(SMALL, run);
    tap_ok(later && later->stack_floor == thread->stack_end + MACHINE_PAGE_BYTES && made == 2,
           "with memory it is made where it would have been");
    commits_left = UINT32_MAX;
    tap_ok(!thread_create(AREA_BYTES, run), "no room for so large a stack");
    struct thread *other = thread_create(4 * SMALL, run);
    tap_ok(other && made == 3, "what was begun for it serves any other");
    struct thread *here = thread_create_here(area, area + MIB);
    tap_ok(here->is_idle && here->stack_end == area + MIB && here->stack_limit == area + THREAD_C_STACK_BYTES,
           "the idle thread is on the stack that it is given");
    while (thread_create(SMALL, run)) {}
    tap_is_int(made, STRUCTS, "and there are only so many");
    end(other);
    tap_ok(thread_create(SMALL, run) == other && !thread_create(SMALL, run), "until one has ended");
}

// ---- At random

static struct thread *alive[STRUCTS];
static u32 alive_count;

static bool is_in_list(const struct thread *thread) {
    for (const struct thread *at = core.first_thread; at; at = at->next_thread) {
        if (at == thread) return at->next_thread ? at->next_thread->previous_thread == at : true;
    }
    return false;
}

static u32 faults_of(u32 number) {
    const struct thread *thread = alive[number];
    u32 faults = !is_in_list(thread);
    for (u32 i = 0; i < number; i++) {
        const struct thread *other = alive[i];
        faults += thread->number == other->number || (thread->stack_floor < other->stack_end + MACHINE_PAGE_BYTES &&
                                                      other->stack_floor < thread->stack_end + MACHINE_PAGE_BYTES);
    }
    return faults;
}

static u32 churn(u32 steps, u32 *refused) {
    u32 faults = 0;
    for (u32 step = 0; step < steps; step++) {
        if (rand() % 2 && alive_count) {
            u32 which = (u32)rand() % alive_count;
            end(alive[which]);
            alive[which] = alive[--alive_count];
        } else {
            commits_left = rand() % 8 ? 1 : 0;
            struct thread *thread = thread_create((1 + (u32)rand() % 5) * SMALL, run);
            if (thread) alive[alive_count++] = thread;
            else ++*refused;
            if (thread && rand() % 2) stack_grow(thread);
            if (thread) memset((void *)thread->stack_start, 0x55, stack_bytes_of(thread) - 64);
        }
        for (u32 i = 0; i < alive_count; i++) faults += faults_of(i);
        faults += committed_bytes != account->used_bytes;
    }
    return faults;
}

static void test_random(void) {
    start();
    u32 refused = 0;
    srand(1);
    tap_is_int(churn(3000, &refused), 0, "3,000 random steps: no two have a number or a byte of stack in common");
    tap_ok(refused > 100, "%u of them were refused", refused);
    while (alive_count) end(alive[--alive_count]);
    u64 left = 0;
    for (u64 unit = 0; unit < UNITS; unit++) left += is_taken(unit);
    tap_ok(!left && !lowest_free && !account->used_bytes, "and nothing is left of them");
}

int main(void) {
    fixture_thread_bytes = sizeof(struct thread);
    fixture_start(4 * MIB, 0);
    test_new();
    test_again();
    test_sizes();
    test_growth();
    test_no_memory();
    test_random();
    return tap_done();
}
