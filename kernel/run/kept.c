// Finds a kept translation, asks whether what it takes for granted holds, and puts its addresses right. See kept.h.
#include "kernel/run/kept.h"

#include "base/archive.h"
#include "base/kept.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link.h"
#include "kernel/heap/owner.h"
#include "kernel/run/native.h"
#include "log/log.h"
#include "translator/codespace.h"
#include "translator/translate.h"

static const struct kept_header *file; // NULL: nothing is used

// ---- The file. Its index is checked at once, each entry when it is used; after that its numbers are those that the
// kernel of this build has written for this image.

void kept_init(const void *data, u64 bytes) {
    const struct kept_header *header = data;
    if (!data || bytes < sizeof(*header) || header->magic != KEPT_MAGIC || header->version != KEPT_VERSION ||
        header->bytes != bytes || header->entries > bytes || header->entries < sizeof(*header)) {
        return;
    }
    if (kept_index_hash(header) == header->index_hash) file = header;
}

static const struct kept_class *classes_of(const struct kept_header *header) {
    return (const struct kept_class *)(header + 1);
}
static const u32 *buckets_of(const struct kept_header *header) {
    return (const u32 *)(classes_of(header) + header->class_count);
}
static const struct kept_method *methods_of(const struct kept_header *header) {
    return (const struct kept_method *)(buckets_of(header) + header->bucket_count);
}

bool kept_split(const u8 *entry, u64 bytes, struct kept_parts *parts) {
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
    return ALIGN_UP((u64)(parts->code - entry) + head->code_bytes, 8) == bytes;
}

// ---- Names

bool kept_is_of_image(const struct class *class) {
    const struct jimage *image = &class->domain->image;
    return !class->loader->object && class->file && !(class->flags & CLASS_HIDDEN) &&
           (u64)(class->file->bytes - image->bytes) < image->size;
}

static struct text name_of(const struct kept_class *class) {
    return (struct text){(const char *)file + class->name, (u16) class->name_bytes};
}

// Its number, or UINT32_MAX.
static u32 number_of(const struct class *class) {
    const struct symbol *name = class->name;
    for (u32 at = name->hash & (file->bucket_count - 1);; at = (at + 1) & (file->bucket_count - 1)) {
        u32 number = buckets_of(file)[at] - 1;
        if (number == UINT32_MAX || symbol_is_text(name, name_of(&classes_of(file)[number]))) return number;
    }
}

static struct class *find_class(struct domain *domain, u32 number) {
    if (number >= KEPT_PRIMITIVE) return domain_primitive(domain, (type_letter)number);
    struct class **found = &domain->kept_classes[number];
    if (!*found) {
        struct text name = name_of(&classes_of(file)[number]);
        const struct symbol *symbol = symbol_find(name.bytes, name.length);
        struct class *class = symbol ? loader_find(&domain->boot_loader, symbol) : NULL;
        if (class && kept_is_of_image(class)) *found = class;
    }
    return *found;
}

static bool has_names(struct domain *domain) {
    if (!domain->kept_classes) {
        domain->kept_classes = owner_alloc(&domain->boot_loader.own, file->class_count * sizeof(*domain->kept_classes));
    }
    return domain->kept_classes;
}

// ---- Whether it holds

static bool is_linked(const struct class *class) {
    return class->state != CLASS_LOADED && class->state != CLASS_ERRONEOUS;
}

static bool holds(struct domain *domain, const struct kept_parts *parts) {
    for (u32 i = 0; i < parts->head->initialised_count; i++) {
        const struct class *class = find_class(domain, parts->initialised[i]);
        if (!class || class->state != CLASS_INITIALISED) return false;
    }
    for (u32 i = 0; i < parts->head->constant_count; i++) {
        const struct kept_constant *constant = &parts->constants[i];
        const struct class *class = find_class(domain, constant->class);
        if (!class || !class->mirror ||
            (u64)translate_static_value(&class->fields[constant->field]) != constant->bits) {
            return false;
        }
    }
    return true;
}

static struct class *array_of(struct class *class, u32 dimensions) {
    for (; class && dimensions; dimensions--) class = class->array_class;
    return class;
}

static u32 low(const void *address) { return (u32)(uintptr_t)address; }

// What the symbol means here; 0 if it means nothing yet.
static u32 value_of(struct domain *domain, const struct kept_symbol *symbol) {
    struct class *class = find_class(domain, symbol->class);
    struct method *method = class && symbol->a < class->method_count ? &class->methods[symbol->a] : NULL;
    if (!class) return 0;
    switch ((enum kept_kind)symbol->kind) {
    case KEPT_CLASS: return low(array_of(class, symbol->a));
    case KEPT_MIRROR: class = array_of(class, symbol->a); return class ? class->mirror : 0;
    case KEPT_METHOD: return low(method);
    case KEPT_SLOT: return low(link_slot(class, (u16)symbol->a, symbol->b));
    case KEPT_SITE_SLOT:
        return low(link_site_slot(class, (u16)symbol->a, &class->methods[symbol->b >> 16], symbol->b & 0xffff));
    case KEPT_PROFILE: return method ? low(link_profile(method, symbol->b, true)) : 0;
    case KEPT_LITERAL: return link_known_string(class, (u16)symbol->a);
    case KEPT_NATIVE: return method && method->native ? low(method->native->function) : 0;
    case KEPT_ID: return method ? method->id : 0;
    }
    return 0;
}

static bool find_values(struct domain *domain, const struct kept_parts *parts, u32 *values) {
    for (u32 i = 0; i < parts->head->symbol_count; i++) {
        values[i] = value_of(domain, &parts->symbols[i]);
        if (!values[i]) return false;
    }
    return true;
}

// Whether no instrument would change the code; counting changes only what allocates. The watched methods are inlined.
static bool suits(const struct method *method, const struct kept_parts *parts, const u32 *values) {
    u16 counted = parts->head->allocates ? METHOD_COUNTED : 0;
    if (method->flags & (METHOD_PROBES | METHOD_APART | counted)) return false;
    for (u32 i = 0; i < parts->head->watched_count; i++) {
        const struct method *watched = (const struct method *)(uintptr_t)values[parts->watched[i]];
        if (watched->flags & (METHOD_PROBES | METHOD_APART | counted) || !is_linked(watched->holder)) return false;
    }
    return !(parts->head->allocates && log_event_wanted(EVENT_allocate));
}

// ---- The code

static struct method *method_of(const u32 *values, u32 symbol) {
    return symbol == UINT32_MAX ? NULL : (struct method *)(uintptr_t)values[symbol];
}

static void fill_places(struct code_place *places, const struct kept_parts *parts, const u32 *values) {
    for (u32 i = 0; i < parts->head->place_count; i++) {
        const struct kept_place *place = &parts->places[i];
        places[i] = (struct code_place){method_of(values, place->symbol), (u16)place->bytecode_index,
                                        place->caller == UINT32_MAX ? NULL : &places[place->caller]};
    }
}

static void fill_handlers(struct code_handler *handlers, const struct kept_parts *parts, const u32 *values) {
    for (u32 i = 0; i < parts->head->handler_count; i++) {
        const struct kept_handler *handler = &parts->handlers[i];
        handlers[i] =
            (struct code_handler){(u16)handler->catch_type, handler->landing, method_of(values, handler->symbol)};
    }
}

// All tables in one piece of memory.
static struct code *make_tables(struct method *method, const struct kept_parts *parts, const u32 *values) {
    const struct kept_code *head = parts->head;
    size_t site_bytes = head->site_count * sizeof(struct code_site), map_bytes = ALIGN_UP(head->map_words * 4u, 8u),
           place_bytes = head->place_count * sizeof(struct code_place),
           handler_bytes = head->handler_count * sizeof(struct code_handler), watched_bytes = head->watched_count * 8u;
    u8 *memory = codespace_table(method, sizeof(struct code) + place_bytes + handler_bytes + watched_bytes +
                                             site_bytes + map_bytes);
    if (!memory) return NULL;
    struct code *code = (struct code *)memory;
    struct code_place *places = (struct code_place *)(code + 1);
    struct code_handler *handlers = (struct code_handler *)(places + head->place_count);
    u64 *watched = (u64 *)(handlers + head->handler_count);
    struct code_site *sites = (struct code_site *)(watched + head->watched_count);
    u32 *maps = (u32 *)(sites + head->site_count);
    fill_places(places, parts, values);
    fill_handlers(handlers, parts, values);
    for (u32 i = 0; i < head->watched_count; i++) watched[i] = code_watched(method_of(values, parts->watched[i]));
    memcpy(sites, parts->sites, site_bytes);
    memcpy(maps, parts->maps, head->map_words * 4u);
    *code = (struct code){.size = head->code_bytes,
                          .frame_bytes = head->frame_bytes,
                          .slot_count = head->slot_count,
                          .site_count = head->site_count,
                          .place_count = head->place_count,
                          .inlined_calls = head->inlined_calls & INT32_MAX,
                          .has_raw_accesses = head->has_raw_accesses,
                          .method = method,
                          .sites = sites,
                          .places = places,
                          .handlers = handlers,
                          .maps = maps,
                          .probes = method->flags & METHOD_COUNTED,
                          .allocates = head->allocates,
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

struct code *kept_code_of(struct method *method, const u8 *entry, u32 bytes) {
    struct kept_parts parts;
    u32 values[KEPT_SYMBOLS_MOST];
    struct domain *domain = method->holder->domain;
    if (!kept_split(entry, bytes, &parts) || !holds(domain, &parts) || !find_values(domain, &parts, values) ||
        !suits(method, &parts, values)) {
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

const u8 *kept_entry(const struct method *method, u32 *bytes) {
    if (!file || !kept_is_of_image(method->holder) || !has_names(method->holder->domain)) return NULL;
    u32 number = number_of(method->holder);
    if (number == UINT32_MAX) return NULL;
    const struct kept_class *class = &classes_of(file)[number];
    const struct kept_method *kept = methods_of(file) + class->methods, *end = kept + class->method_count;
    while (kept < end && kept->index != method->index) kept++;
    if (kept == end || kept->entry > file->bytes || kept->bytes > file->bytes - kept->entry) return NULL;
    const u8 *entry = (const u8 *)file + kept->entry;
    *bytes = kept->bytes;
    return archive_hash(entry, kept->bytes) == kept->hash ? entry : NULL;
}

struct code *kept_translation(struct method *method) {
    u32 bytes;
    const u8 *entry = kept_entry(method, &bytes);
    return entry ? kept_code_of(method, entry, bytes) : NULL;
}
