// The longest time that a thread has run without a poll, measured in deterministic runs, where a tick is an
// instruction. Translated code polls at each entry and back edge, so what counts is the time in C: from leaving
// translated code to the next poll, wait or return. A poll that finds nothing to do is one as well.
//
// It is read where the ledger reads the time anyway, and at polls in the middle of long work (log_polled).
#include "log/polls.h"
#include "log/now.h"

// A thread is at a safepoint there, or polls soon; before main there is nobody to be held up.
static bool is_polling(enum ledger_account account) {
    return account == LEDGER_translated || account == LEDGER_scheduler || account == LEDGER_lock ||
           account == LEDGER_idle || account == LEDGER_boot;
}

static void begin_stretch(struct log_thread *thread, u64 now) {
    thread->polled_ticks = now;
    thread->polled_ip = 0;
}

static void end_stretch(struct log_thread *thread, enum ledger_account account, u64 now) {
    u64 ticks = now - thread->polled_ticks;
    struct region_thread *entry = thread->log_entry;
    if (ticks > entry->unpolled_ticks) {
        entry->unpolled_ticks = ticks;
        entry->unpolled_account = account;
        entry->unpolled_native =
            account == LEDGER_native ? log_cpu_of(thread)->natives[thread->native_entry].method : 0;
        entry->unpolled_caller = thread->anchor_fp ? (u32)thread->anchor_pc : 0;
        entry->unpolled_ip = thread->polled_ip;
        entry->unpolled_end_ticks = now;
    }
    begin_stretch(thread, now);
}

void polls_switch_account(struct log_thread *thread, enum ledger_account from, enum ledger_account to, u64 now) {
    if (is_polling(from)) {
        begin_stretch(thread, now);
    } else if (is_polling(to)) {
        end_stretch(thread, from, now);
    }
}

void polls_switch_thread(struct log_thread *from, struct log_thread *to, u64 now) {
    if (!is_polling(from->ledger_account)) end_stretch(from, from->ledger_account, now);
    begin_stretch(to, now);
}

void polls_note(struct log_thread *thread) {
    enum ledger_account account = log_cpu_of(thread)->ledger->current;
    if (!is_polling(account)) end_stretch(thread, account, log_now());
}
