// Strings; see javastring.h. Modified UTF-8 is measured first (how many characters, and whether all are Latin-1), then
// decoded into an array of the right size. The tables compare a string with text without making a string of the text.
#include "kernel/classes/javastring.h"

#include "base/ascii.h"
#include "base/narrow.h"
#include "base/string.h"
#include "base/text_hash.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/metaspace.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/heap/raise.h"
#include "kernel/memory/scratch.h"

#define LATIN1 0
#define UTF16 1
#define SEGMENT_SHIFT 12u     // of chains
#define FIRST_ROOM 4u         // for pieces of the table
#define ENTRIES_A_PAUSE 1024u // of the table

// ---- Modified UTF-8

// Decodes one UTF-16 unit, from one to three bytes. Text from checked class files is well-formed; other text is treated
// as if it were.
static u16 decode(const char **at, const char *end) {
    const u8 *text = (const u8 *)*at;
    size_t left = (size_t)(end - *at);
    if (text[0] < 0x80 || left < 2) {
        *at += 1;
        return text[0];
    }
    if ((text[0] & 0xe0) == 0xc0 || left < 3) {
        *at += 2;
        return low_u16((text[0] & 0x1f) << 6 | (text[1] & 0x3f));
    }
    *at += 3;
    return low_u16((text[0] & 0x0f) << 12 | (text[1] & 0x3f) << 6 | (text[2] & 0x3f));
}

struct measure {
    u32 units;
    bool latin1, ascii;
};

static struct measure measure(const char *text, size_t length) {
    struct measure result = {0, true, true};
    const char *end = text + length;
    result.units = (u32)ascii_run(text, length);
    text += result.units;
    while (text < end) {
        u16 unit = decode(&text, end);
        result.units++;
        if (unit > 0xff) result.latin1 = false;
        if (unit > 0x7f || unit == 0) result.ascii = false;
    }
    return result;
}

static u32 encoded_bytes(u16 unit) { return unit && unit < 0x80 ? 1 : unit < 0x800 ? 2 : 3; }

static void encode(u16 unit, u32 bytes, char *to) {
    if (bytes == 1) {
        to[0] = (char)unit;
    } else if (bytes == 2) {
        to[0] = (char)(0xc0 | unit >> 6);
        to[1] = (char)(0x80 | (unit & 0x3f));
    } else {
        to[0] = (char)(0xe0 | unit >> 12);
        to[1] = (char)(0x80 | (unit >> 6 & 0x3f));
        to[2] = (char)(0x80 | (unit & 0x3f));
    }
}

// ---- Parts of a string

static const struct known *known_of(ref string) { return &object_class(string)->domain->known; }
static ref value_of(ref string) { return heap_load_ref(string, known_of(string)->string_value); }
static u8 *coder_of(ref string) { return (u8 *)(uintptr_t)(string + known_of(string)->string_coder); }

u32 javastring_length(ref string) { return array_length(value_of(string)) >> *coder_of(string); }

u16 javastring_char(ref string, u32 index) {
    const u8 *elements = array_at(value_of(string))->elements;
    return *coder_of(string) == LATIN1 ? elements[index] : low_u16(elements[2 * index] | elements[2 * index + 1] << 8);
}

static const char *elements_of(ref string) { return (const char *)array_at(value_of(string))->elements; }

static void fill(u8 *elements, const char *text, size_t length, struct measure measured, char from, char to) {
    if (measured.ascii) {
        memcpy(elements, text, length);
        if (from != to) ascii_replace((char *)elements, length, from, to);
        return;
    }
    const char *end = text + length;
    for (u32 i = 0; text < end; i++) {
        u16 unit = decode(&text, end);
        if (unit == low_u8(from)) unit = low_u8(to);
        if (measured.latin1) {
            elements[i] = low_u8(unit);
        } else {
            elements[2 * i] = low_u8(unit);
            elements[2 * i + 1] = low_u8(unit >> 8);
        }
    }
}

static void set_parts(ref string, ref value, u8 coder) {
    heap_store_ref(string, known_of(string)->string_value, value);
    *coder_of(string) = coder;
}

// ---- Making

ref javastring_new_replaced(struct thread *thread, const char *text, size_t length, char from, char to) {
    struct measure measured = measure(text, length);
    u32 mark = handle_mark(thread);
    ref value = heap_alloc_primitive_array(thread, 'B', (s32)(measured.latin1 ? measured.units : 2 * measured.units));
    if (!value) return 0;
    fill(array_at(value)->elements, text, length, measured, from, to);
    handle kept = handle_new(thread, value);
    ref string = heap_alloc_object(thread, domain_of(thread)->known.string);
    if (string) set_parts(string, *kept, measured.latin1 ? LATIN1 : UTF16);
    handle_release(thread, mark);
    return string;
}

ref javastring_new(struct thread *thread, const char *text, size_t length) {
    return javastring_new_replaced(thread, text, length, 0, 0);
}

ref javastring_of(struct thread *thread, const char *text) {
    return text ? javastring_new(thread, text, strlen(text)) : 0;
}

// ---- Reading

static size_t latin1_utf8_length(const char *elements, u32 length, size_t most) {
    size_t bytes = 0;
    u32 i = 0;
    for (; length - i >= 8 && bytes <= most; i += 8) bytes += 8 + ascii_count(ascii_twos(ascii_load(elements + i)));
    for (; i < length && bytes <= most; i++) bytes += encoded_bytes(low_u8(elements[i]));
    return bytes;
}

size_t javastring_utf8_length(ref string, size_t most) {
    size_t bytes = 0;
    u32 length = javastring_length(string);
    if (*coder_of(string) == LATIN1) return latin1_utf8_length(elements_of(string), length, most);
    for (u32 i = 0; i < length && bytes <= most; i++) bytes += encoded_bytes(javastring_char(string, i));
    return bytes;
}

// Copies what is ASCII at the start of a string; returns how many characters those are.
static u32 copy_ascii(ref string, char *to, size_t bytes) {
    if (*coder_of(string) != LATIN1) return 0;
    u32 length = javastring_length(string), least = length < bytes - 1 ? length : (u32)(bytes - 1);
    size_t run = ascii_run(elements_of(string), least);
    memcpy(to, elements_of(string), run);
    return (u32)run;
}

size_t javastring_utf8(ref string, char *to, size_t bytes) {
    if (bytes == 0) return 0;
    u32 length = javastring_length(string), start = copy_ascii(string, to, bytes);
    size_t written = start;
    for (u32 i = start; i < length; i++) {
        u16 unit = javastring_char(string, i);
        u32 needed = encoded_bytes(unit);
        if (written + needed >= bytes) break;
        encode(unit, needed, to + written);
        written += needed;
    }
    to[written] = 0;
    return written;
}

const struct symbol *javastring_find_symbol(ref string) {
    size_t length = javastring_utf8_length(string, UINT16_MAX);
    if (length > UINT16_MAX) return NULL;
    SCRATCH_ARRAY(char, text, length + 1);
    return text ? symbol_find(text, javastring_utf8(string, text, length + 1)) : NULL;
}

const struct symbol *javastring_symbol(struct thread *thread, ref string, bool dots_to_slashes) {
    size_t length = javastring_utf8_length(string, UINT16_MAX);
    if (length > UINT16_MAX) return NULL;
    SCRATCH_ARRAY(char, text, length + 1);
    if (!text) return metaspace_exhausted(thread);
    length = javastring_utf8(string, text, length + 1);
    if (dots_to_slashes) ascii_replace(text, length, '.', '/');
    return metaspace_symbol(thread, text, length);
}

bool javastring_has(ref string, char letter) {
    u32 length = javastring_length(string), i = 0;
    if (*coder_of(string) == LATIN1) return ascii_find(elements_of(string), length, letter) < length;
    while (i < length && javastring_char(string, i) != low_u8(letter)) i++;
    return i < length;
}

bool javastring_equal(ref a, ref b) {
    ref a_value = value_of(a);
    ref b_value = value_of(b);
    return *coder_of(a) == *coder_of(b) && array_length(a_value) == array_length(b_value) &&
           memcmp(array_at(a_value)->elements, array_at(b_value)->elements, array_length(a_value)) == 0;
}

// ---- Interned strings. Not hashed as by String.hashCode: anybody can make texts with equal hash codes. Text and
// string have the same hash if they have the same units: bytes if all are Latin-1, seven of them a word; otherwise
// three units a word.

#define UTF16_UNITS_A_WORD 3u
#define UTF16_MARK (1ull << 40) // beside the length

// Text with units of more than one byte.
static u32 hash_decoded(const char *text, size_t length, struct measure measured) {
    u64 hash = measured.units | (measured.latin1 ? 0 : UTF16_MARK), word = 0;
    u32 filled = 0, bits = measured.latin1 ? 8 : 16, most = measured.latin1 ? TEXT_HASH_WORD_BYTES : UTF16_UNITS_A_WORD;
    for (const char *end = text + length; text < end; filled++) {
        if (filled == most) {
            hash = text_hash_add(hash, word);
            word = filled = 0;
        }
        word |= (u64)decode(&text, end) << bits * filled;
    }
    return text_hash_end(text_hash_add(hash, word));
}

static u32 hash_text(const char *text, size_t length, struct measure measured) {
    return measured.ascii ? text_hash(text, length) : hash_decoded(text, length, measured);
}

// A string may be as large as the heap: between two pieces of it others run, and it may move.
#define PIECE_UNITS (TEXT_HASH_WORD_BYTES * UTF16_UNITS_A_WORD * 4096)

static const char *units_at(ref string, u32 unit) {
    return (const char *)array_at(value_of(string))->elements + ((size_t)unit << *coder_of(string));
}

// A word of the last three units, or fewer, or of four that are followed by more.
static u64 utf16_word(const char *units, u32 count) {
    u64 word = 0;
    memcpy(&word, units, 2ull * count);
    return word;
}

static u32 hash_utf16(struct thread *thread, handle string) {
    u32 length = javastring_length(*string), done = 0;
    u64 hash = length | UTF16_MARK;
    for (; length - done > UTF16_UNITS_A_WORD; done += UTF16_UNITS_A_WORD) {
        if (UNLIKELY(done % PIECE_UNITS == 0 && done)) scheduler_poll_native(thread);
        hash = text_hash_add(hash, utf16_word(units_at(*string, done), UTF16_UNITS_A_WORD));
    }
    return text_hash_end(text_hash_add(hash, utf16_word(units_at(*string, done), length - done)));
}

static u32 hash_string(struct thread *thread, handle string) {
    if (*coder_of(*string) != LATIN1) return hash_utf16(thread, string);
    u32 length = javastring_length(*string), done = 0;
    u64 hash = length;
    for (; length - done > PIECE_UNITS; done += PIECE_UNITS) {
        u64 words = PIECE_UNITS + 1; // so that its last word has another after it
        text_hash_words(&hash, units_at(*string, done), words);
        scheduler_poll_native(thread);
    }
    u64 rest = length - done, at = text_hash_words(&hash, units_at(*string, done), rest);
    return text_hash_end(text_hash_add(hash, text_hash_rest(units_at(*string, done) + at, rest - at)));
}

// They have the same length and coder.
static bool is_equal_in_pieces(struct thread *thread, handle a, handle b) {
    u32 bytes = array_length(value_of(*a));
    for (u32 start = 0; start < bytes; start += SCHEDULER_PIECE_BYTES) {
        u32 length = bytes - start < SCHEDULER_PIECE_BYTES ? bytes - start : SCHEDULER_PIECE_BYTES;
        const u8 *of_a = array_at(value_of(*a))->elements + start, *of_b = array_at(value_of(*b))->elements + start;
        if (memcmp(of_a, of_b, length) != 0) return false;
        if (start + length < bytes) scheduler_poll_native(thread);
    }
    return true;
}

bool javastring_is_text(ref string, const char *text, size_t length) {
    const char *end = text + length;
    u32 units = javastring_length(string), i = 0;
    if (*coder_of(string) == LATIN1) i = (u32)ascii_run(text, length < units ? length : units);
    if (memcmp(text, elements_of(string), i) != 0) return false;
    text += i;
    while (text < end && i < units) {
        if (decode(&text, end) != javastring_char(string, i++)) return false;
    }
    return text == end && i == units;
}

static struct account *account_of(const struct javastring_table *table) {
    const u8 *domain = (const u8 *)table - offsetof(struct domain, strings);
    return domain_account((const struct domain *)domain, ACCOUNT_TABLES);
}

static struct javastring_entry *entry_at(const struct javastring_table *table, u32 number) {
    return &table->pieces[number / JAVASTRING_ENTRIES][number % JAVASTRING_ENTRIES];
}

static struct chained *chained_at(const void *table, u32 number) { return &entry_at(table, number)->chained; }

static bool make_room_for_piece(struct javastring_table *table) {
    return scratch_make_room(account_of(table), &table->pieces, table->piece_count, &table->piece_room, FIRST_ROOM,
                             sizeof(*table->pieces));
}

static bool add_piece(struct javastring_table *table) {
    if (!make_room_for_piece(table)) return false;
    struct javastring_entry *piece = scratch_alloc(account_of(table), JAVASTRING_ENTRIES * sizeof(*piece));
    if (!piece) return false;
    table->pieces[table->piece_count++] = piece;
    if (!table->used) piece[table->used++] = (struct javastring_entry){0};
    return true;
}

// The number of an entry that nobody uses, or 0 if there is no memory for one.
static u32 take_entry(struct javastring_table *table) {
    u32 number = table->first_free;
    if (number) {
        table->first_free = entry_at(table, number)->chained.next;
        return number;
    }
    if (table->used == table->piece_count * JAVASTRING_ENTRIES && !add_piece(table)) return 0;
    return table->used++;
}

static void add_young(struct javastring_table *table, u32 number) {
    entry_at(table, number)->next_young = table->first_young;
    table->first_young = number;
    table->young_count++;
}

// Returns false if there is no memory.
static bool insert(struct javastring_table *table, u32 hash, ref string) {
    ASSERT_LOCKED();
    table->changes++; // chains change their order when there are more
    if (!table->chains.count && !chains_begin(&table->chains, account_of(table), SEGMENT_SHIFT)) return false;
    if (!chains_make_room(&table->chains, account_of(table), chained_at, table)) return false;
    u32 number = take_entry(table);
    if (!number) return false;
    struct javastring_entry *entry = entry_at(table, number);
    *entry = (struct javastring_entry){.chained.hash = hash, .string = string};
    chains_insert(&table->chains, number, &entry->chained);
    if (heap_contains(string)) {
        table->mortal_count++;
        add_young(table, number);
    }
    return true;
}

static void remove_entry(struct javastring_table *table, u32 number) {
    ASSERT_LOCKED();
    struct javastring_entry *entry = entry_at(table, number);
    chains_remove(&table->chains, number, chained_at, table);
    entry->string = 0;
    entry->chained.next = table->first_free;
    table->first_free = number;
    table->changes++;
    table->mortal_count--;
}

// A string of the heap that is alive is at its new address from now on, one that is dead is gone.
static void collect_entry(struct javastring_table *table, u32 number, ref (*forward)(ref object),
                          bool (*is_young)(ref object)) {
    struct javastring_entry *entry = entry_at(table, number);
    ref string = forward(entry->string);
    if (!string) {
        remove_entry(table, number);
        return;
    }
    entry->string = string;
    if (is_young(string)) add_young(table, number);
}

static void collect_all(struct domain *domain, ref (*forward)(ref object), bool (*is_young)(ref object)) {
    struct javastring_table *table = &domain->strings;
    table->first_young = table->young_count = 0;
    for (u32 number = 1; table->mortal_count && number < table->used; number++) {
        if (heap_contains(entry_at(table, number)->string)) collect_entry(table, number, forward, is_young);
        if (number % ENTRIES_A_PAUSE == 0) heap_pause(domain);
    }
}

static void collect_young(struct domain *domain, ref (*forward)(ref object), bool (*is_young)(ref object)) {
    struct javastring_table *table = &domain->strings;
    u32 number = table->first_young;
    table->first_young = table->young_count = 0;
    for (u32 i = 1, next; number; number = next, i++) {
        next = entry_at(table, number)->next_young;
        collect_entry(table, number, forward, is_young);
        if (i % ENTRIES_A_PAUSE == 0) heap_pause(domain);
    }
}

static ref find_text(const struct javastring_table *table, u32 hash, const char *text, size_t length) {
    for (u32 number = chains_find(&table->chains, hash); number; number = chained_at(table, number)->next) {
        const struct javastring_entry *entry = entry_at(table, number);
        if (entry->chained.hash == hash && javastring_is_text(entry->string, text, length)) return entry->string;
    }
    return 0;
}

static bool may_be_equal(ref a, ref b) {
    return *coder_of(a) == *coder_of(b) && array_length(value_of(a)) == array_length(value_of(b));
}

// The entry's string, if it is equal to `string` or, where it takes long to find that out, may be; `skipped` of the
// latter are left out.
static ref find_candidate(const struct javastring_table *table, u32 hash, ref string, u32 skipped) {
    bool is_long = array_length(value_of(string)) > SCHEDULER_PIECE_BYTES;
    for (u32 number = chains_find(&table->chains, hash); number; number = chained_at(table, number)->next) {
        const struct javastring_entry *entry = entry_at(table, number);
        if (entry->chained.hash != hash) continue;
        bool found = is_long ? may_be_equal(entry->string, string) : javastring_equal(entry->string, string);
        if (found && skipped-- == 0) return entry->string;
    }
    return 0;
}

// While two long strings are compared the table may change: then all are compared again.
static ref find_string(struct thread *thread, const struct javastring_table *table, u32 hash, handle string) {
    bool is_long = array_length(value_of(*string)) > SCHEDULER_PIECE_BYTES;
    for (u32 skipped = 0;;) {
        ref candidate = find_candidate(table, hash, *string, skipped);
        if (!candidate || !is_long) return candidate;
        u64 changes = table->changes;
        u32 mark = handle_mark(thread);
        handle kept = handle_new(thread, candidate);
        bool is_equal = is_equal_in_pieces(thread, kept, string);
        candidate = *kept;
        handle_release(thread, mark);
        if (is_equal) return candidate;
        skipped = table->changes == changes ? skipped + 1 : 0;
    }
}

ref javastring_intern(struct thread *thread, handle string) {
    struct javastring_table *table = &domain_of(thread)->strings;
    u32 hash = hash_string(thread, string);
    ref found = find_string(thread, table, hash, string);
    if (found) return found;
    if (insert(table, hash, *string)) return *string;
    exception_throw_out_of_memory(thread, "Java heap space");
    return 0;
}

ref javastring_find(const struct domain *domain, const char *text, size_t length) {
    return find_text(&domain->strings, hash_text(text, length, measure(text, length)), text, length);
}

ref javastring_interned(struct thread *thread, const char *text, size_t length) {
    ref found = javastring_find(domain_of(thread), text, length);
    if (found) return found;
    u32 mark = handle_mark(thread);
    ref made = javastring_new(thread, text, length);
    if (made) made = javastring_intern(thread, handle_new(thread, made));
    handle_release(thread, mark);
    return made;
}

ref javastring_literal(struct domain *domain, const char *text, size_t length) {
    struct measure measured = measure(text, length);
    u32 hash = hash_text(text, length, measured);
    ref found = find_text(&domain->strings, hash, text, length);
    if (found) return found;
    u32 bytes = measured.latin1 ? measured.units : 2 * measured.units;
    struct owner *owner = &domain->boot_loader.own;
    ref value = owner_alloc_fixed(owner, ARRAY_ELEMENTS_OFFSET + bytes);
    if (!value) return 0;
    object_at(value)->class_address = class_address(domain_primitive(domain, 'B')->array_class);
    array_at(value)->length = bytes;
    fill(array_at(value)->elements, text, length, measured, 0, 0);
    ref string = owner_alloc_fixed(owner, domain->known.string->instance_bytes);
    if (!string) return 0;
    object_at(string)->class_address = class_address(domain->known.string);
    set_parts(string, value, measured.latin1 ? LATIN1 : UTF16);
    return insert(&domain->strings, hash, string) ? string : 0;
}

void javastring_table_end(struct javastring_table *table) {
    for (u32 i = 0; i < table->piece_count; i++) scratch_free(table->pieces[i]);
    scratch_free(table->pieces);
    chains_end(&table->chains);
}

void heap_strings_collect(struct domain *domain, bool full, ref (*forward)(ref object), bool (*is_young)(ref object)) {
    ASSERT_LOCKED();
    if (full) {
        collect_all(domain, forward, is_young);
    } else {
        collect_young(domain, forward, is_young);
    }
}

void heap_strings_visit(struct domain *domain, void (*visit)(void *context, ref *slot), void *context) {
    for (u32 i = 1; i < domain->strings.used; i++) visit(context, &entry_at(&domain->strings, i)->string);
}
