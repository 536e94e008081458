// Every class of java.base is loaded and linked, and the tables of each are checked against what JVMS asks of them.
#include "base/print.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/class_layout.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/link.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/mirror.h"
#include "kernel/heap/hooks.h"
#include "runtime.h"
#include "tap.h"

#include <string.h>

static u32 failures;

static void fail(const struct class *class, const char *what, const char *detail) {
    if (failures++ < 20) tap_note("%s: %s %s", class->name->text, what, detail);
}

// ---- Loading

static u32 load_all(const char *module) {
    char name[512];
    u32 number = 0, loaded = 0;
    while (runtime_next_class(module, &number, name, sizeof(name))) {
        struct class *class = loader_load(thread_self(), &domain_first->boot_loader, symbol_of(name));
        if (class && class_link(thread_self(), class)) {
            loaded++;
            continue;
        }
        if (failures++ < 20) tap_note("%s: %s %s", name, runtime_exception, runtime_message);
        runtime_clear_exception();
    }
    return loaded;
}

// ---- Layout

static void check_fields(const struct class *class) {
    static u8 used[1 << 16];
    memset(used, 0, class->instance_bytes + class->mirror_bytes);
    for (u32 i = 0; i < class->field_count; i++) {
        const struct field *field = &class->fields[i];
        u32 bytes = type_bytes(field->type);
        bool is_static = field_is_static(field);
        u32 start = is_static      ? class->domain->mirror_class_offset + MIRROR_WORDS * (u32)sizeof(u32)
                    : class->super ? class->super->field_end
                                   : 8;
        u32 end = is_static ? class->mirror_bytes : class->instance_bytes;
        if (field->offset % bytes || field->offset < start || field->offset + bytes > end)
            fail(class, "misplaced field", field->name->text);
        u8 *at = used + (is_static ? class->instance_bytes : 0) + field->offset;
        for (u32 k = 0; k < bytes; k++) {
            if (at[k]++) fail(class, "overlapping field", field->name->text);
        }
    }
}

static void check_reference_offsets(const struct class *class) {
    u32 expected = 0;
    for (const struct class *at = class; at; at = at->super) {
        for (u32 i = 0; i < at->field_count; i++) {
            const struct field *field = &at->fields[i];
            if (field_is_static(field) || field->type != 'L') continue;
            expected++;
            bool found = false;
            for (u32 k = 0; k < class->reference_offset_count; k++)
                found |= class->reference_offsets[k] == field->offset;
            if (!found) fail(class, "reference field not listed", field->name->text);
        }
    }
    if (class == class->domain->known.class_) expected += MIRROR_WORDS - 1; // all but the first are references
    if (expected != class->reference_offset_count) fail(class, "wrong count of reference fields", "");
}

static void check_mirror(const struct class *class) {
    if (!class->mirror || mirror_class(class->mirror) != class) fail(class, "mirror does not lead back", "");
    if (object_class(class->mirror) != class->domain->known.class_) fail(class, "mirror is no Class", "");
}

// ---- Types

static void check_supertypes(const struct class *class) {
    for (const struct class *at = class; at; at = at->super) {
        if (at->depth < CLASS_DISPLAY_DEPTH && class->display[at->depth] != class_address(at))
            fail(class, "display lacks", at->name->text);
        if (!class_is_subclass(class, at)) fail(class, "is no subclass of", at->name->text);
        for (u32 i = 0; i < at->interface_count; i++) {
            if (!class_is_subclass(class, at->interfaces[i]))
                fail(class, "does not implement", at->interfaces[i]->name->text);
        }
    }
}

// ---- Dispatch

// The method that JVMS 5.4.6 selects, found by a search: by names, up the superclasses. NULL if it is left to
// superinterfaces.
static const struct method *select_slowly(const struct class *class, const struct method *method) {
    for (const struct class *at = class; at; at = at->super) {
        const struct method *found = class_declared_method(at, method->name, method->descriptor);
        if (found && !(found->access_flags & (ACC_STATIC | ACC_PRIVATE)) && tables_can_override(at, method))
            return found;
    }
    return NULL;
}

static void check_vtable(const struct class *class) {
    if (class_is_interface(class)) return;
    for (u32 i = 0; i < class->vtable_length; i++) {
        const struct method *method = (const struct method *)(uintptr_t) class->vtable[i];
        if (!method || !method->entry) {
            fail(class, "hole in vtable", "");
            continue;
        }
        if (i < (class->super ? class->super->vtable_length : 0)) {
            const struct method *inherited = (const struct method *)(uintptr_t) class->super->vtable[i];
            if (inherited->name != method->name || inherited->descriptor != method->descriptor)
                fail(class, "vtable entry changes name", method->name->text);
        }
    }
    for (const struct class *at = class; at; at = at->super) {
        for (u32 i = 0; i < at->method_count; i++) {
            const struct method *method = &at->methods[i];
            if (method->vtable_index < 0 || method->access_flags & ACC_PRIVATE) continue;
            const struct method *target = (const struct method *)(uintptr_t) class->vtable[method->vtable_index];
            if (target != select_slowly(class, method) && method->access_flags & (ACC_PUBLIC | ACC_PROTECTED))
                fail(class, "wrong target of", method->name->text);
        }
    }
}

static const struct imt_entry *find_entry(const struct class *class, const struct method *key) {
    const struct imt_entry *entry = (const struct imt_entry *)(uintptr_t) class->imt[key->imt_slot];
    while (entry && entry->key != method_address(key)) entry = entry->next;
    return entry;
}

static void check_imt(const struct class *class) {
    if (class->access_flags & (ACC_ABSTRACT | ACC_INTERFACE)) return;
    for (u32 i = 0; i < class->supertype_count; i++) {
        const struct class *interface = class->supertypes[i];
        for (u32 k = 0; k < interface->method_count; k++) {
            const struct method *method = &interface->methods[k];
            if (method->access_flags & (ACC_STATIC | ACC_PRIVATE)) continue;
            const struct imt_entry *entry = find_entry(class, method);
            if (!entry) {
                fail(class, "no entry for interface method", method->name->text);
                continue;
            }
            const struct method *target = (const struct method *)(uintptr_t)entry->target;
            const struct method *expected = select_slowly(class, method);
            struct method *conflict;
            if (!expected) expected = tables_most_specific(class, method->name, method->descriptor, &conflict);
            if (target != expected) fail(class, "wrong target of interface method", method->name->text);
            // javac writes no class that leaves out an interface's method.
            if (method_is_abstract(target)) fail(class, "abstract target of", method->name->text);
        }
    }
}

// ---- Constant pools: with every class loaded, everything that java.base names in itself can be resolved without
// loading

struct pool_count {
    u32 entries, unknown;
};

static void count_pool(struct class *class, struct pool_count *count) {
    for (u16 i = 1; i < class->file->pool_count; i++) {
        u8 tag = classfile_tag(class->file, i);
        bool known = true;
        switch (tag) {
        case POOL_CLASS: known = link_known_class(class, i); break;
        case POOL_FIELD: known = link_known_field(class, i, false) || link_known_field(class, i, true); break;
        case POOL_METHOD:
        case POOL_INTERFACE_METHOD:
            known = link_known_method(class, i, SLOT_CALL_VIRTUAL) || link_known_method(class, i, SLOT_CALL_STATIC);
            break;
        case POOL_STRING: known = link_known_string(class, i); break;
        default: continue;
        }
        count->entries++;
        if (known) continue;
        if (count->unknown++ < 10) {
            struct text name =
                tag == POOL_CLASS ? classfile_class_name(class->file, i) : classfile_member_ref(class->file, i).name;
            tap_note("%s: entry %u (%.*s) is not known", class->name->text, i, name.length, name.bytes);
        }
    }
}

// ---- By name

static void test_known_cases(void) {
    struct loader *boot = &domain_first->boot_loader;
    struct class *list = loader_find(boot, symbol_of("java/util/ArrayList"));
    struct class *collection = loader_find(boot, symbol_of("java/util/Collection"));
    struct method *stream =
        class_select_method(list, class_method(collection, "stream", "()Ljava/util/stream/Stream;"));
    tap_ok(stream && stream->holder == collection, "ArrayList.stream is Collection's default method");
    struct method *size = class_select_method(list, class_method(collection, "size", "()I"));
    tap_ok(size && size->holder == list, "ArrayList.size is its own");
    struct method *spliterator =
        class_select_method(list, class_method(loader_find(boot, symbol_of("java/lang/Iterable")), "spliterator",
                                               "()Ljava/util/Spliterator;"));
    tap_ok(spliterator && spliterator->holder == list, "Iterable.spliterator on ArrayList is its own");
    struct class *strings = loader_load(thread_self(), boot, symbol_of("[[Ljava/lang/String;"));
    struct class *objects = loader_load(thread_self(), boot, symbol_of("[Ljava/lang/Object;"));
    struct class *ints = loader_load(thread_self(), boot, symbol_of("[I"));
    tap_ok(class_is_subclass(strings, objects) && !class_is_subclass(objects, strings), "String[][] is an Object[]");
    tap_ok(!class_is_subclass(ints, objects) && class_is_subclass(ints, domain_first->known.cloneable),
           "int[] is no Object[], but Cloneable");
    char text[256];
    struct class *map = loader_find(boot, symbol_of("java/util/Map"));
    struct method *of = class_method(map, "of", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/util/Map;");
    tap_is_text(method_external_name(of, text, sizeof(text)),
                "java.util.Map java.util.Map.of(java.lang.Object, java.lang.Object)", "a method's name as source");
    tap_ok(!loader_load(thread_self(), boot, symbol_of("java/sql/Driver")), "the boot loader does not serve java.sql");
    tap_is_text(runtime_exception, "java/lang/NoClassDefFoundError", "what it raises");
    runtime_clear_exception();
}

static void test_strings(void) {
    struct domain *domain = domain_first;
    ref plain = javastring_literal(domain, "caf\xc3\xa9", 5);
    tap_is_int(javastring_length(plain), 4, "length of a Latin-1 string");
    tap_is_int(javastring_char(plain, 3), 0xe9, "a Latin-1 character");
    ref wide = javastring_literal(domain,
                                  "\xe2\x82\xac"
                                  "1",
                                  4);
    tap_ok(javastring_length(wide) == 2 && javastring_char(wide, 0) == 0x20ac && javastring_char(wide, 1) == '1',
           "a UTF-16 string");
    tap_ok(javastring_literal(domain,
                              "\xe2\x82\xac"
                              "1",
                              4) == wide,
           "the same literal is the same object");
    char text[16];
    tap_is_int((long long)javastring_utf8(wide, text, sizeof(text)), 4, "bytes of its UTF-8");
    tap_is_text(text,
                "\xe2\x82\xac"
                "1",
                "its UTF-8");
    ref made = javastring_new(thread_self(), "caf\xc3\xa9", 5);
    tap_ok(made != plain && javastring_equal(made, plain), "a new string is equal, and another object");
    ref interned = javastring_intern(thread_self(), &made);
    tap_ok(interned == plain, "interned, it is the literal");
    ref zero = javastring_literal(domain, "\xc0\x80", 2);
    tap_ok(javastring_length(zero) == 1 && javastring_char(zero, 0) == 0 && javastring_utf8_length(zero, 16) == 2,
           "the zero character");
}

// ---- Interned strings that die

static ref dying;
static ref forward_but_one(ref object) { return object == dying ? 0 : object; }
static bool is_always_young(ref object) { return object != 0; }

static bool intern_some(const char *format, u32 count) {
    for (u32 i = 0; i < count; i++) {
        char text[16];
        print_format(text, sizeof(text), format, i);
        if (!javastring_interned(thread_self(), text, strlen(text))) return false;
    }
    return true;
}

static bool are_there(const char *format, u32 count, u32 gone) {
    for (u32 i = 0; i < count; i++) {
        char text[16];
        print_format(text, sizeof(text), format, i);
        if (!javastring_find(domain_first, text, strlen(text)) != (i == gone)) return false;
    }
    return true;
}

static void test_dying_strings(void) {
    struct javastring_table *table = &domain_first->strings, kept = *table;
    *table = (struct javastring_table){0};
    tap_ok(intern_some("dying %u", 3000) && table->mortal_count == 3000 && table->young_count == 3000, "3,000 strings");
    dying = javastring_find(domain_first, "dying 1234", 10);
    heap_strings_collect(domain_first, true, forward_but_one, is_always_young);
    tap_ok(table->mortal_count == 2999 && table->young_count == 2999, "one string is gone");
    tap_ok(are_there("dying %u", 3000, 1234), "each other one is found");
    dying = javastring_find(domain_first, "dying 77", 8);
    heap_strings_collect(domain_first, false, forward_but_one, is_always_young);
    tap_ok(table->mortal_count == 2998 && table->young_count == 2998 && !javastring_find(domain_first, "dying 77", 8),
           "one more in a young collection");
    u32 used = table->used;
    dying = 0;
    tap_ok(intern_some("dying %u", 3000) && table->used == used, "others use their entries");
    tap_ok(are_there("dying %u", 3000, UINT32_MAX), "and all are found");
    javastring_table_end(table);
    *table = kept;
}

// ---- Texts that a program chooses so that they meet

// As the tables hashed before there was a key: each unit's step can be undone, so pairs of units that lead from one
// state to another are easily found.
static u32 old_step(u32 hash, u32 unit) {
    hash = (hash ^ unit) * 0x9e3779b1u;
    return hash ^ hash >> 15;
}

static u32 longest_chain(const struct javastring_table *table) {
    u32 longest = 0;
    for (u32 i = 0; i < table->chains.count; i++) {
        u32 length = 0;
        for (u32 at = *chains_place(&table->chains, i); at; length++) {
            at = table->pieces[at / JAVASTRING_ENTRIES][at % JAVASTRING_ENTRIES].chained.next;
        }
        if (length > longest) longest = length;
    }
    return longest;
}

static size_t put_unit(char *to, u32 unit) {
    to[0] = (char)(0xe0 | unit >> 12);
    to[1] = (char)(0x80 | (unit >> 6 & 0x3f));
    to[2] = (char)(0x80 | (unit & 0x3f));
    return 3;
}

#define BLOCKS 11u

// Two pairs of units for each block, which lead to the same state.
static void find_pairs(u32 pairs[BLOCKS][2][2]) {
    static u32 first_with[65536];
    u32 state = 0;
    for (u32 block = 0; block < BLOCKS; block++) {
        memset(first_with, 0, sizeof(first_with));
        for (u32 unit = 0x800;; unit++) {
            u32 upper = old_step(state, unit) >> 16, other = first_with[upper], second = 0x1000;
            first_with[upper] = unit;
            if (!other) continue;
            u32 matching = second ^ (old_step(state, unit) ^ old_step(state, other));
            if (matching < 0x800) continue;
            memcpy(pairs[block], (u32[2][2]){{unit, second}, {other, matching}}, sizeof(pairs[block]));
            state = old_step(old_step(state, unit), second);
            break;
        }
    }
}

static void test_chosen_strings(void) {
    struct javastring_table *table = &domain_first->strings, kept = *table;
    u32 pairs[BLOCKS][2][2], hash = 0;
    bool met = true;
    find_pairs(pairs);
    *table = (struct javastring_table){0};
    for (u32 choice = 0; choice < 1u << BLOCKS; choice++) {
        char text[6 * BLOCKS];
        size_t length = 0;
        u32 state = 0;
        for (u32 block = 0; block < BLOCKS; block++) {
            for (u32 i = 0; i < 2; i++) {
                u32 unit = pairs[block][choice >> block & 1][i];
                state = old_step(state, unit);
                length += put_unit(text + length, unit);
            }
        }
        met = met && (!choice || state == hash) && javastring_interned(thread_self(), text, length);
        hash = state;
    }
    tap_ok(met && table->chains.entries == 1u << BLOCKS, "2,048 strings that met in one place");
    tap_ok(longest_chain(table) < 16, "do not any more: %u at most", longest_chain(table));
    javastring_table_end(table);
    *table = kept;
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    u32 loaded = load_all("java.base");
    tap_ok(failures == 0 && loaded > 6000, "all classes of java.base link (%u)", loaded);
    failures = 0;
    for (const struct class *class = domain_first->first_class; class; class = class->next_class) {
        check_mirror(class);
        if (!class->file) continue;
        check_fields(class);
        check_reference_offsets(class);
        check_supertypes(class);
        check_vtable(class);
        check_imt(class);
    }
    tap_ok(failures == 0, "layout, types and dispatch tables of %u classes", domain_first->class_count);
    struct pool_count count = {0};
    for (struct class *class = domain_first->first_class; class; class = class->next_class) {
        if (class->file) count_pool(class, &count);
    }
    tap_ok(count.entries > 200000, "constant pools were looked at (%u entries)", count.entries);
    // A few name classes that they may not access, only for InnerClasses attributes.
    tap_ok(count.unknown < 10, "all but %u of them are known without loading", count.unknown);
    test_known_cases();
    test_strings();
    test_dying_strings();
    test_chosen_strings();
    return tap_done();
}
