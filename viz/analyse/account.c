// What two accounts of the ledger consist of: natives, by name, as the guest counts them (log/ledger.c); and translated
// code, by the timing rows: what timed methods took themselves, and the rest. Parts add up to their account to the
// tick.
//
// The rows leave out what the ledger leaves out, except for three things that are the thread's own time but have
// accounts of their own: natives that are not leaves, the making of exceptions, and what the host took. Which method
// they belong to is not known, so if there were any, a separate line has their sum; it is negative.
#include <stdlib.h>
#include <string.h>

#include "viz/analyse/profile.h"

static struct account *account_of(struct profile *profile, u32 number) { return &profile->ledger[number]; }

static int by_ticks(const void *left, const void *right) {
    const struct account_part *a = left, *b = right;
    if (a->ticks != b->ticks) return a->ticks < b->ticks ? 1 : -1;
    return strcmp(a->name, b->name);
}

static s64 part_sum(const struct account *account) {
    s64 sum = 0;
    for (size_t i = 0; i < account->part_count; i++) sum += account->parts[i].ticks;
    return sum;
}

// What a native that was still running when the recording ended has had since is the ledger's, and not its entry's yet.
static void divide_natives(struct profile *profile) {
    const struct recording *recording = profile->recording;
    struct account *account = account_of(profile, LEDGER_native);
    if (!recording->native_count) return;
    account->parts = memory_get((recording->native_count + 1) * sizeof(*account->parts));
    for (size_t i = 0; i < recording->native_count; i++) {
        const struct region_native *native = &recording->natives[i];
        if (!native->calls && !native->ticks) continue;
        account->parts[account->part_count++] =
            (struct account_part){.name = native->method ? recording_method_label(recording, native->method)
                                                         : "(others, less what the host took)",
                                  .calls = native->calls,
                                  .ticks = native->ticks};
    }
    s64 open = account->ticks - part_sum(account);
    if (open) account->parts[account->part_count++] = (struct account_part){.name = "(open at the end)", .ticks = open};
    if (account->part_count) qsort(account->parts, account->part_count, sizeof(*account->parts), by_ticks);
}

static void divide_translated(struct profile *profile) {
    struct account *account = account_of(profile, LEDGER_translated);
    s64 timed = 0;
    u64 calls = 0;
    for (size_t i = 0; i < profile->method_count; i++) {
        const struct method_figures *method = &profile->methods[i];
        const struct method_name *name = recording_method(profile->recording, method->id);
        if (!method->own.count || !name || !name->class_name[0]) continue;
        timed += method->own.exclusive_cpu;
        calls += method->own.count;
    }
    if (!calls) return;
    s64 inside = account_of(profile, LEDGER_native)->ticks + account_of(profile, LEDGER_exception)->ticks +
                 account_of(profile, LEDGER_host)->ticks;
    account->parts = memory_get(3 * sizeof(*account->parts));
    account->parts[0] = (struct account_part){.name = "timed methods themselves", .calls = calls, .ticks = timed};
    account->parts[1] = (struct account_part){.name = "untimed", .ticks = account->ticks + inside - timed};
    account->parts[2] =
        (struct account_part){.name = "less natives, exceptions and host, which are in these two", .ticks = -inside};
    account->part_count = inside ? 3 : 2;
}

void account_divide(struct profile *profile) {
    divide_natives(profile);
    divide_translated(profile);
}
