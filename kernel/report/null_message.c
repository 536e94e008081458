// See null_message.h. "Cannot invoke "String.length()" because "<local4>.text" is null": first what could not be done,
// then where the null came from, as far as the sources of the operands are known.
#include "kernel/report/null_message.h"

#include "base/narrow.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/javastring.h"
#include "kernel/core/scheduler.h"
#include "kernel/memory/scratch.h"
#include "kernel/report/operand_source.h"

#define MESSAGE_BYTES 16384u // longer messages are cut
#define MOST_DETAIL 5        // steps back from the null
#define MOST_NESTING 100u    // of indices within indices, which count as no steps: deeper ones are not described
#define NO_OPERAND 0xffffu

struct message {
    const struct method *method;
    const struct classfile *file;
    struct operand_sources sources;
    char *text;
    size_t length;
    u32 nesting;
};

// ---- Text

static void put(struct message *message, struct text text) {
    size_t room = MESSAGE_BYTES - message->length;
    size_t length = text.length < room ? text.length : room;
    memcpy(message->text + message->length, text.bytes, length);
    message->length += length;
}

static void say(struct message *message, const char *words) {
    put(message, (struct text){words, narrow_u16(strlen(words))});
}

static void say_number(struct message *message, s32 number) {
    char digits[16];
    print_format(digits, sizeof(digits), "%d", number);
    say(message, digits);
}

static void say_class(struct message *message, struct text name) {
    if (text_is(name, "java/lang/Object") || text_is(name, "java/lang/String")) {
        say(message, name.bytes[10] == 'O' ? "Object" : "String");
        return;
    }
    size_t start = message->length;
    put(message, name);
    for (size_t i = start; i < message->length; i++) {
        if (message->text[i] == '/') message->text[i] = '.';
    }
}

static const char *primitive_name(char letter) {
    switch (letter) {
    case 'B': return "byte";
    case 'C': return "char";
    case 'D': return "double";
    case 'F': return "float";
    case 'I': return "int";
    case 'J': return "long";
    case 'S': return "short";
    default: return "boolean";
    }
}

static void say_type(struct message *message, const char *type) {
    const char *element = type, *end = descriptor_skip(type);
    while (*element == '[') element++;
    if (*element == 'L') {
        say_class(message, (struct text){element + 1, narrow_u16(end - element - 2)});
    } else {
        say(message, primitive_name(*element));
    }
    for (; *type == '['; type++) say(message, "[]");
}

static void say_method(struct message *message, u16 index) {
    struct member_ref member = classfile_member_ref(message->file, index);
    say_class(message, member.class_name);
    say(message, ".");
    put(message, member.name);
    say(message, "(");
    for (const char *at = member.descriptor.bytes + 1; *at != ')'; at = descriptor_skip(at)) {
        if (at != member.descriptor.bytes + 1) say(message, ", ");
        say_type(message, at);
    }
    say(message, ")");
}

static void say_field(struct message *message, u16 index) {
    put(message, classfile_member_ref(message->file, index).name);
}

// ---- Local variables

// Finds the name that a LocalVariableTable of the method gives it there.
#define ENTRIES_A_POLL 4096u

static bool find_name(const struct message *message, u32 index, u32 local, struct text *name) {
    const struct classfile *file = message->file;
    u32 looks = 0;
    const u8 *at = file->bytes + message->sources.code.attributes;
    u16 attributes = bytecode_u16(at);
    bool found = false;
    at += 2;
    for (u16 i = 0; i < attributes && !found; i++) {
        const u8 *entry = at + 8;
        u32 count = text_is(classfile_utf8(file, bytecode_u16(at)), "LocalVariableTable") ? bytecode_u16(at + 6) : 0;
        for (; count-- && !found; entry += 10) {
            if (++looks % ENTRIES_A_POLL == 0) scheduler_poll_native(thread_self());
            u32 start = bytecode_u16(entry);
            found = bytecode_u16(entry + 8) == local && index >= start && index < start + bytecode_u16(entry + 2);
            if (found) *name = classfile_utf8(file, bytecode_u16(entry + 4));
        }
        at += 6 + bytecode_u32(at + 2);
    }
    return found;
}

// The number of the parameter, from 1, that the local is when the method begins; 0 if it is none.
static u32 parameter_number(const struct method *method, u32 local) {
    u32 at = method_is_static(method) ? 0 : 1, number = 1;
    for (const char *type = method->descriptor->text + 1; *type != ')'; type = descriptor_skip(type), number++) {
        u32 words = *type == 'J' || *type == 'D' ? 2 : 1;
        if (local >= at && local < at + words) return number;
        at += words;
    }
    return 0;
}

static bool say_local(struct message *message, u32 index, u32 local) {
    struct text name = {0};
    bool is_first = !operand_local_is_written(&message->sources, index, local);
    u32 parameter = parameter_number(message->method, local);
    if (find_name(message, index, local, &name)) {
        put(message, name);
    } else if (!method_is_static(message->method) && local == 0 && is_first) {
        say(message, "this");
    } else {
        bool is_parameter = parameter && is_first;
        say(message, is_parameter ? "<parameter" : "<local");
        say_number(message, (s32)(is_parameter ? parameter : local));
        say(message, ">");
    }
    return true;
}

// ---- What is null

struct cause {
    u32 detail;    // steps left
    bool in_index; // describes an array's index
    bool says_so;  // is the beginning of the sentence
};

static bool say_cause(struct message *message, u32 index, u32 depth, struct cause cause);

static bool is_invocation(u8 opcode) { return opcode >= OP_invokevirtual && opcode <= OP_invokeinterface; }

static bool say_element(struct message *message, u32 source, struct cause cause) {
    struct cause array = {cause.detail - 1, cause.in_index, false}, subscript = {cause.detail, true, false};
    if (!say_cause(message, source, 1, array)) say(message, "<array>");
    say(message, "[");
    if (!say_cause(message, source, 0, subscript)) say(message, "...");
    say(message, "]");
    return true;
}

static bool say_member(struct message *message, u32 source, u8 opcode, u16 index, struct cause cause) {
    if (opcode == OP_getstatic) {
        say_class(message, classfile_member_ref(message->file, index).class_name);
        say(message, ".");
    } else if (opcode == OP_getfield) {
        if (say_cause(message, source, 0, (struct cause){cause.detail - 1, cause.in_index, false})) say(message, ".");
    } else {
        if (cause.detail == MOST_DETAIL && !cause.in_index) say(message, " because the return value of \"");
        say_method(message, index);
        return true;
    }
    say_field(message, index);
    return true;
}

static bool say_constant(struct message *message, s32 value) {
    say_number(message, value);
    return true;
}

// Describes what the instruction at `source` has pushed. Returns false if there are no words for it.
static bool say_source(struct message *message, u32 source, struct cause cause) {
    const u8 *at = message->sources.code.bytes + source;
    bool wide = *at == OP_wide;
    u8 opcode = wide ? at[1] : *at;
    switch (opcode) {
    case OP_iload:
    case OP_aload: return say_local(message, source, wide ? bytecode_u16(at + 2) : at[1]);
    case OP_iload_0:
    case OP_iload_1:
    case OP_iload_2:
    case OP_iload_3: return say_local(message, source, opcode - (u32)OP_iload_0);
    case OP_aload_0:
    case OP_aload_1:
    case OP_aload_2:
    case OP_aload_3: return say_local(message, source, opcode - (u32)OP_aload_0);
    case OP_aconst_null: say(message, "null"); return true;
    case OP_iconst_m1:
    case OP_iconst_0:
    case OP_iconst_1:
    case OP_iconst_2:
    case OP_iconst_3:
    case OP_iconst_4:
    case OP_iconst_5: return say_constant(message, opcode - OP_iconst_0);
    case OP_bipush: return say_constant(message, (s8)at[1]);
    case OP_sipush: return say_constant(message, bytecode_s16(at + 1));
    case OP_iaload:
    case OP_aaload: return say_element(message, source, cause);
    case OP_getstatic:
    case OP_getfield:
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic:
    case OP_invokeinterface: return say_member(message, source, opcode, bytecode_u16(at + 1), cause);
    default: return false;
    }
}

// Describes word `depth` of the stack before the instruction at `index`. Returns false if there is nothing to say.
static bool say_cause(struct message *message, u32 index, u32 depth, struct cause cause) {
    if (!cause.detail || message->nesting == MOST_NESTING || message->length == MESSAGE_BYTES) return false;
    u32 source = operand_source(&message->sources, index, depth);
    if (source == OPERAND_UNKNOWN) return false;
    if (cause.says_so && !is_invocation(message->sources.code.bytes[source])) say(message, " because \"");
    message->nesting++;
    bool said = say_source(message, source, cause);
    message->nesting--;
    return said;
}

// ---- What could not be done

static const char *array_words(u8 opcode) {
    static const char *const kinds[] = {"int", "long", "float", "double", "object", "byte/boolean", "char", "short"};
    return kinds[(opcode - (opcode >= OP_iastore ? OP_iastore : OP_iaload)) & 7];
}

static void say_array(struct message *message, const char *what, u8 opcode) {
    say(message, what);
    say(message, array_words(opcode));
    say(message, " array");
}

static void say_quoted_field(struct message *message, const char *what, u16 index) {
    say(message, what);
    say_field(message, index);
    say(message, "\"");
}

// How deep in the stack the instruction expects the value that must not be null; NO_OPERAND if it expects none, and for
// a constructor's call: its object cannot be null, but what it constructs may be this very exception.
static u32 null_operand(const struct message *message, const u8 *at) {
    u8 opcode = *at;
    if (opcode >= OP_iaload && opcode <= OP_saload) return 1;
    if (opcode >= OP_iastore && opcode <= OP_sastore) return opcode == OP_lastore || opcode == OP_dastore ? 3 : 2;
    struct member_ref member;
    switch (opcode) {
    case OP_arraylength:
    case OP_athrow:
    case OP_monitorenter:
    case OP_monitorexit:
    case OP_getfield: return 0;
    case OP_putfield:
        member = classfile_member_ref(message->file, bytecode_u16(at + 1));
        return member.descriptor.bytes[0] == 'J' || member.descriptor.bytes[0] == 'D' ? 2 : 1;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokeinterface:
        member = classfile_member_ref(message->file, bytecode_u16(at + 1));
        return text_is(member.name, "<init>") ? NO_OPERAND : descriptor_argument_slots(member.descriptor);
    default: return NO_OPERAND;
    }
}

static void say_action(struct message *message, const u8 *at) {
    switch (*at) {
    case OP_arraylength: say(message, "Cannot read the array length"); return;
    case OP_athrow: say(message, "Cannot throw exception"); return;
    case OP_monitorenter: say(message, "Cannot enter synchronized block"); return;
    case OP_monitorexit: say(message, "Cannot exit synchronized block"); return;
    case OP_getfield: say_quoted_field(message, "Cannot read field \"", bytecode_u16(at + 1)); return;
    case OP_putfield: say_quoted_field(message, "Cannot assign field \"", bytecode_u16(at + 1)); return;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokeinterface:
        say(message, "Cannot invoke \"");
        say_method(message, bytecode_u16(at + 1));
        say(message, "\"");
        return;
    default: say_array(message, *at >= OP_iastore ? "Cannot store to " : "Cannot load from ", *at);
    }
}

static void say_all(struct message *message, u32 index, u32 operand) {
    say_action(message, message->sources.code.bytes + index);
    if (say_cause(message, index, operand, (struct cause){MOST_DETAIL, false, true})) say(message, "\" is null");
}

ref null_message(struct thread *thread, const struct method *method, u32 bytecode_index) {
    const struct class *holder = method->holder;
    struct message message = {.method = method, .file = holder->file};
    struct classfile_code code;
    // A NullPointerException made by reflection is no mistake of the program's.
    if (strcmp(holder->name->text, "jdk/internal/reflect/NativeConstructorAccessorImpl") == 0) return 0;
    if (!holder->file || !classfile_code(holder->file, class_method_member(method), &code) ||
        bytecode_index >= code.length) {
        return 0;
    }
    u32 operand = null_operand(&message, code.bytes + bytecode_index);
    if (operand == NO_OPERAND || !operand_sources_open(&message.sources, holder->file, &code, bytecode_index)) return 0;
    message.text = scratch_alloc(thread_account(ACCOUNT_TABLES), MESSAGE_BYTES);
    ref string = 0;
    if (message.text) {
        say_all(&message, bytecode_index, operand);
        string = javastring_new(thread, message.text, message.length);
    }
    scratch_free(message.text);
    operand_sources_close(&message.sources);
    return string;
}
