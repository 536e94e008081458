// Monitors and identity hashes. See kernel/run/monitor.h.
//
// With one processor a thread switch happens only where this file asks for one, so a mark does not change between
// reading and replacing it, and no `lock` prefix is needed (about 20 cycles each). With several, the stubs of stubs.S
// change marks that are not MARK_MONITOR at any time, with the prefix, so replacing one may fail, and is tried again;
// so do they with the owner of a monitor. Its queues are changed here only, under the kernel's lock. What stubs.S has
// read from a mark stays right until it is at a safepoint again, so a monitor is taken from its object only while the
// others stand there.
#include "kernel/run/monitor.h"
#include "kernel/heap/java_thread.h"

#include "base/panic.h"
#include "base/random.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/threads.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/owner.h"
#include "kernel/run/domain_run.h"
#include "kernel/run/thread_state.h"
#include "log/log.h"

#define THIN_DEPTH_BITS (MARK_OWNER_SHIFT - MARK_PAYLOAD_SHIFT)
#define THIN_DEPTH_LIMIT (1u << THIN_DEPTH_BITS)
#define CHUNK_MONITORS 256u
#define MONITORS "Monitors"

static struct monitor *free_monitors; // every domain takes from these: a mark names a monitor by its place

static u32 mark_tag(u32 mark) { return mark & MARK_TAG_MASK; }
static u32 mark_payload(u32 mark) { return mark >> MARK_PAYLOAD_SHIFT; }
static u32 mark_make(u32 old, enum mark_tag tag, u32 payload) {
    ASSERT(payload < 1u << (32 - MARK_PAYLOAD_SHIFT));
    return (old & MARK_AGE_MASK) | tag | payload << MARK_PAYLOAD_SHIFT;
}
static u32 thin_owner(u32 mark) { return mark_payload(mark) >> THIN_DEPTH_BITS; }
static u32 thin_depth(u32 mark) { return (mark_payload(mark) & (THIN_DEPTH_LIMIT - 1)) + 1; }
static u32 thin_payload(u32 owner, u32 depth) { return owner << THIN_DEPTH_BITS | (depth - 1); }

static bool mark_replace(ref object, u32 old, u32 new) {
    u32 *mark = &object_at(object)->mark;
    u32 found = old;
    if (UNLIKELY(kernel_is_shared())) {
        __asm__ volatile("lock cmpxchg %2, %1" : "+a"(found), "+m"(*mark) : "r"(new) : "memory");
    } else {
        __asm__ volatile("cmpxchg %2, %1" : "+a"(found), "+m"(*mark) : "r"(new) : "memory");
    }
    return found == old;
}

// ---- Inflated monitors

static void list_add(struct monitor **list, struct monitor *monitor) {
    ASSERT(*list != monitor);
    monitor->next = *list;
    *list = monitor;
}

// Free ones are the kernel's.
static void set_free(struct domain *domain, struct monitor *monitor) {
    ASSERT_LOCKED();
    monitor->object = 0;
    list_add(&free_monitors, monitor);
    account_move_always(domain_account(domain, ACCOUNT_NAMES), kernel_account(ACCOUNT_NAMES), sizeof(*monitor));
}

static bool add_monitors(void) {
    struct monitor *added = owner_alloc(&owner_pieces, sizeof(struct monitor) * CHUNK_MONITORS);
    for (u32 i = 0; added && i < CHUNK_MONITORS; i++) list_add(&free_monitors, &added[i]);
    return added != NULL;
}

static bool is_used(const struct monitor *monitor) { return monitor->owner || monitor->users; }

// Gives the mark its hash back.
static void deflate(const struct monitor *monitor) {
    ASSERT(mark_tag(object_at(monitor->object)->mark) == MARK_MONITOR);
    object_at(monitor->object)->mark = mark_make(object_at(monitor->object)->mark, MARK_HASH, monitor->hash);
}

// Between collections even a dead object can be written to.
static void free_unused(struct domain *domain, struct monitor **list) {
    struct monitor *all = *list, *next;
    *list = NULL;
    for (struct monitor *monitor = all; monitor; monitor = next) {
        next = monitor->next;
        if (is_used(monitor)) {
            list_add(list, monitor);
        } else {
            deflate(monitor);
            set_free(domain, monitor);
        }
    }
}

// A processor that has borrowed the lock from one that stops the world cannot stop it as well.
static void reclaim(struct domain *domain) {
    ASSERT_LOCKED();
    if (kernel_is_borrowed()) return;
    kernel_stop_others();
    free_unused(domain, &domain->run->young_monitors);
    free_unused(domain, &domain->run->old_monitors);
}

// Takes a free one on the domain's account. NULL if there is none, or the account has no room.
static struct monitor *take_free(struct domain *domain) {
    if (!free_monitors && !add_monitors()) return NULL;
    struct monitor *monitor = free_monitors;
    struct account *account = domain_account(domain, ACCOUNT_NAMES);
    if (!account_move(kernel_account(ACCOUNT_NAMES), account, sizeof(*monitor))) return NULL;
    free_monitors = monitor->next;
    ASSERT(!monitor->object);
    return monitor;
}

// Returns NULL if memory allows no more.
static struct monitor *monitor_new(struct domain *domain, ref object) {
    ASSERT_LOCKED();
    struct monitor *monitor = take_free(domain);
    if (!monitor) {
        reclaim(domain);
        monitor = take_free(domain);
    }
    if (!monitor) return NULL;
    *monitor = (struct monitor){.object = object, .number = log_new_object_id()};
    list_add(&domain->run->young_monitors, monitor);
    return monitor;
}

// ---- How long monitors are held, if releases are told

bool monitor_tells_releases(void) { return log_event_wanted(EVENT_monitor_release); }

// The owner has it from now on, as far as is known.
static void begin_hold(struct monitor *monitor) { monitor->taken_ticks = monitor_tells_releases() ? log_ticks() : 0; }

static void end_hold(const struct thread *thread, struct monitor *monitor) {
    if (LIKELY(!monitor->taken_ticks)) return;
    u64 now = log_ticks(), held = now > monitor->taken_ticks ? now - monitor->taken_ticks : 0;
    u32 stack = log_event_stack(EVENT_monitor_release, &thread->log);
    monitor->taken_ticks = 0;
    LOG_EVENT(monitor_release, .class = object_class(monitor->object)->id, .held = held, .object = monitor->number,
              .stack = stack);
}

static void begin_holds(struct monitor *list) {
    for (struct monitor *monitor = list; monitor; monitor = monitor->next) begin_hold(monitor);
}

void monitor_begin_holds(void) {
    for (const struct domain *domain = domain_first; domain; domain = domain->next) {
        begin_holds(domain->run->young_monitors);
        begin_holds(domain->run->old_monitors);
    }
}

// ---- Made of marks

static u32 monitor_payload(const struct monitor *monitor) {
    ASSERT((u64)(uintptr_t)monitor >= CLASS_DATA_START && (uintptr_t)monitor % 8 == 0);
    return (u32)(((u64)(uintptr_t)monitor - CLASS_DATA_START) / 8);
}

static u32 load_mark(ref object) { return __atomic_load_n(&object_at(object)->mark, __ATOMIC_RELAXED); }

// What the mark says becomes the monitor's. Returns false if the mark has changed meanwhile.
static bool take_over(struct monitor *monitor, ref object) {
    ASSERT_LOCKED();
    u32 mark = load_mark(object);
    bool is_thin = mark_tag(mark) == MARK_THIN;
    ASSERT(is_thin || mark_tag(mark) == MARK_HASH);
    monitor->owner = is_thin ? thread_by_lock_number(thin_owner(mark)) : NULL;
    ASSERT(!is_thin || monitor->owner);
    monitor->depth = is_thin ? thin_depth(mark) : 0;
    monitor->hash = is_thin ? 0 : mark_payload(mark);
    begin_hold(monitor);
    return mark_replace(object, mark, mark_make(mark, MARK_MONITOR, monitor_payload(monitor)));
}

// Returns NULL if there are too many.
static struct monitor *inflate(ref object) {
    u32 mark = load_mark(object);
    ASSERT_LOCKED();
    if (mark_tag(mark) == MARK_MONITOR) return monitor_of_mark(mark);
    struct monitor *monitor = monitor_new(object_class(object)->domain, object);
    while (monitor && !take_over(monitor, object)) {}
    return monitor;
}

static void set_blocked_on(struct thread *thread, struct monitor *monitor) {
    ASSERT(!monitor || !java_of(thread)->blocked_on || java_of(thread)->blocked_on == monitor);
    java_of(thread)->blocked_on = monitor;
    thread->log.awaited_object = monitor ? monitor->number : 0;
}

static struct thread *owner_of(const struct monitor *monitor) {
    return __atomic_load_n(&monitor->owner, __ATOMIC_SEQ_CST);
}

static bool try_take(struct thread *thread, struct monitor *monitor) {
    struct thread *nobody = NULL;
    if (UNLIKELY(kernel_is_shared())) {
        return __atomic_compare_exchange_n(&monitor->owner, &nobody, thread, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    if (monitor->owner) return false;
    monitor->owner = thread;
    return true;
}

static bool runs(const struct thread *thread) {
    return __atomic_load_n(&thread->state, __ATOMIC_RELAXED) == THREAD_RUNNING;
}

// Whether its frames stay as they are while the caller has the kernel's lock.
static bool stands(const struct thread *thread) {
    return !runs(thread) || __atomic_load_n(&thread->cpu->at_safepoint, __ATOMIC_ACQUIRE);
}

static void log_block(const struct thread *thread, const struct thread *owner, const struct monitor *monitor,
                      const struct class *class) {
    u32 stack = log_event_stack(EVENT_monitor_block, &thread->log),
        owner_stack = stands(owner) ? log_event_stack(EVENT_monitor_block, &owner->log) : 0;
    LOG_EVENT(monitor_block, .class = class->id, .owner = owner->number, .object = monitor->number, .stack = stack,
              .owner_stack = owner_stack);
}

// Returns at once, and false, if nobody has it any more.
static bool block(struct thread *thread, struct monitor *monitor, const struct class *class) {
    thread_queue_append(&monitor->entering, thread);
    // The thread is in the queue before the owner is read, against a thread that leaves in stubs.S.
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    const struct thread *owner = owner_of(monitor);
    if (!owner) {
        thread_queue_remove(&monitor->entering, thread);
        return false;
    }
    ASSERT(owner != thread);
    log_block(thread, owner, monitor, class);
    set_blocked_on(thread, monitor);
    scheduler_block(THREAD_BLOCKED, SWITCH_monitor, SCHEDULER_FOR_EVER);
    __atomic_store_n(&monitor->has_heir, false, __ATOMIC_SEQ_CST);
    return true;
}

void monitor_stop_waiting(struct thread *thread) {
    ASSERT_LOCKED();
    ASSERT(thread->state != THREAD_BLOCKED || java_of(thread)->blocked_on);
    if (thread->state == THREAD_BLOCKED) thread_queue_remove(&java_of(thread)->blocked_on->entering, thread);
}

// Returns whether the thread was blocked; if not, others had it only for a moment. It does not get the monitor if its
// domain ends.
static bool wait_for(struct thread *thread, struct monitor *monitor, const struct class *class) {
    ASSERT_LOCKED();
    thread_set_java_status(thread, STATUS_BLOCKED);
    monitor->users++;
    bool was_blocked = false;
    do {
        if (exception_is_end(thread)) break;
        was_blocked |= block(thread, monitor, class);
    } while (!try_take(thread, monitor));
    ASSERT(monitor->users);
    monitor->users--;
    set_blocked_on(thread, NULL);
    thread_set_java_status(thread, STATUS_RUNNABLE);
    return was_blocked;
}

// Takes the monitor for `thread`, `depth` deep, waiting for it as long as it takes. `after` is SWITCH_wait for a thread
// that has been in Object.wait, otherwise SWITCH_monitor.
static void take(struct thread *thread, struct monitor *monitor, u32 depth, const struct class *class,
                 enum switch_reason after) {
    bool was_blocked = !try_take(thread, monitor) && wait_for(thread, monitor, class);
    if (UNLIKELY(owner_of(monitor) != thread)) return;
    monitor->depth = depth;
    begin_hold(monitor);
    if (was_blocked || after == SWITCH_wait) {
        LOG_EVENT(monitor_acquire, .class = class->id, .object = monitor->number, .reason = after);
    }
}

// One at a time: until it has run, others that leave the monitor need wake nobody.
static void wake_next(struct thread *thread, struct monitor *monitor) {
    struct thread *next = monitor->has_heir ? NULL : thread_queue_take(&monitor->entering);
    if (!next) return;
    monitor->has_heir = kernel_is_shared();
    ASSERT(java_of(next)->blocked_on == monitor);
    scheduler_ready(next, thread);
}

static void give_up(struct thread *thread, struct monitor *monitor) {
    ASSERT_LOCKED();
    ASSERT(monitor->owner == thread);
    monitor->depth = 0;
    end_hold(thread, monitor);
    __atomic_store_n(&monitor->owner, NULL, __ATOMIC_RELEASE);
    wake_next(thread, monitor);
}

// ---- Enter and exit

// Returns true if it could be entered without inflating.
static bool enter_thin(struct thread *thread, ref object) {
    u32 mark = load_mark(object);
    u32 tag = mark_tag(mark);
    if (tag == MARK_HASH && mark_payload(mark) == 0) {
        return mark_replace(object, mark, mark_make(mark, MARK_THIN, thin_payload(java_of(thread)->lock_number, 1)));
    }
    if (tag == MARK_THIN && thin_owner(mark) == java_of(thread)->lock_number && thin_depth(mark) < THIN_DEPTH_LIMIT) {
        return mark_replace(
            object, mark, mark_make(mark, MARK_THIN, thin_payload(java_of(thread)->lock_number, thin_depth(mark) + 1)));
    }
    return false;
}

void monitor_enter(struct thread *thread, handle object) {
    if (LIKELY(enter_thin(thread, *object))) return;
    struct monitor *monitor = inflate(*object);
    if (!monitor) {
        exception_throw_out_of_memory(thread, MONITORS);
    } else if (monitor->owner == thread) {
        monitor->depth++;
    } else {
        take(thread, monitor, 1, object_class(*object), SWITCH_monitor);
    }
}

#define AWAKE_NS 20000u // for which it looks at most
#define FIRST_PAUSE 24u // rounds of machine_relax
#define LATER_PAUSES 8u

// Returns the thread that has to leave it first, which is `thread` itself if only the kernel can enter it, because a
// monitor has to be made; NULL if it was entered, or if nothing is known.
static const struct thread *try_enter(struct thread *thread, ref object, bool *entered) {
    *entered = enter_thin(thread, object);
    u32 mark = load_mark(object);
    if (*entered) return NULL;
    if (mark_tag(mark) == MARK_HASH) return mark_payload(mark) ? thread : NULL;
    if (mark_tag(mark) == MARK_THIN) return thread_by_lock_number(thin_owner(mark));
    struct monitor *monitor = monitor_of_mark(mark);
    const struct thread *owner = owner_of(monitor);
    if (owner || !try_take(thread, monitor)) return owner;
    monitor->depth = 1;
    begin_hold(monitor);
    *entered = true;
    return NULL;
}

// Each look takes the object's cache line from the owner, which needs it to leave. A thread that enters again and again
// does so undisturbed in the first, long pause.
bool monitor_enter_soon(struct thread *thread, ref object) {
    u64 end = machine_ticks() + log_ticks_of_ns(AWAKE_NS);
    u32 pause = FIRST_PAUSE;
    do {
        bool entered;
        const struct thread *owner = try_enter(thread, object, &entered);
        if (entered) return true;
        if (owner == thread || (owner && !runs(owner))) return false;
        for (u32 i = 0; i < pause; i++) machine_relax(0);
        pause = LATER_PAUSES;
    } while (thread->stack_limit != UINT64_MAX && machine_ticks() < end);
    return false;
}

void monitor_hand_on(struct thread *thread, ref object) {
    ASSERT_LOCKED();
    u32 mark = load_mark(object);
    if (mark_tag(mark) != MARK_MONITOR) return;
    struct monitor *monitor = monitor_of_mark(mark);
    if (!owner_of(monitor)) wake_next(thread, monitor);
}

bool monitor_is_owner(const struct thread *thread, ref object) {
    u32 mark = load_mark(object);
    if (mark_tag(mark) == MARK_THIN) return thin_owner(mark) == java_of(thread)->lock_number;
    return mark_tag(mark) == MARK_MONITOR && monitor_of_mark(mark)->owner == thread;
}

enum monitor_result monitor_exit(struct thread *thread, ref object) {
    if (!monitor_is_owner(thread, object)) return MONITOR_NOT_OWNER;
    u32 mark = object_at(object)->mark;
    if (mark_tag(mark) == MARK_THIN) {
        u32 depth = thin_depth(mark);
        u32 new = depth == 1 ? mark_make(mark, MARK_HASH, 0)
                             : mark_make(mark, MARK_THIN, thin_payload(java_of(thread)->lock_number, depth - 1));
        bool replaced = mark_replace(object, mark, new);
        ASSERT(replaced); // only the owner changes such a mark, or the holder of the kernel's lock
        return MONITOR_OK;
    }
    struct monitor *monitor = monitor_of_mark(mark);
    ASSERT(monitor->depth);
    if (--monitor->depth == 0) give_up(thread, monitor);
    return MONITOR_OK;
}

// ---- Wait and notify

enum monitor_result monitor_wait(struct thread *thread, handle object, s64 timeout_ms) {
    ASSERT_LOCKED();
    if (exception_is_end(thread)) return MONITOR_OK;
    if (!monitor_is_owner(thread, *object)) return MONITOR_NOT_OWNER;
    if (thread_take_interruption(thread)) return MONITOR_INTERRUPTED;
    struct monitor *monitor = inflate(*object);
    if (!monitor) {
        exception_throw_out_of_memory(thread, MONITORS);
        return MONITOR_OK;
    }
    struct class *class = object_class(*object);
    s64 limit_ns = timeout_ms < INT64_MAX / 1000000 ? timeout_ms * 1000000 : INT64_MAX;
    u64 deadline = timeout_ms ? thread_deadline(limit_ns) : SCHEDULER_FOR_EVER;
    u32 depth = monitor->depth;
    ASSERT(depth && monitor->owner == thread);
    u32 stack = log_event_stack(EVENT_monitor_wait, &thread->log);
    LOG_EVENT(monitor_wait, .class = class->id, .limit = (u64)limit_ns, .object = monitor->number, .stack = stack);
    thread_set_java_status(thread, timeout_ms ? STATUS_WAITING_TIMED : STATUS_WAITING);
    monitor->users++;
    give_up(thread, monitor);
    thread_queue_append(&monitor->waiting, thread);
    ASSERT(!thread->waits_in);
    thread->waits_in = &monitor->waiting;
    set_blocked_on(thread, monitor);
    java_of(thread)->notified = false;
    scheduler_block(THREAD_WAITING, SWITCH_wait, deadline);
    set_blocked_on(thread, NULL);
    thread_set_java_status(thread, STATUS_RUNNABLE);
    take(thread, monitor, depth, class, SWITCH_wait);
    ASSERT(monitor->users);
    monitor->users--;
    return !java_of(thread)->notified && thread_take_interruption(thread) ? MONITOR_INTERRUPTED : MONITOR_OK;
}

enum monitor_result monitor_notify(struct thread *thread, ref object, bool all) {
    if (!monitor_is_owner(thread, object)) return MONITOR_NOT_OWNER;
    u32 mark = object_at(object)->mark;
    if (mark_tag(mark) != MARK_MONITOR) return MONITOR_OK;
    struct monitor *monitor = monitor_of_mark(mark);
    while (monitor->waiting.first) {
        struct thread *waiter = monitor->waiting.first;
        ASSERT(waiter->waits_in == &monitor->waiting);
        java_of(waiter)->notified = true;
        scheduler_ready(waiter, thread); // takes it out of the queue
        if (!all) break;
    }
    return MONITOR_OK;
}

// ---- Identity hashes

// Classes and enum constants have the same hash in every domain, because tables of them are copied from one to another:
// it is made of their names. 0 for any other object.
static u32 hash_by_name(ref object) {
    const struct class *class = object_class(object);
    if (class == class->domain->known.class_) return symbol_lasting_hash(mirror_class(object)->name);
    if (!(class->access_flags & ACC_ENUM)) return 0;
    ref name = java_get_ref(object, FIELD_Enum_name);
    u32 hash = symbol_lasting_hash(class->name);
    for (u32 i = 0; name && i < javastring_length(name); i++) hash = 31 * hash + javastring_char(name, i);
    return hash;
}

#define HASH_SHIFT 6u                          // of 32 bits a mark has room for 26
#define FIRST_HASH_STATE 0x9e3779b97f4a7c15ull // any number but 0 (base/random.h)

static u32 hash_next(ref object) {
    u32 named = hash_by_name(object);
    if (UNLIKELY(named != 0)) return (named ^ named << 7) >> HASH_SHIFT | 1;
    u64 *state = &object_class(object)->domain->run->hash_state;
    if (!*state) *state = FIRST_HASH_STATE;
    u32 hash;
    do {
        hash = (u32)(random_next(state) >> 38);
    } while (hash == 0);
    return hash;
}

// Returns 0 if the object needs a monitor for it, and there is none left.
static u32 hash_of(ref object) {
    u32 mark = load_mark(object);
    if (mark_tag(mark) == MARK_HASH) {
        if (mark_payload(mark)) return mark_payload(mark);
        u32 hash = hash_next(object);
        if (mark_replace(object, mark, mark_make(mark, MARK_HASH, hash))) return hash;
    }
    struct monitor *monitor = inflate(object);
    if (!monitor) return 0;
    if (!monitor->hash) monitor->hash = hash_next(object);
    return monitor->hash;
}

u32 monitor_identity_hash(ref object) {
    u32 hash = object ? hash_of(object) : 0;
    if (object && !hash) exception_throw_out_of_memory(thread_self(), MONITORS);
    return hash;
}

void monitor_copy_identity_hash(ref from, ref to) {
    u32 mark = load_mark(from), hash = 0;
    if (mark_tag(mark) == MARK_HASH) hash = mark_payload(mark);
    if (mark_tag(mark) == MARK_MONITOR) hash = monitor_of_mark(mark)->hash;
    object_at(to)->mark = mark_make(object_at(to)->mark, MARK_HASH, hash);
}

u32 monitor_identity_hash_leaf(ref object) {
    if (!object) return 0;
    u32 mark = load_mark(object);
    if (mark_tag(mark) == MARK_HASH && mark_payload(mark)) return mark_payload(mark);
    kernel_leaf_enter();
    u32 hash = hash_of(object);
    struct thread *self = thread_self();
    // A leaf's caller looks for no exception, and the leaf may not collect: the thread gets this one at its next poll.
    if (!hash) thread_stop(self, self, exception_out_of_memory_made(self, MONITORS));
    kernel_leaf_leave();
    return hash;
}

// ---- The end of a monitor

#define MONITORS_A_PAUSE 1024u

static void settle(struct domain *domain, struct monitor *monitor, ref object, bool young) {
    ASSERT_LOCKED();
    monitor->object = object;
    // A thread that left a method without leaving its monitor may have dropped the object.
    if (!object) monitor->owner = NULL;
    ASSERT(object || (!monitor->users && !monitor->entering.first && !monitor->waiting.first));
    if (object && is_used(monitor)) {
        list_add(young ? &domain->run->young_monitors : &domain->run->old_monitors, monitor);
        return;
    }
    if (object) deflate(monitor);
    set_free(domain, monitor);
}

static void settle_list(struct domain *domain, struct monitor **list, ref (*forward)(ref object),
                        bool (*is_young)(ref object)) {
    struct monitor *all = *list, *next;
    u32 count = 0;
    *list = NULL;
    for (struct monitor *monitor = all; monitor; monitor = next) {
        if (++count % MONITORS_A_PAUSE == 0) heap_pause(domain);
        next = monitor->next;
        ref object = forward(monitor->object);
        settle(domain, monitor, object, object && is_young(object));
    }
}

void monitor_collect(struct domain *domain, bool full, ref (*forward)(ref object), bool (*is_young)(ref object)) {
    ASSERT_LOCKED();
    if (full) settle_list(domain, &domain->run->old_monitors, forward, is_young);
    settle_list(domain, &domain->run->young_monitors, forward, is_young);
}

void monitor_end_all(struct domain *domain) {
    ASSERT_LOCKED();
    struct monitor **lists[] = {&domain->run->young_monitors, &domain->run->old_monitors};
    u32 count = 0;
    for (u32 i = 0; i < COUNT_OF(lists); i++) {
        for (struct monitor *monitor; (monitor = *lists[i]);) {
            *lists[i] = monitor->next;
            set_free(domain, monitor);
            if (++count % MONITORS_A_PAUSE == 0) heap_pause(domain);
        }
    }
}

void monitor_visit_owned(const struct thread *thread, void (*visit)(void *context, const struct monitor *monitor),
                         void *context) {
    const struct domain *domain = domain_of(thread);
    struct monitor *lists[] = {domain->run->young_monitors, domain->run->old_monitors};
    for (u32 i = 0; i < COUNT_OF(lists); i++) {
        for (const struct monitor *monitor = lists[i]; monitor; monitor = monitor->next) {
            if (monitor->owner == thread) visit(context, monitor);
        }
    }
}
