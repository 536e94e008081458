// How far each figure of a profile may be off; docs/log.md, "Errors", says how each is derived.
#include <math.h>
#include <stdlib.h>

#include "log/events.h"
#include "viz/analyse/domains.h"
#include "viz/analyse/processors.h"
#include "viz/read/offsets.h"

#define HOST_SLICE_SECONDS 0.01 // for which Linux lets another process run, at most as a rule
#define SHORT_SECONDS 1e-6      // a method is one of short calls if half of its calls are no longer
#define SHORT_CALLS 100         // and if there are so many
#define LONG_FACTOR 4           // a call in which one fell is so many times as long as most
#define HOST_LEAST_SECONDS 5e-6 // two switches of processes and what the other one does between them: no less

static double interrupts_per_tick(const struct recording *recording) {
    double interrupts = 0, running = 0;
    for (size_t i = 0; i < recording->thread_count; i++) {
        interrupts += (double)recording->threads[i].interrupts;
        running += (double)recording->threads[i].running_ticks;
    }
    return running > 0 ? interrupts / running : 0;
}

// ---- Several processors

static bool has_all_migrations(const struct profile *profile) {
    const struct recording *recording = profile->recording;
    const struct reader_range *range = &recording->reader.range;
    bool is_on = recording->profile.event_mask[EVENT_thread_migrate / 64] >> EVENT_thread_migrate % 64 & 1;
    bool is_part = reader_range_has_time(range) || reader_range_has_threads(range) || range->wanted;
    return is_on && !is_part && !profile->loss_total && !(recording->reader.header.flags & REGION_CONTROLLED);
}

// How often a thread went to another processor: as the events say, where all of them are there, else at most with each
// switch.
static double count_migrations(const struct profile *profile) {
    const struct recording *recording = profile->recording;
    bool has_all = has_all_migrations(profile);
    double count = 0;
    for (size_t i = 0; has_all && i < profile->event_count; i++) {
        if (profile->events[i].id == EVENT_thread_migrate) count = (double)profile->events[i].count;
    }
    for (size_t i = 0; !has_all && i < recording->thread_count; i++) count += (double)recording->threads[i].switches;
    return count;
}

// The guest subtracts what two counters show where a thread was carried to another processor in between: that falls
// into at most so many of these calls, and its own part of each of a method's calls may have been cut in that way.
static void add_distance(const struct error_rates *rates, const struct figures *figures, struct figure_errors *errors) {
    errors->elapsed += fmin((double)figures->count, rates->migrations) * rates->distance;
    if (figures->count) errors->exclusive += rates->migrations * rates->distance;
}

static void find_rates(struct profile *profile) {
    struct error_rates *rates = &profile->rates;
    double ppm, hz = recording_hz(profile->recording, &ppm);
    rates->is_exact = recording_is_deterministic(profile->recording);
    rates->step = recording_step_ticks(profile->recording);
    rates->clock = ppm * 1e-6;
    const struct region_calibration *interrupt = &profile->chosen[CALIBRATE_INTERRUPT];
    rates->interrupts = interrupts_per_tick(profile->recording) * (double)interrupt->full_error;
    if (interrupt->full_error) rates->interrupt_ticks = (double)interrupt->full_ticks;
    rates->slice_ticks = hz * HOST_SLICE_SECONDS;
    rates->distance = (double)offsets_distance(&profile->recording->reader.offsets);
    if (rates->distance > 0) rates->migrations = count_migrations(profile);
    for (u32 kind = 0; kind < PROBE_PAIRS; kind++) {
        const struct region_calibration *chosen = &profile->chosen[kind];
        if (!chosen->full_ticks) continue;
        rates->full = rates->full > 0 ? fmin(rates->full, (double)chosen->full_ticks) : (double)chosen->full_ticks;
        rates->full_error = fmax(rates->full_error, (double)chosen->full_error);
        rates->outer_error = fmax(rates->outer_error, (double)chosen->outer_error);
    }
    if (profile->inlined) {
        rates->full_error += (double)profile->chosen[CALIBRATE_INLINED].full_error;
        rates->outer_error += (double)profile->chosen[CALIBRATE_INLINED].outer_error;
    }
    for (u32 account = 0; account < profile->ledger_count; account++) {
        double ticks = fmax((double)profile->ledger[account].ticks, 0);
        if (account == LEDGER_host) rates->host_ticks = ticks;
        if (account != LEDGER_idle && account != LEDGER_boot) rates->busy_ticks += ticks;
    }
}

// ---- The host's time that no clock of its own tells: its interrupts, and what the machine below it runs. In methods
// of short calls it makes a few calls long, so those bound it; and as it strikes whatever runs, the least of what such
// methods show is what all have: half of their time is in methods that have less of it.

// What ran between the readings, the instruments' share of that as well.
static double running_ticks(const struct figures *figures) {
    return fmax((double)(figures->raw - (figures->elapsed - figures->cpu)), 0);
}

static void find_tail(const struct profile *profile, struct method_figures *method) {
    double ppm, hz = recording_hz(profile->recording, &ppm);
    if (!method->durations || method->durations->total < SHORT_CALLS) return;
    double half = histogram_percentile(method->durations, 0.5, method->own.minimum, method->own.maximum).value;
    method->is_short = half <= SHORT_SECONDS * hz;
    if (!method->is_short) return;
    method->tail = histogram_tail(method->durations, LONG_FACTOR * half);
    // What is known to have been spent elsewhere is not in CPU time
    method->tail.ticks = fmax(method->tail.ticks - (double)(method->own.elapsed - method->own.cpu), 0);
}

struct share {
    double ticks, running, count;
};

static int compare_shares(const void *left, const void *right) {
    const struct share *a = left, *b = right;
    double first = a->ticks * b->running, second = b->ticks * a->running;
    return first < second ? -1 : first > second;
}

static void find_hidden(struct profile *profile) {
    struct share *shares = memory_get((profile->method_count + 1) * sizeof(*shares));
    size_t count = 0;
    double all = 0, seen = 0;
    for (size_t i = 0; i < profile->method_count; i++) {
        struct method_figures *method = &profile->methods[i];
        find_tail(profile, method);
        double running = running_ticks(&method->own);
        if (!method->is_short || running <= 0) continue;
        shares[count++] = (struct share){method->tail.ticks, running, method->tail.count};
        all += running;
    }
    qsort(shares, count, sizeof(*shares), compare_shares);
    for (size_t i = 0; i < count && seen < all / 2; i++) {
        seen += shares[i].running;
        profile->rates.hidden = shares[i].ticks / shares[i].running;
        profile->rates.hidden_slice = shares[i].count > 0 ? shares[i].ticks / shares[i].count : 0;
    }
    free(shares);
}

// Methods do not run at the same times, so one may have twice the share of another, and three deviations more.
static double hidden_error(const struct error_rates *rates, double running) {
    double share = rates->hidden * running;
    return 2 * share + 3 * sqrt(share * rates->hidden_slice);
}

// How much of the host's time, which is known as a whole, may be in a part of the busy time: its share, and three
// deviations of the number of slices that fall into it.
static double host_error(const struct error_rates *rates, double ticks, bool is_share_known) {
    if (rates->host_ticks <= 0 || rates->busy_ticks <= 0) return 0;
    double share = rates->host_ticks * fmin(fabs(ticks) / rates->busy_ticks, 1);
    double deviations = 3 * sqrt(share * rates->slice_ticks);
    return fmin(rates->host_ticks, deviations + (is_share_known ? 0 : share));
}

// How much of a time the host had, known or not: what is in it cannot be more than all of it, which may itself be off.
static double part_of_host(double host, double ticks, double error) { return fmin(host, fmax(ticks, 0) + error); }

// An interrupt is charged with its entry and return as calibrated. Many take that in the mean, but a single one may
// take nearly nothing: then so much is missing from CPU time that should not be, of what is missing at all.
static double struck_error(const struct error_rates *rates, s64 elapsed, s64 cpu) {
    return fmin(fmax((double)(elapsed - cpu), 0), rates->interrupt_ticks);
}

static double pairs_error(const struct profile *profile, const struct figures *figures, bool full) {
    double error = 0;
    for (u32 kind = 0; kind < PROBE_PAIRS; kind++) {
        const struct region_calibration *chosen = &profile->chosen[kind];
        error += (double)figures->pairs[kind] * (double)(full ? chosen->full_error : chosen->inner_error);
    }
    const struct region_calibration *more = &profile->chosen[CALIBRATE_INLINED];
    return error + (double)figures->inlined * (double)(full ? more->full_error : more->inner_error);
}

static double pairs_inside(const struct profile *profile, const struct figures *figures) {
    double inside = (double)figures->raw - (double)figures->elapsed - figures->inner_ticks;
    return inside > 0 && profile->rates.full > 0 ? inside / profile->rates.full : 0;
}

struct figure_errors profile_errors(const struct profile *profile, const struct figures *figures, u64 callee_pairs) {
    const struct error_rates *rates = &profile->rates;
    // Each reading is cut to a step of the counter
    double own = pairs_error(profile, figures, false) + rates->step * sqrt((double)figures->count);
    double inside = pairs_inside(profile, figures) * rates->full_error,
           around = (double)callee_pairs * rates->outer_error;
    struct figure_errors errors = {
        .elapsed = own + inside + rates->clock * fabs((double)figures->elapsed) +
                   rates->interrupts * fabs((double)figures->cpu),
        .exclusive = own + around + rates->clock * fabs((double)figures->exclusive_elapsed) +
                     rates->interrupts * fabs((double)figures->exclusive_cpu),
        .struck = struck_error(rates, figures->elapsed, figures->cpu),
        .exclusive_struck = struck_error(rates, figures->exclusive_elapsed, figures->exclusive_cpu),
    };
    double hidden = hidden_error(rates, running_ticks(figures));
    double cpu = (double)figures->cpu, exclusive_cpu = (double)figures->exclusive_cpu;
    errors.host = part_of_host(host_error(rates, cpu, false) + hidden, cpu, errors.elapsed);
    errors.cpu = errors.elapsed + errors.struck + errors.host;
    errors.exclusive_cpu =
        errors.exclusive + errors.exclusive_struck +
        part_of_host(host_error(rates, exclusive_cpu, false) + hidden, exclusive_cpu, errors.exclusive);
    add_distance(rates, figures, &errors); // the time away has the same, so CPU time has none of it
    return errors;
}

// All that the host took from a method of short calls is in its long ones.
static void limit_by_tail(const struct method_figures *method, struct figure_errors *errors) {
    if (!method->is_short) return;
    errors->host = fmin(errors->host, method->tail.ticks);
    errors->cpu = fmin(errors->cpu, errors->elapsed + errors->struck + method->tail.ticks);
    errors->exclusive_cpu =
        fmin(errors->exclusive_cpu, errors->exclusive + errors->exclusive_struck + method->tail.ticks);
}

// What a guest that was killed did behind its last heartbeat is in none of its figures.
static void mark_unseen(void *context, u32 id) {
    struct method_figures *method = profile_method(context, id);
    if (method) method->unseen = true;
}

static void add_unseen(const struct profile *profile, u32 method, struct figure_errors *errors) {
    const struct method_figures *figures = profile_method(profile, method);
    if (!figures || !figures->unseen) return;
    double unseen = (double)profile->recording->unseen_ticks;
    errors->elapsed += unseen, errors->exclusive += unseen, errors->cpu += unseen, errors->exclusive_cpu += unseen;
}

// ---- A single call, and with it a percentile, the shortest and the longest
//
//     E = t1 - t0 - c_in - N c_full, N pairs inside
//
// Each of the readings is late by up to a step of the counter, c_in is off by up to u(c_in) of either kind that the
// method's rows have, and each pair inside by up to u(c_full). How many of these one call has is not recorded. Their
// mean is; a call no longer than the mean is taken to have no more than that, and a longer one more in proportion. The
// mean of the time is that without the host's, which has no pairs: with it, the error of a call that is usual would be
// the smaller the more the host took from others. What the host may have had is an upper limit, so what it leaves may
// be too little: not less than what half of the calls take.

static double largest_inner_error(const struct profile *profile, const struct figures *figures) {
    double error = 0;
    for (u32 kind = 0; kind < PROBE_PAIRS; kind++) {
        if (figures->pairs[kind]) error = fmax(error, (double)profile->chosen[kind].inner_error);
    }
    return error + (figures->inlined ? (double)profile->chosen[CALIBRATE_INLINED].inner_error : 0);
}

// In how many calls the host may have run: in a method of short calls, in the long ones. In others it has run at most
// so often as its time there has room for.
static double calls_of_host(const struct profile *profile, const struct method_figures *method) {
    const struct error_rates *rates = &profile->rates;
    if (method->is_short) return method->tail.count;
    double ppm,
        least = recording_hz(profile->recording, &ppm) * HOST_LEAST_SECONDS,
        known = host_error(rates, (double)method->own.cpu, false) / least,
        slices = rates->hidden_slice > 0 ? rates->hidden * running_ticks(&method->own) / rates->hidden_slice : 0;
    return known + 2 * slices + 3 * sqrt(slices);
}

static void find_call_errors(const struct profile *profile, struct method_figures *method) {
    const struct error_rates *rates = &profile->rates;
    const struct figures *own = &method->own;
    struct call_errors *errors = &method->call_errors;
    double calls = fmax((double)(own->count - own->nested), 1);
    errors->fixed = largest_inner_error(profile, own) + rates->step + (rates->migrations > 0 ? rates->distance : 0);
    errors->pairs = pairs_inside(profile, own) * rates->full_error / calls;
    double half = histogram_percentile(method->durations, 0.5, own->minimum, own->maximum).value;
    errors->usual_ticks = fmax(fmax(((double)own->elapsed - method->errors.host) / calls, half), 1);
    errors->rate = rates->clock + rates->interrupts;
    errors->host_ticks = method->errors.host;
    errors->host_calls = calls_of_host(profile, method);
}

static double call_error(const struct method_figures *method, double ticks) {
    const struct call_errors *errors = &method->call_errors;
    double size = fabs(ticks);
    return errors->fixed + errors->pairs * fmax(size / errors->usual_ticks, 1) + errors->rate * size;
}

struct percentile profile_shortest(const struct method_figures *method) {
    double ticks = (double)method->own.minimum;
    return (struct percentile){.value = ticks, .error = call_error(method, ticks)};
}

// Without what the host took in others' calls, a percentile may lie lower: calls in which it did not run come before
// some in which it did.
static double least(const struct method_figures *method, double part) {
    const struct call_errors *errors = &method->call_errors;
    return histogram_least(method->durations, part, method->own.minimum, errors->host_ticks, errors->host_calls);
}

struct percentile profile_longest(const struct method_figures *method) {
    double ticks = (double)method->own.maximum, error = call_error(method, ticks);
    if (method->durations) error += fmax(ticks - least(method, 1), 0);
    return (struct percentile){.value = ticks, .error = error};
}

struct percentile profile_percentile(const struct method_figures *method, double part) {
    struct percentile found = histogram_percentile(method->durations, part, method->own.minimum, method->own.maximum);
    if (method->durations) found.error = fmax(found.error, found.value - least(method, part));
    found.error += call_error(method, found.value);
    return found;
}

static void add_method_errors(struct profile *profile, struct method_figures *method) {
    method->errors = profile_errors(profile, &method->own, method->callee_pairs);
    limit_by_tail(method, &method->errors);
    find_call_errors(profile, method);
    add_unseen(profile, method->id, &method->errors);
}

// What has passed since a guest that was killed moved its accounts last may be the one's that was open, or of those
// that others have taken from it.
static void add_open_errors(const struct recording *recording, const struct region_ledger *last,
                            struct account *ledger) {
    const u32 accounts[] = {last->current, LEDGER_interrupt, LEDGER_host, LEDGER_instrument};
    if (!recording->open || recording->moment) return;
    if (!last->since_ticks || recording->end_ticks < last->since_ticks) return;
    for (u32 k = 0; k < COUNT_OF(accounts); k++) {
        if (accounts[k] >= LEDGER_ACCOUNTS || (k && accounts[k] == last->current)) continue;
        ledger[accounts[k]].error += (double)(recording->end_ticks - last->since_ticks);
    }
}

// Start and end of the run are read from one counter for all processors: the accounts that were open then have what
// lies between that and their own.
static void add_bounds_errors(const struct profile *profile, const struct region_ledger *last, struct account *ledger) {
    if (last->current < LEDGER_ACCOUNTS) ledger[last->current].error += profile->rates.distance;
    ledger[LEDGER_boot].error += profile->rates.distance;
    add_open_errors(profile->recording, last, ledger);
}

// What the instruments took stands in their account and was taken out of that of translated code: `instruments` is by
// how much that may be off. `busy` is the time in which interrupts may have fallen.
static double account_error(const struct error_rates *rates, u32 account, s64 spent, double instruments, double busy) {
    double ticks = fabs((double)spent), error = rates->clock * ticks;
    bool waits = account == LEDGER_idle || account == LEDGER_boot || account == LEDGER_unobserved;
    if (account == LEDGER_translated || account == LEDGER_instrument) error += instruments;
    if (account == LEDGER_interrupt) return error + rates->interrupts * busy;
    if (account == LEDGER_host) return error + fmin(ticks, rates->slice_ticks) + hidden_error(rates, busy);
    if (waits) return error;
    return error + rates->interrupts * ticks + host_error(rates, ticks, true) + hidden_error(rates, ticks);
}

static double busy_ticks(const struct processor *processor) {
    double busy = 0;
    for (u32 account = 0; account < LEDGER_ACCOUNTS; account++) {
        if (account == LEDGER_idle || account == LEDGER_boot) continue;
        busy += fmax((double)processor->ledger[account].ticks, 0);
    }
    return busy;
}

// A native's time lies between readings of its own; what is open at the end is what its account has beyond its calls'.
static void add_native_errors(const struct error_rates *rates, struct account *account) {
    for (size_t i = 0; i < account->part_count; i++) {
        struct account_part *part = &account->parts[i];
        double ticks = fabs((double)part->ticks);
        double measured = (rates->clock + rates->interrupts) * ticks + rates->step * sqrt((double)part->calls),
               host = host_error(rates, ticks, true) + hidden_error(rates, ticks);
        part->error = part->calls ? measured + part_of_host(host, ticks, measured) : account->error;
    }
}

// As account_divide has made them: what timed methods took, less what may have been natives, exceptions and the host's;
// what is left of the account; and what may have been either's, which is no more than timed methods have in all.
static void add_translated_errors(const struct profile *profile, double instruments) {
    const struct account *ledger = profile->ledger, *account = &ledger[LEDGER_translated];
    if (!account->parts) return;
    struct account_part *part = account->parts;
    double inside = ledger[LEDGER_native].error + ledger[LEDGER_exception].error + ledger[LEDGER_host].error,
           timed = account_error(&profile->rates, LEDGER_translated, part[0].ticks, instruments, 0) +
                   profile->rates.migrations * profile->rates.distance;
    part[0].error = timed + inside;
    part[1].error = timed + account->error;
    if (account->part_count > 2) part[2].error = part[0].ticks ? inside : inside + timed;
}

// On which processor, and in which domain, the instruments were is not known: each may have all of their error.
static void add_ledger_errors(struct profile *profile, const struct figures *all) {
    const struct recording *recording = profile->recording;
    const struct error_rates *rates = &profile->rates;
    double instruments = pairs_error(profile, all, true) +
                         (double)profile->record_count * (double)profile->chosen[CALIBRATE_RECORD].full_error;
    for (u32 k = 0; k < profile->ledger_count; k++) {
        struct account *account = &profile->ledger[k];
        account->error = account_error(rates, k, account->ticks, instruments, rates->busy_ticks);
    }
    for (size_t i = 0; i < profile->processor_count; i++) {
        struct account *ledger = profile->processors[i].ledger;
        double busy = busy_ticks(&profile->processors[i]);
        for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) {
            ledger[k].error = account_error(rates, k, ledger[k].ticks, instruments, busy);
        }
        add_bounds_errors(profile, &recording->ledgers[i], ledger);
        add_bounds_errors(profile, &recording->ledgers[i], profile->ledger);
    }
    add_native_errors(rates, &profile->ledger[LEDGER_native]);
    add_translated_errors(profile, instruments);
    for (size_t i = 0; i < profile->domain_count; i++) {
        struct account *ledger = profile->domains[i].ledger;
        for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) {
            ledger[k].error = account_error(rates, k, ledger[k].ticks, instruments, rates->busy_ticks);
        }
        for (size_t at = 0; at < profile->processor_count; at++) {
            add_bounds_errors(profile, &recording->ledgers[at], ledger);
        }
    }
}

struct thread_errors profile_thread_errors(const struct profile *profile, const struct region_thread *thread,
                                           s64 running, s64 own) {
    const struct error_rates *rates = &profile->rates;
    size_t count;
    const struct thread_method *methods = profile_thread_methods(profile, thread->number, &count);
    double ticks = fabs((double)running), probes = 0;
    for (size_t i = 0; i < count; i++) probes += pairs_error(profile, &methods[i].figures, true);
    struct thread_errors errors = {.running = rates->clock * ticks, .clock = rates->clock};
    double measured = errors.running + probes +
                      (double)thread->interrupts * (double)profile->chosen[CALIBRATE_INTERRUPT].full_error,
           host = host_error(rates, ticks, false) + hidden_error(rates, ticks);
    errors.own = measured + part_of_host(host, (double)own, measured);
    double had = fabs((double)thread->host_ticks);
    errors.host = rates->clock * had + fmin(had, rates->slice_ticks) + hidden_error(rates, ticks);
    errors.away = fmin((double)thread->switches, rates->migrations) * rates->distance;
    return errors;
}

s64 profile_pieces_error_ns(const struct profile *profile, u64 ticks, u64 pieces, double distance) {
    double error = profile->rates.clock * (double)ticks;
    if (!profile->rates.is_exact) error += (double)pieces * (profile->rates.step + distance);
    return recording_error_ns(profile->recording, error);
}

void profile_add_errors(struct profile *profile) {
    struct figures all = {0};
    find_rates(profile);
    if (!profile->rates.is_exact) find_hidden(profile);
    if (profile->recording->unseen_ticks) activations_visit_unseen(profile->recording, mark_unseen, profile);
    for (size_t i = 0; i < profile->method_count; i++) {
        add_method_errors(profile, &profile->methods[i]);
        for (u32 kind = 0; kind < PROBE_PAIRS; kind++) all.pairs[kind] += profile->methods[i].own.pairs[kind];
    }
    for (size_t i = 0; i < profile->edge_count; i++) {
        struct edge *edge = &profile->edges[i];
        const struct method_figures *callee = profile_method(profile, edge->callee);
        edge->errors = profile_errors(profile, &edge->figures, callee ? callee->callee_pairs : 0);
        if (callee) limit_by_tail(callee, &edge->errors);
        add_unseen(profile, edge->callee, &edge->errors);
    }
    for (size_t i = 0; i < profile->thread_method_count; i++) {
        struct thread_method *method = &profile->thread_methods[i];
        method->errors = profile_errors(profile, &method->figures, method->callee_pairs);
        const struct method_figures *whole = profile_method(profile, method->id);
        if (whole) limit_by_tail(whole, &method->errors);
        add_unseen(profile, method->id, &method->errors);
    }
    add_ledger_errors(profile, &all);
}
