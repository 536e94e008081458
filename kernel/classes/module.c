// Packages and modules. See kernel/classes/module.h.
#include "kernel/classes/module.h"

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/mirror.h"
#include "kernel/core/memory.h"

bool module_add_package(struct loader *loader, const struct symbol *package, ref module) {
    struct module_package *entry = owner_alloc(&loader->own, sizeof(*entry));
    if (!entry) return false;
    *entry = (struct module_package){.name = symbol_keep(package), .module = module, .next = loader->packages};
    loader->packages = entry;
    owner_touch(&loader->own);
    return true;
}

ref module_of_class(const struct class *class) {
    struct loader *loader = class->loader;
    struct text text = class_package(class);
    const struct symbol *package = symbol_find(text.bytes, text.length);
    for (struct module_package *entry = loader->packages; package && entry; entry = entry->next) {
        if (entry->name == package) return entry->module;
    }
    if (loader->object) return heap_load_ref(loader->object, class->domain->known.loader_unnamed_module);
    return text.length || class->primitive ? class->domain->java_base_module : loader->unnamed_module;
}

void module_set_java_base(struct domain *domain, ref module) {
    domain->java_base_module = module;
    for (struct class *class = domain->first_class; class; class = class->next_class) {
        if (heap_load_ref(class->mirror, domain->known.class_module)) continue;
        mirror_set_module(class, class_element(class) == class ? module_of_class(class) : module);
    }
}
