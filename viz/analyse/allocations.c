// See allocations.h. The counters are the region's: of threads that have ended in rows, of the others in blocks.
#include "viz/analyse/allocations.h"

#include <stdlib.h>
#include <string.h>

#include "log/events.h"
#include "viz/analyse/switches.h"
#include "viz/read/names.h"

bool allocations_are_counted(const struct recording *recording) {
    return recording->reader.header.flags & REGION_ALLOCATIONS;
}

bool allocations_were_switched(const struct recording *recording) {
    for (size_t i = 0; i < recording->change_count; i++) {
        u32 kind = recording->changes[i].kind;
        if (kind == CONTROL_alloc || kind == CONTROL_no_alloc || kind == CONTROL_clear) return true;
    }
    return false;
}

const char *allocation_kind_name(u32 kind) {
    static const char *const names[ALLOCATION_KINDS] = {"other", "code", "native", "exception", "linking", "kernel"};
    return kind < ALLOCATION_KINDS ? names[kind] : "unknown";
}

u64 allocations_counted_ticks(const struct recording *recording) {
    struct switches switches = {0};
    switches_load(&switches, recording);
    u64 ticks = switches_ticks(&switches, CONTROL_alloc, recording->control.clear_ticks);
    switches_free(&switches);
    return ticks;
}

bool allocations_are_whole(const struct allocations *allocations) {
    return allocations->counted.bytes == allocations->allocated_bytes;
}

// ---- Reading

static bool is_wanted(const struct view *view, u32 thread) {
    return reader_range_has_thread(&view->profile->recording->reader.range, thread);
}

static void add_count(struct allocation_count *to, const struct allocation_count *count) {
    to->objects += count->objects;
    to->bytes += count->bytes;
}

static void add_share(struct allocations *all, u32 site, u32 thread, const struct allocation_count *count) {
    if (!count->objects && !count->bytes) return;
    if (site >= all->site_count) {
        all->unknown_sites++;
        return;
    }
    ARRAY_GROW(all->shares, all->share_count, all->share_capacity);
    struct allocation_share share = {site, thread, *count};
    u32 each = all->sites[site].object_bytes;
    if (each) share.count.bytes = count->objects * each;
    all->shares[all->share_count++] = share;
}

static void read_rows(struct allocations *all, const struct view *view) {
    const struct reader *reader = &view->profile->recording->reader;
    size_t count;
    struct allocation_row *rows =
        reader_entries(reader, reader_find(reader, SECTION_ALLOCATION_ROWS, 0), sizeof(*rows), true, &count);
    for (size_t i = 0; i < count; i++) {
        if (is_wanted(view, rows[i].thread)) add_share(all, rows[i].site, rows[i].thread, &rows[i].count);
    }
    free(rows);
}

static void read_ages(struct allocations *all, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    size_t count;
    if (reader_range_has_threads(&recording->reader.range)) return;
    all->ages = reader_entries(&recording->reader, reader_find(&recording->reader, SECTION_SITE_AGES, 0),
                               sizeof(*all->ages), true, &count);
    for (size_t i = 0; i < all->site_count && i < count; i++) all->sites[i].ages = &all->ages[i];
}

static void read_block(struct allocations *all, const struct view *view, u64 offset, u64 bytes, bool is_shared) {
    const struct reader *reader = &view->profile->recording->reader;
    struct allocation_block *block = memory_get(bytes);
    bool is_used = reader_copy(reader, offset, block, bytes) && (is_shared || block->thread);
    if (is_used && is_wanted(view, (u32)block->thread)) {
        u64 sites = (bytes - sizeof(*block)) / sizeof(*block->counts);
        for (u32 site = 0; site < sites; site++) add_share(all, site, (u32)block->thread, &block->counts[site]);
    }
    free(block);
}

static void read_blocks(struct allocations *all, const struct view *view) {
    const struct reader *reader = &view->profile->recording->reader;
    const struct region_section *section = reader_find(reader, SECTION_ALLOCATION_BLOCKS, 0);
    if (!section || section->entry_bytes < sizeof(struct allocation_block)) return;
    u64 room = (section->bytes - section->data_offset) / section->entry_bytes;
    for (u64 i = 0; i < section->used && i < room; i++) {
        read_block(all, view, section->offset + section->data_offset + i * section->entry_bytes, section->entry_bytes,
                   i == 0);
    }
}

// ---- Names

static const char *class_text(const struct recording *recording, const struct allocation_site *site) {
    const struct class_name *class = site->class ? recording_class(recording, site->class) : NULL;
    if (class) return class->name;
    for (size_t i = 0; i < recording->strings.count && site->text; i++) {
        if (recording->strings.items[i].id == site->text) return recording->strings.items[i].text;
    }
    return "";
}

// "[[I", "[Ljava.lang.String;" and "java.util.Map$Entry" as Java's sources have them.
static char *java_type(const char *name) {
    static const char letters[] = "BCDFIJSZ";
    static const char *const words[] = {"byte", "char", "double", "float", "int", "long", "short", "boolean"};
    size_t dimensions = strspn(name, "[");
    const char *element = name + dimensions, *letter = *element ? strchr(letters, *element) : NULL;
    struct buffer text = {0};
    if (dimensions && letter) {
        buffer_text(&text, words[letter - letters]);
    } else if (dimensions && *element == 'L') {
        buffer_append(&text, element + 1, strcspn(element + 1, ";"));
    } else {
        buffer_text(&text, *name ? name : "?");
    }
    for (size_t i = 0; i < dimensions; i++) buffer_text(&text, "[]");
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] == '/') text.data[i] = '.';
    }
    char *copy = text_copy(buffer_string(&text));
    buffer_free(&text);
    return copy;
}

static char *method_text(const struct recording *recording, const struct allocation_site *site) {
    const struct method_name *name = site->method ? recording_method(recording, site->method) : NULL;
    if (name) return text_format("%s.%s", name->class_name, name->name);
    return site->method ? text_copy(recording_method_label(recording, site->method))
                        : text_format("(%s)", allocation_kind_name(site->kind));
}

static void name_sites(struct allocations *all, const struct recording *recording,
                       const struct allocation_site *sites) {
    for (size_t i = 0; i < all->site_count; i++) {
        all->sites[i] = (struct allocation){
            .class = i ? java_type(class_text(recording, &sites[i])) : text_copy("?"),
            .method = method_text(recording, &sites[i]),
            .method_id = sites[i].method,
            .bytecode_index = sites[i].bytecode_index,
            .line = sites[i].line,
            .kind = sites[i].kind,
            .object_bytes = sites[i].object_bytes,
        };
    }
}

// ---- Sums

static int by_site(const void *a, const void *b) {
    const struct allocation_share *one = a, *other = b;
    if (one->site != other->site) return one->site < other->site ? -1 : 1;
    return (one->thread > other->thread) - (one->thread < other->thread);
}

// A thread's rows of a site, and its block, become one share.
static void merge_shares(struct allocations *all) {
    size_t kept = 0;
    if (all->share_count) qsort(all->shares, all->share_count, sizeof(*all->shares), by_site);
    for (size_t i = 0; i < all->share_count; i++) {
        if (kept && by_site(&all->shares[kept - 1], &all->shares[i]) == 0) {
            add_count(&all->shares[kept - 1].count, &all->shares[i].count);
        } else {
            all->shares[kept++] = all->shares[i];
        }
    }
    all->share_count = kept;
    for (size_t i = 0; i < kept; i++) {
        struct allocation *site = &all->sites[all->shares[i].site];
        if (!site->share_count++) site->shares = &all->shares[i];
        add_count(&site->count, &all->shares[i].count);
        add_count(&all->counted, &all->shares[i].count);
    }
}

static int by_bytes(const void *a, const void *b) {
    const struct allocation *one = a, *other = b;
    if (one->count.bytes != other->count.bytes) return one->count.bytes > other->count.bytes ? -1 : 1;
    int order = strcmp(one->method, other->method);
    if (order) return order;
    if (one->bytecode_index != other->bytecode_index) return one->bytecode_index < other->bytecode_index ? -1 : 1;
    order = strcmp(one->class, other->class);
    return order ? order : (one->method_id > other->method_id) - (one->method_id < other->method_id);
}

static void drop(struct allocation *site) { free(site->class), free(site->method); }

// Those that count nothing go, and those that the filter leaves out.
static void keep_sites(struct allocations *all, const struct view *view) {
    bool filtered = view->filter.count || view->package;
    size_t kept = 0;
    for (size_t i = 0; i < all->site_count; i++) {
        struct allocation *site = &all->sites[i];
        if (!site->share_count || (filtered && !view_selects(view, site->method_id))) {
            drop(site);
        } else {
            all->sites[kept++] = *site;
        }
    }
    all->site_count = kept;
    if (kept) qsort(all->sites, kept, sizeof(*all->sites), by_bytes);
}

void allocations_make(struct allocations *all, const struct view *view) {
    const struct recording *recording = view->profile->recording;
    *all = (struct allocations){0};
    for (size_t i = 0; i < recording->thread_count; i++) {
        const struct region_thread *thread = &recording->threads[i];
        if (is_wanted(view, thread->number)) all->allocated_bytes += thread->allocated_bytes;
    }
    const struct region_section *section = reader_find(&recording->reader, SECTION_ALLOCATION_SITES, 0);
    struct allocation_site *sites = reader_entries(&recording->reader, section, sizeof(*sites), true, &all->site_count);
    all->sites = memory_get((all->site_count + 1) * sizeof(*all->sites));
    name_sites(all, recording, sites);
    free(sites);
    read_rows(all, view);
    read_blocks(all, view);
    read_ages(all, view);
    merge_shares(all);
    keep_sites(all, view);
}

void allocations_free(struct allocations *all) {
    for (size_t i = 0; i < all->site_count; i++) drop(&all->sites[i]);
    free(all->sites), free(all->shares), free(all->ages);
    *all = (struct allocations){0};
}
