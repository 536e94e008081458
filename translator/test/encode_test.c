// The encoder against GNU objdump: forms with registers and addresses of every kind are encoded, disassembled, and compared with the text that they should read as.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/host/tap.h"
#include "translator/encode.h"

#define CASES 200000

static const char *const names64[16] = {"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"};
static const char *const names32[16] = {"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi", "r8d", "r9d", "r10d", "r11d", "r12d", "r13d", "r14d", "r15d"};
static const char *const names16[16] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di", "r8w", "r9w", "r10w", "r11w", "r12w", "r13w", "r14w", "r15w"};
static const char *const names8[16] = {"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil", "r8b", "r9b", "r10b", "r11b", "r12b", "r13b", "r14b", "r15b"};
static const char *const xmms[16] = {"xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15"};

static const struct form {
    u32 opcode;
    const char *name;
    const char *const *reg, *const *rm;  // rm NULL: memory only
    const char *size;                    // before the address
    bool reversed;                       // the address or rm comes first
    bool no_memory;
} forms[] = {
    {X_ADD, "add", names32, names32, "DWORD PTR ", false, false}, {X_SUB | OP_W, "sub", names64, names64, "QWORD PTR ", false, false},
    {X_AND, "and", names32, names32, "DWORD PTR ", false, false}, {X_OR | OP_W, "or", names64, names64, "QWORD PTR ", false, false},
    {X_XOR, "xor", names32, names32, "DWORD PTR ", false, false}, {X_CMP | OP_W, "cmp", names64, names64, "QWORD PTR ", false, false},
    {X_CMP_STORE, "cmp", names32, names32, "DWORD PTR ", true, false},
    {X_MOV, "mov", names32, names32, "DWORD PTR ", false, false}, {X_MOV | OP_W, "mov", names64, names64, "QWORD PTR ", false, false},
    {X_MOV_STORE, "mov", names32, names32, "DWORD PTR ", true, false}, {X_MOV_STORE | OP_W, "mov", names64, names64, "QWORD PTR ", true, false},
    {X_MOV_STORE_8, "mov", names8, NULL, "BYTE PTR ", true, false}, {X_MOV_STORE_16, "mov", names16, NULL, "WORD PTR ", true, false},
    {X_MOVZX_8, "movzx", names32, names8, "BYTE PTR ", false, false}, {X_MOVSX_8, "movsx", names32, names8, "BYTE PTR ", false, false},
    {X_MOVZX_16, "movzx", names32, names16, "WORD PTR ", false, false}, {X_MOVSX_16, "movsx", names32, names16, "WORD PTR ", false, false},
    {X_MOVSXD, "movsxd", names64, names32, "DWORD PTR ", false, false}, {X_LEA | OP_W, "lea", names64, NULL, "", false, false},
    {X_TEST, "test", names32, names32, "DWORD PTR ", true, false}, {X_IMUL | OP_W, "imul", names64, names64, "QWORD PTR ", false, false},
    {X_CMPXCHG, "cmpxchg", names32, NULL, "DWORD PTR ", true, false}, {X_XADD | OP_W, "xadd", names64, NULL, "QWORD PTR ", true, false},
    {X_MOVSS, "movss", xmms, NULL, "DWORD PTR ", false, false}, {X_MOVSD, "movsd", xmms, NULL, "QWORD PTR ", false, false},
    {X_MOVSS_STORE, "movss", xmms, NULL, "DWORD PTR ", true, false}, {X_MOVSD_STORE, "movsd", xmms, NULL, "QWORD PTR ", true, false},
    {X_MOVAPS, "movaps", xmms, xmms, "", false, true}, {X_MOVD, "movd", xmms, names32, "", false, true}, {X_MOVQ, "movq", xmms, names64, "", false, true},
    {X_MOVD_STORE, "movd", xmms, names32, "", true, true}, {X_MOVQ_STORE, "movq", xmms, names64, "", true, true},
    {X_ADDSS, "addss", xmms, xmms, "DWORD PTR ", false, false}, {X_MULSS ^ X_DOUBLE, "mulsd", xmms, xmms, "QWORD PTR ", false, false},
    {X_SUBSS ^ X_DOUBLE, "subsd", xmms, xmms, "QWORD PTR ", false, false}, {X_DIVSS, "divss", xmms, xmms, "DWORD PTR ", false, false},
    {X_SQRTSS ^ X_DOUBLE, "sqrtsd", xmms, xmms, "QWORD PTR ", false, false}, {X_UCOMISS, "ucomiss", xmms, xmms, "DWORD PTR ", false, false},
    {X_UCOMISD, "ucomisd", xmms, xmms, "QWORD PTR ", false, false}, {X_XORPS, "xorps", xmms, xmms, "", false, true},
    {X_CVTSI2SS ^ X_DOUBLE, "cvtsi2sd", xmms, names32, "DWORD PTR ", false, false}, {X_CVTSI2SS | OP_W, "cvtsi2ss", xmms, names64, "QWORD PTR ", false, false},
    {X_CVTTSS2SI, "cvttss2si", names32, xmms, "DWORD PTR ", false, false}, {(X_CVTTSS2SI ^ X_DOUBLE) | OP_W, "cvttsd2si", names64, xmms, "QWORD PTR ", false, false},
    {X_CVTSS2SD, "cvtss2sd", xmms, xmms, "DWORD PTR ", false, false}, {X_CVTSD2SS, "cvtsd2ss", xmms, xmms, "QWORD PTR ", false, false},
};

static u8 buffer[16 * CASES];
static char *expected[CASES];
static u32 case_count;
static struct encoder out;

static void expect(const char *name, const char *a, const char *b) {
    char text[128];
    snprintf(text, sizeof text, "%s %s%s%s", name, a, b ? "," : "", b ? b : "");
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
    if (address.index != NO_REGISTER) text += sprintf(text, "%s%s*%d", address.base == NO_REGISTER ? "" : "+", names64[address.index], 1 << address.shift);
    bool shown = address.displacement || address.base == NO_REGISTER || (address.base & 7) == RBP;
    if (shown && address.displacement < 0) text += sprintf(text, "-0x%x", (u32)-address.displacement);
    else if (shown) text += sprintf(text, "+0x%x", (u32)address.displacement);
    sprintf(text, "]");
}

static void test_registers(const struct form *form) {
    for (u8 reg = 0; reg < 16 && form->rm; reg++) {
        for (u8 rm = 0; rm < 16; rm++) {
            encode_register(&out, form->opcode, reg, rm);
            expect(form->name, form->reversed ? form->rm[rm] : form->reg[reg], form->reversed ? form->reg[reg] : form->rm[rm]);
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
            if (index != RSP) test_address(form, index, (struct encode_address){base, index, (u8)(i & 3), displacements[i]});
        }
        test_address(form, base, address_absolute(0x3000120));
        if (base != RSP) test_address(form, base, (struct encode_address){NO_REGISTER, base, 3, 16});
    }
}

static void test_immediates(void) {
    static const char *const names[] = {"add", "or", "adc", "sbb", "and", "sub", "xor", "cmp"};
    static const s32 values[] = {0, 1, 127, -128, 128, -129, 0x12345678};
    char text[32];
    for (u8 reg = 0; reg < 16; reg++) {
        for (u32 i = 0; i < COUNT_OF(values); i++) {
            for (u32 operation = 0; operation < 8; operation++) {
                number(text, (u32)values[i]);
                encode_alu_immediate(&out, (enum encode_alu)operation, false, reg, values[i]);
                expect(names[operation], names32[reg], text);
                number(text, values[i]);
                encode_alu_immediate(&out, (enum encode_alu)operation, true, reg, values[i]);
                expect(names[operation], names64[reg], text);
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

static void test_one_operand(void) {
    for (u8 reg = 0; reg < 16; reg++) {
        encode_push(&out, reg);
        expect("push", names64[reg], NULL);
        encode_pop(&out, reg);
        expect("pop", names64[reg], NULL);
        encode_unary(&out, UNARY_NEG, false, reg);
        expect("neg", names32[reg], NULL);
        encode_unary(&out, UNARY_IDIV, true, reg);
        expect("idiv", names64[reg], NULL);
        encode_byte_swap(&out, true, reg);
        expect("bswap", names64[reg], NULL);
        encode_shift_cl(&out, SHIFT_LEFT, false, reg);
        expect("shl", names32[reg], "cl");
        encode_shift_immediate(&out, SHIFT_ARITHMETIC, true, reg, 33);
        expect("sar", names64[reg], "0x21");
        encode_set(&out, CC_L, reg);
        expect("setl", names8[reg], NULL);
        encode_conditional_move(&out, CC_G, true, reg, (u8)(15 - reg));
        expect("cmovg", names64[reg], names64[15 - reg]);
        encode_shift_vector_left(&out, true, reg, 63);
        expect("psllq", xmms[reg], "0x3f");
        encode_shift_vector_right(&out, false, reg, 1);
        expect("psrld", xmms[reg], "0x1");
    }
}

// A line of objdump: "   0:\tadd    eax,ecx   # comment"; made plain.
static bool plain(char *line, char *text) {
    char *at = strrchr(line, '\t');
    if (!at || !strchr(line, ':')) return false;
    at++;
    at[strcspn(at, "#<\n")] = 0;
    bool blank = false;
    for (; *at; at++) {
        if (*at == ' ') blank = true;
        else {
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
    snprintf(command, sizeof command, "objdump -D -b binary -mi386:x86-64 -Mintel --no-show-raw-insn %s", path);
    FILE *pipe = popen(command, "r");
    u32 at = 0, wrong = 0;
    while (pipe && fgets(line, sizeof line, pipe)) {
        if (line[0] != ' ' || !plain(line, text)) continue;
        if (at < case_count && strcmp(text, expected[at]) != 0 && wrong++ < 10) tap_note("expected \"%s\", got \"%s\"", expected[at], text);
        at++;
    }
    if (pipe) pclose(pipe);
    unlink(path);
    tap_is_int(at, case_count, "objdump sees as many instructions as were encoded");
    tap_is_int(wrong, 0, "all read as they should");
}

int main(void) {
    encode_init(&out, buffer, sizeof buffer);
    for (u32 i = 0; i < COUNT_OF(forms); i++) {
        test_registers(&forms[i]);
        if (!forms[i].no_memory) test_addresses(&forms[i]);
    }
    test_immediates();
    test_one_operand();
    tap_ok(!out.overflow, "%u instructions encoded", case_count);
    compare();
    for (u32 i = 0; i < case_count; i++) free(expected[i]);
    return tap_done();
}
