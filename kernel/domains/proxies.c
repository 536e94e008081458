// Classes of proxies; see proxies.h.
#include "kernel/domains/proxies.h"

#include "base/narrow.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/scheduler.h"
#include "kernel/domains/domain_services.h"
#include "kernel/domains/portals.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/raise.h"
#include "kernel/link/class_writer.h"
#include "kernel/memory/scratch.h"

#define SUFFIX "$$Portal"
#define TEXT_BYTES 300
#define PROXIES_A_POLL 64u
#define FIRST_SWEEP 64u // a sweep comes when there are twice as many as after the last one, and so many more

// Fields of each proxy, in the order in which they are written.
enum { FIELD_NUMBER, FIELD_NAME };

// ---- Which classes are services

static bool extends_portal(const struct class *interface) {
    const struct symbol *wanted = symbol_find("gnomon/Portal", strlen("gnomon/Portal"));
    for (u32 i = 0; i < interface->supertype_count; i++) {
        if (interface->supertypes[i]->name == wanted) return true;
    }
    return false;
}

struct class *portal_interface_of(const struct class *class, u32 *count) {
    struct class *found = NULL;
    *count = 0;
    if (!extends_portal(class)) return NULL;
    for (; class; class = class->super) {
        for (u32 i = 0; i < class->interface_count; i++) {
            struct class *interface = class->interfaces[i];
            if (interface == found || !extends_portal(interface)) continue;
            found = interface;
            ++*count;
        }
    }
    return *count == 1 ? found : NULL;
}

u32 proxy_portal(ref proxy) {
    ASSERT(class_is_proxy(object_class(proxy)));
    return heap_load_ref(proxy, object_class(proxy)->fields[FIELD_NUMBER].offset);
}
ref proxy_name(ref proxy) {
    ASSERT(class_is_proxy(object_class(proxy)));
    return heap_load_ref(proxy, object_class(proxy)->fields[FIELD_NAME].offset);
}

// ---- Which of a domain's proxies are alive

struct proxy_use {
    struct domain_weak proxy; // in the domain's list
    u32 portal;
};

static void end_use(struct domain *domain, struct domain_weak **place) {
    struct proxy_use *use = (struct proxy_use *)*place;
    ASSERT(domain->services->proxy_count);
    *place = use->proxy.next;
    if (domain->next_weak == &use->proxy) domain->next_weak = use->proxy.next;
    domain->services->proxy_count--;
    portal_end_proxy(use->portal);
    scratch_free(use);
}

void proxies_sweep(struct domain *domain) {
    for (struct domain_weak **place = &domain->proxies; *place;) {
        if ((*place)->object) {
            place = &(*place)->next;
        } else {
            end_use(domain, place);
        }
    }
    domain->services->proxies_most = 2 * domain->services->proxy_count + FIRST_SWEEP;
}

void proxies_end(struct domain *domain, struct thread *thread) {
    ASSERT_LOCKED();
    while (domain->proxies) {
        end_use(domain, &domain->proxies);
        if (domain->services->proxy_count % PROXIES_A_POLL == 0) scheduler_poll_native(thread);
    }
}

bool proxy_bind(ref proxy, u32 number) {
    struct domain *domain = object_class(proxy)->domain;
    ASSERT(number && class_is_proxy(object_class(proxy)));
    struct proxy_use *use = scratch_alloc(domain_account(domain, ACCOUNT_TABLES), sizeof(*use));
    if (!use) return false;
    *(u32 *)((u8 *)object_at(proxy) + object_class(proxy)->fields[FIELD_NUMBER].offset) = number;
    *use = (struct proxy_use){{proxy, domain->proxies}, number};
    domain->proxies = &use->proxy;
    portal_add_proxy(number);
    if (++domain->services->proxy_count > domain->services->proxies_most) proxies_sweep(domain);
    return true;
}

// ---- Methods of every proxy

static s32 hash_code(struct thread *thread, handle proxy) {
    (void)thread;
    return (s32)proxy_portal(*proxy);
}

static s32 equals(struct thread *thread, handle proxy, handle other) {
    (void)thread;
    return *other && class_is_proxy(object_class(*other)) && proxy_portal(*other) == proxy_portal(*proxy);
}

static ref to_string(struct thread *thread, handle proxy) {
    char name[TEXT_BYTES], text[TEXT_BYTES + 32];
    u32 number = proxy_portal(*proxy);
    if (proxy_name(*proxy)) {
        javastring_utf8(proxy_name(*proxy), name, sizeof(name));
        print_format(text, sizeof(text), "portal %u (%s)", number, name);
    } else {
        print_format(text, sizeof(text), "portal %u", number);
    }
    return javastring_of(thread, text);
}

static const struct native COMMON[] = {
    {"hashCode", "()I", (void *)hash_code, NATIVE_HANDLE},
    {"equals", "(Ljava/lang/Object;)Z", (void *)equals, NATIVE_HANDLE},
    {"toString", "()Ljava/lang/String;", (void *)to_string, NATIVE_HANDLE},
};

static const struct native *common_native(const struct symbol *name, const struct symbol *descriptor) {
    for (u32 i = 0; i < COUNT_OF(COMMON); i++) {
        if (strcmp(name->text, COMMON[i].name) == 0 && strcmp(descriptor->text, COMMON[i].descriptor) == 0) {
            return &COMMON[i];
        }
    }
    return NULL;
}

// ---- Writing a class

static struct text symbol_text(const struct symbol *symbol) { return (struct text){symbol->text, symbol->length}; }

static bool is_forwarded(const struct method *method) {
    return !(method->access_flags & (ACC_STATIC | ACC_PRIVATE)) && !method_is_initialiser(method) &&
           !common_native(method->name, method->descriptor);
}

// The interface itself comes first, then what it extends.
static struct class *interface_at(struct class *interface, u32 number) {
    return number ? interface->supertypes[number - 1] : interface;
}

static struct method *find_before(struct class *interface, u32 end, const struct method *method) {
    for (u32 i = 0; i < end; i++) {
        struct method *found = class_declared_method(interface_at(interface, i), method->name, method->descriptor);
        if (found && is_forwarded(found)) return found;
    }
    return NULL;
}

static void write_methods(struct class_writer *writer, struct class *interface) {
    for (u32 i = 0; i <= interface->supertype_count; i++) {
        const struct class *at = interface_at(interface, i);
        for (u32 k = 0; k < at->method_count && class_is_interface(at); k++) {
            const struct method *method = &at->methods[k];
            if (!is_forwarded(method) || find_before(interface, i, method)) continue;
            class_writer_native(writer, ACC_PUBLIC | ACC_FINAL, symbol_text(method->name),
                                symbol_text(method->descriptor));
        }
    }
    for (u32 i = 0; i < COUNT_OF(COMMON); i++) {
        struct text name = {COMMON[i].name, narrow_u16(strlen(COMMON[i].name))};
        struct text descriptor = {COMMON[i].descriptor, narrow_u16(strlen(COMMON[i].descriptor))};
        class_writer_native(writer, ACC_PUBLIC | ACC_FINAL, name, descriptor);
    }
}

static bool bind_methods(struct thread *thread, struct class *class, struct class *interface) {
    struct proxy_method *bound = owner_alloc(class->owner, class->method_count * sizeof(*bound));
    if (!bound) return metaspace_exhausted(thread);
    for (u32 i = 0; i < class->method_count; i++) {
        struct method *method = &class->methods[i];
        method->native = common_native(method->name, method->descriptor);
        if (method->native) continue;
        bound[i].native =
            (struct native){method->name->text, method->descriptor->text, (void *)portal_gather, NATIVE_METHOD};
        bound[i].called = find_before(interface, interface->supertype_count + 1, method);
        ASSERT(bound[i].called); // its name and type are those of one of the interface's methods
        method->native = &bound[i].native;
    }
    return true;
}

static struct class *define(struct thread *thread, struct class *interface, struct text name) {
    struct class_writer writer;
    class_writer_init(&writer, name);
    class_writer_field(&writer, ACC_PRIVATE | ACC_FINAL, TEXT("number"), TEXT("I"));
    class_writer_field(&writer, ACC_PRIVATE | ACC_FINAL, TEXT("name"), TEXT("Ljava/lang/String;"));
    write_methods(&writer, interface);
    class_writer_finish(&writer, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC, (struct text[]){symbol_text(interface->name)},
                        1);
    struct loader_define what = {.bytes = writer.file.bytes, .size = writer.file.length};
    struct class *class =
        class_writer_failed(&writer) ? metaspace_exhausted(thread) : loader_define(thread, interface->loader, &what);
    class_writer_free(&writer);
    if (!class || !bind_methods(thread, class, interface)) return NULL;
    class->flags |= CLASS_PROXY;
    return class;
}

struct class *proxy_class(struct thread *thread, struct class *interface) {
    ASSERT_LOCKED();
    char text[TEXT_BYTES];
    if (!class_is_interface(interface) || !extends_portal(interface)) {
        exception_throw(thread, "java/lang/IllegalArgumentException", "%s is no interface that extends gnomon.Portal",
                        class_external_name(interface, text, sizeof(text)));
        return NULL;
    }
    size_t bytes = interface->name->length + sizeof(SUFFIX);
    SCRATCH_ARRAY(char, name, bytes);
    if (!name || bytes > UINT16_MAX) return metaspace_exhausted(thread);
    u16 length = narrow_u16(print_format(name, bytes, "%s" SUFFIX, interface->name->text));
    const struct symbol *symbol = symbol_find(name, length);
    struct class *class = symbol ? loader_find(interface->loader, symbol) : NULL;
    // A class of this name that the program has written is in the way: it is reported as a duplicate.
    if (!class || !class_is_proxy(class)) class = define(thread, interface, (struct text){name, length});
    return class && class_initialise(thread, class) ? class : NULL;
}

ref proxy_new(struct thread *thread, struct class *interface, u32 number, handle name) {
    struct class *class = proxy_class(thread, interface);
    ref proxy = class ? heap_alloc_object(thread, class) : 0;
    if (!proxy) return 0;
    heap_store_ref(proxy, class->fields[FIELD_NAME].offset, *name);
    if (!proxy_bind(proxy, number)) {
        metaspace_exhausted(thread);
        return 0;
    }
    return proxy;
}
