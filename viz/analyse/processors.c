// See processors.h.
#include "viz/analyse/processors.h"

#include <string.h>

#include "log/events.h"
#include "viz/cli/buffer.h"
#include "viz/read/stream.h"

// The account that was open when the recording ended has what has passed since then, but for what a guest that was
// killed between two stores has booked already.
static s64 open_ticks(const struct recording *recording, const struct region_ledger *ledger) {
    s64 ticks = (s64)(recording->end_ticks - ledger->since_ticks);
    return recording->open && !recording->moment ? ticks - recording_ledger_ahead(ledger) : ticks;
}

static bool is_open(const struct recording *recording, const struct region_ledger *ledger) {
    return ledger->current < LEDGER_ACCOUNTS && ledger->since_ticks && recording->end_ticks >= ledger->since_ticks;
}

const char *processors_account_name(u32 account) {
#define ACCOUNT(number, name, text) [number] = (text),
    static const char *const names[LEDGER_ACCOUNTS] = {LEDGER_TABLE(ACCOUNT)};
#undef ACCOUNT
    return names[account];
}

static void make_processor(struct processor *processor, const struct recording *recording,
                           const struct region_ledger *ledger) {
    *processor = (struct processor){.number = ledger->cpu};
    for (u32 i = 0; i < LEDGER_ACCOUNTS; i++) {
        processor->ledger[i] = (struct account){.name = processors_account_name(i), .ticks = ledger->ticks[i]};
    }
    if (is_open(recording, ledger)) ticks_add(&processor->ledger[ledger->current].ticks, open_ticks(recording, ledger));
    if (ledger->start_ticks) processor->elapsed_ticks = (s64)(recording->end_ticks - ledger->start_ticks);
    for (u32 i = 0; i < LEDGER_ACCOUNTS; i++) ticks_add(&processor->ledger_ticks, processor->ledger[i].ticks);
}

void processors_domain_ticks(const struct profile *profile, size_t processor, size_t entry,
                             s64 ticks[LEDGER_ACCOUNTS]) {
    const struct recording *recording = profile->recording;
    const struct region_ledger *ledger = &recording->ledgers[processor];
    const struct region_domain_ledger *row = &recording->domain_ledgers[processor * recording->domain_count + entry];
    for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) ticks[k] = row->ticks[k];
    if (ledger->row == entry + 1 && is_open(recording, ledger)) {
        ticks_add(&ticks[ledger->current], open_ticks(recording, ledger));
    }
}

// The whole machine's account: of no processor, where there is no ledger.
static void add_up(struct profile *profile) {
    const struct recording *recording = profile->recording;
    struct processor none;
    make_processor(&none, recording, &(struct region_ledger){0});
    profile->ledger_count = LEDGER_ACCOUNTS;
    profile->ledger = memory_get(LEDGER_ACCOUNTS * sizeof(*profile->ledger));
    memcpy(profile->ledger, none.ledger, sizeof(none.ledger));
    for (size_t i = 0; i < profile->processor_count; i++) {
        const struct processor *processor = &profile->processors[i];
        for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) ticks_add(&profile->ledger[k].ticks, processor->ledger[k].ticks);
        ticks_add(&profile->ledger_ticks, processor->ledger_ticks);
        ticks_add(&profile->elapsed_ticks, processor->elapsed_ticks);
    }
    if (!recording->ledger_count) {
        profile->elapsed_ticks = (s64)(recording->end_ticks - recording->reader.header.start_ticks);
    }
}

void processors_make(struct profile *profile) {
    const struct recording *recording = profile->recording;
    profile->processor_count = recording->ledger_count;
    profile->processors = memory_get((recording->ledger_count + 1) * sizeof(*profile->processors));
    for (size_t i = 0; i < recording->ledger_count; i++) {
        make_processor(&profile->processors[i], recording, &recording->ledgers[i]);
    }
    add_up(profile);
}

void processors_count_migration(struct profile *profile, const struct event *event) {
    const struct event_thread_migrate *migration = RECORD_OF(thread_migrate, event->record);
    for (size_t i = 0; i < profile->processor_count; i++) {
        struct processor *processor = &profile->processors[i];
        processor->went += processor->number == migration->from;
        processor->came += processor->number == migration->to;
    }
}

// ---- Four parts

static enum processor_part part_of(u32 account) {
    switch (account) {
    case LEDGER_boot:
    case LEDGER_unobserved: return PROCESSOR_PARTS;
    case LEDGER_idle: return PROCESSOR_IDLE;
    case LEDGER_host: return PROCESSOR_STOLEN;
    case LEDGER_lock: return PROCESSOR_LOCK;
    default: return PROCESSOR_BUSY;
    }
}

s64 processor_part(const struct processor *processor, enum processor_part part) {
    s64 ticks = 0;
    for (u32 i = 0; i < LEDGER_ACCOUNTS; i++) {
        if (part_of(i) == part) ticks_add(&ticks, processor->ledger[i].ticks);
    }
    return ticks;
}

double processor_part_error(const struct processor *processor, enum processor_part part) {
    double error = 0;
    for (u32 i = 0; i < LEDGER_ACCOUNTS; i++) {
        if (part_of(i) == part) error += processor->ledger[i].error;
    }
    return error;
}
