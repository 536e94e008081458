// Translation of methods when they are called first. See kernel/translation.h.
#include "kernel/translation.h"

#include "kernel/class.h"
#include "kernel/code.h"
#include "kernel/exception.h"
#include "kernel/link.h"
#include "kernel/memory.h"
#include "kernel/native.h"
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/scratch.h"
#include "log/log.h"
#include "translator/translate.h"

#define ARENA_BYTES (24 * MIB)

static struct arena arena;
static struct translate_options translate_options;
static char dump_letters[64];

static _Noreturn void arena_exhausted(struct arena *exhausted) {
    panic("the translator needs more than %lu MiB for one method", (unsigned long)((u64)(exhausted->end - exhausted->start) / MIB));
}

static void dump_write(void *sink, const char *text, size_t length) {
    (void)sink;
    machine_console_write(text, length);
}

void translation_init(void) {
    void *memory = (void *)memory_take(&scratch_range, ARENA_BYTES, MACHINE_LARGE_PAGE_BYTES);
    if (!memory) panic("no memory for the translator");
    arena_init(&arena, memory, ARENA_BYTES, arena_exhausted);
    translate_options.several_processors = machine.cpu_count > 1;
    struct option dump;
    if (option_first("dump", &dump)) {
        size_t length = dump.length < sizeof(dump_letters) - 1 ? dump.length : sizeof(dump_letters) - 1;
        for (size_t i = 0; i < length; i++) dump_letters[i] = dump.value[i];
        translate_options.dump = dump_letters;
        translate_options.dump_write = dump_write;
    }
}

bool translation_make(struct thread *thread, struct method *method) {
    if (!class_link(thread, method->holder)) return false;
    if (method_is_native(method)) native_bind(method);
    struct log_stolen stolen = log_stolen_begin(thread, STOLEN_TRANSLATION);
    const char *error = NULL;
    struct code *code = translate_method(&arena, method, &translate_options, &error);
    log_stolen_end(thread, &stolen);
    if (!code) {
        char name[256];
        exception_throw(thread, "java/lang/VerifyError", "%s: %s", method_external_name(method, name, sizeof(name)), error);
        return false;
    }
    code_register(code);
    code->older = method->code;
    method->code = code;
    class_set_entry(method);
    log_code(method, code, machine_ticks() - stolen.start_ticks);
    return true;
}
