// See chooser.h.
#include "kernel/run/chooser.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/code/code.h"
#include "kernel/code/translation.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/policy_thread.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/hooks.h"
#include "kernel/heap/java_thread.h"
#include "kernel/memory/scratch.h"
#include "kernel/run/java_threads.h"
#include "log/log.h"

// What a host that others use as well may take from a process now and then is far less.
#define LIMIT_NS 100000000
#define WORDS_BYTES 300u
// A handler may lead to itself.
#define HANDLERS_MOST 1000u

struct chooser {
    struct policy policy;
    char class_name[200];
    char words[WORDS_BYTES]; // of chooser_break
    bool has_allocated;
};

// The chooser whose thread this is.
static struct chooser *chooser_of(const struct thread *thread) { return (struct chooser *)policy_by(thread); }

// ---- What is wrong

// Appends where the thread stands in Java, if it does.
static size_t put_place(const struct thread *thread, char *to, size_t bytes) {
    char name[200];
    const struct code *code = thread->anchor_fp ? code_of_pc(thread->anchor_pc - 1) : NULL;
    const struct code_site *site = code ? code_site_find(code, thread->anchor_pc) : NULL;
    if (!site) return 0;
    const struct code_place *place = code_site_place(code, site);
    s32 line = method_line(place->method, place->bytecode_index);
    size_t length = print_format(to, bytes, ", in %s", method_external_name(place->method, name, sizeof(name)));
    if (line > 0 && length < bytes) length += print_format(to + length, bytes - length, ", line %d", line);
    return length < bytes ? length : bytes - 1;
}

static const char *fault_words(const struct chooser *chooser, enum policy_fault fault) {
    switch (fault) {
    case POLICY_LOOPS: return "takes more than 100 ms for an answer";
    case POLICY_WAITS: return "waits, or gives up the processor";
    case POLICY_ENDS: return "has been stopped";
    default: return chooser->words;
    }
}

// At once, as its thread may be about to wait for ever.
static void report(const struct chooser *chooser, enum policy_fault fault) {
    const struct thread *thread = chooser->policy.thread;
    char what[WORDS_BYTES + 300], line[sizeof(what) + 300];
    size_t length = print_format(what, sizeof(what), "%s", fault_words(chooser, fault));
    bool says_where = fault == POLICY_LOOPS || fault == POLICY_WAITS || chooser->has_allocated;
    if (says_where) length += put_place(thread, what + length, sizeof(what) - length);
    LOG_EVENT(scheduler_broken, .thread = thread->number, .fault = log_string(what, length));
    length = print_format(line, sizeof(line), "gnomon: scheduler %s: it %s; threads take turns from now on\n",
                          chooser->class_name, what);
    log_output_at_once(2, line, length < sizeof(line) ? length : sizeof(line) - 1);
}

// Its domain goes on, only this thread obeys as soon as it runs again, and gives back the monitors that it has. If its
// domain ends, it is one of those that end with it.
void policy_ended(struct policy *policy, enum policy_fault fault) {
    struct chooser *chooser = (struct chooser *)policy;
    struct thread *thread = policy->thread;
    struct java_thread *java = java_of(thread);
    java->chooses = false;
    bool *family_late = policy->domain ? domain_of(thread)->family_late : NULL;
    if (fault == POLICY_LOOPS && family_late) *family_late = true;
    if (!java->is_ending) {
        java->is_ending = thread->has_orders = true;
        java->handlers_left = HANDLERS_MOST;
        thread_request_stop(thread);
        report(chooser, fault);
    }
    scratch_free(chooser);
}

void chooser_break(const char *format, ...) {
    va_list arguments;
    struct chooser *chooser = chooser_of(thread_self());
    if (!chooser) return;
    va_start(arguments, format);
    print_format_list(chooser->words, sizeof(chooser->words), format, arguments);
    va_end(arguments);
    policy_end(&chooser->policy, POLICY_OTHER);
}

// What translating and linking need is theirs. Where the machine makes an exception, that is what is wrong.
void heap_chooser_allocates(struct thread *thread) {
    if (thread->ledger_account == LEDGER_linking || thread->ledger_account == LEDGER_translator) return;
    ASSERT(chooser_of(thread));
    chooser_of(thread)->has_allocated = true;
    chooser_break(java_of(thread)->exception_depth ? "throws an exception" : "allocates");
}

// ---- The beginning

static void translate_all(struct thread *thread, struct class *class) {
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        if (method->code || method_is_abstract(method) || method_is_initialiser(method)) continue;
        if (!translation_make(thread, method)) thread->exception = 0; // its call will say why
    }
}

// With those above it: what an answer may need most.
static void translate_ahead(struct thread *thread, struct class *class) {
    for (; class && class != domain_of(thread)->known.object && class != domain_of(thread)->known.thread;
         class = class->super) {
        translate_all(thread, class);
    }
}

// What it has left of a window must not be used unseen.
static void close_window(struct thread *thread) {
    thread->allocated_bytes -= thread->heap_end - thread->heap_next;
    thread->heap_next = thread->heap_end = 0;
}

// The first domain's is the machine's.
static struct domain_core *chosen_domain(const struct thread *thread) {
    return domain_of(thread) == domain_first ? NULL : core_of(thread->domain);
}

static bool begin(struct thread *thread, struct chooser *chooser) {
    java_of(thread)->chooses = true;
    LOG_EVENT(scheduler_begin, .thread = thread->number,
              .scheduler = log_string(chooser->class_name, strlen(chooser->class_name)));
    if (policy_begin(&chooser->policy)) return true;
    java_of(thread)->chooses = false; // another one was faster
    scratch_free(chooser);
    return false;
}

bool chooser_is_family_late(const struct thread *thread) {
    const bool *late = domain_of(thread)->family_late;
    return late && *late;
}

bool chooser_begin(struct thread *thread, handle scheduler) {
    ASSERT_LOCKED();
    ASSERT(!chooser_is_family_late(thread));
    if (!policy_may_begin(chosen_domain(thread))) return false;
    translate_ahead(thread, object_class(thread->java_thread));
    translate_ahead(thread, object_class(*scheduler));
    struct chooser *chooser = scratch_alloc(thread_account(ACCOUNT_TABLES), sizeof(*chooser));
    if (!chooser) return false;
    *chooser = (struct chooser){.policy = {.limit_ticks = log_ticks_of_ns(LIMIT_NS), .domain = chosen_domain(thread)}};
    class_external_name(object_class(*scheduler), chooser->class_name, sizeof(chooser->class_name));
    close_window(thread);
    return begin(thread, chooser);
}

u32 policy_number(const struct thread *thread) { return java_of(thread)->lock_number; }

struct thread *chooser_thread(s64 number) {
    return number > 0 && number <= UINT16_MAX ? thread_by_lock_number((u32)number) : NULL;
}
