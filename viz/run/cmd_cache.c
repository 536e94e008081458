// gnomon cache: lists what is kept from run to run, and removes it. Each part appears whole and is made again when it
// is missed, so it may be removed while programs run: what they use they hold open.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/kept.h"
#include "viz/cli/file.h"
#include "viz/run/commands.h"
#include "viz/run/run.h"

#define IMAGE_PREFIX "jdk-"

struct cache_settings {
    const char *clear;
};

#define FIELD(name) offsetof(struct cache_settings, name)

static const struct option_rule rules[] = {
    {"--clear", NULL, OPTION_CHOICE, FIELD(clear), "",
     "remove what --keep has kept of programs, all translations, or images of the JDK as well",
     "programs|translations|all", 0, 0},
};

static const char notes[] =
    "The cache is in $XDG_CACHE_HOME/gnomon or ~/.cache/gnomon. It has an image of the JDK for each set of modules "
    "that "
    "a program needed, and beside each the translations of its methods and of the programs that were run with --keep. "
    "Those of other builds of gnomon are not used, and go when new ones are made; those of programs take up to 256 MiB "
    "for an image, then the oldest go.\n";

struct cache {
    const struct cache_settings *settings;
    struct buffer text;
    u64 bytes, removed_bytes;
};

static bool is_part_of(const char *name, const char *prefix) { return text_starts_with(name, prefix); }

static u64 tree_bytes(const char *path) {
    struct problem ignored = {0};
    struct stat status;
    char **names;
    size_t count;
    u64 bytes = 0;
    if (lstat(path, &status) != 0) return 0;
    if (!S_ISDIR(status.st_mode)) return (u64)status.st_size;
    if (!directory_list(path, &names, &count, &ignored)) return 0;
    for (size_t i = 0; i < count; i++) {
        char *below = text_format("%s/%s", path, names[i]);
        bytes += tree_bytes(below);
        free(below), free(names[i]);
    }
    free(names);
    return bytes;
}

static void put_line(struct cache *cache, u64 bytes, const char *indent, const char *what) {
    char *line = text_format("%8.1f MiB  %s%s\n", (double)bytes / (double)MIB, indent, what);
    buffer_utf8(&cache->text, line);
    free(line);
}

// ---- A file of translations

static void describe_kept(const char *path, const char *kind, const u64 *keys, struct buffer *text) {
    struct problem ignored = {0};
    struct file_map map;
    bool is_mapped = file_map(&map, path, &ignored);
    const struct kept_header *header = (const struct kept_header *)map.data;
    bool is_one = is_mapped && map.size > sizeof(*header) && header->magic == KEPT_MAGIC;
    bool is_ours = is_one && header->version == KEPT_VERSION;
    bool is_whole = is_ours && header->bytes == map.size && header->hash == kept_hash(header);
    buffer_text(text, kind);
    if (is_whole) {
        buffer_format(text, ", %u methods of %u classes", header->method_count, header->class_count);
        if (header->is_for_several) buffer_text(text, ", for several processors");
        if (header->key != keys[header->is_for_several != 0]) buffer_text(text, ", of another build");
        if (header->label[0]) buffer_format(text, ": %.*s", (int)sizeof(header->label), header->label);
    } else {
        buffer_text(text, is_one && !is_ours ? ", of another version" : ", damaged");
    }
    if (is_mapped) file_unmap(&map);
}

static bool is_wanted(const struct cache *cache, bool is_program) {
    const char *clear = cache->settings->clear;
    return !clear || is_program || strcmp(clear, "programs") != 0;
}

static void visit_kept(struct cache *cache, const char *directory, const char *name, const u64 *keys) {
    bool is_program = is_part_of(name, KEPT_PROGRAM_PREFIX);
    if (!is_program && !is_part_of(name, KEPT_PREFIX)) return;
    char *path = text_format("%s/%s", directory, name);
    u64 bytes = tree_bytes(path);
    if (cache->settings->clear && is_wanted(cache, is_program)) {
        bool done = file_is_directory(path) ? directory_remove(path) : unlink(path) == 0;
        if (done) cache->removed_bytes += bytes;
    } else if (!cache->settings->clear) {
        struct buffer text = {0};
        if (file_is_directory(path)) {
            buffer_text(&text, "being made, or left by a run that was ended");
        } else {
            describe_kept(path, is_program ? "program" : "translations", keys, &text);
        }
        put_line(cache, bytes, "    ", buffer_string(&text));
        buffer_free(&text);
    }
    free(path);
}

// ---- An image

// MODULES="java.base java.sql" of its file `release`.
static char *modules_of(const char *image) {
    char *path = text_format("%s/release", image), line[4096], *modules = NULL;
    FILE *file = fopen(path, "re");
    free(path);
    while (file && !modules && fgets(line, sizeof(line), file)) {
        if (!text_starts_with(line, "MODULES=\"")) continue;
        char *start = line + strlen("MODULES=\"");
        modules = text_copy_span(start, strcspn(start, "\"\n"));
    }
    if (file) fclose(file);
    return modules ? modules : text_copy("no modules");
}

// First it gets another name, so that no run finds half of it.
static void remove_image(struct cache *cache, const char *path) {
    u64 bytes = tree_bytes(path);
    char *aside = text_format("%s.removed.%d", path, (int)getpid());
    if (rename(path, aside) == 0 && directory_remove(aside)) cache->removed_bytes += bytes;
    free(aside);
}

static void visit_image(struct cache *cache, const char *path) {
    struct problem ignored = {0};
    char **names;
    size_t count;
    if (cache->settings->clear && strcmp(cache->settings->clear, "all") == 0) {
        remove_image(cache, path);
        return;
    }
    if (!directory_list(path, &names, &count, &ignored)) return;
    struct jdk jdk = {.image = text_copy(path)};
    u64 keys[2] = {0}, bytes = tree_bytes(path);
    for (int i = 0; i < 2 && !cache->settings->clear; i++) keys[i] = run_kept_key(&jdk, i);
    if (!cache->settings->clear) {
        char *modules = modules_of(path), *line = text_format("%s: %s", strrchr(path, '/') + 1, modules);
        put_line(cache, bytes, "", line);
        free(modules), free(line);
    }
    for (size_t i = 0; i < count; i++) visit_kept(cache, path, names[i], keys), free(names[i]);
    cache->bytes += bytes;
    free(names), free(jdk.image);
}

static bool visit(struct cache *cache, const char *directory, struct problem *problem) {
    char **names;
    size_t count;
    if (!directory_list(directory, &names, &count, problem)) return false;
    for (size_t i = 0; i < count; i++) {
        char *path = text_format("%s/%s", directory, names[i]);
        if (is_part_of(names[i], IMAGE_PREFIX) && file_is_directory(path)) visit_image(cache, path);
        free(path), free(names[i]);
    }
    free(names);
    return true;
}

static int cache_main(int count, char **arguments) {
    struct cache_settings settings = {0};
    struct cache cache = {.settings = &settings};
    struct problem problem = {0};
    int status;
    struct text_list names = {0};
    if (!command_begin(&command_cache, count, arguments, &settings, &names, NULL, &status)) return status;
    if (names.count) {
        problem_set(&problem, STATUS_USAGE, "cache: expected no names, found '%s'", names.items[0]);
        return problem_print(&problem);
    }
    char *directory = jdk_cache(&problem);
    if (!directory || !visit(&cache, directory, &problem)) return problem_print(&problem);
    if (settings.clear) {
        printf("%8.1f MiB  removed from %s\n", (double)cache.removed_bytes / (double)MIB, directory);
    } else {
        fwrite(cache.text.data, 1, cache.text.size, stdout);
        printf("%8.1f MiB  in %s\n", (double)cache.bytes / (double)MIB, directory);
    }
    buffer_free(&cache.text);
    free(directory);
    return 0;
}

const struct command command_cache = {.name = "cache",
                                      .summary = "Lists what is kept from run to run, or removes it.",
                                      .usage = "cache [--clear programs|translations|all]",
                                      .examples = "  gnomon cache\n  gnomon cache --clear programs\n",
                                      .rules = rules,
                                      .rule_count = COUNT_OF(rules),
                                      .notes = notes,
                                      .takes = TAKES_NOTHING,
                                      .run = cache_main};
