// See operand_source.h.
#include "kernel/report/operand_source.h"

#include "base/narrow.h"
#include "base/panic.h"
#include "base/string.h"
#include "kernel/core/scheduler.h"
#include "kernel/memory/scratch.h"

#define LOCALS_KNOWN 64u // any beyond count as written
#define MOST_BYTES (16u << 20)
// The passes of one walk are as many as the code's jumps backwards can make them: it ends, and nothing is found, when
// it has cost so much, where an instruction costs one, and so does a word of a state.
#define MOST_WORK (4u << 20)

// The operand stack, and which locals have been written.
struct operand_state {
    u64 written;
    u32 depth;
    u16 sources[];
};

struct walk {
    struct operand_sources *to;
    const u8 *code;
    u32 index;                   // of the instruction
    struct operand_state *state; // before it, then after it
    bool added;                  // a state was made
    u64 left;                    // of MOST_WORK; 0: it has ended
};

#define WORK_A_POLL (1u << 13)

static void work(struct walk *walk, u64 cost) {
    u64 left = walk->left > cost ? walk->left - cost : 0;
    if (left / WORK_A_POLL != walk->left / WORK_A_POLL) scheduler_poll_native(thread_self());
    walk->left = left;
}

// The old verifier does not look at the code of a handler that no one reaches: that may pop what is not there, push
// more than the method has room for, and flow into code that is reached with another depth. Nothing is found then.
static void end(struct walk *walk) { walk->left = 0; }

// ---- States

static u32 room(const struct walk *walk) { return walk->to->code.max_stack + 1u; }

static size_t state_bytes(u32 depth) { return ALIGN_UP(sizeof(struct operand_state) + depth * sizeof(u16), 8); }

// Values that are joined also stay in the walk's state, and go on from there to the next place: HotSpot does the same.
static void join(struct walk *walk, u32 index) {
    ASSERT(index < walk->to->code.length); // the verifier has seen to it, in all code
    struct operand_state **place = &walk->to->states[index], *state = walk->state;
    ASSERT(state->depth <= room(walk));
    work(walk, 1 + state->depth);
    if (!walk->left) return;
    if (*place) {
        if ((*place)->depth != state->depth) {
            end(walk);
            return;
        }
        for (u32 i = 0; i < state->depth; i++) {
            if (state->sources[i] != (*place)->sources[i]) state->sources[i] = OPERAND_UNKNOWN;
        }
        state->written |= (*place)->written;
    } else {
        *place = (struct operand_state *)walk->to->next;
        walk->to->next += state_bytes(state->depth);
        walk->added = true;
    }
    memcpy(*place, state, state_bytes(state->depth));
}

// ---- The stack

static void push_source(struct walk *walk, u32 source) {
    if (walk->state->depth == room(walk)) {
        end(walk);
        return;
    }
    walk->state->sources[walk->state->depth++] = narrow_u16(source);
}

static void push(struct walk *walk, u32 words) {
    while (words--) push_source(walk, walk->index);
}

static void pop(struct walk *walk, u32 words) {
    if (words > walk->state->depth) {
        end(walk);
        return;
    }
    walk->state->depth -= words;
}

// dup and the like: `count` words go below `below` others.
static void duplicate(struct walk *walk, u32 count, u32 below) {
    u16 *sources = walk->state->sources;
    u32 depth = walk->state->depth, moved = count + below;
    if (moved > depth || depth + count > room(walk)) {
        end(walk);
        return;
    }
    for (u32 i = 1; i <= moved; i++) sources[depth + count - i] = sources[depth - i];
    for (u32 i = 0; i < count; i++) sources[depth - moved + i] = sources[depth + i];
    walk->state->depth += count;
}

static void swap(struct walk *walk) {
    if (walk->state->depth < 2) {
        end(walk);
        return;
    }
    u16 *top = walk->state->sources + walk->state->depth;
    u16 kept = top[-1];
    top[-1] = top[-2];
    top[-2] = kept;
}

static u32 letter_words(char letter) { return letter == 'V' ? 0 : letter == 'J' || letter == 'D' ? 2 : 1; }

// ---- Instructions

static void write_local(struct walk *walk, u32 local, u32 words) {
    for (; words--; local++) {
        if (local < LOCALS_KNOWN) walk->state->written |= 1ull << local;
    }
}

static void field(struct walk *walk, u8 opcode) {
    u32 words = letter_words(
        classfile_member_ref(walk->to->file, bytecode_u16(walk->code + walk->index + 1)).descriptor.bytes[0]);
    bool is_put = opcode == OP_putfield || opcode == OP_putstatic,
         has_object = opcode == OP_getfield || opcode == OP_putfield;
    pop(walk, (is_put ? words : 0) + has_object);
    if (!is_put) push(walk, words);
}

static void call(struct walk *walk, u8 opcode) {
    u16 index = bytecode_u16(walk->code + walk->index + 1);
    struct text descriptor = opcode == OP_invokedynamic ? classfile_dynamic(walk->to->file, index).descriptor
                                                        : classfile_member_ref(walk->to->file, index).descriptor;
    pop(walk, descriptor_argument_slots(descriptor) + (opcode != OP_invokestatic && opcode != OP_invokedynamic));
    push(walk, letter_words(descriptor_return_letter(descriptor)));
}

static void constant(struct walk *walk, u8 opcode) { push(walk, opcode == OP_ldc2_w ? 2 : 1); }

// Instructions whose operands have any type, or that decide where to go. Returns false if the table of bytecodes is
// enough.
static bool special(struct walk *walk, u8 opcode) {
    switch (opcode) {
    case OP_ldc:
    case OP_ldc_w:
    case OP_ldc2_w: constant(walk, opcode); return true;
    case OP_pop: pop(walk, 1); return true;
    case OP_pop2: pop(walk, 2); return true;
    case OP_dup: duplicate(walk, 1, 0); return true;
    case OP_dup_x1: duplicate(walk, 1, 1); return true;
    case OP_dup_x2: duplicate(walk, 1, 2); return true;
    case OP_dup2: duplicate(walk, 2, 0); return true;
    case OP_dup2_x1: duplicate(walk, 2, 1); return true;
    case OP_dup2_x2: duplicate(walk, 2, 2); return true;
    case OP_swap: swap(walk); return true;
    case OP_checkcast: return true;
    case OP_getstatic:
    case OP_putstatic:
    case OP_getfield:
    case OP_putfield: field(walk, opcode); return true;
    case OP_invokevirtual:
    case OP_invokespecial:
    case OP_invokestatic:
    case OP_invokeinterface:
    case OP_invokedynamic: call(walk, opcode); return true;
    case OP_multianewarray:
        pop(walk, walk->code[walk->index + 3]);
        push(walk, 1);
        return true;
    case OP_jsr:
    case OP_jsr_w: push(walk, 1); return true;
    default: return false;
    }
}

static bool is_store(u8 opcode) { return opcode >= OP_istore && opcode <= OP_astore_3; }

// The local that a store names; for xstore_n it is in the opcode.
static u32 named_local(const u8 *at, u8 opcode, bool wide) {
    if (opcode >= OP_istore_0 && opcode <= OP_astore_3) return (opcode - OP_istore_0) & 3u;
    return wide ? bytecode_u16(at + 2) : at[1];
}

static void simulate(struct walk *walk) {
    const u8 *at = walk->code + walk->index;
    bool wide = *at == OP_wide;
    u8 opcode = wide ? at[1] : *at;
    if (special(walk, opcode)) return;
    const struct bytecode_info *info = &bytecode_table[opcode];
    u32 words = 0;
    for (const char *type = info->pops; *type; type++) words += letter_words(*type);
    pop(walk, words);
    for (const char *type = info->pushes; *type; type++) push(walk, letter_words(*type));
    if (is_store(opcode)) { // iinc does not count as writing: HotSpot has it so
        write_local(walk, named_local(at, opcode, wide), words);
    }
}

// ---- Control

static void join_switch(struct walk *walk, u8 opcode) {
    const u8 *operands = walk->code + bytecode_switch_operands(walk->index);
    bool is_table = opcode == OP_tableswitch;
    u32 count =
        is_table ? (u32)(bytecode_s32(operands + 8) - bytecode_s32(operands + 4)) + 1 : bytecode_u32(operands + 4);
    for (u32 i = 0; i < count && walk->left; i++) {
        join(walk, walk->index + bytecode_u32(operands + 12 + (is_table ? 4 : 8) * (u64)i));
    }
    join(walk, walk->index + bytecode_u32(operands));
}

static void join_targets(struct walk *walk, u8 opcode) {
    const u8 *operand = walk->code + walk->index + 1;
    switch (bytecode_table[opcode].format) {
    case FORMAT_BRANCH: join(walk, walk->index + (u32)bytecode_s16(operand)); break;
    case FORMAT_BRANCH_WIDE: join(walk, walk->index + bytecode_u32(operand)); break;
    case FORMAT_TABLE_SWITCH:
    case FORMAT_LOOKUP_SWITCH: join_switch(walk, opcode); break;
    default: break;
    }
}

static bool ends_flow(u8 opcode, u8 widened) {
    switch (opcode == OP_wide ? widened : opcode) {
    case OP_goto:
    case OP_goto_w:
    case OP_jsr:
    case OP_jsr_w:
    case OP_ret:
    case OP_tableswitch:
    case OP_lookupswitch:
    case OP_ireturn:
    case OP_lreturn:
    case OP_freturn:
    case OP_dreturn:
    case OP_areturn:
    case OP_return:
    case OP_athrow: return true;
    default: return false;
    }
}

static void do_instruction(struct walk *walk, u32 length) {
    const struct operand_state *before = walk->to->states[walk->index];
    memcpy(walk->state, before, state_bytes(before->depth));
    work(walk, 1 + before->depth);
    u8 opcode = walk->code[walk->index];
    simulate(walk);
    if (!ends_flow(opcode, walk->code[walk->index + 1]) && walk->index + length < walk->to->code.length) {
        join(walk, walk->index + length);
    }
    join_targets(walk, opcode);
}

// ---- The whole

// Goes over all the code until a pass adds nothing, or the target is reached.
static void pass(struct walk *walk, u32 target) {
    const struct classfile_code *code = &walk->to->code;
    for (bool all = false; !all && walk->added && walk->left;) {
        all = true;
        walk->added = false;
        for (u32 index = 0; index < code->length && walk->left;) {
            u32 length = bytecode_length(code->bytes, code->length, index);
            walk->index = index;
            work(walk, 1);
            if (walk->to->states[index]) {
                do_instruction(walk, length);
            } else {
                all = false;
            }
            index += length;
            if (index == target && walk->to->states[target]) return;
        }
    }
}

static u32 count_instructions(const struct classfile_code *code) {
    u32 count = 0;
    for (u32 index = 0; index < code->length; count++) index += bytecode_length(code->bytes, code->length, index);
    return count;
}

bool operand_sources_open(struct operand_sources *sources, const struct classfile *file,
                          const struct classfile_code *code, u32 target) {
    *sources = (struct operand_sources){.file = file, .code = *code};
    u64 table = code->length * sizeof(*sources->states), state = state_bytes(code->max_stack + 1u);
    u64 bytes = table + state * (count_instructions(code) + 2ull);
    sources->memory = bytes <= MOST_BYTES ? scratch_alloc(thread_account(ACCOUNT_TABLES), bytes) : NULL;
    if (!sources->memory) return false;
    sources->states = (struct operand_state **)sources->memory;
    memset(sources->states, 0, table);
    sources->next = sources->memory + ALIGN_UP(table, 8);
    struct walk walk = {.to = sources,
                        .code = code->bytes,
                        .state = (struct operand_state *)sources->next,
                        .added = true,
                        .left = MOST_WORK};
    sources->next += state;
    *walk.state = (struct operand_state){0};
    join(&walk, 0);
    for (u16 i = 0; i < code->handler_count; i++) {
        walk.index = classfile_handler(code, i).target;
        *walk.state = (struct operand_state){0};
        push(&walk, 1);
        if (!sources->states[walk.index]) join(&walk, walk.index);
    }
    pass(&walk, target);
    if (!walk.left) operand_sources_close(sources);
    return walk.left != 0;
}

void operand_sources_close(struct operand_sources *sources) { scratch_free(sources->memory); }

u32 operand_source(const struct operand_sources *sources, u32 index, u32 depth) {
    const struct operand_state *state = sources->states[index];
    return state && depth < state->depth ? state->sources[state->depth - 1 - depth] : OPERAND_UNKNOWN;
}

bool operand_local_is_written(const struct operand_sources *sources, u32 index, u32 local) {
    const struct operand_state *state = sources->states[index];
    return local >= LOCALS_KNOWN || (state && state->written >> local & 1);
}
