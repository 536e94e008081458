// Frame walks and the unwinder. A frame is found by its return address: code_of_pc of the byte before it, then the site
// with exactly this address.
#include "kernel/run/unwind.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link_pool.h"
#include "kernel/code/code.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/run/stubs.h"
#include "log/log.h"

static u64 load(u64 address) { return *(const u64 *)(uintptr_t)address; }
static bool is_java_call(u64 pc) { return pc == (u64)(uintptr_t)stub_call_return; }

// ---- Walks

static void stand_at(struct frame_walk *walk, const struct code_place *place) {
    ASSERT(place->method); // a site's place is never the first one
    walk->place = place;
    walk->method = place->method;
    walk->bytecode_index = place->bytecode_index;
}

bool frame_walk_start_at(struct frame_walk *walk, u64 fp, u64 pc) {
    while (fp && is_java_call(pc)) {
        pc = load(fp + (u64)CALL_ANCHOR_PC);
        fp = load(fp + (u64)CALL_ANCHOR_FP);
    }
    if (!fp) return false;
    const struct code *code = code_of_pc(pc - 1);
    const struct code_site *site = code ? code_site_near(code, pc) : NULL;
    if (!site) return false;
    walk->fp = fp;
    walk->pc = pc;
    walk->code = code;
    walk->site = site;
    stand_at(walk, code_site_place(code, site));
    return true;
}

bool frame_walk_start(struct frame_walk *walk, const struct thread *thread) {
    return frame_walk_start_at(walk, thread->anchor_fp, thread->anchor_pc);
}

bool frame_walk_next_machine(struct frame_walk *walk) {
    ASSERT(walk->fp);
    return frame_walk_start_at(walk, load(walk->fp), load(walk->fp + 8));
}

bool frame_walk_next(struct frame_walk *walk) {
    if (!walk->place->caller) return frame_walk_next_machine(walk);
    stand_at(walk, walk->place->caller);
    return true;
}

// ---- The caller

// Among the hidden frames, those between a method handle and its target; a lambda's own frame counts.
static bool is_linkage(const struct method *method) {
    static const char package[] = "java/lang/invoke/";
    if (!(method->flags & METHOD_HIDDEN)) return false;
    return method->holder->flags & CLASS_ADAPTER ||
           strncmp(method->holder->name->text, package, sizeof(package) - 1) == 0;
}

bool frame_is_ignored(const struct method *method) {
    if (is_linkage(method)) return true;
    if (strcmp(method->name->text, "invoke") == 0 && class_is_boot(method->holder, "java/lang/reflect/Method")) {
        return true;
    }
    for (const struct class *class = method->holder; class; class = class->super) {
        if (class_is_boot(class, "jdk/internal/reflect/MethodAccessorImpl")) return true;
    }
    return false;
}

struct class *frame_caller_class(const struct thread *thread) {
    struct frame_walk walk;
    bool more = frame_walk_start(&walk, thread);
    for (u32 depth = 0; more; depth++) {
        if (depth >= 2 && !frame_is_ignored(walk.method)) return walk.method->holder;
        more = frame_walk_next(&walk);
    }
    return NULL;
}

// ---- The unwinder

// Whether a class of the exception has the name that the handler gives: only then is it worth resolving.
static bool may_catch(const struct thread *thread, const struct code_handler *handler) {
    const struct symbol *name = link_class_name(handler->method->holder, handler->catch_type);
    for (const struct class *class = object_class(thread->exception); class; class = class->super) {
        if (class->name == name) return true;
    }
    return false;
}

// Resolution may run Java and fail: then what it raised takes the exception's place, and its handler is looked for from
// here on.
static bool catches(struct thread *thread, const struct code_handler *handler) {
    ASSERT_LOCKED();
    ASSERT(thread->exception);
    if (!handler->catch_type) return true;
    if (!may_catch(thread, handler)) return false;
    u32 mark = handle_mark(thread);
    handle exception = handle_new(thread, thread->exception);
    thread->exception = 0;
    const struct class *class = link_class(thread, handler->method->holder, handler->catch_type);
    if (class) thread->exception = *exception;
    handle_release(thread, mark);
    return class && class_is_subclass(object_class(thread->exception), class);
}

// For a thread that ends while its domain goes on: those that give monitors back, which catch whatever it is. A poll in
// one of them, which may be one of `finally`, leads on from there.
static const struct code_handler *find_last_handler(struct thread *thread, const struct code_handler *handler) {
    if (!java_of(thread)->handlers_left) return NULL;
    while (handler->method && handler->catch_type) handler++;
    if (!handler->method) return NULL;
    java_of(thread)->handlers_left--;
    return handler;
}

static const struct code_handler *find_handler(struct thread *thread, const struct code *code,
                                               const struct code_site *site) {
    const struct code_handler *handler = &code->handlers[site->handlers];
    if (UNLIKELY(exception_is_end(thread))) return find_last_handler(thread, handler);
    while (handler->method && !catches(thread, handler)) handler++;
    return handler->method ? handler : NULL;
}

// The exception leaves what is inlined at the site, the innermost first.
static void log_left_inlined(const struct code *code, const struct code_site *site) {
    for (const struct code_place *place = &code->places[site->place]; place->caller; place = place->caller) {
        if (!(place->method->patterns_so_far & PATTERN_TRACE)) continue; // has never been in any code
        bool is_traced = code_instruments(code, place->method) & PATTERN_TRACE;
        if (is_traced) LOG_EVENT(method_unwind, .method = place->method->id);
    }
}

// It leaves for the caller of the frame's method.
static void log_left(const struct code *code, const struct code_site *site) {
    log_left_inlined(code, site);
    if (code->probes & PATTERN_TRACE) LOG_EVENT(method_unwind, .method = code->method->id);
}

// The frames that it leaves stay as they are until it lands, and the collector sees them.
_Noreturn void exception_unwind(struct thread *thread) {
    kernel_enter();
    u64 fp = thread->anchor_fp;
    u64 pc = thread->anchor_pc;
    ASSERT(thread->exception);
    ledger_switch(LEDGER_exception);
    for (u32 left = 1; !is_java_call(pc); left++) {
        if (left % FRAMES_A_POLL == 0) scheduler_poll_native(thread);
        const struct code *code = code_of_pc(pc - 1);
        const struct code_site *site = code ? code_site_find(code, pc) : NULL;
        if (!site) panic("no site for the return address %lx", pc);
        const struct code_handler *handler = find_handler(thread, code, site);
        if (handler) {
            u64 sp = fp - code->frame_bytes;
            log_left_inlined(code, site);
            log_unwind(&thread->log, sp);
            ASSERT(handler->landing < code->size);
            ref exception = thread->exception;
            thread->exception = 0;
            ledger_switch(LEDGER_translated);
            kernel_leave();
            stub_resume(fp, sp, code->start + handler->landing, exception);
        }
        log_left(code, site);
        pc = load(fp + 8);
        fp = load(fp);
    }
    log_unwind(&thread->log, fp);
    ledger_switch(LEDGER_translated); // log_java_end goes on from there
    kernel_leave();
    stub_return_pending(fp);
}
