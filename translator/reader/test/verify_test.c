// The verifier on hand-written methods: each gets the verdict written beside it, and a rejected one a message that says
// where.
#include <stdio.h>
#include <string.h>

#include "tap.h"
#include "tests/verify/handmade.h"
#include "viz/verify/world.h"

static struct arena arena;

// A world of four classes: enough for the hand-written methods.
static bool is(struct text name, const char *text) { return text_is(name, text); }
static enum verify_answer is_known(struct text name) {
    return is(name, "hand/Made") || is(name, "java/lang/String") || is(name, "java/lang/Integer") ||
                   is(name, "java/lang/Throwable") || is(name, "java/lang/Object")
               ? VERIFY_YES
               : VERIFY_FAILED;
}
static enum verify_answer is_interface(void *context, struct text name) {
    (void)context;
    return is_known(name) == VERIFY_FAILED ? VERIFY_FAILED : VERIFY_NO;
}
static enum verify_answer is_subclass(void *context, struct text name, struct text super) {
    (void)context;
    if (is_known(name) == VERIFY_FAILED || is_known(super) == VERIFY_FAILED) return VERIFY_FAILED;
    return text_equal(name, super) || is(super, "java/lang/Object") ? VERIFY_YES : VERIFY_NO;
}
static enum verify_answer superclass(void *context, struct text name, struct text *super) {
    (void)context;
    *super = (struct text){"java/lang/Object", 16};
    if (is_known(name) == VERIFY_FAILED) return VERIFY_FAILED;
    return is(name, "java/lang/Object") ? VERIFY_NO : VERIFY_YES;
}
static enum verify_answer is_own_superclass(void *context, struct text name) {
    (void)context;
    return is(name, "java/lang/Object") ? VERIFY_YES : VERIFY_NO;
}
static enum verify_answer is_protected_elsewhere(void *context, struct text class_name, struct text name,
                                                 struct text descriptor, bool is_method) {
    (void)context, (void)class_name, (void)name, (void)descriptor, (void)is_method;
    return VERIFY_NO;
}
static const struct verify_hierarchy hierarchy = {
    NULL, is_interface, is_subclass, superclass, is_own_superclass, is_protected_elsewhere, {"", 0}};

static void test_handmade(u32 number) {
    const struct handmade *class = &handmade_classes[number];
    struct class_error error = {.exception = "none"};
    arena_reset(&arena);
    size_t size;
    u8 *bytes = handmade_bytes(&arena, number, &size);
    const struct classfile *file = classfile_parse(&arena, bytes, size, false, &error);
    bool passes = file && verify_class(file, &arena, &hierarchy, &error);
    tap_ok(file && passes == class->passes, "%s: %s", class->name, class->passes ? "passes" : "is rejected");
    if (!file || passes != class->passes) tap_note("%s: %s", error.exception, error.message);
    if (file && !passes && !strstr(error.message, "hand/Made.")) {
        tap_ok(false, "the message names the method: %s", error.message);
    }
}

static void test_missing_class(void) {
    struct class_error error = {.exception = "none"};
    struct verify_hierarchy missing = hierarchy;
    arena_reset(&arena);
    for (u32 i = 0; i < handmade_count; i++) {
        if (strcmp(handmade_classes[i].name, "catch of a class that is missing") != 0) continue;
        size_t size;
        u8 *bytes = handmade_bytes(&arena, i, &size);
        // "java/lang/Integer" becomes "java/lang/Missing"
        for (size_t at = 0; at + 7 <= size; at++) {
            if (memcmp(bytes + at, "Integer", 7) == 0) memcpy(bytes + at, "Missing", 7);
        }
        const struct classfile *file = classfile_parse(&arena, bytes, size, false, &error);
        tap_ok(file && !verify_class(file, &arena, &missing, &error),
               "a class that cannot be loaded ends verification");
        tap_ok(error.exception == NULL, "and leaves the exception to who could not load it");
    }
}

int main(void) {
    world_arena(&arena, 4 << 20);
    for (u32 i = 0; i < handmade_count; i++) test_handmade(i);
    test_missing_class();
    world_arena_free(&arena);
    return tap_done();
}
