// See host_memory.h.
#include "viz/run/host_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/cli/buffer.h"

// For the tool, which runs in the same groups.
#define TOOL_MIB 64u
// No less than `--mem` takes.
#define LEAST_MIB 128u

// A file with a number of bytes, or "max". UINT64_MAX if there is no limit, or no such file.
static u64 read_limit(const char *path) {
    char text[32] = "", *end = text;
    FILE *file = fopen(path, "r");
    if (!file) return UINT64_MAX;
    bool is_read = fgets(text, sizeof(text), file) != NULL;
    fclose(file);
    u64 bytes = is_read ? strtoull(text, &end, 10) : 0;
    return end != text ? bytes : UINT64_MAX;
}

// The least limit of a group and those above it; `mount` is where its hierarchy lies.
static u64 least_limit(const char *root, const char *mount, const char *group, const char *name) {
    char *path = text_copy(group);
    u64 least = UINT64_MAX;
    for (char *end = path + strlen(path); end; end = strrchr(path, '/')) {
        *end = 0;
        char *file = text_format("%s%s%s/%s", root, mount, path, name);
        u64 limit = read_limit(file);
        if (limit < least) least = limit;
        free(file);
    }
    free(path);
    return least;
}

static bool lists_memory(const char *controllers) {
    const char *found = strstr(controllers, "memory");
    return found && (found == controllers || found[-1] == ',') && (!found[6] || found[6] == ',');
}

// A line of /proc/self/cgroup: number, controllers, group. Without controllers it is of version 2.
static u64 line_limit(const char *root, char *line) {
    char *controllers = strchr(line, ':'), *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group) return UINT64_MAX;
    *controllers++ = 0, *group++ = 0;
    if (strcmp(group, "/") == 0) group++;
    if (!*controllers) return least_limit(root, "/sys/fs/cgroup", group, "memory.max");
    if (!lists_memory(controllers)) return UINT64_MAX;
    return least_limit(root, "/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
}

static u64 groups_limit(const char *root) {
    u64 least = UINT64_MAX;
    size_t capacity = 0;
    char *line = NULL, *path = text_format("%s/proc/self/cgroup", root);
    FILE *file = fopen(path, "r");
    free(path);
    while (file && getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\n")] = 0;
        u64 limit = line_limit(root, line);
        if (limit < least) least = limit;
    }
    free(line);
    if (file) fclose(file);
    return least;
}

u64 host_memory_mib(const char *root) {
    u64 total_mib = (u64)sysconf(_SC_PHYS_PAGES) * (u64)sysconf(_SC_PAGESIZE) >> 20;
    u64 limit_mib = groups_limit(root) >> 20;
    if (limit_mib >= total_mib) return total_mib;
    return limit_mib > LEAST_MIB + TOOL_MIB ? limit_mib - TOOL_MIB : LEAST_MIB;
}
