// What every Java thread is doing. See kernel/report/thread_report.h.
//
// A thread waits for a monitor's owner or, if parked, for the owner of the java.util.concurrent.locks lock that it gave
// as its blocker.
#include "kernel/report/thread_report.h"

#include "kernel/classes/javastring.h"
#include "kernel/classes/loader_table.h"
#include "kernel/core/panic.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/figures.h"
#include "kernel/heap/java_thread.h"

#include "base/print.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java_fields.h"
#include "kernel/core/thread.h"
#include "kernel/heap/heap.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/monitor.h"
#include "kernel/run/unwind.h"
#include "log/console.h"
#include "log/frames.h"
#include "log/region.h"

#define FRAMES 64u
#define THREADS 200u
#define NAME_BYTES 128

static const char *thread_name(const struct thread *thread, char *to, size_t bytes) {
    ref name = thread->java_thread ? java_get_ref(thread->java_thread, FIELD_Thread_name) : 0;
    if (name) {
        javastring_utf8(name, to, bytes);
    } else {
        print_format(to, bytes, "?");
    }
    return to;
}

// ---- Which thread waits for which

static ref blocker_of(const struct thread *thread) {
    return thread->state == THREAD_PARKED && thread->java_thread
               ? java_get_ref(thread->java_thread, FIELD_Thread_parkBlocker)
               : 0;
}

// Interned at boot: an interrupt may not change the table of symbols, nor look for a field that was not needed before.
static const struct symbol *ownable_name, *owner_name, *owner_type;

static const struct thread *lock_owner(ref blocker) {
    struct domain *domain = object_class(blocker)->domain;
    struct class *ownable = loader_table_find(&domain->boot_loader, ownable_name);
    if (!ownable || !class_is_subclass(object_class(blocker), ownable)) return NULL;
    const struct field *field = class_find_field(ownable, owner_name, owner_type);
    ref owner = field ? heap_load_ref(blocker, field->offset) : 0;
    return owner ? thread_of(owner) : NULL;
}

// Returns NULL if it waits for no thread in particular.
static const struct thread *awaited_by(const struct thread *thread) {
    if (thread->state == THREAD_BLOCKED) return java_of(thread)->blocked_on ? java_of(thread)->blocked_on->owner : NULL;
    ref blocker = blocker_of(thread);
    return blocker && !thread->wake_at_ticks ? lock_owner(blocker) : NULL;
}

// The thread is waited for by one that it waits for: walking on from it leads back to it. If the walk ends in a circle
// of other threads, a second walker at half the speed is met there.
bool thread_is_deadlocked(const struct thread *thread) {
    const struct thread *at = thread, *slow = thread;
    for (u64 steps = 1; (at = awaited_by(at)) != NULL; steps++) {
        if (at == thread) return true;
        if (steps % 2 == 0) slow = awaited_by(slow);
        if (at == slow) return false;
    }
    return false;
}

ref thread_awaited_object(const struct thread *thread) {
    bool in_monitor = thread->state == THREAD_BLOCKED || thread->state == THREAD_WAITING;
    return in_monitor ? java_of(thread)->blocked_on ? java_of(thread)->blocked_on->object : 0 : blocker_of(thread);
}

const struct thread *thread_awaited_by(const struct thread *thread) {
    ref blocker = blocker_of(thread);
    return blocker ? lock_owner(blocker) : awaited_by(thread);
}

static const struct thread *blocked_behind(const struct thread *thread) {
    return thread && thread->state == THREAD_BLOCKED ? awaited_by(thread) : NULL;
}

// By Floyd's two walkers, one of which is twice as fast: they meet only in a circle.
static bool thread_is_in_circle(const struct thread *thread) {
    const struct thread *fast = thread;
    for (const struct thread *slow = thread; (fast = blocked_behind(blocked_behind(fast))) != NULL;) {
        slow = blocked_behind(slow);
        if (slow == fast) return true;
    }
    return false;
}

// Whether the program can never end: each of its own threads is in a circle of locks or waits for one that is. Daemons
// may sleep and wake for ever.
bool scheduler_is_deadlocked(void) {
    bool circle = false;
    for (const struct thread *thread = domain_first_thread(); thread; thread = domain_next_thread(thread)) {
        if (!thread->java_thread || java_of(thread)->daemon || thread->state == THREAD_ENDED ||
            thread_awaits_others(thread)) {
            continue;
        }
        if (!thread_is_in_circle(thread)) return false;
        circle = true;
    }
    return circle;
}

void thread_report_init(void) {
    ownable_name = symbol_of("java/util/concurrent/locks/AbstractOwnableSynchronizer");
    owner_name = symbol_of("exclusiveOwnerThread");
    owner_type = symbol_of("Ljava/lang/Thread;");
}

// ---- Lines

static void print_object(const char *before, ref object) {
    char class_name[NAME_BYTES];
    print_console("%s%s@%x", before, class_external_name(object_class(object), class_name, sizeof(class_name)), object);
}

static void print_owner(const struct thread *owner) {
    char name[NAME_BYTES];
    if (owner) print_console(", which \"%s\" (thread %u) has", thread_name(owner, name, sizeof(name)), owner->number);
}

static void print_state(const struct thread *thread) {
    switch (thread->state) {
    case THREAD_BLOCKED:
        print_object("waits to enter ", java_of(thread)->blocked_on->object);
        print_owner(java_of(thread)->blocked_on->owner);
        break;
    case THREAD_WAITING:
        if (java_of(thread)->blocked_on) {
            print_object("waits in Object.wait of ", java_of(thread)->blocked_on->object);
        } else {
            print_console("waits");
        }
        break;
    case THREAD_PARKED:
        print_console("is parked");
        if (!blocker_of(thread)) break;
        print_object(" for ", blocker_of(thread));
        print_owner(lock_owner(blocker_of(thread)));
        break;
    case THREAD_SLEEPING: print_console("sleeps"); break;
    case THREAD_SUSPENDED: print_console("is suspended"); break;
    case THREAD_RUNNING: print_console("runs"); break;
    default: print_console("is ready to run");
    }
}

// A method that was interrupted before it has a frame, or when it has none any more, is left out.
static bool start_walk(struct frame_walk *walk, const struct thread *thread, const struct trap_frame *frame) {
    if (frame && thread == thread_self() && frame->rip >= CODE_START && frame->rip < CODE_END) {
        u64 return_at = frameless_return(frame->rip, frame->rsp);
        return frame_walk_start_at(walk, frame->rbp, return_at ? *(const u64 *)return_at : frame->rip + 1);
    }
    return frame_walk_start(walk, thread);
}

// ---- What a thread holds
//
// Only a monitor for which some thread waits, or has waited, is a struct that knows its owner; for the others the
// object's mark does. Such an object is in a slot of the frame that is to leave it, or is the class of a static
// synchronized method.

#define HELD 64u

struct held {
    ref objects[HELD];
    u32 count;
};

static void print_held(ref object) {
    print_object("  has ", object);
    print_console("\n");
}

static void print_owned(void *context, const struct monitor *monitor) {
    (void)context;
    print_held(monitor->object);
}

// A slot of a frame that was interrupted at any point may hold what was once an object.
static bool is_object(ref object) {
    if (object % OBJECT_ALIGNMENT) return false;
    if (object >= FIXED_START && object < FIXED_END) return true;
    if (!heap_contains(object) || heap_chunk_of(object) >= heap_chunks_end()) return false;
    const struct heap_chunk *chunk = heap_chunk_of(object);
    if (chunk->generation == HEAP_FREE || chunk->generation == HEAP_LARGE_REST || object >= chunk->top) return false;
    u32 class = object_at(object)->class_address;
    return class >= CLASS_DATA_START && class < CLASS_DATA_END;
}

static void print_thin(const struct thread *thread, ref object, struct held *held) {
    if (!is_object(object) || (object_at(object)->mark & MARK_TAG_MASK) != MARK_THIN ||
        !monitor_is_owner(thread, object)) {
        return;
    }
    for (u32 i = 0; i < held->count; i++) {
        if (held->objects[i] == object) return;
    }
    if (held->count == HELD) return;
    held->objects[held->count++] = object;
    print_held(object);
}

static void print_thin_of_frame(const struct thread *thread, const struct frame_walk *walk, struct held *held) {
    const u32 *map = &walk->code->maps[walk->site->map];
    for (u32 slot = 0; slot < walk->code->slot_count; slot++) {
        if (map[slot / 32] >> slot % 32 & 1) print_thin(thread, *(const ref *)(walk->fp - 8ull * (slot + 1)), held);
    }
    for (const struct code_place *place = walk->place; place; place = place->caller) {
        if (place->method->access_flags & ACC_SYNCHRONIZED && place->method->access_flags & ACC_STATIC) {
            print_thin(thread, place->method->holder->mirror, held);
        }
    }
}

static void print_monitors(const struct thread *thread, const struct trap_frame *frame) {
    struct frame_walk walk;
    struct held held = {.count = 0};
    monitor_visit_owned(thread, print_owned, NULL);
    for (bool more = start_walk(&walk, thread, frame); more; more = frame_walk_next_machine(&walk)) {
        print_thin_of_frame(thread, &walk, &held);
    }
}

// ---- Where it is

static void print_stack(const struct thread *thread, const struct trap_frame *frame) {
    struct frame_walk walk;
    char class_name[NAME_BYTES];
    u32 count = 0;
    for (bool more = start_walk(&walk, thread, frame); more && count < FRAMES; more = frame_walk_next(&walk), count++) {
        const struct class *holder = walk.method->holder;
        print_console("  at %s.%s(", class_external_name(holder, class_name, sizeof(class_name)),
                      walk.method->name->text);
        if (method_is_native(walk.method)) {
            print_console("Native Method)\n");
        } else if (!holder->source_file) {
            print_console("Unknown Source)\n");
        } else {
            print_console("%s:%d)\n", holder->source_file->text, method_line(walk.method, walk.bytecode_index));
        }
    }
    if (count == FRAMES) print_console("  ...\n");
}

static void print_circle(const struct thread *thread) {
    char name[NAME_BYTES];
    print_console("deadlock: \"%s\"", thread_name(thread, name, sizeof(name)));
    const struct thread *at = thread;
    do {
        at = awaited_by(at);
        print_console(" waits for \"%s\"%s", thread_name(at, name, sizeof(name)), at == thread ? "\n" : ", which");
    } while (at != thread);
}

// Each circle is reported once, from the thread with the lowest number.
static bool begins_circle(const struct thread *thread) {
    if (!thread_is_deadlocked(thread)) return false;
    for (const struct thread *at = awaited_by(thread); at != thread; at = awaited_by(at)) {
        if (at->number < thread->number) return false;
    }
    return true;
}

void panic_report_threads(const struct trap_frame *frame) {
    if (!domain_first || heap_figures_any_collected()) return;
    char name[NAME_BYTES];
    u32 count = 0;
    print_console("%s\n", THREAD_REPORT_BEGIN);
    for (const struct thread *thread = domain_first_thread(); thread && count < THREADS;
         thread = domain_next_thread(thread)) {
        if (!thread->java_thread) continue;
        count++;
        print_console("\"%s\" (thread %u%s) ", thread_name(thread, name, sizeof(name)), thread->number,
                      java_of(thread)->daemon ? ", daemon" : "");
        print_state(thread);
        print_console("\n");
        print_monitors(thread, frame);
        print_stack(thread, frame);
    }
    for (const struct thread *thread = domain_first_thread(); thread; thread = domain_next_thread(thread)) {
        if (thread->java_thread && begins_circle(thread)) print_circle(thread);
    }
    print_console("%s\n", THREAD_REPORT_END);
}
