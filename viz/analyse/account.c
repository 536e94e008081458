// What two accounts of the ledger consist of: natives, by name, as the guest counts them (log/ledger.c); and translated
// code, by the timing rows: what timed methods took themselves, and the rest. Parts add up to their account to the
// tick.
//
// The rows leave out what the ledger leaves out, except for three things that are the thread's own time but have
// accounts of their own: natives that are not leaves, the making of exceptions, and what the host took. What natives
// that are timed themselves took is known, and taken off. For the rest it is not known which was in timed methods: so
// these and untimed code have what they must have had, and a separate line what is one or the other's.
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

static s64 lesser(s64 a, s64 b) { return a < b ? a : b; }

static s64 within_account(const struct account *account, s64 ticks) {
    return ticks < 0 ? 0 : lesser(ticks, account->ticks > 0 ? account->ticks : 0);
}

static s64 timed_natives(const struct profile *profile) {
    s64 ticks = 0;
    for (size_t i = 0; i < profile->recording->native_count; i++) {
        const struct region_native *native = &profile->recording->natives[i];
        const struct method_figures *method = native->method ? profile_method(profile, native->method) : NULL;
        if (method && method->own.count) ticks += native->ticks;
    }
    return ticks;
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
    s64 of_natives = timed_natives(profile), inside = account_of(profile, LEDGER_native)->ticks - of_natives +
                                                      account_of(profile, LEDGER_exception)->ticks +
                                                      account_of(profile, LEDGER_host)->ticks;
    timed = lesser(timed - of_natives, account->ticks + inside);
    s64 surely_timed = within_account(account, timed - inside),
        surely_not = within_account(account, account->ticks - timed),
        either = account->ticks - surely_timed - surely_not;
    account->parts = memory_get(3 * sizeof(*account->parts));
    account->parts[0] =
        (struct account_part){.name = "timed methods themselves", .calls = calls, .ticks = surely_timed};
    account->parts[1] = (struct account_part){.name = "untimed", .ticks = surely_not};
    account->parts[2] = (struct account_part){
        .name = "one or the other: natives, exceptions or the host were in timed methods too", .ticks = either};
    account->part_count = either ? 3 : 2;
}

void account_divide(struct profile *profile) {
    divide_natives(profile);
    divide_translated(profile);
}
