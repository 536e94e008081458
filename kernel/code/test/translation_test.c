// Translation as the kernel asks for it: how much memory the translator gets, what becomes of the code, and of
// failures. The file is included, not linked; the translator is this test's own, which takes as much memory as it is
// told to.
#include <stdlib.h>
#include <string.h>

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/loader.h"
#include "kernel/code/translation.c"
#include "log/state.h"

#include "runtime.h"
#include "tap.h"

// ---- The translator

const char translate_no_room[] = "no room";

static u64 wants_bytes;
static const char *fails_with;
static u32 tries, again_tries, origin_tries;
static u64 largest_tried;
static struct code codes[16];
static u32 code_count;

// No training run, and nothing kept
bool code_is_for_several(void) { return false; }
struct code *kept_translation(struct method *method, bool with_origins) {
    return (void)method, (void)with_origins, NULL;
}
struct translate_journal *kept_journal(void) {
    return NULL;
}
void kept_record(struct method *method, const struct code *code) { (void)method, (void)code; }

struct code *translate_method(struct arena *used, struct method *method, const struct translate_options *options,
                              const char **error) {
    tries++;
    again_tries += options->again;
    origin_tries += options->origins;
    largest_tried = (u64)(used->end - used->start);
    arena_reset(used);
    for (u64 taken = 0; taken < wants_bytes; taken += 64 * KIB) arena_alloc_raw(used, 64 * KIB);
    *error = fails_with;
    if (fails_with) return NULL;
    struct code *code = &codes[code_count];
    *code = (struct code){.start = CODE_START + 0x1000 * ++code_count,
                          .size = 0x100,
                          .place_count = 1,
                          .method = method,
                          .probes = method->patterns & PROBE_PATTERNS,
                          .is_again = options->again};
    return code;
}

static u32 binds;
const struct native *native_bind(struct method *method) { return (void)method, binds++, NULL; }

// ---- Help

static struct thread *self;

static struct method *method_of(const char *class, const char *name, const char *descriptor) {
    struct class *holder = loader_load(self, &domain_first->boot_loader, symbol_of(class));
    return class_declared_method(holder, symbol_of(name), symbol_of(descriptor));
}

static void begin(u64 bytes, const char *error) {
    runtime_clear_exception();
    wants_bytes = bytes;
    fails_with = error;
    tries = again_tries = origin_tries = binds = 0;
}

static void test_made(void) {
    struct method *method = method_of("java/util/ArrayList", "size", "()I");
    begin(MIB, NULL);
    tap_ok(translation_make(self, method) && tries == 1, "a method is translated");
    tap_ok(method->code == &codes[0] && method->entry == codes[0].start, "and entered");
    tap_ok(method->holder->state >= CLASS_LINKED, "its class is linked before");
    tap_is_int(method->countdown, CALLS_BEFORE_AGAIN, "after so many calls it will be translated again");
    tap_ok(!binds && !again_tries, "for the first time");
    begin(MIB, NULL);
    struct method *initialises = method_of("java/util/UUID", "fromString", "(Ljava/lang/String;)Ljava/util/UUID;");
    tap_ok(translation_make(self, initialises) && initialises->entry == (u64)stub_init_class,
           "a static method's entry initialises the class first");
    begin(MIB, NULL);
    tap_ok(translation_make(self, method_of("java/lang/Object", "hashCode", "()I")) && binds == 1,
           "a native one is bound");
}

static void test_again(void) {
    struct method *method = method_of("java/util/ArrayList", "size", "()I");
    struct code *first = method->code;
    begin(MIB, "whatever");
    method->countdown = -1;
    translation_make_again(self, method);
    tap_ok(method->code == first && method->entry == first->start, "where translating again fails all stays as it is");
    tap_ok(!self->exception && method->countdown == NEVER, "without an error, and for ever");
    begin(MIB, NULL);
    translation_make_again(self, method);
    tap_ok(again_tries == 1 && method->code != first && method->code->older == first, "there is newer code");
    tap_ok(method->entry == method->code->start, "to which calls go");
    tap_is_int(method->countdown, 4 * CALLS_BEFORE_AGAIN, "until it has often missed what it was made for");
    begin(MIB, NULL);
    translation_make(self, method_of("java/util/ArrayList", "isEmpty", "()Z"));
    tap_is_int(again_tries, 0, "and the next method is translated for the first time");
}

static void refresh(struct method *method) {
    begin(MIB, NULL);
    method->flags |= METHOD_STALE;
    class_set_entry(method);
    translation_refresh(self, method);
}

// After test_again: the method is worth more of the translator's time.
static void test_switched(void) {
    struct method *method = method_of("java/util/ArrayList", "size", "()I"),
                  *inlined = method_of("java/util/ArrayList", "isEmpty", "()Z");
    struct code *plain = method->code;
    method->patterns = PATTERN_TIME;
    tap_ok(!translation_suits(plain), "code without probes does not suit a method that has some now");
    refresh(method);
    struct code *probed = method->code;
    tap_ok(probed != plain && probed->probes == PATTERN_TIME && again_tries == 1,
           "it is translated again, as well as before");
    tap_ok(!(method->flags & METHOD_STALE) && method->entry == probed->start, "and entered");
    method->patterns = 0;
    refresh(method);
    tap_ok(method->code == plain && method->entry == plain->start && !tries,
           "without them the code before is used again");
    tap_ok(plain->older == probed, "and none is forgotten");
    u64 watched = code_watched(inlined, inlined->patterns);
    plain->watched = &watched;
    plain->watched_count = 1;
    tap_ok(translation_suits(plain), "what is inlined is as it was");
    inlined->patterns = PATTERN_TRACE;
    tap_ok(!translation_suits(plain), "and now is not");
    inlined->patterns = 0;
    method->patterns = PATTERN_TRACE;
    begin(MIB, translate_no_room);
    method->flags |= METHOD_STALE;
    translation_refresh(self, method);
    tap_ok(method->code == plain && method->entry == plain->start && log_state.loss[LOSS_SWITCHES] == 1,
           "where there is no room all stays as it is, and that is counted");
    tap_ok(!self->exception, "without an error for the program");
    method->patterns = 0;
    plain->watched_count = 0;
}

static void test_giants(void) {
    static const struct {
        u64 bytes;
        u32 tries;
    } cases[] = {{7 * MIB, 1}, {9 * MIB, 2}, {31 * MIB, 2}, {40 * MIB, 3}, {400 * MIB, 6}};
    struct method *method = method_of("java/util/ArrayList", "clear", "()V");
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        begin(cases[i].bytes, cases[i].tries > 1 ? "it fits, and is wrong" : translate_no_room);
        bool made = translation_make(self, method);
        tap_ok(!made && tries == cases[i].tries, "%u MiB take %u tries", (u32)(cases[i].bytes / MIB), tries);
        tap_ok(largest_tried < 4 * cases[i].bytes + ARENA_BYTES, "with not much more than they need: %u MiB",
               (u32)(largest_tried / MIB));
    }
    begin(600 * MIB, NULL);
    tap_ok(!translation_make(self, method), "what needs more than half a GiB is not translated");
    tap_is_text(runtime_exception, "java/lang/OutOfMemoryError", "for want of memory");
    tap_ok(!method->code && method->entry == (u64)stub_translate, "and may be asked for again");
    begin(MIB, NULL);
    tap_ok(translation_make(self, method), "which then finds the usual arena");
}

static void test_errors(void) {
    struct method *method = method_of("java/util/ArrayList", "trimToSize", "()V");
    begin(MIB, "a subroutine that is none");
    tap_ok(!translation_make(self, method), "a method that cannot be translated");
    tap_is_text(runtime_exception, "java/lang/VerifyError", "is an error of verification");
    tap_is_text(runtime_message, "void java.util.ArrayList.trimToSize(): a subroutine that is none", "that says why");
    begin(MIB, translate_no_room);
    tap_ok(!translation_make(self, method), "code is full");
    tap_is_text(runtime_exception, "java/lang/OutOfMemoryError", "which is an error of memory");
    tap_is_text(runtime_message, "Out of space in CodeCache", "in HotSpot's words");
    tap_ok(!method->code, "there is no code");
}

static void test_origins(void) {
    begin(MIB, NULL);
    translation_make(self, method_of("java/util/ArrayList", "contains", "(Ljava/lang/Object;)Z"));
    tap_is_int(origin_tries, 0, "no origins are made where nobody has asked for them");
    translation_want_origins();
    begin(MIB, NULL);
    translation_make(self, method_of("java/util/ArrayList", "indexOf", "(Ljava/lang/Object;)I"));
    tap_ok(tries == 1 && origin_tries == 1, "then they are");
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    self = thread_self();
    machine_options = (struct options){0};
    translation_init();
    test_made();
    test_again();
    test_switched();
    test_giants();
    test_errors();
    test_origins();
    return tap_done();
}
