// See run.h. docs/qemu.md says what each of QEMU's options is for; in short, a deterministic run may depend on nothing
// but the archive.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/cli/process.h"
#include "viz/run/host_memory.h"
#include "viz/run/run.h"

#define QEMU_MEMORY_MIB 512

static void add(struct text_list *list, const char *option, char *value) {
    text_list_add(list, option);
    if (value) text_list_add(list, value);
}

char *run_double_commas(const char *text) {
    char *result = calloc(2 * strlen(text) + 1, 1);
    for (char *to = result; result && *text; text++) {
        *to++ = *text;
        if (*text == ',') *to++ = ',';
    }
    return result;
}

// /dev/kvm may exist and only emulate; it is worth using where the processor has the feature.
static bool machine_has_kvm(void) {
    bool found = false;
    char line[8192];
    FILE *file = access("/dev/kvm", R_OK | W_OK) == 0 ? fopen("/proc/cpuinfo", "r") : NULL;
    while (file && !found && fgets(line, sizeof(line), file)) {
        found = text_starts_with(line, "flags") && (strstr(line, " vmx") || strstr(line, " svm"));
    }
    if (file) fclose(file);
    return found;
}

static void add_clock(const struct run_settings *settings, struct text_list *command) {
    if (settings->deterministic) {
        add(command, "-accel", text_copy("tcg"));
        add(command, "-cpu", text_copy("qemu64"));
        add(command, "-icount", text_copy("shift=0,sleep=off"));
        add(command, "-rtc", text_copy("clock=vm,base=2026-01-01T00:00:00"));
        add(command, "-seed", text_copy("1"));
        return;
    }
    bool kvm = machine_has_kvm();
    add(command, "-accel", text_copy(kvm ? "kvm" : "tcg"));
    add(command, "-cpu", text_copy(kvm ? "host" : "max"));
}

char *run_kernel(const struct run_settings *settings, struct problem *problem) {
    bool is_linux = strcmp(settings->machine, "linux") == 0;
    return process_beside(is_linux ? "linux/gnomon-kernel" : "pc/gnomon.elf", "the kernel", problem);
}

static bool make_qemu(const struct run_settings *settings, const char *archive, const char *region, int bell,
                      struct text_list *command, struct problem *problem) {
    char *kernel = run_kernel(settings, problem);
    if (!kernel) return false;
    add(command, "qemu-system-x86_64", NULL);
    add(command, "-nodefaults", NULL);
    add(command, "-no-user-config", NULL);
    add(command, "-display", text_copy("none"));
    add(command, "-no-reboot", NULL);
    add(command, "-machine", text_copy("pc"));
    add_clock(settings, command);
    add(command, "-smp", text_format("%llu", (unsigned long long)settings->cpus));
    u64 memory_mib = settings->memory_mib ? settings->memory_mib : QEMU_MEMORY_MIB;
    add(command, "-m", text_format("%llu", (unsigned long long)memory_mib));
    add(command, "-kernel", kernel);
    char *plugin = settings->exact ? run_exact_plugin(settings, kernel, problem) : NULL;
    if (settings->exact && !plugin) return false;
    if (plugin) add(command, "-plugin", plugin);
    add(command, "-initrd", text_copy(archive));
    char *region_escaped = run_double_commas(region);
    add(command, "-object",
        text_format("memory-backend-file,id=region,share=on,size=%lluM,mem-path=%s",
                    (unsigned long long)settings->log_mib, region_escaped ? region_escaped : region));
    free(region_escaped);
    add(command, "-device", text_copy("ivshmem-plain,memdev=region"));
    add(command, "-chardev", text_copy("socket,id=monitor,fd=0"));
    add(command, "-mon", text_copy("chardev=monitor"));
    add(command, "-serial", text_format("file:%s/console.txt", settings->output));
    if (settings->policy) { // the second serial port
        add(command, "-chardev", text_format("socket,id=bell,fd=%d", bell));
        add(command, "-serial", text_copy("chardev:bell"));
    }
    if (settings->gdb_port) {
        add(command, "-gdb", text_format("tcp:127.0.0.1:%llu", (unsigned long long)settings->gdb_port)),
            add(command, "-S", NULL);
    }
    return true;
}

// An archive that is kept is whole.
bool run_maps_image(const struct run_settings *settings) {
    return strcmp(settings->machine, "linux") == 0 && !settings->keep_archive;
}

bool run_make_command(const struct run_settings *settings, const struct jdk *jdk, const char *archive,
                      const char *region, int bell, struct text_list *command, struct problem *problem) {
    if (strcmp(settings->machine, "qemu") == 0) return make_qemu(settings, archive, region, bell, command, problem);
    char *kernel = run_kernel(settings, problem);
    if (!kernel) return false;
    add(command, kernel, text_copy(archive));
    text_list_add(command, text_copy(region));
    u64 memory_mib = settings->memory_mib ? settings->memory_mib : host_memory_mib("");
    text_list_add(command, text_format("%llu", (unsigned long long)memory_mib));
    if (!run_maps_image(settings)) return true;
    text_list_add(command, text_format("%s/lib/modules", jdk->image));
    text_list_add(command, text_copy(jdk->kept ? jdk->kept : ""));
    text_list_add(command, text_copy(jdk->kept_program ? jdk->kept_program : ""));
    return true;
}
