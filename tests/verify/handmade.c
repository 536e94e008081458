// See handmade.h.
#include "tests/verify/handmade.h"

#include <string.h>

#include "translator/reader/bytecode.h"

// Constant pool of every class; indices below in comments.
static const char pool[] = "\1\0\11hand/Made"              // 1
                           "\7\0\1"                        // 2
                           "\1\0\20java/lang/Object"       // 3
                           "\7\0\3"                        // 4
                           "\1\0\1m"                       // 5
                           "\1\0\26(ILjava/lang/Object;)I" // 6
                           "\1\0\4Code"                    // 7
                           "\1\0\6<init>"                  // 8
                           "\1\0\3()V"                     // 9
                           "\14\0\10\0\11"                 // 10
                           "\12\0\4\0\12"                  // 11: Object.<init>
                           "\1\0\20java/lang/String"       // 12
                           "\7\0\14"                       // 13
                           "\1\0\23java/lang/Throwable"    // 14
                           "\7\0\16"                       // 15
                           "\1\0\21java/lang/Integer"      // 16
                           "\7\0\20"                       // 17
                           "\1\0\15StackMapTable";         // 18

#define JSR OP_jsr, 0
#define CODE(...) .code_bytes = sizeof((u8[]){__VA_ARGS__}), .code = {__VA_ARGS__}
#define MAP(...) .map_bytes = sizeof((u8[]){__VA_ARGS__}), .map = {__VA_ARGS__}
#define METHOD(name_, version_, passes_) METHOD_OF_STACK(name_, version_, passes_, 2)
#define METHOD_OF_STACK(name_, version_, passes_, max_stack_) \
    .name = name_, .version = version_, .passes = passes_, .max_stack = max_stack_, .max_locals = 4

// clang-format off
const struct handmade handmade_classes[] = {
    {METHOD("subroutine", 49, true),
     CODE(JSR, 5, OP_iload_0, OP_ireturn, OP_astore_2, OP_iinc, 0, 1, OP_ret, 2)},
    {METHOD("local that a subroutine leaves alone keeps the caller's type", 49, true),
     CODE(OP_iconst_0, OP_istore_3, JSR, 12, OP_aload_1, OP_astore_3, JSR, 7, OP_aload_3, OP_pop, OP_iload_0, OP_ireturn, OP_astore_2, OP_ret, 2)},
    {METHOD("local of another type after the second call", 49, false),
     CODE(OP_iconst_0, OP_istore_3, JSR, 12, OP_aload_1, OP_astore_3, JSR, 7, OP_iload_3, OP_pop, OP_iload_0, OP_ireturn, OP_astore_2, OP_ret, 2)},
    {METHOD("ret through an int", 49, false), CODE(JSR, 5, OP_iload_0, OP_ireturn, OP_astore_2, OP_ret, 0)},
    {METHOD("recursive subroutine", 49, false), CODE(JSR, 3, OP_astore_2, OP_jsr, 0xff, 0xff)},
    {METHOD("local that a subroutine has written", 49, false),
     CODE(JSR, 7, OP_aload_1, OP_pop, OP_iconst_0, OP_ireturn, OP_astore_2, OP_iconst_0, OP_istore_1, OP_ret, 2)},
    {METHOD("nested subroutines", 48, true),
     CODE(JSR, 5, OP_iload_0, OP_ireturn, OP_astore_2, JSR, 5, OP_ret, 2, OP_astore_3, OP_iinc, 0, 1, OP_ret, 3)},
    {METHOD("outer subroutine returns from the inner one", 48, true),
     CODE(JSR, 5, OP_iload_0, OP_ireturn, OP_astore_2, JSR, 4, OP_nop, OP_astore_3, OP_ret, 2)},
    {METHOD("return address that is dropped", 49, true), CODE(JSR, 3, OP_pop, OP_iconst_0, OP_ireturn)},
    {METHOD("return address that is loaded", 49, false), CODE(JSR, 3, OP_astore_2, OP_aload_2, OP_pop, OP_iconst_0, OP_ireturn)},
    {METHOD("exception around a subroutine", 49, true),
     CODE(JSR, 9, OP_iload_0, OP_ireturn, OP_pop, OP_goto, 0xff, 0xfd, OP_astore_2, OP_ret, 2), .handler_count = 1, .handlers = {{0, 3, 5, 15}}},
    {METHOD("version 50 fails over to inference", 50, true),
     CODE(JSR, 5, OP_iload_0, OP_ireturn, OP_astore_2, OP_iinc, 0, 1, OP_ret, 2)},
    {METHOD("version 51 has no subroutines", 51, false),
     CODE(JSR, 5, OP_iload_0, OP_ireturn, OP_astore_2, OP_iinc, 0, 1, OP_ret, 2)},
    {METHOD("types that do not merge on the stack", 49, false),
     CODE(OP_iload_0, OP_ifeq, 0, 7, OP_iconst_0, OP_goto, 0, 4, OP_fconst_0, OP_pop, OP_iconst_0, OP_ireturn)},
    {METHOD("types that do not merge in an unused local", 49, true),
     CODE(OP_iload_0, OP_ifeq, 0, 8, OP_iconst_0, OP_istore_2, OP_goto, 0, 5, OP_fconst_0, OP_fstore_2, OP_iconst_0, OP_ireturn)},
    {METHOD("comparison of an object that is not initialised", 49, false),
     CODE(OP_new, 0, 13, OP_dup, OP_if_acmpne, 0, 3, OP_iconst_0, OP_ireturn)},
    {METHOD("comparison of an object that is not initialised, by type checking", 52, true),
     CODE(OP_new, 0, 13, OP_dup, OP_if_acmpne, 0, 3, OP_iconst_0, OP_ireturn), MAP(0, 1, 7)},
    {METHOD("null test of an object that is not initialised, by type checking", 52, true),
     CODE(OP_new, 0, 13, OP_ifnull, 0, 3, OP_iconst_0, OP_ireturn), MAP(0, 1, 6)},
    {METHOD("null test of an object that is not initialised", 49, true),
     CODE(OP_new, 0, 13, OP_ifnull, 0, 3, OP_iconst_0, OP_ireturn)},
    {METHOD("new in a loop, the old object in a local", 49, true),
     CODE(OP_new, 0, 13, OP_astore_2, OP_iload_0, OP_ifne, 0xff, 0xfb, OP_iconst_0, OP_ireturn)},
    {METHOD("new in a loop, the old object on the stack", 49, false),
     CODE(OP_new, 0, 13, OP_iload_0, OP_ifne, 0xff, 0xfc, OP_pop, OP_iconst_0, OP_ireturn)},
    {METHOD("bad operand in code that is not reached", 49, false), CODE(OP_iconst_0, OP_ireturn, OP_iload, 9, OP_ireturn)},
    {METHOD("bad types in code that is not reached", 49, true), CODE(OP_iconst_0, OP_ireturn, OP_fconst_0, OP_ireturn)},
    {METHOD("bad types in code that is not reached, by type checking", 52, false), CODE(OP_iconst_0, OP_ireturn, OP_fconst_0, OP_ireturn)},
    {METHOD("constructor", 49, true), .is_constructor = true, CODE(OP_aload_0, OP_invokespecial, 0, 11, OP_return)},
    {METHOD("constructor that calls no other", 49, false), .is_constructor = true, CODE(OP_return)},
    {METHOD("constructor that catches the other one's exception and returns", 49, false), .is_constructor = true,
     CODE(OP_aload_0, OP_invokespecial, 0, 11, OP_return, OP_pop, OP_return), .handler_count = 1, .handlers = {{0, 4, 5, 0}}},
    {METHOD("constructor that catches the other one's exception and throws", 49, true), .is_constructor = true,
     CODE(OP_aload_0, OP_invokespecial, 0, 11, OP_return, OP_athrow), .handler_count = 1, .handlers = {{0, 4, 5, 0}}},
    {METHOD("catch of what is not Throwable", 49, false), CODE(OP_iconst_0, OP_ireturn, OP_athrow), .handler_count = 1, .handlers = {{0, 1, 2, 13}}},
    {METHOD("catch of a class that is missing", 52, false),
     CODE(OP_iconst_0, OP_ireturn, OP_athrow), .handler_count = 1, .handlers = {{0, 1, 2, 17}}},
    {METHOD_OF_STACK("handler without room for the exception", 49, false, 0),
     CODE(OP_goto, 0, 0, OP_nop, OP_nop, OP_goto, 0, 0), .handler_count = 1, .handlers = {{0, 3, 5, 0}}},
    {METHOD_OF_STACK("handler without room for the exception, not reached", 49, false, 0),
     CODE(OP_goto, 0, 0, OP_goto, 0, 0), .handler_count = 1, .handlers = {{3, 6, 3, 0}}},
    {METHOD("element of null", 52, true), CODE(OP_aconst_null, OP_iconst_0, OP_iaload, OP_ireturn)},
    {METHOD("fall through the end", 52, false), CODE(OP_iconst_0)},
    {METHOD("fall through the end, by inference", 49, false), CODE(OP_iconst_0)},
    {METHOD("padding of a switch", 49, false),
     CODE(OP_iload_0, OP_lookupswitch, 1, 0, 0, 0, 0, 11, 0, 0, 0, 0, OP_iconst_0, OP_ireturn)},
    {METHOD("padding of a switch, free in new classes", 52, false),
     CODE(OP_iload_0, OP_lookupswitch, 1, 0, 0, 0, 0, 11, 0, 0, 0, 0, OP_iconst_0, OP_ireturn)},
    {METHOD("upper half of a long", 52, false),
     CODE(OP_lconst_0, OP_pop, OP_pop, OP_iconst_0, OP_ireturn)},
    {METHOD("long as two words", 52, true), CODE(OP_lconst_0, OP_pop2, OP_iconst_0, OP_ireturn)},
    {METHOD("overwritten long", 52, false), CODE(OP_lconst_0, OP_lstore_2, OP_iconst_0, OP_istore_3, OP_lload_2, OP_l2i, OP_ireturn)},
};
// clang-format on
const u32 handmade_count = COUNT_OF(handmade_classes);

struct writer {
    u8 *at;
};

static void put_u8(struct writer *out, u32 value) { *out->at++ = (u8)value; }

static void put_u16(struct writer *out, u32 value) {
    put_u8(out, value >> 8);
    put_u8(out, value);
}

static void put_u32(struct writer *out, u32 value) {
    put_u16(out, value >> 16);
    put_u16(out, value);
}

static void put_bytes(struct writer *out, const void *bytes, size_t count) {
    if (count) memcpy(out->at, bytes, count);
    out->at += count;
}

static void put_code(struct writer *out, const struct handmade_method *method) {
    u32 map_bytes = method->map_bytes ? 6u + method->map_bytes : 0;
    put_u16(out, 7);
    put_u32(out, 12u + method->code_bytes + 8u * method->handler_count + map_bytes);
    put_u16(out, method->max_stack);
    put_u16(out, method->max_locals);
    put_u32(out, method->code_bytes);
    put_bytes(out, method->code, method->code_bytes);
    put_u16(out, method->handler_count);
    for (u32 i = 0; i < method->handler_count; i++) {
        for (u32 j = 0; j < 4; j++) put_u16(out, method->handlers[i][j]);
    }
    put_u16(out, method->map_bytes ? 1 : 0);
    if (method->map_bytes == 0) return;
    put_u16(out, 18);
    put_u32(out, method->map_bytes);
    put_bytes(out, method->map, method->map_bytes);
}

u8 *handmade_write(struct arena *arena, const struct handmade_method *method, const u8 *more_pool, size_t pool_bytes,
                   u32 pool_entries, size_t *size) {
    u8 *bytes = arena_alloc(arena, sizeof(pool) + pool_bytes + method->code_bytes + 8u * method->handler_count +
                                       method->map_bytes + 100);
    struct writer out = {bytes};
    put_u32(&out, 0xcafebabe);
    put_u32(&out, method->version);
    put_u16(&out, HANDMADE_POOL_ENTRIES + pool_entries);
    put_bytes(&out, pool, sizeof(pool) - 1);
    put_bytes(&out, more_pool, pool_bytes);
    static const u16 head[] = {0x21, 2, 4, 0, 0, 1}; // flags, this, super, no interfaces, no fields, one method
    for (u32 i = 0; i < COUNT_OF(head); i++) put_u16(&out, head[i]);
    put_u16(&out, method->is_constructor ? 1 : 9);
    put_u16(&out, method->is_constructor ? 8 : 5);
    put_u16(&out, method->is_constructor ? 9 : 6);
    put_u16(&out, 1);
    put_code(&out, method);
    put_u16(&out, 0);
    *size = (size_t)(out.at - bytes);
    return bytes;
}

u8 *handmade_bytes(struct arena *arena, u32 number, size_t *size) {
    const struct handmade *class = &handmade_classes[number];
    u16 handlers[COUNT_OF(class->handlers)][4];
    for (u32 i = 0; i < COUNT_OF(handlers); i++) {
        for (u32 j = 0; j < 4; j++) handlers[i][j] = class->handlers[i][j];
    }
    struct handmade_method method = {.version = class->version,
                                     .is_constructor = class->is_constructor,
                                     .max_stack = class->max_stack,
                                     .max_locals = class->max_locals,
                                     .code = class->code,
                                     .code_bytes = class->code_bytes,
                                     .handlers = handlers,
                                     .handler_count = class->handler_count,
                                     .map = class->map,
                                     .map_bytes = class->map_bytes};
    return handmade_write(arena, &method, NULL, 0, 0, size);
}
