// Where a method has no frame: at each instruction of some thousand methods of the JDK, plain, timed, traced and both,
// what objdump reads must lead to the same answer. The file is included, not linked.
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "translator/codespace.h"
#include "translator/test/model.h"
#include "translator/translate.h"

#define code_of_pc code_of_pc_here
#define frameless_return frameless_return_here
#include "kernel/run/frameless.c"

#define CODE_BYTES (16u << 20)
#define SP 0x1000u
#define FRAME UINT64_MAX
#define MOST_CODES 8192u

static struct arena work;
static struct code *codes[MOST_CODES];
static u32 code_count, at_code;
static u64 code_next = CODE_START;

// ---- Where the code goes: one after another, between instructions of one byte

u64 codespace_reserve(const struct method *method, u32 bytes) {
    u64 at = (code_next + 15) & ~15ull;
    if (at + bytes > CODE_START + CODE_BYTES) return (void)method, 0;
    code_next = at + bytes;
    return at;
}
u8 *codespace_writable(u64 address) { return (u8 *)address; }
void codespace_publish(u64 address, u32 bytes) { (void)address, (void)bytes; }
void *codespace_table(const struct method *method, size_t bytes) { return (void)method, model_alloc(bytes); }

struct code *code_of_pc_here(u64 pc) {
    while (at_code < code_count && codes[at_code]->start + codes[at_code]->size <= pc) at_code++;
    return at_code < code_count && codes[at_code]->start <= pc ? codes[at_code] : NULL;
}

static void translate_class(const char *name) {
    static const u8 patterns[] = {0, PATTERN_TIME, PATTERN_TRACE, PATTERN_TIME | PATTERN_TRACE};
    struct class *class = model_class(name);
    for (u32 i = 0; class && i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        struct translate_options options = {.again = i % 8 >= 4};
        const char *error;
        if (method->access_flags & ACC_ABSTRACT || code_count == MOST_CODES) continue;
        method->patterns = patterns[i % 4];
        struct code *code = translate_method(&work, method, &options, &error);
        if (code) codes[code_count++] = code;
    }
}

// ---- What objdump reads

struct reading {
    u64 above;            // how far above rsp the return address lies; FRAME: there is a frame
    u32 frames, exits[2]; // frames made; returns after none and after some instructions of probes
    u32 jumps, wrong;
};

static bool starts_with(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static void read_instruction(struct reading *reading, u64 address, const char *text) {
    static u32 since_leave;
    const struct code *code = code_of_pc_here(address);
    if (!code) return;
    if (address == code->start) reading->above = 0;
    bool is_jump_out = starts_with(text, "jmp    *") && strstr(text, "(%r15)");
    u64 above = is_jump_out ? 0 : reading->above, expected = above == FRAME ? 0 : SP + above;
    if (frameless_return_here(address, SP) != expected && reading->wrong++ < 10) {
        tap_note("%s.%s+%u: %s", code->method->holder->name->text, code->method->name->text,
                 (u32)(address - code->start), text);
    }
    reading->jumps += is_jump_out;
    since_leave++;
    if (starts_with(text, "push   %rbp")) reading->above = 8;
    if (starts_with(text, "mov    %rsp,%rbp")) reading->above = FRAME, reading->frames++;
    if (starts_with(text, "leave")) reading->above = since_leave = 0;
    if (starts_with(text, "ret")) reading->above = FRAME, reading->exits[since_leave > 1]++;
}

static void read_all(struct reading *reading) {
    char path[] = "/tmp/frameless_test.XXXXXX", command[160], line[512];
    FILE *file = fdopen(mkstemp(path), "wb");
    fwrite((const void *)CODE_START, 1, code_next - CODE_START, file);
    fclose(file);
    snprintf(command, sizeof(command), "objdump -D -b binary -mi386:x86-64 --no-show-raw-insn --adjust-vma=%#llx %s",
             (unsigned long long)CODE_START, path);
    FILE *pipe = popen(command, "r");
    while (pipe && fgets(line, sizeof(line), pipe)) {
        char *text = strstr(line, ":\t");
        if (text) read_instruction(reading, strtoull(line, NULL, 16), text + 2);
    }
    pclose(pipe);
    unlink(path);
}

int main(void) {
    model_start(NULL);
    memset((void *)(uintptr_t)model_map(CODE_START, CODE_BYTES), 0x90, CODE_BYTES);
    size_t bytes = 1u << 29;
    arena_init(&work, mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
               bytes, model_exhausted);
    static const char *const classes[] = {"java/lang/String",
                                          "java/lang/Thread",
                                          "java/util/HashMap",
                                          "java/util/ArrayList",
                                          "java/util/concurrent/ConcurrentHashMap",
                                          "java/lang/Class",
                                          "java/math/BigInteger"};
    for (u32 i = 0; i < COUNT_OF(classes); i++) translate_class(classes[i]);
    model.mode = MODEL_LINKED;
    for (u32 i = 0; i < COUNT_OF(classes); i++) translate_class(classes[i]);
    struct reading reading = {0};
    read_all(&reading);
    tap_note("%u methods, %u returns, %u of them after probes, %u jumps to the translator", code_count,
             reading.exits[0] + reading.exits[1], reading.exits[1], reading.jumps);
    tap_ok(code_count > 1000 && reading.frames == code_count, "each method makes a frame");
    tap_ok(reading.exits[0] && reading.exits[1] && reading.jumps, "there are all kinds of exits");
    tap_is_int(reading.wrong, 0, "where there is none is known, at each instruction");
    return tap_done();
}
