// A training run: what it translates first is written down with all addresses by name. See kept.h. It is slow and
// generous with memory: nothing of it runs otherwise.
#include "base/archive.h"
#include "base/kept.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/link_pool.h"
#include "kernel/code/code.h"
#include "kernel/code/kept.h"
#include "kernel/code/native.h"
#include "kernel/core/options.h"
#include "kernel/memory/owner.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"
#include "translator/thread.h"
#include "translator/translate.h"

#define ENTRIES_BYTES (24 * MIB)
#define METHODS_MOST 16384u
#define CLASSES_MOST 4096u
#define SEQUENCES_MOST 65536u
#define LIST_MOST 16384u // of one translation's journal, and its fixups
#define NOWHERE UINT32_MAX

struct entry {
    u32 class, index; // of the method
    u32 start, bytes; // in `bytes` of the record
    u32 origin_bytes; // behind those
};

struct record {
    bool verifies;
    u8 *bytes;
    u32 used;
    struct entry *entries;
    u32 entry_count;
    const struct class **classes; // by number
    u32 class_count;
    u32 supers_done; // of those, the ones whose supertypes have numbers as well
    u32 *numbers;    // by class->sequence: its number + 1
    struct translate_journal journal;
    // For the translation that is being written down
    struct kept_symbol symbols[KEPT_SYMBOLS_MOST];
    u32 symbol_count;
    struct kept_fixup fixups[LIST_MOST];
    u32 fixup_count;
    bool failed;
};

static struct record *record; // NULL: this is no training run

// ---- Names

static u32 enter_class(const struct class *class) {
    if (class_is_primitive(class)) return KEPT_PRIMITIVE + (u32) class->primitive;
    enum kept_loader loader = kept_loader_of(class);
    bool has_number = loader != KEPT_LOADERS && class->sequence < SEQUENCES_MOST;
    u32 *number = has_number ? &record->numbers[class->sequence] : NULL;
    if (number && !*number && record->class_count < CLASSES_MOST) {
        record->classes[record->class_count] = class;
        *number = ++record->class_count;
    }
    return number ? *number - 1 : NOWHERE;
}

static void enter_supertypes(const struct class *class) {
    if (kept_loader_of(class) == KEPT_BOOT) return;
    if (class->super) enter_class(class->super);
    for (u32 i = 0; i < class->file->interface_count; i++) enter_class(class->interfaces[i]);
}

// A loop, not a recursion: a program chooses how many classes lie above one.
static u32 number_of(const struct class *class) {
    u32 number = enter_class(class);
    while (record->supers_done < record->class_count) enter_supertypes(record->classes[record->supers_done++]);
    return number;
}

static bool is_same_symbol(const struct kept_symbol *one, const struct kept_symbol *other) {
    return one->kind == other->kind && one->class == other->class && one->a == other->a && one->b == other->b;
}

// The number of an equal one, or of a new one.
static u32 add_symbol(enum kept_kind kind, const struct class *class, u32 a, u32 b) {
    struct kept_symbol symbol = {kind, number_of(class), a, b};
    for (u32 i = 0; i < record->symbol_count; i++) {
        if (is_same_symbol(&record->symbols[i], &symbol)) return i;
    }
    if (symbol.class == NOWHERE || record->symbol_count == KEPT_SYMBOLS_MOST) {
        record->failed = true;
        return 0;
    }
    record->symbols[record->symbol_count] = symbol;
    return record->symbol_count++;
}

static u32 add_method(const struct method *method) {
    return method ? add_symbol(KEPT_METHOD, method->holder, method->index, 0) : NOWHERE;
}

// ---- What a word of the code names

struct meaning {
    u32 symbol, addend;
};

static bool lies_in(u32 word, const void *start, size_t bytes) { return word - (u32)(uintptr_t)start < bytes; }

static bool find_in_class(u32 word, struct class *class, struct meaning *meaning) {
    struct class *element = class_element(class);
    if (lies_in(word, class, sizeof(*class))) {
        *meaning = (struct meaning){add_symbol(KEPT_CLASS, element, class->dimensions, 0), word - class_address(class)};
        return true;
    }
    if (class->mirror && word - class->mirror < class->mirror_bytes) {
        *meaning = (struct meaning){add_symbol(KEPT_MIRROR, element, class->dimensions, 0), word - class->mirror};
        return true;
    }
    if (!class->method_count || !lies_in(word, class->methods, class->method_count * sizeof(*class->methods))) {
        return false;
    }
    u32 offset = word - method_address(class->methods);
    *meaning = (struct meaning){add_symbol(KEPT_METHOD, class, offset / sizeof(struct method), 0),
                                offset % sizeof(struct method)};
    return true;
}

static bool find_in_pool(u32 word, const struct class *class, struct meaning *meaning) {
    for (u32 i = 1; class->file && i < class->file->pool_count; i++) {
        const struct pool_entry *entry = &class->pool[i];
        if (classfile_has(class->file, i, POOL_STRING) && entry->resolved &&
            word - entry->resolved < object_class(entry->resolved)->instance_bytes) {
            *meaning = (struct meaning){add_symbol(KEPT_LITERAL, class, i, 0), word - entry->resolved};
            return true;
        }
        for (const struct pool_slot *slot = (const struct pool_slot *)(uintptr_t)entry->slots; slot;
             slot = slot->next) {
            if (word != (u32)(uintptr_t)&slot->value) continue;
            bool is_site = classfile_has(class->file, i, POOL_INVOKE_DYNAMIC);
            u32 kind = is_site ? KEPT_SITE_SLOT : KEPT_SLOT;
            *meaning = (struct meaning){add_symbol(kind, class, i, is_site ? slot->site : slot->kind), 0};
            return true;
        }
    }
    return false;
}

static bool find_profile(u32 word, const struct method *method, struct meaning *meaning) {
    for (u32 at = method->profiles; at;) {
        const struct profile *profile = (const struct profile *)(uintptr_t)at;
        if (word - at < profile_bytes(profile->bytecode_index)) {
            *meaning = (struct meaning){
                add_symbol(KEPT_PROFILE, method->holder, method->index, profile->bytecode_index), word - at};
            return true;
        }
        at = profile->next;
    }
    return false;
}

// Slots, literals and profiles are those of the method and of what is inlined in it.
static bool find_of_method(u32 word, const struct method *method, struct meaning *meaning) {
    return find_in_pool(word, method->holder, meaning) || find_profile(word, method, meaning);
}

static bool find_meaning(u32 word, const struct code *code, struct meaning *meaning) {
    if (find_of_method(word, code->method, meaning)) return true;
    for (u32 i = 0; i < code->watched_count; i++) {
        if (find_of_method(word, code_watched_method(code->watched[i]), meaning)) return true;
    }
    for (struct class *class = code->method->holder->domain->first_class; class; class = class->next_class) {
        if (find_in_class(word, class, meaning)) return true;
    }
    return false;
}

// ---- Fixups

static void add_fixup(u32 offset, struct meaning to, bool is_card) {
    record->failed |= record->fixup_count == LIST_MOST;
    if (record->failed) return;
    ASSERT(to.symbol < record->symbol_count);
    record->fixups[record->fixup_count++] = (struct kept_fixup){offset, narrow_u16(to.symbol), is_card, to.addend};
}

// The card of an object that never moves is marked just after the store to it.
static void add_card(const struct code *code, u32 offset, u32 word) {
    for (u32 back = 1; back <= 2 && back <= record->fixup_count; back++) {
        const struct kept_fixup *store = &record->fixups[record->fixup_count - back];
        ASSERT(store->symbol < record->symbol_count);
        u32 stored;
        memcpy(&stored, (const u8 *)code->start + store->offset, sizeof(stored));
        if (record->symbols[store->symbol].kind != KEPT_MIRROR) continue;
        if (CARD_TABLE_START + (stored >> CARD_SHIFT) != word) continue;
        add_fixup(offset, (struct meaning){store->symbol, store->addend}, true);
        return;
    }
    record->failed = true;
}

// The instruction is mov dword [r15 + next_native], word.
static bool is_native_entry(const struct code *code, u32 offset, u32 word) {
    const u8 *at = (const u8 *)code->start + offset;
    size_t field = offsetof(struct code_thread, next_native);
    s32 displacement;
    if (!(code->method->access_flags & ACC_NATIVE)) return false;
    if (offset >= 4 && at[-4] == 0x41 && at[-3] == 0xc7 && at[-2] == 0x47) {
        displacement = (s8)at[-1];
    } else if (offset >= 7 && at[-7] == 0x41 && at[-6] == 0xc7 && at[-5] == 0x87) {
        memcpy(&displacement, at - 4, sizeof(displacement));
    } else {
        return false;
    }
    return displacement == (s32)field && word == log_native_entry(code->method->id);
}

// The beginning of the card table is a part of other addresses, and no card that an object is in.
static void add_word(const struct code *code, u32 offset) {
    const struct method *method = code->method;
    struct meaning meaning;
    u32 word;
    ASSERT(offset + sizeof(word) <= code->size);
    memcpy(&word, (const u8 *)code->start + offset, sizeof(word));
    if (is_native_entry(code, offset, word)) {
        add_fixup(offset, (struct meaning){add_symbol(KEPT_NATIVE_ENTRY, method->holder, method->index, 0), 0}, false);
    } else if (method->native && word == (u32)(uintptr_t)method->native->function) {
        add_fixup(offset, (struct meaning){add_symbol(KEPT_NATIVE, method->holder, method->index, 0), 0}, false);
    } else if (word - CARD_TABLE_START - 1 < CARD_TABLE_BYTES - 1) {
        add_card(code, offset, word);
    } else if (word >= FIXED_START && word < CLASS_DATA_END && find_meaning(word, code, &meaning)) {
        add_fixup(offset, meaning, false);
    }
}

// ---- An entry

static void *append(const void *data, size_t bytes) {
    ASSERT(record->used <= ENTRIES_BYTES);
    if (bytes > ENTRIES_BYTES - record->used) {
        record->failed = true;
        return NULL;
    }
    u8 *to = record->bytes + record->used;
    if (data) memcpy(to, data, bytes);
    record->used += (u32)bytes;
    return to;
}

static void append_word(u32 word) { append(&word, sizeof(word)); }

static void append_journal(const struct translate_journal *journal) {
    for (u32 i = 0; i < journal->initialised_count; i++) {
        u32 number = number_of(journal->initialised[i]);
        record->failed |= number == NOWHERE;
        append_word(number);
    }
    for (u32 i = 0; i < journal->constant_count; i++) {
        const struct field *field = journal->constants[i].field;
        struct kept_constant constant = {number_of(field->holder), (u32)(field - field->holder->fields),
                                         (u64)journal->constants[i].bits};
        record->failed |= constant.class == NOWHERE;
        append(&constant, sizeof(constant));
    }
}

static void append_places(const struct code *code, u32 start, u32 end) {
    for (u32 i = start; i < end; i++) {
        const struct code_place *place = &code->places[i];
        struct kept_place kept = {add_method(place->method), place->bytecode_index,
                                  place->caller ? (u32)(place->caller - code->places) : NOWHERE};
        append(&kept, sizeof(kept));
    }
}

static void append_tables(const struct code *code, const struct kept_code *head) {
    for (u32 i = 0; i < code->watched_count; i++) append_word(add_method(code_watched_method(code->watched[i])));
    append_places(code, 0, code->place_count);
    append(code->sites, code->site_count * sizeof(*code->sites));
    for (u32 i = 0; i < head->handler_count; i++) {
        const struct code_handler *handler = &code->handlers[i];
        struct kept_handler kept = {handler->catch_type, handler->landing, add_method(handler->method)};
        append(&kept, sizeof(kept));
    }
    append(code->maps, head->map_words * sizeof(u32));
}

// Symbols come first in an entry, so all that may add some is done before they are written.
static void find_symbols(const struct code *code, const struct kept_code *head) {
    // The boot loader's classes are always the same.
    for (u32 i = 0; i < record->journal.known_count; i++) {
        const struct class *known = class_element((struct class *)(uintptr_t)record->journal.known[i]);
        if (known->loader->object) add_symbol(KEPT_CLASS, known, 0, 0);
    }
    for (u32 i = 0; i < record->journal.word_count; i++) add_word(code, record->journal.words[i]);
    for (u32 i = 0; i < code->watched_count; i++) add_method(code_watched_method(code->watched[i]));
    for (u32 i = 0; i < code->origins->place_count; i++) add_method(code->places[i].method);
    for (u32 i = 0; i < head->handler_count; i++) add_method(code->handlers[i].method);
}

static void append_padding(void) {
    while (!record->failed && record->used % 8) append("", 1);
}

static void append_code(const struct code *code) {
    u8 *bytes = append((const void *)code->start, code->size);
    for (u32 i = 0; bytes && i < record->fixup_count; i++) memset(bytes + record->fixups[i].offset, 0, 4);
    append_padding();
}

static void append_origins(const struct code *code) {
    const struct code_origins *origins = code->origins;
    struct kept_origins head = {origins->place_count - code->place_count, origins->count};
    append(&head, sizeof(head));
    append_places(code, code->place_count, origins->place_count);
    append(origins->runs, origins->count * sizeof(*origins->runs));
    append_padding();
}

static void append_entry(const struct code *code) {
    const struct translate_journal *journal = &record->journal;
    struct kept_code head = {.code_bytes = code->size,
                             .frame_bytes = code->frame_bytes,
                             .frame_at = code->frame_at,
                             .slot_count = code->slot_count,
                             .inlined_calls = code->inlined_calls,
                             .has_raw_accesses = code->has_raw_accesses,
                             .allocates = code->allocates,
                             .is_final = code->is_final,
                             .initialised_count = journal->initialised_count,
                             .constant_count = journal->constant_count,
                             .watched_count = code->watched_count,
                             .place_count = code->place_count,
                             .site_count = code->site_count,
                             .handler_count = code_handler_count(code),
                             .map_words = code_map_words(code)};
    record->symbol_count = record->fixup_count = 0;
    find_symbols(code, &head);
    head.symbol_count = record->symbol_count;
    head.fixup_count = record->fixup_count;
    append(&head, sizeof(head));
    append(record->symbols, record->symbol_count * sizeof(*record->symbols));
    append(record->fixups, record->fixup_count * sizeof(*record->fixups));
    append_journal(journal);
    append_tables(code, &head);
    append_code(code);
}

// ---- What a second run confirms: that the code is the same, and that its addresses mean the same. A number that is an
// address in one run by chance is none in the other.

static bool is_same_meaning(struct domain *domain, enum kept_which which, const struct kept_symbol *given,
                            const struct kept_symbol *found) {
    ASSERT(found->class >= KEPT_PRIMITIVE || found->class < record->class_count);
    const struct class *class = found->class < KEPT_PRIMITIVE ? record->classes[found->class]
                                                              : domain_primitive(domain, (type_letter)found->class);
    return given->kind == found->kind && given->a == found->a && given->b == found->b &&
           kept_class(domain, which, given->class) == class;
}

static bool has_same_fixups(struct domain *domain, enum kept_which which, const struct kept_parts *given) {
    if (given->head->fixup_count != record->fixup_count) return false;
    for (u32 i = 0; i < record->fixup_count; i++) {
        const struct kept_fixup *one = &given->fixups[i], *other = &record->fixups[i];
        if (one->offset != other->offset || one->addend != other->addend || one->is_card != other->is_card ||
            !is_same_meaning(domain, which, &given->symbols[one->symbol], &record->symbols[other->symbol])) {
            return false;
        }
    }
    return true;
}

// What has just been found.
static bool is_as_given(const struct method *method) {
    enum kept_which which;
    struct kept_parts given;
    struct kept_copy copy = kept_entry(method, &which);
    bool is = copy.entry && kept_split(copy.entry, copy.bytes, copy.origin_bytes, &given) &&
              has_same_fixups(method->holder->domain, which, &given);
    scratch_free(copy.entry);
    return is;
}

static void add_entry(const struct method *method, const struct code *code) {
    u32 start = record->used, class = number_of(method->holder);
    record->failed = class == NOWHERE || record->entry_count == METHODS_MOST || record->journal.is_cut;
    if (!record->failed) append_entry(code);
    u32 end = record->used;
    if (!record->failed) append_origins(code);
    if (record->verifies && !record->failed) record->failed = !is_as_given(method);
    if (record->failed) {
        record->used = start;
        return;
    }
    record->entries[record->entry_count++] =
        (struct entry){class, method->index, start, end - start, record->used - end};
}

void kept_record(struct method *method, const struct code *code) {
    if (method->patterns & INSTRUMENT_PATTERNS || kept_loader_of(method->holder) == KEPT_LOADERS) return;
    if ((method_is_native(method) && !method->native) || !code->origins) return;
    const struct code *given = kept_translation(method, true);
    if (record->verifies == (given && code_is_same(code, given))) add_entry(method, code);
}

// ---- The file: classes by name, methods by index, so that it does not depend on what came first

struct draft {
    u32 *order;                      // of classes, by name: their numbers while recording
    u32 *places;                     // by those numbers: their places in the order
    const struct entry **by_class;   // by those numbers: the first of a list of entries, by index
    const struct entry **next_entry; // by entry
    u8 *memory;
    struct kept_class *classes;
    struct kept_method *methods;
    u32 *buckets, bucket_count, method_count;
    u8 *names;
    u32 entries, used; // where they begin and end
};

static int compare_names(const struct symbol *a, const struct symbol *b) {
    u32 length = a->length < b->length ? a->length : b->length;
    int difference = memcmp(a->text, b->text, length);
    return difference ? difference : a->length - b->length;
}

// Two loaders may have classes of one name.
static bool is_before(const struct class *a, const struct class *b) {
    int difference = compare_names(a->name, b->name);
    return difference ? difference < 0 : kept_loader_of(a) < kept_loader_of(b);
}

static void sort_classes(struct draft *draft) {
    for (u32 i = 0; i < record->class_count; i++) {
        u32 at = i;
        for (; at && is_before(record->classes[i], record->classes[draft->order[at - 1]]); at--) {
            draft->order[at] = draft->order[at - 1];
        }
        draft->order[at] = i;
    }
    for (u32 i = 0; i < record->class_count; i++) draft->places[draft->order[i]] = i;
}

// The first entry of a method counts.
static void sort_entries(struct draft *draft) {
    for (u32 i = 0; i < record->entry_count; i++) {
        const struct entry *entry = &record->entries[i], **place = &draft->by_class[entry->class];
        while (*place && (*place)->index < entry->index) place = &draft->next_entry[*place - record->entries];
        if (*place && (*place)->index == entry->index) continue;
        draft->next_entry[i] = *place;
        *place = entry;
    }
}

static u32 place_of(const struct draft *draft, u32 class) {
    return class < KEPT_PRIMITIVE ? draft->places[class] : class;
}

// Classes get the numbers that they have in the file.
static void renumber(const struct draft *draft, u8 *entry, u32 bytes) {
    struct kept_parts parts;
    if (!kept_split(entry, bytes, 0, &parts)) panic("a kept translation is broken");
    struct kept_symbol *symbols = (struct kept_symbol *)(entry + ((const u8 *)parts.symbols - entry));
    u32 *initialised = (u32 *)(entry + ((const u8 *)parts.initialised - entry));
    struct kept_constant *constants = (struct kept_constant *)(entry + ((const u8 *)parts.constants - entry));
    for (u32 i = 0; i < parts.head->symbol_count; i++) symbols[i].class = place_of(draft, symbols[i].class);
    for (u32 i = 0; i < parts.head->initialised_count; i++) initialised[i] = place_of(draft, initialised[i]);
    for (u32 i = 0; i < parts.head->constant_count; i++) constants[i].class = place_of(draft, constants[i].class);
}

static void put_method(struct draft *draft, const struct entry *entry) {
    u8 *to = draft->memory + draft->used;
    memcpy(to, record->bytes + entry->start, entry->bytes + entry->origin_bytes);
    renumber(draft, to, entry->bytes);
    u64 hash = archive_hash(to, entry->bytes), origins_hash = archive_hash(to + entry->bytes, entry->origin_bytes);
    draft->methods[draft->method_count++] =
        (struct kept_method){entry->index, draft->used, entry->bytes, entry->origin_bytes, hash, origins_hash};
    draft->used += entry->bytes + entry->origin_bytes;
}

static void put_class(struct draft *draft, u32 place) {
    const struct class *class = record->classes[draft->order[place]];
    const struct symbol *name = class->name;
    enum kept_loader loader = kept_loader_of(class);
    u32 first = draft->method_count, bucket = symbol_lasting_hash(name) & (draft->bucket_count - 1);
    while (draft->buckets[bucket]) bucket = (bucket + 1) & (draft->bucket_count - 1);
    draft->buckets[bucket] = place + 1;
    memcpy(draft->names, name->text, name->length);
    for (const struct entry *entry = draft->by_class[draft->order[place]]; entry;
         entry = draft->next_entry[entry - record->entries]) {
        put_method(draft, entry);
    }
    draft->classes[place] =
        (struct kept_class){.name = (u32)(draft->names - draft->memory),
                            .name_bytes = name->length,
                            .methods = first,
                            .method_count = draft->method_count - first,
                            .loader = loader,
                            .hash = loader == KEPT_BOOT ? 0 : archive_hash(class->file->bytes, class->file->size)};
    draft->names += name->length;
}

// Zeroed; NULL if there is no memory.
static void *take(size_t bytes) {
    void *memory = scratch_alloc(kernel_account(ACCOUNT_TABLES), bytes);
    return memory ? memset(memory, 0, bytes) : NULL;
}

// Returns false if there is no memory.
static bool lay_out(struct draft *draft) {
    u32 classes = record->class_count, names = 0;
    for (u32 i = 0; i < classes; i++) names += record->classes[i]->name->length;
    draft->bucket_count = 16;
    while (draft->bucket_count < 2 * classes) draft->bucket_count *= 2;
    size_t index = classes * sizeof(struct kept_class) + draft->bucket_count * sizeof(u32) +
                   record->entry_count * sizeof(struct kept_method) + names;
    draft->entries = draft->used = (u32)ALIGN_UP(sizeof(struct kept_header) + index, 8);
    draft->order = take(classes * sizeof(u32));
    draft->places = take(classes * sizeof(u32));
    draft->by_class = take(classes * sizeof(*draft->by_class));
    draft->next_entry = take(record->entry_count * sizeof(*draft->next_entry));
    draft->memory = take(draft->entries + record->used);
    if (!draft->order || !draft->places || !draft->by_class || !draft->next_entry || !draft->memory) return false;
    draft->classes = (struct kept_class *)(draft->memory + sizeof(struct kept_header));
    draft->buckets = (u32 *)(draft->classes + classes);
    draft->methods = (struct kept_method *)(draft->buckets + draft->bucket_count);
    draft->names = (u8 *)(draft->methods + record->entry_count);
    return true;
}

const void *kept_record_file(u64 *bytes) {
    struct draft draft = {0};
    if (!record || !record->entry_count) return NULL;
    if (!lay_out(&draft)) {
        print_console("gnomon: the program has left no memory to keep translations\n");
        return NULL;
    }
    sort_classes(&draft);
    sort_entries(&draft);
    for (u32 i = 0; i < record->class_count; i++) put_class(&draft, i);
    struct kept_header *header = (struct kept_header *)draft.memory;
    *header = (struct kept_header){.magic = KEPT_MAGIC,
                                   .version = KEPT_VERSION,
                                   .class_count = record->class_count,
                                   .bucket_count = draft.bucket_count,
                                   .method_count = draft.method_count,
                                   .entries = draft.entries,
                                   .is_for_several = code_is_for_several(),
                                   .bytes = draft.used};
    header->index_hash = kept_index_hash(header);
    header->hash = kept_hash(header);
    *bytes = header->bytes;
    return header;
}

// ---- The beginning

struct translate_journal *kept_journal(void) {
    return record ? &record->journal : NULL;
}

// When the machine starts.
static void *take_first(size_t bytes) {
    void *memory = take(bytes);
    if (!memory) panic("no memory to keep translations");
    return memory;
}

void kept_record_init(void) {
    struct option option;
    if (!option_first(&machine_options, "keep", &option)) return;
    record = take_first(sizeof(*record));
    record->verifies = option_is(&option, "verify");
    record->bytes = take_first(ENTRIES_BYTES);
    record->entries = take_first(METHODS_MOST * sizeof(*record->entries));
    record->classes = take_first(CLASSES_MOST * sizeof(*record->classes));
    record->numbers = take_first(SEQUENCES_MOST * sizeof(*record->numbers));
    record->journal = (struct translate_journal){.initialised = take_first(LIST_MOST * sizeof(void *)),
                                                 .known = take_first(LIST_MOST * sizeof(void *)),
                                                 .constants = take_first(LIST_MOST * sizeof(struct translate_constant)),
                                                 .words = take_first(LIST_MOST * sizeof(u32)),
                                                 .capacity = LIST_MOST};
    if (!record->verifies) return;
    // Everything lies elsewhere, and has other numbers, than in the run whose translations are looked at.
    if (!owner_alloc(&owner_machine, 5 * MIB + 4328)) panic("no memory to keep translations");
    log_new_method_ids(0x1234);
}

void kept_record_shift(struct domain *domain) {
    char text[] = "kept translations, .....";
    for (u32 i = 0; record && record->verifies && i < 1000; i++) {
        for (u32 j = 0, rest = i; j < 4; j++, rest /= 10) text[sizeof(text) - 2 - j] = (char)('0' + rest % 10);
        javastring_literal(domain, text, sizeof(text) - 1);
    }
}
