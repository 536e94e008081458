// The encoder compared with GNU objdump: all forms, with registers and addresses of every kind, are encoded,
// disassembled, and compared with the text that they should give.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/encode.h"
#include "tests/host/tap.h"

#define CASES 200000

static const char *const names64[16] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
                                        "r8",  "r9",  "r10", "r11", "r12", "r13", "r14", "r15"};
static const char *const names32[16] = {"eax", "ecx", "edx",  "ebx",  "esp",  "ebp",  "esi",  "edi",
                                        "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"};
static const char *const names16[16] = {"ax",  "cx",  "dx",   "bx",   "sp",   "bp",   "si",   "di",
                                        "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"};
static const char *const names8[16] = {"al",  "cl",  "dl",   "bl",   "spl",  "bpl",  "sil",  "dil",
                                       "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"};
static const char *const xmms[16] = {"xmm0", "xmm1", "xmm2",  "xmm3",  "xmm4",  "xmm5",  "xmm6",  "xmm7",
                                     "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"};

static const struct form {
    u32 opcode;
    const char *name;
    const char *const *reg, *const *rm; // `rm` is NULL for memory only
    const char *size;                   // before the address
    bool reversed;                      // the address or rm comes first
    bool no_memory;
} forms[] = {
#define GENERAL names32, names32, "DWORD PTR "
#define SINGLE xmms, xmms, "DWORD PTR "
#define DOUBLE xmms, xmms, "QWORD PTR "
    {X_ADD, "add", GENERAL, false, false},
    {X_SUB, "sub", GENERAL, false, false},
    {X_AND, "and", GENERAL, false, false},
    {X_OR, "or", GENERAL, false, false},
    {X_XOR, "xor", GENERAL, false, false},
    {X_CMP, "cmp", GENERAL, false, false},
    {X_CMP_STORE, "cmp", GENERAL, true, false},
    {X_MOV, "mov", GENERAL, false, false},
    {X_MOV_STORE, "mov", GENERAL, true, false},
    {X_TEST, "test", GENERAL, true, false},
    {X_IMUL, "imul", GENERAL, false, false},
    {X_BSF, "bsf", GENERAL, false, false},
    {X_CMP_8, "cmp", names8, NULL, "BYTE PTR ", false, false},
    {X_MOV_STORE_8, "mov", names8, NULL, "BYTE PTR ", true, false},
    {X_MOV_STORE_16, "mov", names16, NULL, "WORD PTR ", true, false},
    {X_MOVZX_8, "movzx", names32, names8, "BYTE PTR ", false, false},
    {X_MOVSX_8, "movsx", names32, names8, "BYTE PTR ", false, false},
    {X_MOVZX_16, "movzx", names32, names16, "WORD PTR ", false, false},
    {X_MOVSX_16, "movsx", names32, names16, "WORD PTR ", false, false},
    {X_MOVSXD, "movsxd", names64, names32, "DWORD PTR ", false, false},
    {X_LEA, "lea", names32, NULL, "", false, false},
    {X_LEA | OP_W, "lea", names64, NULL, "", false, false},
    {X_CMPXCHG, "cmpxchg", names32, NULL, "DWORD PTR ", true, false},
    {X_XADD, "xadd", names32, NULL, "DWORD PTR ", true, false},
    {X_XCHG, "xchg", names32, NULL, "DWORD PTR ", true, false},
    {X_MOVSS, "movss", xmms, NULL, "DWORD PTR ", false, false},
    {X_MOVSD, "movsd", xmms, NULL, "QWORD PTR ", false, false},
    {X_MOVSS_STORE, "movss", xmms, NULL, "DWORD PTR ", true, false},
    {X_MOVSD_STORE, "movsd", xmms, NULL, "QWORD PTR ", true, false},
    {X_MOVAPS, "movaps", xmms, xmms, "", false, true},
    {X_MOVD, "movd", xmms, names32, "", false, true},
    {X_MOVQ, "movq", xmms, names64, "", false, true},
    {X_MOVD_STORE, "movd", xmms, names32, "", true, true},
    {X_MOVQ_STORE, "movq", xmms, names64, "", true, true},
    {X_ADDSS, "addss", SINGLE, false, false},
    {X_ADDSS ^ X_DOUBLE, "addsd", DOUBLE, false, false},
    {X_MULSS, "mulss", SINGLE, false, false},
    {X_MULSS ^ X_DOUBLE, "mulsd", DOUBLE, false, false},
    {X_SUBSS, "subss", SINGLE, false, false},
    {X_SUBSS ^ X_DOUBLE, "subsd", DOUBLE, false, false},
    {X_DIVSS, "divss", SINGLE, false, false},
    {X_DIVSS ^ X_DOUBLE, "divsd", DOUBLE, false, false},
    {X_SQRTSS, "sqrtss", SINGLE, false, false},
    {X_SQRTSS ^ X_DOUBLE, "sqrtsd", DOUBLE, false, false},
    {X_UCOMISS, "ucomiss", SINGLE, false, false},
    {X_UCOMISD, "ucomisd", DOUBLE, false, false},
    {X_CVTSS2SD, "cvtss2sd", SINGLE, false, false},
    {X_CVTSD2SS, "cvtsd2ss", DOUBLE, false, false},
    {X_XORPS, "xorps", xmms, xmms, "", false, true},
    {X_PCMPEQD, "pcmpeqd", xmms, xmms, "", false, true},
    {X_CVTSI2SS, "cvtsi2ss", xmms, names32, "DWORD PTR ", false, false},
    {X_CVTSI2SS | OP_W, "cvtsi2ss", xmms, names64, "QWORD PTR ", false, false},
    {X_CVTSI2SS ^ X_DOUBLE, "cvtsi2sd", xmms, names32, "DWORD PTR ", false, false},
    {(X_CVTSI2SS ^ X_DOUBLE) | OP_W, "cvtsi2sd", xmms, names64, "QWORD PTR ", false, false},
    {X_CVTTSS2SI, "cvttss2si", names32, xmms, "DWORD PTR ", false, false},
    {X_CVTTSS2SI | OP_W, "cvttss2si", names64, xmms, "DWORD PTR ", false, false},
    {X_CVTTSS2SI ^ X_DOUBLE, "cvttsd2si", names32, xmms, "QWORD PTR ", false, false},
    {(X_CVTTSS2SI ^ X_DOUBLE) | OP_W, "cvttsd2si", names64, xmms, "QWORD PTR ", false, false},
};

static u8 buffer[16 * CASES];
static char *expected[CASES];
static u32 case_count;
static struct encoder out;

static void expect(const char *name, const char *a, const char *b) {
    char text[128];
    snprintf(text, sizeof(text), "%s %s%s%s", name, a, b ? "," : "", b ? b : "");
    expected[case_count++] = strdup(text);
}

static void number(char *text, s64 value) { sprintf(text, "0x%llx", (unsigned long long)value); }

static void address_text(char *text, const char *size, struct encode_address address) {
    text += sprintf(text, "%s", size);
    if (address.base == NO_REGISTER && address.index == NO_REGISTER) {
        sprintf(text, "ds:0x%llx", (unsigned long long)(s64)address.displacement);
        return;
    }
    text += sprintf(text, "[");
    if (address.base != NO_REGISTER) text += sprintf(text, "%s", names64[address.base]);
    if (address.index != NO_REGISTER) {
        text += sprintf(text, "%s%s*%d", address.base == NO_REGISTER ? "" : "+", names64[address.index],
                        1 << address.shift);
    }
    bool shown = address.displacement || address.base == NO_REGISTER || (address.base & 7) == RBP;
    if (shown && address.displacement < 0) {
        text += sprintf(text, "-0x%x", (u32)-address.displacement);
    } else if (shown) {
        text += sprintf(text, "+0x%x", (u32)address.displacement);
    }
    sprintf(text, "]");
}

static void test_registers(const struct form *form) {
    for (u8 reg = 0; reg < 16 && form->rm; reg++) {
        for (u8 rm = 0; rm < 16; rm++) {
            encode_register(&out, form->opcode, reg, rm);
            expect(form->name, form->reversed ? form->rm[rm] : form->reg[reg],
                   form->reversed ? form->reg[reg] : form->rm[rm]);
        }
    }
}

static void test_address(const struct form *form, u8 reg, struct encode_address address) {
    char text[96];
    address_text(text, form->size, address);
    encode_memory(&out, form->opcode, reg, address);
    expect(form->name, form->reversed ? text : form->reg[reg], form->reversed ? form->reg[reg] : text);
}

static void test_addresses(const struct form *form) {
    static const s32 displacements[] = {0, 8, 127, -128, 128, 0x12345};
    for (u8 base = 0; base < 16; base++) {
        for (u32 i = 0; i < COUNT_OF(displacements); i++) {
            test_address(form, (u8)((base + i) & 15), address_base(base, displacements[i]));
            u8 index = (u8)((base * 7 + i * 3) & 15);
            if (index != RSP) {
                test_address(form, index, (struct encode_address){base, index, (u8)(i & 3), displacements[i]});
            }
        }
        test_address(form, base, address_absolute(0x3000120));
        if (base != RSP) test_address(form, base, (struct encode_address){NO_REGISTER, base, 3, 16});
    }
}

// The same for 64 bits, if only the operands' size differs.
static bool widen(struct form *form) {
    if (form->reg != names32 || (form->rm && form->rm != names32) || strcmp(form->size, "DWORD PTR ") != 0) {
        return false;
    }
    form->opcode |= OP_W;
    form->reg = names64;
    if (form->rm) form->rm = names64;
    form->size = "QWORD PTR ";
    return true;
}

static void test_form(struct form form) {
    do {
        test_registers(&form);
        if (!form.no_memory) test_addresses(&form);
    } while (widen(&form));
}

static const char *const alu_names[] = {"add", "or", "adc", "sbb", "and", "sub", "xor", "cmp"};

static void test_immediates(void) {
    static const s32 values[] = {0, 1, 127, -128, 128, -129, 0x12345678};
    char text[32];
    for (u8 reg = 0; reg < 16; reg++) {
        for (u32 i = 0; i < COUNT_OF(values); i++) {
            for (u32 operation = 0; operation < 8; operation++) {
                number(text, (u32)values[i]);
                encode_alu_immediate(&out, (enum encode_alu)operation, false, reg, values[i]);
                expect(alu_names[operation], names32[reg], text);
                number(text, values[i]);
                encode_alu_immediate(&out, (enum encode_alu)operation, true, reg, values[i]);
                expect(alu_names[operation], names64[reg], text);
            }
            number(text, (u32)values[i]);
            encode_move_immediate(&out, reg, (u32)values[i]);
            expect("mov", names32[reg], text);
        }
        encode_move_immediate(&out, reg, 0x123456789abcdefull);
        expect("movabs", names64[reg], "0x123456789abcdef");
        encode_move_immediate(&out, reg, (u64)-5);
        expect("mov", names64[reg], "0xfffffffffffffffb");
    }
}

// An address of each kind, in turn.
static struct encode_address some_address(u32 i) {
    static const s32 displacements[] = {0, 127, -129};
    u8 base = i & 15, index = (i * 5 + 1) & 15;
    if (i % 7 == 0) return address_absolute(0x3000120 + i);
    if (i % 3 == 0 || index == RSP) return address_base(base, displacements[i % COUNT_OF(displacements)]);
    return (struct encode_address){base, index, i & 3, displacements[i % COUNT_OF(displacements)]};
}

// `value` as objdump shows it in an operand of `bits`.
static void operand_number(char *text, s64 value, u32 bits) {
    number(text, bits == 64 ? value : (s64)((u64)value & ((1ull << bits) - 1)));
}

static void test_memory_immediates(void) {
    static const s32 values[] = {0, 1, -1, 127, -128, 128, 0x12345678};
    static const char *const sizes[] = {"BYTE PTR ", "WORD PTR ", "DWORD PTR ", "QWORD PTR "};
    char address_as_text[96], value_as_text[32];
    for (u32 i = 0; i < 48; i++) {
        struct encode_address address = some_address(i);
        for (u32 k = 0; k < COUNT_OF(values); k++) {
            for (u32 shift = 0; shift < 4; shift++) {
                address_text(address_as_text, sizes[shift], address);
                operand_number(value_as_text, values[k], 8u << shift);
                encode_store_immediate(&out, 1u << shift, address, values[k]);
                expect("mov", address_as_text, value_as_text);
                for (u32 operation = 0; operation < 8 && shift >= 2; operation++) {
                    encode_alu_memory_immediate(&out, (enum encode_alu)operation, shift == 3, address, values[k]);
                    expect(alu_names[operation], address_as_text, value_as_text);
                }
            }
            address_text(address_as_text, sizes[0], address);
            operand_number(value_as_text, values[k], 8);
            encode_compare_byte(&out, address, (u8)values[k]);
            expect("cmp", address_as_text, value_as_text);
        }
    }
}

static void test_multiply(void) {
    static const s32 values[] = {2, 127, -128, 128, -129, 0x12345678};
    char text[96];
    for (u32 i = 0; i < 16 * 16 * COUNT_OF(values); i++) {
        u8 reg = i & 15, rm = i >> 4 & 15;
        for (u32 wide = 0; wide < 2; wide++) {
            const char *const *names = wide ? names64 : names32;
            operand_number(text + sprintf(text, "%s,", names[rm]), values[i >> 8], wide ? 64 : 32);
            encode_multiply_immediate(&out, wide, reg, rm, values[i >> 8]);
            expect("imul", names[reg], text);
        }
    }
}

static const char *const conditions[] = {"o", "no", "b", "ae", "e", "ne", "be", "a",
                                         "s", "ns", "p", "np", "l", "ge", "le", "g"};

static void test_conditions(u8 reg) {
    char name[16];
    for (u32 i = 0; i < 16; i++) {
        sprintf(name, "set%s", conditions[i]);
        encode_set(&out, (enum encode_condition)i, reg);
        expect(name, names8[reg], NULL);
        for (u8 rm = 0; rm < 16; rm++) {
            sprintf(name, "cmov%s", conditions[i]);
            encode_conditional_move(&out, (enum encode_condition)i, false, reg, rm);
            expect(name, names32[reg], names32[rm]);
            encode_conditional_move(&out, (enum encode_condition)i, true, reg, rm);
            expect(name, names64[reg], names64[rm]);
        }
    }
}

static void test_shifts(u8 reg, bool wide) {
    static const char *const names[] = {[SHIFT_LEFT] = "shl", [SHIFT_LOGICAL] = "shr", [SHIFT_ARITHMETIC] = "sar"};
    static const enum encode_shift operations[] = {SHIFT_LEFT, SHIFT_LOGICAL, SHIFT_ARITHMETIC};
    const char *name = (wide ? names64 : names32)[reg];
    char text[32];
    for (u32 i = 0; i < COUNT_OF(operations); i++) {
        encode_shift_cl(&out, operations[i], wide, reg);
        expect(names[operations[i]], name, "cl");
        for (u8 count = 1; count < (wide ? 64 : 32); count++) {
            number(text, count);
            encode_shift_immediate(&out, operations[i], wide, reg, count);
            expect(names[operations[i]], name, count == 1 ? "1" : text);
        }
    }
}

static void test_vector_shifts(u8 reg, bool wide) {
    for (u8 count = 1; count < (wide ? 64 : 32); count++) {
        char text[32];
        number(text, count);
        encode_shift_vector_left(&out, wide, reg, count);
        expect(wide ? "psllq" : "pslld", xmms[reg], text);
        encode_shift_vector_right(&out, wide, reg, count);
        expect(wide ? "psrlq" : "psrld", xmms[reg], text);
    }
}

static void test_one_operand(void) {
    static const char *const unary[] = {[UNARY_NOT] = "not",   [UNARY_NEG] = "neg", [UNARY_MUL] = "mul",
                                        [UNARY_IMUL] = "imul", [UNARY_DIV] = "div", [UNARY_IDIV] = "idiv"};
    for (u8 reg = 0; reg < 16; reg++) {
        encode_push(&out, reg);
        expect("push", names64[reg], NULL);
        encode_pop(&out, reg);
        expect("pop", names64[reg], NULL);
        encode_call_register(&out, reg);
        expect("call", names64[reg], NULL);
        test_conditions(reg);
        for (u32 wide = 0; wide < 2; wide++) {
            const char *name = (wide ? names64 : names32)[reg];
            for (u32 i = UNARY_NOT; i < COUNT_OF(unary); i++) {
                encode_unary(&out, (enum encode_unary)i, wide, reg);
                expect(unary[i], name, NULL);
            }
            encode_byte_swap(&out, wide, reg);
            expect("bswap", name, NULL);
            test_shifts(reg, wide);
            test_vector_shifts(reg, wide);
        }
    }
}

static void test_control(void) {
    static const s32 distances[] = {-130, -129, -128, -127, -126, 0, 127, 128, 129, 130, 131, 132, 0x12345};
    char text[96], name[16];
    for (u32 i = 0; i < 48; i++) {
        address_text(text, "QWORD PTR ", some_address(i));
        encode_call_memory(&out, some_address(i));
        expect("call", text, NULL);
        encode_jump_memory(&out, some_address(i));
        expect("jmp", text, NULL);
    }
    for (u32 i = 0; i < 2 * COUNT_OF(distances); i++) {
        for (u32 condition = 0; condition < 17; condition++) {
            u32 target = (u32)((s32)encode_offset(&out) + distances[i / 2]);
            sprintf(name, "j%s", condition < 16 ? conditions[condition] : "mp");
            number(text, target);
            if (condition < 16) {
                encode_branch(&out, (enum encode_condition)condition, target, i & 1);
            } else {
                encode_jump(&out, target, i & 1);
            }
            expect(name, text, NULL);
        }
    }
}

static void test_plain(void) {
    static const struct {
        void (*encode)(struct encoder *encoder);
        const char *text;
    } plain_forms[] = {{encode_return, "ret"}, {encode_leave, "leave"}, {encode_cdq, "cdq"},
                       {encode_cqo, "cqo"},    {encode_ticks, "rdtsc"}, {encode_fence, "lock or DWORD PTR [rsp],0x0"}};
    for (u32 i = 0; i < COUNT_OF(plain_forms); i++) {
        plain_forms[i].encode(&out);
        expected[case_count++] = strdup(plain_forms[i].text);
    }
    encode_lock(&out);
    encode_memory(&out, X_XADD, RDX, address_base(RBX, 8));
    expect("lock xadd", "DWORD PTR [rbx+0x8]", "edx");
    encode_bytes(&out, "\x0f\x0b", 2);
    expected[case_count++] = strdup("ud2");
}

// ---- The header has nothing that is not tested here

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 16);
    if (!file || fread(text, 1, (1 << 16) - 1, file) == 0) printf("not ok - cannot read %s\n", path);
    if (file) fclose(file);
    return text;
}

static bool is_in(const char *text, const char *name, size_t length) {
    while ((text = strstr(text, name))) {
        text += length;
        if (!isalnum(*text) && *text != '_') return true;
    }
    return false;
}

static void test_complete(void) {
    char *header = read_text("base/encode.h"), *test = read_text("base/test/encode_test.c");
    u32 names = 0, missing = 0;
    for (char *at = header; *at; at++) {
        size_t length = strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_abcdefghijklmnopqrstuvwxyz");
        if (length == 0) continue;
        char name[64] = "";
        memcpy(name, at, length < sizeof(name) ? length : sizeof(name) - 1);
        at += length - 1;
        bool is_function = strncmp(name, "encode_", 7) == 0 && at[1] == '(';
        if (strncmp(name, "X_", 2) != 0 && !is_function) continue;
        names++;
        if (!is_in(test, name, length) && missing++ < 10) tap_note("%s is not tested", name);
    }
    tap_ok(names > 80 && missing == 0, "every opcode and function of encode.h is tested");
    free(header);
    free(test);
}

// ---- objdump

// A line of objdump, "   0:\tadd    eax,ecx   # comment", reduced to the instruction.
static bool plain(char *line, char *text) {
    char *at = strrchr(line, '\t');
    if (!at || !strchr(line, ':')) return false;
    at++;
    at[strcspn(at, "#<\n")] = 0;
    bool blank = false;
    for (; *at; at++) {
        if (*at == ' ') {
            blank = true;
        } else {
            if (blank) *text++ = ' ';
            blank = false;
            *text++ = *at;
        }
    }
    *text = 0;
    return true;
}

static void compare(void) {
    char path[] = "/tmp/encode_XXXXXX", command[128], line[256], text[256];
    int file = mkstemp(path);
    if (file < 0 || write(file, buffer, encode_offset(&out)) < 0) exit(1);
    snprintf(command, sizeof(command), "objdump -D -b binary -mi386:x86-64 -Mintel --no-show-raw-insn %s", path);
    FILE *pipe = popen(command, "r");
    u32 at = 0, wrong = 0;
    while (pipe && fgets(line, sizeof(line), pipe)) {
        if (line[0] != ' ' || !plain(line, text)) continue;
        if (at < case_count && strcmp(text, expected[at]) != 0 && wrong++ < 10) {
            tap_note("expected \"%s\", got \"%s\"", expected[at], text);
        }
        at++;
    }
    if (pipe) pclose(pipe);
    unlink(path);
    tap_is_int(at, case_count, "objdump sees as many instructions as were encoded");
    tap_is_int(wrong, 0, "all read as they should");
}

int main(void) {
    encode_init(&out, buffer, sizeof(buffer));
    for (u32 i = 0; i < COUNT_OF(forms); i++) test_form(forms[i]);
    test_immediates();
    test_memory_immediates();
    test_multiply();
    test_one_operand();
    test_control();
    test_plain();
    test_complete();
    tap_ok(!out.overflow && case_count < CASES, "%u instructions encoded", case_count);
    compare();
    for (u32 i = 0; i < case_count; i++) free(expected[i]);
    return tap_done();
}
