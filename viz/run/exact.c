// gnomon run --exact: QEMU counts each instruction by a plugin. The symbols of the kernel that runs are kept with the
// counts, as a later build has others.
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/layout.h"
#include "viz/cli/file.h"
#include "viz/cli/process.h"
#include "viz/read/exact_file.h"
#include "viz/run/run.h"

// Where the kernel turns the machine off.
#define LAST_FUNCTION "machine_exit"

struct symbols {
    struct file_map kernel;
    const Elf64_Sym *symbols;
    size_t count;
    const char *names;
    u64 code_end;
};

// The build's own file.
static bool open_symbols(struct symbols *symbols, const char *path, struct problem *problem) {
    if (!file_map(&symbols->kernel, path, problem)) return false;
    const u8 *data = symbols->kernel.data;
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)data;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(data + head->e_shoff);
    for (u32 i = 0; i < head->e_shnum; i++) {
        const Elf64_Shdr *section = &sections[i];
        if (section->sh_flags & SHF_EXECINSTR && section->sh_addr + section->sh_size > symbols->code_end) {
            symbols->code_end = section->sh_addr + section->sh_size;
        }
        if (section->sh_type != SHT_SYMTAB) continue;
        symbols->symbols = (const Elf64_Sym *)(data + section->sh_offset);
        symbols->count = section->sh_size / sizeof(Elf64_Sym);
        symbols->names = (const char *)(data + sections[section->sh_link].sh_offset);
    }
    if (symbols->count) return true;
    file_unmap(&symbols->kernel);
    return problem_set(problem, STATUS_BAD_INPUT, "%s: expected a kernel with symbols, found none", path);
}

static bool is_function(const struct symbols *symbols, const Elf64_Sym *symbol) {
    const Elf64_Ehdr *head = (const Elf64_Ehdr *)symbols->kernel.data;
    const Elf64_Shdr *sections = (const Elf64_Shdr *)(symbols->kernel.data + head->e_shoff);
    u32 type = ELF64_ST_TYPE(symbol->st_info);
    return (type == STT_FUNC || type == STT_NOTYPE) && symbol->st_shndx < head->e_shnum &&
           sections[symbol->st_shndx].sh_flags & SHF_EXECINSTR && symbols->names[symbol->st_name];
}

static u64 address_of(const struct symbols *symbols, const char *name) {
    for (size_t i = 0; i < symbols->count; i++) {
        if (strcmp(symbols->names + symbols->symbols[i].st_name, name) == 0) return symbols->symbols[i].st_value;
    }
    return 0;
}

static int compare(const void *a, const void *b) {
    const struct exact_symbol *left = a, *right = b;
    return (left->address > right->address) - (left->address < right->address);
}

static void put_symbols(const struct symbols *symbols, struct exact_header *header, struct buffer *text) {
    struct exact_symbol *all = calloc(symbols->count + 1, sizeof(*all));
    struct buffer names = {0};
    if (!all) return;
    for (size_t i = 0; i < symbols->count; i++) {
        if (!is_function(symbols, &symbols->symbols[i])) continue;
        all[header->symbols++] = (struct exact_symbol){symbols->symbols[i].st_value, names.size};
        buffer_append(&names, symbols->names + symbols->symbols[i].st_name,
                      strlen(symbols->names + symbols->symbols[i].st_name) + 1);
    }
    all[header->symbols++] = (struct exact_symbol){symbols->code_end, names.size};
    do {
        buffer_byte(&names, 0);
    } while (names.size % sizeof(u64));
    qsort(all, header->symbols, sizeof(*all), compare);
    header->name_bytes = names.size;
    buffer_append(text, header, sizeof(*header));
    buffer_append(text, all, header->symbols * sizeof(*all));
    buffer_append(text, names.data, names.size);
    buffer_free(&names);
    free(all);
}

static bool write_symbols(const char *path, const struct symbols *symbols, struct problem *problem) {
    struct exact_header header = {.magic = EXACT_MAGIC};
    struct buffer text = {0};
    put_symbols(symbols, &header, &text);
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool done = (file >= 0 && file_write_all(file, text.data, text.size)) || problem_set_errno(problem, path, "write");
    if (file >= 0) close(file);
    buffer_free(&text);
    return done;
}

char *run_exact_plugin(const struct run_settings *settings, const char *kernel, struct problem *problem) {
    struct symbols symbols = {0};
    char *plugin = process_beside("exact.so", "the plugin of --exact", problem), *value = NULL;
    char *path = text_format("%s/exact", settings->output);
    if (plugin && open_symbols(&symbols, kernel, problem)) {
        if (write_symbols(path, &symbols, problem)) {
            char *file = run_double_commas(plugin), *out = run_double_commas(path);
            value = text_format("%s,out=%s,code=%u,end=%llu", file, out, CODE_START,
                                (unsigned long long)address_of(&symbols, LAST_FUNCTION));
            free(file), free(out);
        }
        file_unmap(&symbols.kernel);
    }
    free(plugin), free(path);
    return value;
}
