// The SSA form as text, for people. One line an instruction:
//     v12 int = ADD v3 v11                    LOAD names kind and offset, calls their method, sites their bytecode
//                                             index
#include "base/string.h"
#include "translator/ssa.h"

struct dump {
    const struct ssa_function *function;
    void (*write)(void *sink, const char *text, size_t length);
    void *sink;
    char line[512];
    size_t length;
};

static const char *const type_names[TYPE_COUNT] = {"void", "int", "long", "float", "double", "ref"};
static const char *const condition_names[] = {"==", "!=", "<", ">=", ">", "<=", "below", "above="};

static void put_bytes(struct dump *dump, const char *text, size_t length) {
    size_t room = sizeof(dump->line) - 1 - dump->length;
    if (length > room) length = room;
    memcpy(dump->line + dump->length, text, length);
    dump->length += length;
}

static void put(struct dump *dump, const char *text) { put_bytes(dump, text, strlen(text)); }

static void put_number(struct dump *dump, s64 number) {
    char digits[24];
    u32 at = sizeof(digits);
    u64 rest = number < 0 ? -(u64)number : (u64)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
    } while (rest /= 10);
    if (number < 0) digits[--at] = '-';
    put_bytes(dump, digits + at, sizeof(digits) - at);
}

static void put_named(struct dump *dump, const char *prefix, s64 number) {
    put(dump, prefix);
    put_number(dump, number);
}

static void end_line(struct dump *dump) {
    dump->line[dump->length++] = '\n';
    dump->write(dump->sink, dump->line, dump->length);
    dump->length = 0;
}

static void put_method(struct dump *dump, const struct method *method) {
    put(dump, method->holder->name->text);
    put(dump, ".");
    put(dump, method->name->text);
    put(dump, method->descriptor->text);
}

static void put_details(struct dump *dump, const struct ssa_instruction *instruction) {
    switch (instruction->operation) {
    case SSA_CONSTANT:
    case SSA_PARAMETER:
    case SSA_FRAME_LOAD:
    case SSA_FRAME_STORE: put_named(dump, " #", instruction->integer); break;
    case SSA_LOAD:
    case SSA_STORE:
    case SSA_LOAD_SELF: put_named(dump, " +", instruction->integer); break;
    case SSA_BRANCH:
    case SSA_IS:
        put(dump, " ");
        put(dump, condition_names[instruction->kind]);
        break;
    case SSA_CALL_DIRECT:
    case SSA_GUARD:
        put(dump, " ");
        put_method(dump, (const struct method *)(uintptr_t)instruction->integer);
        break;
    case SSA_CALL_SLOT:
    case SSA_CALL_VIRTUAL:
    case SSA_CALL_ENTRY: put_named(dump, " @", instruction->integer); break;
    case SSA_CALL_INTERFACE:
        put_named(dump, " @", instruction->x);
        put(dump, " ");
        put_method(dump, (const struct method *)(uintptr_t)instruction->y);
        break;
    case SSA_PROBE:
        put(dump, " ");
        put(dump, probes[instruction->kind].name);
        break;
    case SSA_RESOLVE: put_named(dump, " entry ", instruction->packed & 0xffff); break;
    default: break;
    }
    if (instruction->kind >= 'B' && instruction->kind <= 'Z') {
        put_bytes(dump, (char[]){' ', (char)instruction->kind}, 2);
    }
    if (instruction->flags & SSA_TRAPS) put(dump, " traps");
    if (instruction->flags & SSA_VOLATILE) put(dump, " volatile");
    if (instruction->flags & SSA_NAN_TRUE) put(dump, " nan");
    if (instruction->flags & SSA_FRESH) put(dump, " fresh");
}

static void dump_marks(struct dump *dump, u32 mark) {
    for (; mark; mark = dump->function->marks[mark].next) {
        put(dump, "    ");
        put(dump, probes[dump->function->marks[mark].kind].name);
        put_named(dump, " ", dump->function->marks[mark].method);
        put(dump, "\n");
    }
}

static void dump_instruction(struct dump *dump, u32 value) {
    const struct ssa_instruction *instruction = ssa_at(dump->function, value);
    dump_marks(dump, instruction->marks);
    put_named(dump, "    v", value);
    if (instruction->type != TYPE_VOID) {
        put(dump, " ");
        put(dump, type_names[instruction->type]);
    }
    put(dump, " = ");
    put(dump, ssa_operation_names[instruction->operation]);
    for (u32 i = 0; i < instruction->operand_count; i++) put_named(dump, " v", ssa_operand(dump->function, value, i));
    put_details(dump, instruction);
    if (ssa_needs_site(instruction)) {
        put_named(dump, "  at ", dump->function->places[dump->function->sites[instruction->site].place].bytecode_index);
    }
    if (ssa_needs_site(instruction) && dump->function->sites[instruction->site].handler_count) {
        for (u32 i = 0; i < dump->function->sites[instruction->site].handler_count; i++) {
            put_named(dump, " !b",
                      dump->function->handlers[dump->function->sites[instruction->site].first_handler + i].landing);
        }
    }
    end_line(dump);
}

static void dump_block(struct dump *dump, u32 block) {
    const struct ssa_block *at = ssa_block_at(dump->function, block);
    put_named(dump, "  b", block);
    put_named(dump, " (", at->start_index);
    put(dump, at->flags & BLOCK_LANDING ? ") landing" : ")");
    if (at->flags & BLOCK_LOOP_HEADER) put(dump, " loop");
    if (at->flags & BLOCK_COLD) put(dump, " cold");
    put_named(dump, " depth ", at->loop_depth);
    put_named(dump, " under b", at->dominator);
    put(dump, " from");
    for (u32 i = 0; i < at->predecessor_count; i++) put_named(dump, " b", ssa_predecessors(dump->function, block)[i]);
    put(dump, " to");
    for (u32 i = 0; i < at->successor_count; i++) put_named(dump, " b", ssa_successors(dump->function, block)[i]);
    end_line(dump);
    for (u32 value = at->first; value; value = ssa_at(dump->function, value)->next) dump_instruction(dump, value);
}

void ssa_dump(const struct ssa_function *function, const char *title,
              void (*write)(void *sink, const char *text, size_t length), void *sink) {
    struct dump dump = {.function = function, .write = write, .sink = sink};
    put_method(&dump, function->method);
    put(&dump, " after ");
    put(&dump, title);
    end_line(&dump);
    for (u32 i = 0; i < function->order_count; i++) dump_block(&dump, function->order[i]);
}
