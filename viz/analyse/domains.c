// See domains.h.
#include "viz/analyse/domains.h"

#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/analyse/processors.h"

// Whether the account is for what the machine does for itself.
static bool is_of_machine(u32 account) {
    return account == LEDGER_boot || account == LEDGER_scheduler || account == LEDGER_kernel ||
           account == LEDGER_interrupt || account == LEDGER_idle || account == LEDGER_flush ||
           account == LEDGER_unobserved;
}

static struct domain_figures *machine_of(struct profile *profile) {
    return &profile->domains[profile->domain_count - 1];
}

// The entry of all that had none of their own is the last one of the recording's.
static struct domain_figures *domain_of(struct profile *profile, u32 number) {
    const struct recording *recording = profile->recording;
    if (!number || !profile->domain_count) return NULL;
    u32 entry = number < recording->domain_count ? number : (u32)recording->domain_count - 1;
    for (size_t i = 0; i + 1 < profile->domain_count; i++) {
        const struct domain_figures *domain = &profile->domains[i];
        u32 own = domain->number < recording->domain_count ? domain->number : (u32)recording->domain_count - 1;
        if (own == entry) return &profile->domains[i];
    }
    return NULL;
}

static struct domain_figures make_domain(const struct recording *recording, const struct region_domain *entry) {
    struct domain_figures domain = {.number = entry->number,
                                    .domains = entry->domains,
                                    .start_ticks = entry->start_ticks,
                                    .end_ticks = entry->ended == entry->domains ? entry->end_ticks : 0,
                                    .exit_status = entry->exit_status};
    const char *name = recording_domain_name(recording, entry->number);
    domain.name = entry->domains > 1 ? text_format("(others: %u domains)", entry->domains)
                  : name             ? text_copy(name)
                                     : text_format("domain-%u", entry->number);
    if (entry->number == REGION_FIRST_DOMAIN && !recording->open) {
        domain.end_ticks = recording->end_ticks;
        domain.exit_status = recording->reader.header.exit_status;
    }
    return domain;
}

static void add_threads(struct profile *profile) {
    const struct recording *recording = profile->recording;
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        struct domain_figures *domain = domain_of(profile, thread->domain);
        if (!domain) continue;
        domain->threads++;
        ticks_add(&domain->running_ticks, recording_thread_running(recording, thread));
        domain->switches += thread->switches;
        domain->samples += thread->samples;
        domain->allocated_bytes += thread->allocated_bytes;
    }
}

// ---- The ledger

// Adds one processor's ledger; what no domain's entry has is the machine's.
static void add_processor(struct profile *profile, size_t number) {
    const struct recording *recording = profile->recording;
    const struct processor *processor = &profile->processors[number];
    struct domain_figures *machine = machine_of(profile);
    s64 rest[LEDGER_ACCOUNTS];
    for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) rest[k] = processor->ledger[k].ticks;
    for (size_t i = 0; i < recording->domain_count; i++) {
        s64 ticks[LEDGER_ACCOUNTS];
        struct domain_figures *domain = recording->domain_entries[i].domains ? domain_of(profile, (u32)i) : NULL;
        if (!domain) continue;
        processors_domain_ticks(profile, number, i, ticks);
        for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) {
            if (is_of_machine(k)) continue;
            ticks_add(&domain->ledger[k].ticks, ticks[k]);
            ticks_add(&rest[k], -ticks[k]);
        }
    }
    for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) ticks_add(&machine->ledger[k].ticks, rest[k]);
}

static void add_ledgers(struct profile *profile) {
    for (size_t i = 0; i < profile->domain_count; i++) {
        for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) profile->domains[i].ledger[k].name = profile->ledger[k].name;
    }
    for (size_t i = 0; i < profile->processor_count; i++) add_processor(profile, i);
    for (size_t i = 0; i < profile->domain_count; i++) {
        struct domain_figures *domain = &profile->domains[i];
        for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) ticks_add(&domain->ledger_ticks, domain->ledger[k].ticks);
    }
}

void domains_make(struct profile *profile) {
    const struct recording *recording = profile->recording;
    if (!recording->domain_count) return;
    profile->domains = memory_get((recording->domain_count + 1) * sizeof(*profile->domains));
    for (size_t i = 0; i < recording->domain_count; i++) {
        const struct region_domain *entry = &recording->domain_entries[i];
        if (entry->domains) profile->domains[profile->domain_count++] = make_domain(recording, entry);
    }
    profile->domains[profile->domain_count++] = (struct domain_figures){.name = text_copy("(machine)")};
    add_threads(profile);
    add_ledgers(profile);
}

void domains_free(struct profile *profile) {
    for (size_t i = 0; i < profile->domain_count; i++) free(profile->domains[i].name);
    free(profile->domains);
}

// ---- Events

bool domains_count(const struct recording *recording, u32 event) {
    return recording->profile.event_mask[event / 64] >> event % 64 & 1;
}

// The calling and the serving domain are known by the thread that records the event; the collected one, by the event.
void domains_count_event(struct profile *profile, const struct event *event) {
    u32 id = event->record->id;
    if (!profile->domain_count) return;
    if (id != EVENT_collection_end && id != EVENT_portal_call && id != EVENT_portal_receive) return;
    u32 number = id == EVENT_collection_end ? RECORD_OF(collection_end, event->record)->domain
                                            : recording_thread_domain(profile->recording, event->thread);
    struct domain_figures *domain = domain_of(profile, number);
    if (!domain) return;
    if (id == EVENT_collection_end) domain->collections++;
    if (id == EVENT_portal_call) domain->calls++;
    if (id == EVENT_portal_receive) domain->served++;
}

// ---- Errors

void domains_add_errors(struct profile *profile) {
    const struct recording *recording = profile->recording;
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        struct domain_figures *domain = domain_of(profile, thread->domain);
        if (!domain) continue;
        s64 running = recording_thread_running(recording, thread);
        domain->running_error += profile_thread_errors(profile, thread, running, running).running;
    }
}
