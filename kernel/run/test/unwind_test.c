// Frame walks, stack traces and the unwinder over frames and code that the test lays out itself.
#include "kernel/run/unwind.h"

#include <setjmp.h>
#include <string.h>

#include "kernel/classes/javastring.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/code/code.h"
#include "kernel/heap/handle.h"
#include "kernel/run/exception.h"
#include "kernel/run/stubs.h"
#include "kernel/run/trace.h"
#include "log/events.h"
#include "log/region.h"
#include "log/state.h"
#include "runtime.h"
#include "tap.h"

// ---- The unwinder's two exits

static jmp_buf out;
static u64 resumed_fp, resumed_sp, resumed_pc, pending_fp;
static ref resumed_exception;

void stub_resume(u64 fp, u64 sp, u64 pc, ref exception) {
    resumed_fp = fp, resumed_sp = sp, resumed_pc = pc, resumed_exception = exception;
    longjmp(out, 1);
}

void stub_return_pending(u64 java_call_fp) {
    pending_fp = java_call_fp;
    longjmp(out, 2);
}

// ---- Code: two methods; in the second one a third is inlined, inside a try block

#define OUTER_START (CODE_START + 0x100)
#define INNER_START (CODE_START + 0x200)

static struct method *inner, *inlined, *outer;
static struct code_handler handlers[4];
static struct code inner_code, outer_code;

static struct method *method_of(const char *class, const char *name, const char *descriptor) {
    struct class *holder = loader_load(thread_self(), &domain_first->boot_loader, symbol_of(class));
    return class_declared_method(holder, symbol_of(name), symbol_of(descriptor));
}

// Index of a Class entry of this name in the pool of the method's class.
static u16 pool_class(const struct method *method, const char *name) {
    const struct classfile *file = method->holder->file;
    for (u16 i = 1; i < file->pool_count; i++) {
        if (classfile_tag(file, i) == POOL_CLASS && text_is(classfile_class_name(file, i), name)) return i;
    }
    return 0;
}

static void make_code(void) {
    inner = method_of("java/util/ArrayList", "size", "()I");
    inlined = method_of("java/util/ArrayList", "isEmpty", "()Z");
    outer = method_of("java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I");
    static struct code_place inner_place, outer_places[2];
    inner_place = (struct code_place){inner, 1, NULL};
    outer_places[0] = (struct code_place){outer, 7, NULL};
    outer_places[1] = (struct code_place){inlined, 2, &outer_places[0]};
    u16 caught = pool_class(outer, "java/lang/NumberFormatException");
    handlers[0] = (struct code_handler){caught, 0x60, outer};
    handlers[1] = (struct code_handler){0, 0, NULL};
    handlers[2] = (struct code_handler){0, 0x70, outer};
    handlers[3] = (struct code_handler){0, 0, NULL};
    static struct code_site inner_sites[] = {{0x20, 0, 0, 1}, {0x31, 0, 0, 1}};
    static struct code_site outer_sites[] = {{0x10, 0, 0, 1}, {0x20, 1, 0, 0}, {0x30, 1, 0, 2}};
    outer_code = (struct code){.start = OUTER_START,
                               .size = 0x80,
                               .frame_bytes = 0x40,
                               .site_count = 3,
                               .place_count = 2,
                               .method = outer,
                               .sites = outer_sites,
                               .places = outer_places,
                               .handlers = handlers};
    inner_code = (struct code){.start = INNER_START,
                               .size = 0x40,
                               .frame_bytes = 0x10,
                               .site_count = 2,
                               .place_count = 1,
                               .method = inner,
                               .sites = inner_sites,
                               .places = &inner_place,
                               .handlers = handlers};
    code_register(&outer_code);
    code_register(&inner_code);
}

// ---- A stack: java_call, the outer method's frame, and the inner one's, from which C was called. Another java_call
// below has frames of its own.

static u64 stack[64];

static u64 at(u32 word) { return (u64)(uintptr_t)&stack[word]; }

static void make_stack(u32 outer_site) {
    memset(stack, 0, sizeof(stack));
    stack[60 + CALL_ANCHOR_FP / 8] = 0; // java_call's frame: there was no Java before
    stack[50] = at(60);
    stack[51] = (u64)(uintptr_t)stub_call_return;
    stack[40] = at(50);
    stack[41] = OUTER_START + outer_site;
    thread_self()->anchor_fp = at(40);
    thread_self()->anchor_pc = INNER_START + 0x31; // an access that trapped at 30H
}

static void test_walk(void) {
    make_stack(0x20);
    struct frame_walk walk;
    tap_ok(frame_walk_start(&walk, thread_self()) && walk.method == inner && walk.bytecode_index == 1,
           "the innermost frame");
    tap_ok(frame_walk_next(&walk) && walk.method == inlined && walk.bytecode_index == 2,
           "an inlined method is a frame");
    tap_ok(frame_walk_next(&walk) && walk.method == outer && walk.bytecode_index == 7,
           "its caller, in the same machine frame");
    tap_ok(!frame_walk_next(&walk), "C is at the end");
    frame_walk_start(&walk, thread_self());
    tap_ok(frame_walk_next_machine(&walk) && walk.method == inlined && walk.fp == at(50), "frames of the machine");
    tap_ok(frame_caller_class(thread_self()) == outer->holder, "the caller's class");
    // C that calls Java again: the walk continues at the anchor before.
    stack[20 + CALL_ANCHOR_FP / 8] = at(40);
    stack[20 + CALL_ANCHOR_PC / 8] = INNER_START + 0x31;
    stack[10] = at(20);
    stack[11] = (u64)(uintptr_t)stub_call_return;
    tap_ok(frame_walk_start_at(&walk, at(10), OUTER_START + 0x10) && walk.method == outer,
           "a frame above a call from C");
    tap_ok(frame_walk_next(&walk) && walk.method == inner, "the frame below it");
}

static ref make_exception(const char *name) {
    struct class *class = loader_load(thread_self(), &domain_first->boot_loader, symbol_of(name));
    return heap_alloc_object(thread_self(), class);
}

static void test_trace(void) {
    make_stack(0x20);
    u32 mark = handle_mark(thread_self());
    handle exception = handle_new(thread_self(), make_exception("java/lang/IllegalStateException"));
    exception_fill_trace(thread_self(), exception);
    tap_is_int(trace_length(*exception), 3, "frames in a trace");
    tap_ok(trace_method(trace_frame(*exception, 1)) == inlined && trace_bytecode_index(trace_frame(*exception, 1)) == 2,
           "its second one");
    handle element =
        handle_new(thread_self(), heap_alloc_object(thread_self(), domain_first->known.stack_trace_element));
    exception_fill_element(thread_self(), element, inner, 1);
    char text[64];
    javastring_utf8(heap_load_ref(*element, domain_first->known.element_class), text, sizeof(text));
    tap_is_text(text, "java.util.ArrayList", "class of an element");
    javastring_utf8(heap_load_ref(*element, domain_first->known.element_file), text, sizeof(text));
    tap_is_text(text, "ArrayList.java", "file of an element");
    tap_ok(*(s32 *)(uintptr_t)(*element + domain_first->known.element_line) > 100, "line of an element");
    handle_release(thread_self(), mark);
}

static int unwind(const char *exception, u32 outer_site) {
    make_stack(outer_site);
    thread_self()->exception = make_exception(exception);
    int way = setjmp(out);
    if (way == 0) exception_unwind(thread_self());
    return way;
}

static void test_unwind(void) {
    tap_is_int(unwind("java/lang/NumberFormatException", 0x20), 1, "a handler catches its class");
    tap_ok(resumed_fp == at(50) && resumed_sp == at(50) - 0x40 && resumed_pc == OUTER_START + 0x60,
           "its frame and landing pad");
    tap_ok(resumed_exception && !thread_self()->exception, "the exception arrives and is no longer pending");
    tap_is_int(unwind("java/lang/IllegalStateException", 0x20), 2, "another class goes by");
    tap_ok(pending_fp == at(60) && thread_self()->exception, "to the call from C, and stays pending");
    tap_is_int(unwind("java/lang/Error", 0x30), 1, "a handler for everything");
    tap_ok(resumed_pc == OUTER_START + 0x70, "its landing pad");
    tap_is_int(unwind("java/lang/Error", 0x10), 2, "a site without handlers");
    thread_self()->exception = 0;
}

// The method of the thread's last record but `back`, if that is an exit by exception; otherwise 0.
static u32 unwound(u32 back) {
    const struct region_record *record =
        (const struct region_record *)(uintptr_t)(thread_self()->log_next - (1 + back) * RECORD_BYTES);
    return record->id == EVENT_method_unwind ? record->a : 0;
}

// Which classes the handlers want is known by now; nothing is looked up for the exceptions themselves.
static void test_traced(void) {
    log_event_mask[0] &= ~(1ull << EVENT_allocate);
    inner_code.probes = PATTERN_TRACE;
    u64 before = thread_self()->log_next;
    unwind("java/lang/NumberFormatException", 0x20);
    tap_is_int((long long)(thread_self()->log_next - before), RECORD_BYTES, "one record for a frame that is left");
    tap_is_int(unwound(0), inner->id, "which is that of the method without a handler");
    outer_code.probes = PATTERN_TRACE;
    before = thread_self()->log_next;
    unwind("java/lang/IllegalStateException", 0x20);
    tap_is_int((long long)(thread_self()->log_next - before), 2 * RECORD_BYTES, "one for each of two");
    tap_ok(unwound(1) == inner->id && unwound(0) == outer->id, "the innermost first");
    inner_code.probes = outer_code.probes = 0;
    before = thread_self()->log_next;
    thread_self()->exception = 0;
    unwind("java/lang/IllegalStateException", 0x20);
    tap_is_int((long long)(thread_self()->log_next - before), 0, "none where nothing is traced");
    thread_self()->exception = 0;
}

static void test_registry(void) {
    tap_ok(!code_of_pc(CODE_START) && !code_of_pc(OUTER_START - 1), "no code before the first");
    tap_ok(code_of_pc(OUTER_START) == &outer_code && code_of_pc(OUTER_START + 0x7f) == &outer_code,
           "the first code's bounds");
    tap_ok(!code_of_pc(OUTER_START + 0x80) && !code_of_pc(INNER_START + 0x40), "none between and behind");
    tap_ok(!code_site_find(&outer_code, OUTER_START + 0x11), "a site is found by its exact address only");
    tap_ok(code_site_near(&outer_code, OUTER_START + 0x11) == &outer_code.sites[1], "or the next one");
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    make_code();
    test_registry();
    test_walk();
    test_trace();
    test_unwind();
    test_traced();
    return tap_done();
}
