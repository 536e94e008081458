// Finds a kept translation, asks whether what it takes for granted holds, and puts its addresses right. See kept.h.
#include "kernel/code/kept.h"

#include "base/archive.h"
#include "base/kept.h"
#include "base/narrow.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link.h"
#include "kernel/classes/loader.h"
#include "kernel/code/native.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"
#include "translator/codespace.h"
#include "translator/translate.h"

_Static_assert(KEPT_FILES == DOMAIN_KEPT_FILES && KEPT_LOADERS == 1 + DOMAIN_BUILTIN_LOADERS, "as a domain has them");

// One that the host has given. Its index is a copy, which has been checked; the rest may lie in a file that somebody
// else writes to, so each entry is copied, and the copy checked and used.
struct kept_file {
    const struct kept_header *index; // NULL: there is none, or it is not right
    const u8 *data;
};
static struct kept_file files[KEPT_FILES]; // a method is looked for in this order

// ---- The file. Its index is checked at once, each entry when it is used; after that its numbers are those that the
// kernel of this build has written for this image.

void kept_init(enum kept_which which, const void *data, u64 bytes) {
    struct kept_header header = {0};
    files[which].index = NULL;
    if (data && bytes >= sizeof(header)) memcpy(&header, data, sizeof(header));
    if (header.magic != KEPT_MAGIC || header.version != KEPT_VERSION || header.bytes != bytes ||
        header.entries > bytes || header.entries < sizeof(header) || header.is_for_several != code_is_for_several()) {
        return;
    }
    struct kept_header *index = owner_alloc(&owner_machine, header.entries);
    if (!index) return;
    memcpy(index, data, header.entries);
    if (memcmp(index, &header, sizeof(header)) != 0 || kept_index_hash(index) != index->index_hash) return;
    files[which] = (struct kept_file){index, data};
}

static const struct kept_class *classes_of(const struct kept_file *file) {
    return (const struct kept_class *)(file->index + 1);
}
static const u32 *buckets_of(const struct kept_file *file) {
    return (const u32 *)(classes_of(file) + file->index->class_count);
}
static const struct kept_method *methods_of(const struct kept_file *file) {
    return (const struct kept_method *)(buckets_of(file) + file->index->bucket_count);
}

static bool split_origins(const u8 *origins, u64 bytes, struct kept_parts *parts) {
    parts->origins = (const struct kept_origins *)origins;
    if (bytes < sizeof(*parts->origins)) return false;
    parts->origin_places = (const struct kept_place *)(parts->origins + 1);
    parts->runs = (const struct code_origin *)(parts->origin_places + parts->origins->place_count);
    return ALIGN_UP((u64)((const u8 *)(parts->runs + parts->origins->run_count) - origins), 8) == bytes;
}

bool kept_split(const u8 *entry, u64 bytes, u64 origin_bytes, struct kept_parts *parts) {
    const struct kept_code *head = (const struct kept_code *)entry;
    if (bytes < sizeof(*head) || head->symbol_count > KEPT_SYMBOLS_MOST) return false;
    parts->head = head;
    parts->symbols = (const struct kept_symbol *)(head + 1);
    parts->fixups = (const struct kept_fixup *)(parts->symbols + head->symbol_count);
    parts->initialised = (const u32 *)(parts->fixups + head->fixup_count);
    parts->constants = (const struct kept_constant *)(parts->initialised + head->initialised_count);
    parts->watched = (const u32 *)(parts->constants + head->constant_count);
    parts->places = (const struct kept_place *)(parts->watched + head->watched_count);
    parts->sites = (const struct code_site *)(parts->places + head->place_count);
    parts->handlers = (const struct kept_handler *)(parts->sites + head->site_count);
    parts->maps = (const u32 *)(parts->handlers + head->handler_count);
    parts->code = (const u8 *)(parts->maps + head->map_words);
    parts->origins = NULL;
    return ALIGN_UP((u64)(parts->code - entry) + head->code_bytes, 8) == bytes &&
           (!origin_bytes || split_origins(entry + bytes, origin_bytes, parts));
}

// ---- Names

static struct loader *loader_of_kind(struct domain *domain, enum kept_loader kind) {
    return kind == KEPT_BOOT ? &domain->boot_loader : domain->builtin_loaders[kind - KEPT_PLATFORM];
}

enum kept_loader kept_loader_of(const struct class *class) {
    const struct jimage *image = &class->domain->image;
    if (!class->file || class->flags & CLASS_HIDDEN) return KEPT_LOADERS;
    enum kept_loader kind = KEPT_BOOT;
    while (kind < KEPT_LOADERS && class->loader != loader_of_kind(class->domain, kind)) kind++;
    bool is_foreign = kind == KEPT_BOOT && (u64)(class->file->bytes - image->bytes) >= image->size;
    return is_foreign ? KEPT_LOADERS : kind;
}

static struct text name_of(const struct kept_file *file, const struct kept_class *class) {
    return (struct text){(const char *)file->index + class->name, narrow_u16(class->name_bytes)};
}

// Its number, or UINT32_MAX.
static u32 number_of(const struct kept_file *file, const struct class *class) {
    const struct symbol *name = class->name;
    u32 mask = file->index->bucket_count - 1, kind = kept_loader_of(class);
    for (u32 at = symbol_lasting_hash(name) & mask;; at = (at + 1) & mask) {
        u32 number = buckets_of(file)[at] - 1;
        if (number == UINT32_MAX) return number;
        const struct kept_class *kept = &classes_of(file)[number];
        if (kept->loader == kind && symbol_is_text(name, name_of(file, kept))) return number;
    }
}

// A class with more above it has no kept code: the search calls itself for each of them, and a program chooses how many
// there are.
#define ABOVE_MOST 64u

static struct class *find_class_within(struct domain *domain, const struct kept_file *file, u32 number, u32 above);

static bool is_known(struct domain *domain, const struct kept_file *file, const struct class *class, u32 above) {
    if (!class || !class->loader->object) return true;
    u32 number = number_of(file, class);
    return above && number != UINT32_MAX && find_class_within(domain, file, number, above - 1) == class;
}

// A class that is not the image's is the same if its file is, and those of all above it.
static bool is_same_class(struct domain *domain, const struct kept_file *file, const struct kept_class *kept,
                          const struct class *class, u32 above) {
    if (kept_loader_of(class) != kept->loader) return false;
    if (kept->loader == KEPT_BOOT) return true;
    bool is_same = archive_hash(class->file->bytes, class->file->size) == kept->hash &&
                   is_known(domain, file, class->super, above);
    for (u32 i = 0; i < class->file->interface_count && is_same; i++) {
        is_same = is_known(domain, file, class->interfaces[i], above);
    }
    return is_same;
}

static struct class *find_class_within(struct domain *domain, const struct kept_file *file, u32 number, u32 above) {
    if (number >= KEPT_PRIMITIVE) return domain_primitive(domain, (type_letter)number);
    struct class **found = &domain->kept_classes[file - files][number];
    if (!*found) {
        const struct kept_class *kept = &classes_of(file)[number];
        struct text name = name_of(file, kept);
        const struct symbol *symbol = symbol_find(name.bytes, name.length);
        struct loader *loader = loader_of_kind(domain, kept->loader);
        struct class *class = symbol && loader ? loader_find(loader, symbol) : NULL;
        if (class && is_same_class(domain, file, kept, class, above)) *found = class;
    }
    return *found;
}

static struct class *find_class(struct domain *domain, const struct kept_file *file, u32 number) {
    return find_class_within(domain, file, number, ABOVE_MOST);
}

static bool has_names(struct domain *domain, const struct kept_file *file) {
    struct class ***names = &domain->kept_classes[file - files];
    if (!*names) *names = owner_alloc(&domain->boot_loader.own, file->index->class_count * sizeof(**names));
    return *names;
}

// ---- Whether it holds

static bool is_linked(const struct class *class) {
    return class->state != CLASS_LOADED && class->state != CLASS_ERRONEOUS;
}

static bool holds(struct domain *domain, const struct kept_file *file, const struct kept_parts *parts) {
    for (u32 i = 0; i < parts->head->initialised_count; i++) {
        const struct class *class = find_class(domain, file, parts->initialised[i]);
        if (!class || class->state != CLASS_INITIALISED) return false;
    }
    for (u32 i = 0; i < parts->head->constant_count; i++) {
        const struct kept_constant *constant = &parts->constants[i];
        const struct class *class = find_class(domain, file, constant->class);
        if (!class || !class->mirror ||
            (u64)translate_static_value(&class->fields[constant->field]) != constant->bits) {
            return false;
        }
    }
    return true;
}

// Made if there is none yet: translating would have made some, as names are looked up for it.
static struct class *array_of(struct class *class, u32 dimensions) {
    for (; class && dimensions; dimensions--) class = class_array_of(class);
    return class;
}

static u32 low(const void *address) { return (u32)(uintptr_t)address; }

// What the symbol means here; 0 if it means nothing yet.
static u32 value_of(struct domain *domain, const struct kept_file *file, const struct kept_symbol *symbol) {
    struct class *class = find_class(domain, file, symbol->class);
    struct method *method = class && symbol->a < class->method_count ? &class->methods[symbol->a] : NULL;
    if (!class) return 0;
    switch ((enum kept_kind)symbol->kind) {
    case KEPT_CLASS: return low(array_of(class, symbol->a));
    case KEPT_MIRROR: class = array_of(class, symbol->a); return class ? class->mirror : 0;
    case KEPT_METHOD: return low(method);
    case KEPT_SLOT: return low(link_slot(class, narrow_u16(symbol->a), symbol->b));
    case KEPT_SITE_SLOT:
        return low(link_site_slot(class, narrow_u16(symbol->a), &class->methods[symbol->b >> 16], symbol->b & 0xffff));
    case KEPT_PROFILE: return method ? low(link_profile(method, symbol->b, true)) : 0;
    case KEPT_LITERAL: return link_known_string(class, narrow_u16(symbol->a));
    case KEPT_NATIVE: return method && method->native ? low(method->native->function) : 0;
    case KEPT_NATIVE_ENTRY: return method ? log_native_entry(method->id) : 0;
    }
    return 0;
}

static bool find_values(struct domain *domain, const struct kept_file *file, const struct kept_parts *parts,
                        u32 *values) {
    for (u32 i = 0; i < parts->head->symbol_count; i++) {
        values[i] = value_of(domain, file, &parts->symbols[i]);
        if (!values[i]) return false;
    }
    return true;
}

// Whether no instrument would change the code; counting changes only what allocates. The watched methods are inlined.
static bool suits(const struct method *method, const struct kept_parts *parts, const u32 *values) {
    u32 changing = PROBE_PATTERNS | PATTERN_APART | (parts->head->allocates ? PATTERN_ALLOCATION : 0);
    if (method->patterns & changing) return false;
    for (u32 i = 0; i < parts->head->watched_count; i++) {
        const struct method *watched = (const struct method *)(uintptr_t)values[parts->watched[i]];
        if (watched->patterns & changing || !is_linked(watched->holder)) return false;
    }
    return !(parts->head->allocates && log_event_wanted(EVENT_allocate));
}

// ---- The code

static struct method *method_of(const u32 *values, u32 symbol) {
    return symbol == UINT32_MAX ? NULL : (struct method *)(uintptr_t)values[symbol];
}

static void fill_place(struct code_place *places, u32 number, const struct kept_place *place, const u32 *values) {
    places[number] = (struct code_place){method_of(values, place->symbol), narrow_u16(place->bytecode_index),
                                         place->caller == UINT32_MAX ? NULL : &places[place->caller]};
}

static u32 place_count(const struct kept_parts *parts) {
    return parts->head->place_count + (parts->origins ? parts->origins->place_count : 0);
}

static void fill_places(struct code_place *places, const struct kept_parts *parts, const u32 *values) {
    u32 of_sites = parts->head->place_count;
    for (u32 i = 0; i < of_sites; i++) fill_place(places, i, &parts->places[i], values);
    for (u32 i = of_sites; i < place_count(parts); i++) {
        fill_place(places, i, &parts->origin_places[i - of_sites], values);
    }
}

static void fill_origins(struct code_origins *origins, const struct kept_parts *parts) {
    *origins = (struct code_origins){.place_count = place_count(parts), .count = parts->origins->run_count};
    memcpy(origins->runs, parts->runs, origins->count * sizeof(*origins->runs));
}

static void fill_handlers(struct code_handler *handlers, const struct kept_parts *parts, const u32 *values) {
    for (u32 i = 0; i < parts->head->handler_count; i++) {
        const struct kept_handler *handler = &parts->handlers[i];
        handlers[i] = (struct code_handler){narrow_u16(handler->catch_type), handler->landing,
                                            method_of(values, handler->symbol)};
    }
}

// All tables in one piece of memory.
static struct code *make_tables(struct method *method, const struct kept_parts *parts, const u32 *values) {
    const struct kept_code *head = parts->head;
    size_t site_bytes = head->site_count * sizeof(struct code_site), map_bytes = ALIGN_UP(head->map_words * 4u, 8u),
           place_bytes = place_count(parts) * sizeof(struct code_place),
           origin_bytes = parts->origins
                              ? sizeof(struct code_origins) + parts->origins->run_count * sizeof(struct code_origin)
                              : 0,
           handler_bytes = head->handler_count * sizeof(struct code_handler), watched_bytes = head->watched_count * 8u;
    u8 *memory = codespace_table(method, sizeof(struct code) + place_bytes + handler_bytes + watched_bytes +
                                             site_bytes + map_bytes + origin_bytes);
    if (!memory) return NULL;
    struct code *code = (struct code *)memory;
    struct code_place *places = (struct code_place *)(code + 1);
    struct code_handler *handlers = (struct code_handler *)(places + place_count(parts));
    u64 *watched = (u64 *)(handlers + head->handler_count);
    struct code_site *sites = (struct code_site *)(watched + head->watched_count);
    u32 *maps = (u32 *)(sites + head->site_count);
    struct code_origins *origins = parts->origins ? (struct code_origins *)((u8 *)maps + map_bytes) : NULL;
    if (origins) fill_origins(origins, parts);
    fill_places(places, parts, values);
    fill_handlers(handlers, parts, values);
    for (u32 i = 0; i < head->watched_count; i++) {
        const struct method *inlined = method_of(values, parts->watched[i]);
        watched[i] = code_watched(inlined, inlined->patterns);
    }
    memcpy(sites, parts->sites, site_bytes);
    memcpy(maps, parts->maps, head->map_words * 4u);
    *code = (struct code){.size = head->code_bytes,
                          .frame_bytes = head->frame_bytes,
                          .slot_count = head->slot_count,
                          .site_count = head->site_count,
                          .place_count = head->place_count,
                          .inlined_calls = head->inlined_calls & INT32_MAX,
                          .has_raw_accesses = head->has_raw_accesses != 0,
                          .method = method,
                          .sites = sites,
                          .places = places,
                          .origins = origins,
                          .handlers = handlers,
                          .maps = maps,
                          .probes = method->patterns & PATTERN_ALLOCATION,
                          .allocates = head->allocates,
                          .is_final = head->is_final,
                          .frame_at = head->frame_at,
                          .watched_count = head->watched_count,
                          .watched = watched};
    return code;
}

static void put_code(u8 *to, const struct kept_parts *parts, const u32 *values) {
    memcpy(to, parts->code, parts->head->code_bytes);
    for (u32 i = 0; i < parts->head->fixup_count; i++) {
        const struct kept_fixup *fixup = &parts->fixups[i];
        u32 word = values[fixup->symbol] + fixup->addend;
        if (fixup->is_card) word = CARD_TABLE_START + (word >> CARD_SHIFT);
        memcpy(to + fixup->offset, &word, sizeof(word));
    }
}

// The code that the entry gives here; NULL if something does not hold, or there is no room.
static struct code *code_of(struct method *method, const struct kept_file *file, const struct kept_copy *copy) {
    struct kept_parts parts;
    u32 values[KEPT_SYMBOLS_MOST];
    struct domain *domain = method->holder->domain;
    if (!kept_split(copy->entry, copy->bytes, copy->origin_bytes, &parts) || !holds(domain, file, &parts) ||
        !find_values(domain, file, &parts, values) || !suits(method, &parts, values)) {
        return NULL;
    }
    struct code *code = make_tables(method, &parts, values);
    u64 start = code ? codespace_reserve(method, code->size) : 0;
    if (!start) return NULL;
    put_code(codespace_writable(start), &parts, values);
    codespace_publish(start, code->size);
    code->start = start;
    return code;
}

static const struct kept_method *find_method(const struct kept_file *file, const struct method *method) {
    struct class *class = method->holder;
    if (!file->index || method->flags & METHOD_GUARDED || !has_names(class->domain, file)) return NULL;
    u32 number = number_of(file, class);
    if (number == UINT32_MAX || find_class(class->domain, file, number) != class) return NULL;
    const struct kept_class *kept = &classes_of(file)[number];
    const struct kept_method *at = methods_of(file) + kept->methods, *end = at + kept->method_count;
    while (at < end && at->index != method->index) at++;
    u64 bytes = file->index->bytes;
    return at < end && at->entry <= bytes && (u64)at->bytes + at->origin_bytes <= bytes - at->entry ? at : NULL;
}

// Right, or without an entry.
static struct kept_copy copy_entry(const struct kept_file *file, const struct method *method, bool with_origins) {
    const struct kept_method *kept = find_method(file, method);
    if (!kept) return (struct kept_copy){0};
    u32 origin_bytes = with_origins ? kept->origin_bytes : 0;
    u8 *entry = scratch_alloc(thread_account(ACCOUNT_TABLES), kept->bytes + origin_bytes);
    if (!entry) return (struct kept_copy){0};
    memcpy(entry, file->data + kept->entry, kept->bytes + origin_bytes);
    if (archive_hash(entry, kept->bytes) == kept->hash &&
        (!origin_bytes || archive_hash(entry + kept->bytes, origin_bytes) == kept->origins_hash)) {
        return (struct kept_copy){entry, kept->bytes, origin_bytes};
    }
    scratch_free(entry);
    return (struct kept_copy){0};
}

static struct code *translation_in(const struct kept_file *file, struct method *method, bool with_origins) {
    struct kept_copy copy = copy_entry(file, method, with_origins);
    struct code *code = copy.entry ? code_of(method, file, &copy) : NULL;
    scratch_free(copy.entry);
    return code;
}

struct code *kept_translation(struct method *method, bool with_origins) {
    if (kept_loader_of(method->holder) == KEPT_LOADERS) return NULL;
    struct code *code = NULL;
    for (u32 i = 0; i < KEPT_FILES && !code; i++) code = translation_in(&files[i], method, with_origins);
    return code;
}

struct kept_copy kept_entry(const struct method *method, enum kept_which *which) {
    struct kept_copy copy = {0};
    for (*which = 0; *which < KEPT_FILES; (*which)++) {
        copy = copy_entry(&files[*which], method, true);
        if (copy.entry) break;
    }
    return copy;
}

const struct class *kept_class(struct domain *domain, enum kept_which which, u32 number) {
    return find_class(domain, &files[which], number);
}
