// gnomon iso: a disk that starts a program on a PC, with BIOS or UEFI: GRUB, the kernel, and the boot archive that
// `gnomon run` would make. What the kernel is told besides stands in GRUB's command line (boot/pc/boot_info.h); the
// second module is meta.json, which comes back with the recording.
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/cli/file.h"
#include "viz/cli/process.h"
#include "viz/cli/sink.h"
#include "viz/run/archive.h"
#include "viz/run/commands.h"
#include "viz/run/run.h"

#define PACKAGES "grub-common grub-pc-bin grub-efi-amd64-bin xorriso mtools"
#define MAKE_LIMIT_SECONDS 600

static const char examples[] = "  gnomon iso -o hello.iso hello.jar\n"
                               "  gnomon iso --time 'com.example.**' --stay -o disk.iso app.jar -- first second\n"
                               "  gnomon import --prepare recording.img\n"
                               "  gnomon import recording.img -o out\n";

static const char notes[] =
    "The image is for a DVD or a USB stick (write it to the whole stick), for BIOS and UEFI without secure boot. The "
    "program's output goes to the screen and to the first serial port (115200 baud, 8N1), and it reads nothing.\n"
    "Its recording goes to the disk that 'gnomon import --prepare' has marked for it, and to no other one; if the "
    "machine "
    "has no disk at all, or with --serial, it leaves over the serial line, as text. 'gnomon import' brings it back "
    "from the "
    "disk, an image of it, or what was captured of the line.\n"
    "Without an option that asks for an instrument, the instruments are those of 'gnomon run'; 'gnomon run --help' "
    "tells "
    "what a PATTERN and the events are. --log-size is memory of the machine.\n"
    "Needs GRUB, xorriso and mtools (Debian: " PACKAGES ").\n";

static bool program_is_installed(const char *name) {
    const char *path = getenv("PATH");
    char *list = text_copy(path ? path : "");
    bool found = false;
    for (char *save = NULL, *item = strtok_r(list, ":", &save); item && !found; item = strtok_r(NULL, ":", &save)) {
        char *program = text_format("%s/%s", item, name);
        found = access(program, X_OK) == 0;
        free(program);
    }
    free(list);
    return found;
}

static bool check_tools(struct problem *problem) {
    static const char *const programs[] = {"grub-mkrescue", "xorriso", "mformat"};
    static const char *const platforms[] = {"i386-pc", "x86_64-efi"};
    for (size_t i = 0; i < COUNT_OF(programs); i++) {
        if (program_is_installed(programs[i])) continue;
        return problem_set(problem, STATUS_BAD_INPUT, "iso: expected %s, found none: apt-get install " PACKAGES,
                           programs[i]);
    }
    for (size_t i = 0; i < COUNT_OF(platforms); i++) {
        char *module = text_format("/usr/lib/grub/%s/multiboot2.mod", platforms[i]);
        bool there = file_exists(module);
        if (!there) {
            problem_set(problem, STATUS_BAD_INPUT, "iso: expected GRUB for %s, found no %s: apt-get install " PACKAGES,
                        platforms[i], module);
        }
        free(module);
        if (!there) return false;
    }
    return true;
}

static bool write_part(const char *folder, const char *name, const struct buffer *text, struct problem *problem) {
    char *path = text_format("%s/%s", folder, name);
    bool done = sink_write_file(path, text->data, text->size, problem);
    free(path);
    return done;
}

// What the loader needs of the kernel: its head and its segments, which stand first, without the sections for
// debuggers.
static void put_segments(struct buffer *content, const struct file_map *map) {
    Elf64_Ehdr head = {.e_phnum = 0};
    u64 end = 0;
    if (map->size >= sizeof(head)) memcpy(&head, map->data, sizeof(head));
    for (u32 i = 0; i < head.e_phnum; i++) {
        Elf64_Phdr segment;
        u64 at = head.e_phoff + i * sizeof(segment);
        if (at > map->size || map->size - at < sizeof(segment)) break;
        memcpy(&segment, map->data + at, sizeof(segment));
        if (segment.p_offset + segment.p_filesz > end) end = segment.p_offset + segment.p_filesz;
    }
    head.e_shoff = head.e_shnum = head.e_shstrndx = 0;
    buffer_append(content, map->data, end < map->size ? end : map->size);
    if (content->size >= sizeof(head)) memcpy(content->data, &head, sizeof(head));
}

static bool copy_kernel(const struct run_settings *settings, const char *folder, struct problem *problem) {
    struct file_map map;
    char *kernel = run_kernel(settings, problem);
    if (!kernel || !file_map(&map, kernel, problem)) return free(kernel), false;
    struct buffer content = {0};
    put_segments(&content, &map);
    bool done = write_part(folder, "gnomon.elf", &content, problem);
    buffer_free(&content);
    file_unmap(&map);
    free(kernel);
    return done;
}

static void put_menu(struct buffer *text, const struct run_settings *settings) {
    buffer_format(text,
                  "set timeout=0\ninsmod all_video\n"
                  "multiboot2 /boot/gnomon.elf log=%llu%s%s\n"
                  "module2 /boot/archive\nmodule2 /boot/meta.json\nboot\n",
                  (unsigned long long)settings->log_mib, settings->stays_on ? " stay" : "",
                  settings->by_line ? " serial" : "");
}

// Everything that is on the disk besides GRUB, below `tree`.
static bool make_tree(const struct run_settings *settings, const struct run_input *input, const char *tree,
                      struct problem *problem) {
    struct buffer options = {0}, menu = {0}, meta = {0};
    u32 kernel_crc32;
    if (!run_sum_kernel(settings, &kernel_crc32, problem)) return false;
    char *boot = text_format("%s/boot", tree), *grub = text_format("%s/grub", boot),
         *archive = text_format("%s/archive", boot);
    run_make_options(settings, &input->program, &options);
    run_put_meta(&meta, settings, &input->program, &input->jdk, kernel_crc32, NULL);
    put_menu(&menu, settings);
    bool done = directory_make(grub, problem) && copy_kernel(settings, boot, problem) &&
                archive_write(archive, &options, &input->jdk, true, &input->program, &input->files, problem) &&
                write_part(boot, "meta.json", &meta, problem) && write_part(grub, "grub.cfg", &menu, problem);
    buffer_free(&options), buffer_free(&menu), buffer_free(&meta);
    free(boot), free(grub), free(archive);
    return done;
}

// Only what starts us of GRUB: a fifth of the size. The tables of partitions are named by what it asks for when it
// starts.
static const char grub_modules[] =
    "--install-modules=normal multiboot2 iso9660 fat boot all_video part_acorn part_amiga "
    "part_apple part_bsd part_dfly part_dvh part_gpt part_msdos part_plan part_sun "
    "part_sunpc";

static bool make_image(const char *tree, const char *image, const char *log, struct problem *problem) {
    const char *const words[] = {"grub-mkrescue", grub_modules, "--locales=", "--fonts=", "--themes=", "-o"};
    struct text_list command = {0};
    for (size_t i = 0; i < COUNT_OF(words); i++) text_list_add(&command, words[i]);
    text_list_add(&command, image);
    text_list_add(&command, tree);
    bool done = process_run(&command, "making the disk", log, MAKE_LIMIT_SECONDS, problem);
    free(command.items);
    return done;
}

static bool make_disk(const struct run_settings *settings, const struct run_input *input, struct problem *problem) {
    char *parts = text_format("%s.XXXXXX", settings->output);
    if (!mkdtemp(parts)) return free(parts), problem_set_errno(problem, settings->output, "create");
    char *tree = text_format("%s/tree", parts), *image = text_format("%s/image", parts),
         *log = text_format("%s/log", parts);
    bool done = make_tree(settings, input, tree, problem) && make_image(tree, image, log, problem) &&
                (rename(image, settings->output) == 0 || problem_set_errno(problem, settings->output, "create"));
    directory_remove(parts);
    free(parts), free(tree), free(image), free(log);
    return done;
}

static int iso_main(int count, char **arguments) {
    struct run_settings settings;
    struct problem problem = {0};
    int status;
    struct run_input input = {0};
    run_put_defaults(&settings);
    settings.machine = "pc";
    settings.output = "gnomon.iso";
    input_prepare();
    if (!command_begin(&command_iso, count, arguments, &settings, &settings.names, &settings.arguments, &status)) {
        return status;
    }
    bool done =
        check_tools(&problem) && run_prepare(&settings, &input, &problem) && make_disk(&settings, &input, &problem);
    guest_files_free(&input.files);
    return done ? 0 : problem_print(&problem);
}

const struct command command_iso = {
    .name = "iso",
    .summary = "Makes a disk that runs a Java program on a PC and records what it does.",
    .usage = "iso [options] (app.jar | -cp PATH Main | --components FILE) [-- arguments]",
    .examples = examples,
    .rules = run_rules,
    .rule_count = RULES_OF_ISO + RULES_OF_BOTH,
    .notes = notes,
    .takes = TAKES_PROGRAM,
    .run = iso_main};
