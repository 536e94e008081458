// What each domain must have before any Java can run: known classes, primitive classes, mirrors.
#include "kernel/classes/domain_create.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/class_create.h"
#include "kernel/classes/class_find.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/mirror.h"
#include "kernel/classes/symbol.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/threads.h"
#include "kernel/heap/unload.h"
#include "kernel/memory/scratch.h"
#include "log/log.h"

static bool make_primitives(struct domain *domain) {
    for (u32 i = 0; i < DOMAIN_PRIMITIVES; i++) {
        struct class *class =
            class_create_bare(&domain->boot_loader.own, &domain->boot_loader, symbol_of(domain_primitive_names[i]), 0);
        if (!class) return false;
        class->primitive = domain_primitive_letters[i];
        class->access_flags = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
        class->state = CLASS_INITIALISED;
        domain->primitives[i] = class;
        class_enter(class);
        if (domain_primitive_letters[i] != 'V' && !class_array_of(class)) return false;
    }
    return true;
}

// ---- Known classes and fields

static const char *load_known_classes(struct thread *thread, struct domain *domain) {
    struct known *known = &domain->known;
#define CLASS(id, name)                                    \
    known->id = loader_find_boot(thread, symbol_of(name)); \
    if (!known->id) return "the JDK image lacks the class " name;
    KNOWN_CLASS_TABLE(CLASS)
#undef CLASS
    return NULL;
}

static const char *find_known_fields(struct domain *domain) {
    struct known *known = &domain->known;
    const struct field *field;
#define FIELD(id, class, name, descriptor)                                              \
    field = class_field(known->class, name, descriptor);                                \
    if (!field) return "the JDK image is not one of JDK 17: no field " #class "." name; \
    known->id = field->offset;
    KNOWN_FIELD_TABLE(FIELD)
#undef FIELD
    return NULL;
}

static void append(struct domain *domain) {
    ASSERT_LOCKED();
    struct domain **place = &domain_first;
    while (*place) place = &(*place)->next;
    *place = domain;
}

// With the parts of the rooms above behind it.
static struct domain *allocate(struct accounts *accounts) {
    u64 bytes = sizeof(struct domain) + domain_run_bytes + domain_services_bytes + domain_natives_bytes;
    struct domain *domain = scratch_alloc(&accounts->of[ACCOUNT_TABLES], bytes);
    if (!domain) return NULL;
    memset(domain, 0, bytes);
    domain->run = (struct domain_run *)(domain + 1);
    domain->services = (struct domain_services *)((u8 *)domain->run + domain_run_bytes);
    domain->natives = (struct domain_natives *)((u8 *)domain->services + domain_services_bytes);
    return domain;
}

bool domain_create(struct thread *thread, const struct domain_parts *parts, const char **error) {
    struct domain *domain = allocate(parts->accounts);
    *error = "no memory for a domain";
    if (!domain) return false;
    domain->name = parts->name;
    domain->verified = *parts->verified;
    domain->heap.accounts = parts->accounts;
    parts->accounts->domain = parts->number;
    owners_init(&domain->owners, parts->accounts);
    symbols_begin(parts->accounts);
    domain->boot_loader.domain = domain;
    owner_init_permanent(&domain->boot_loader.own, &domain->owners, &domain->boot_loader);
    domain->boot_loader.own.uses_reserve = true;
    domain->heap.domain_number = parts->number;
    append(domain);
    thread_enter_domain(thread, domain);
    log_domain(parts->number, parts->name, strlen(parts->name));
    LOG_EVENT(domain_create, .domain = parts->number);
    *error = NULL;
    if (!jimage_open(parts->image, parts->image_bytes, &domain->image)) {
        *error = "lib/modules is not a JDK image";
    } else if (!heap_init(domain, parts->heap_bytes)) {
        *error = "not enough memory for a heap";
    } else {
        *error = load_known_classes(thread, domain);
    }
    if (*error && domain != domain_first) *error = "no memory for a domain"; // the first one has the same image
    if (*error) return false;
    domain->array_interfaces[0] = domain->known.cloneable;
    domain->array_interfaces[1] = domain->known.serializable;
    *error = make_primitives(domain) ? find_known_fields(domain) : "no memory for a domain";
    domain->load_class = class_method(domain->known.class_loader, "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
    if (!*error && !domain->load_class) *error = "the JDK image is not one of JDK 17: no method ClassLoader.loadClass";
    if (*error) return false;
    *error = "no memory for a domain";
    domain->heap.mirror_class = domain->known.class_;
    domain->heap.blank_class = class_array_of(domain_primitive(domain, 'B'));
    if (!mirror_create_all(domain)) return false;
    domain->heap.out_of_memory = heap_try_object(thread, domain->known.out_of_memory);
    if (!domain->heap.out_of_memory) return false;
    *error = NULL;
    return true;
}

void domain_destroy(struct domain *domain) {
    ASSERT(domain->heap.is_ending);
    loader_end_constraints(domain);
    unload_domain(domain);
    kernel_stop_others(); // the rest is short
    heap_end(&domain->heap);
    javastring_table_end(&domain->strings);
    symbols_end(domain->heap.accounts);
    LOG_EVENT(domain_end, .domain = domain->heap.domain_number);
    scratch_free(domain);
}
