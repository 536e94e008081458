// What all domains share of the class library; see library.h.
#include "kernel/classes/library.h"

#include "base/string.h"
#include "kernel/classes/symbol.h"
#include "kernel/memory/owner.h"

#define BUCKETS 1024u

static struct library_class *buckets[BUCKETS]; // by the name's hash

struct library_class *library_find(const struct symbol *name) {
    struct library_class *library = buckets[name->hash % BUCKETS];
    while (library && library->name != name) library = library->next;
    return library;
}

struct library_class *library_add(const struct symbol *name, const struct classfile *file) {
    struct library_class *known = library_find(name); // by another domain, meanwhile
    if (known) return known;
    struct library_class *library = owner_alloc(&owner_machine, sizeof(*library));
    void *index = library ? owner_alloc(&owner_machine, classfile_index_bytes(file)) : NULL;
    if (!index) return NULL;
    struct library_class **bucket = &buckets[name->hash % BUCKETS];
    *library = (struct library_class){
        .name = symbol_keep(name), .file = classfile_copy_index(file, index, file->bytes), .next = *bucket};
    *bucket = library;
    return library;
}

bool library_keep_members(struct library_class *library, const struct class *class) {
    if (library->methods) return false;
    size_t field_bytes = class->field_count * sizeof(*class->fields),
           method_bytes = class->method_count * sizeof(*class->methods);
    struct field *fields = owner_alloc(&owner_machine, field_bytes + sizeof(*fields));
    struct method *methods = fields ? owner_alloc(&owner_machine, method_bytes + sizeof(*methods)) : NULL;
    if (!methods) return false;
    if (field_bytes) memcpy(fields, class->fields, field_bytes);
    if (method_bytes) memcpy(methods, class->methods, method_bytes);
    library->fields = fields;
    library->methods = methods;
    return true;
}
