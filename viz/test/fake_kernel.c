// Stands in for boot/linux's kernel in tests of `gnomon run`: fake_kernel ARCHIVE REGION MIB [IMAGE TRANSLATIONS
// PROGRAM]. It checks the archive, writes a region of known content, and then does what the program's arguments in the
// archive say: "entries" prints the archive's names, "options" its options, "print N" N lines, "fail" a line on stderr;
// also "exit N", "hang", "panic", "vanish" (ends without a word), "signal", "moments" (answers requests for a moment,
// and then says of its tables what is not so).
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/archive.h"
#include "viz/cli/file.h"
#include "viz/test/make_region.h"

static struct file_map archive;
static struct region_header *region;
static struct region_output *control;
static u8 *ring;

static void fail(const char *what) {
    fprintf(stderr, "fake kernel: %s\n", what);
    exit(1);
}

static const struct archive_entry *entry_at(u32 index) {
    return (const struct archive_entry *)(archive.data + sizeof(struct archive_header)) + index;
}

static void check_archive(void) {
    const struct archive_header *header = (const struct archive_header *)archive.data;
    if (archive.size < sizeof(*header) || header->magic != ARCHIVE_MAGIC || header->total_bytes != archive.size) {
        fail("archive: header");
    }
    for (u32 i = 0; i < header->entry_count; i++) {
        const struct archive_entry *entry = entry_at(i), *before = i ? entry_at(i - 1) : NULL;
        if (entry->data_offset % ARCHIVE_ALIGNMENT || entry->data_offset + entry->data_bytes > archive.size) {
            fail("archive: data");
        }
        if (!before) continue;
        u32 common = before->name_bytes < entry->name_bytes ? before->name_bytes : entry->name_bytes;
        int order = memcmp(archive.data + before->name_offset, archive.data + entry->name_offset, common);
        if (order > 0 || (order == 0 && before->name_bytes >= entry->name_bytes)) fail("archive: names are not sorted");
    }
}

// The hole in the archive is there for it.
static void check_image(const char *path) {
    const struct archive_header *header = (const struct archive_header *)archive.data;
    struct problem problem;
    struct file_map image;
    if (!file_map(&image, path, &problem) || image.size != header->holes[ARCHIVE_HOLE_IMAGE].bytes)
        fail("image: its size");
    for (u64 i = 0; i < image.size; i++) {
        if (archive.data[header->holes[ARCHIVE_HOLE_IMAGE].offset + i]) fail("archive: it holds an image");
    }
    file_unmap(&image);
}

static const char *find_options(size_t *bytes) {
    for (u32 i = 0; i < ((const struct archive_header *)archive.data)->entry_count; i++) {
        const struct archive_entry *entry = entry_at(i);
        if (entry->name_bytes != 7 || memcmp(archive.data + entry->name_offset, "options", 7) != 0) continue;
        *bytes = entry->data_bytes;
        return (const char *)archive.data + entry->data_offset;
    }
    fail("archive: no options");
    return NULL;
}

static void print_bytes(u32 fd, const char *text, u32 bytes) {
    u64 head = control->head, length = 8 + ALIGN_UP((u64)bytes, 8);
    while (head + length - __atomic_load_n(&control->tail, __ATOMIC_ACQUIRE) > MADE_RING_BYTES) usleep(100);
    struct region_output_record record = {fd, bytes};
    memcpy(ring + head % MADE_RING_BYTES, &record, sizeof(record));
    for (u32 i = 0; i < bytes; i++) ring[(head + 8 + i) % MADE_RING_BYTES] = (u8)text[i];
    __atomic_store_n(&control->head, head + length, __ATOMIC_RELEASE);
}

static void print_line(const char *text) {
    print_bytes(1, text, (u32)strlen(text));
    print_bytes(1, "\n", 1);
}

static void map_region(const char *path, enum make_region_kind kind) {
    size_t bytes;
    u8 *made = make_region(kind, &bytes);
    int descriptor = open(path, O_RDWR);
    region = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (descriptor < 0 || region == MAP_FAILED) fail("region: not there");
    if (region->magic || region->state) fail("region: not zero");
    ((struct region_header *)made)->magic = 0;
    memcpy(region, made, bytes);
    region->state = REGION_RUNNING;
    const struct region_section *section = region_directory(region);
    while (section->id != SECTION_OUTPUT) section++;
    control = (struct region_output *)((u8 *)region + section->offset);
    ring = (u8 *)control + section->data_offset;
    __atomic_store_n(&region->magic, REGION_MAGIC, __ATOMIC_RELEASE);
    close(descriptor);
    free(made);
}

static void print_entries(void) {
    for (u32 i = 0; i < ((const struct archive_header *)archive.data)->entry_count; i++) {
        char *name = text_copy_span((const char *)archive.data + entry_at(i)->name_offset, entry_at(i)->name_bytes);
        print_line(name);
        free(name);
    }
}

static void print_many(int count) {
    for (int i = 0; i < count; i++) {
        char *line = text_format("line %d", i);
        print_line(line);
        free(line);
    }
}

static void end(int status) {
    region->exit_status = status;
    __atomic_store_n(&region->state, REGION_ENDED, __ATOMIC_RELEASE);
    _exit(0);
}

// A section that lies behind all others.
static struct region_control *add_mailbox(void) {
    struct region_section *sections = region_directory(region), *last = &sections[region->section_count];
    *last = (struct region_section){.id = SECTION_CONTROL, .version = 1, .bytes = sizeof(struct region_control)};
    for (u32 i = 0; i < region->section_count; i++) {
        u64 end = ALIGN_UP(sections[i].offset + sections[i].bytes, 4096);
        if (end > last->offset) last->offset = end;
    }
    last->data_offset = last->bytes;
    region->flags &= ~(u32)REGION_DETERMINISTIC;
    region->section_count++;
    return (struct region_control *)((u8 *)region + last->offset);
}

static void answer_moments(void) {
    struct region_control *mailbox = add_mailbox();
    signal(SIGALRM, SIG_IGN); // by which the host has it look
    for (;; usleep(100)) {
        u64 requested = __atomic_load_n(&mailbox->requested, __ATOMIC_ACQUIRE);
        if (requested == mailbox->answered) continue;
        for (u32 i = 0; i < region->section_count; i++) {
            struct region_section *section = &region_directory(region)[i];
            if (section->id == SECTION_TIMING) section->data_offset = 1ull << 40, section->used = 1ull << 20;
            if (section->id == SECTION_THREADS) section->used = 1ull << 61;
        }
        mailbox->answer_bytes = UINT32_MAX;
        __atomic_store_n(&mailbox->answered, requested, __ATOMIC_RELEASE);
    }
}

static void act(const char *word, const char *options, size_t bytes) {
    if (strcmp(word, "entries") == 0) {
        print_entries();
    } else if (strcmp(word, "options") == 0) {
        print_bytes(1, options, (u32)bytes);
    } else if (strncmp(word, "print ", 6) == 0) {
        print_many(atoi(word + 6));
    } else if (strcmp(word, "fail") == 0) {
        print_bytes(2, "an error\n", 9);
    } else if (strncmp(word, "exit ", 5) == 0) {
        end(atoi(word + 5));
    } else if (strcmp(word, "hang") == 0) {
        pause();
    } else if (strcmp(word, "signal") == 0) {
        raise(SIGKILL);
    } else if (strcmp(word, "moments") == 0) {
        answer_moments();
    } else if (strcmp(word, "vanish") == 0) {
        _exit(0);
    } else if (strcmp(word, "panic") == 0) {
        __atomic_store_n(&region->state, REGION_PANICKED, __ATOMIC_RELEASE);
        _exit(3);
    }
}

int main(int count, char **arguments) {
    struct problem problem;
    if (count != 4 && count != 4 + ARCHIVE_HOLES)
        fail("usage: fake_kernel ARCHIVE REGION MIB [IMAGE TRANSLATIONS PROGRAM]");
    if (!file_map(&archive, arguments[1], &problem)) return problem_print(&problem);
    check_archive();
    if (count > 4) check_image(arguments[4]);
    size_t bytes;
    const char *options = find_options(&bytes);
    char *text = text_copy_span(options, bytes);
    map_region(arguments[2], strstr(text, "arg=panic") ? MAKE_PANICKED : MAKE_ENDED);
    for (char *save = NULL, *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        if (text_starts_with(line, "arg=")) act(line + 4, options, bytes);
    }
    free(text);
    end(0);
}
