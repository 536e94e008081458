// Packages and modules. See kernel/classes/module.h.
#include "kernel/classes/module.h"

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/heap/raise.h"

bool module_add_package(struct loader *loader, const struct symbol *package, ref module) {
    ASSERT_LOCKED();
    struct module_package *entry = owner_alloc(&loader->own, sizeof(*entry));
    if (!entry) return false;
    *entry = (struct module_package){.name = symbol_keep(package), .module = module, .next = loader->packages};
    loader->packages = entry;
    owner_touch(&loader->own);
    return true;
}

struct module_package *module_find_package(const struct loader *loader, const struct symbol *package) {
    struct module_package *entry = loader->packages;
    while (entry && entry->name != package) entry = entry->next;
    return entry;
}

static struct module_package *find_package(const struct class *class, struct text name) {
    const struct symbol *package = symbol_find(name.bytes, name.length);
    return package ? module_find_package(class->loader, package) : NULL;
}

static bool is_exported_to(const struct module_package *package, ref module) {
    for (const struct module_export *export = package->exports; export; export = export->next) {
        if (export->to == module) return true;
    }
    return false;
}

bool module_add_export(struct thread *thread, struct loader *loader, struct module_package *package, handle to) {
    ASSERT_LOCKED();
    if (is_exported_to(package, *to)) return true;
    struct module_export *export = owner_alloc(&loader->own, sizeof(*export));
    if (!export) {
        exception_throw_out_of_memory(thread, "Metaspace");
        return false;
    }
    *export = (struct module_export){*to, package->exports};
    package->exports = export;
    owner_touch(&loader->own);
    return true;
}

static bool is_unnamed(const struct class *class, ref module) {
    return module == heap_load_ref(class->loader->object, class->domain->known.loader_unnamed_module);
}

bool module_exports(const struct class *to, const struct class *from) {
    const struct module_package *package = from->loader->object ? find_package(to, class_package(to)) : NULL;
    if (!package || package->exported_to_all) return true;
    ref module = module_of_class(from);
    return module == package->module || (package->exported_to_unnamed && is_unnamed(from, module)) ||
           is_exported_to(package, module);
}

ref module_of_class(const struct class *class) {
    const struct loader *loader = class->loader;
    struct text text = class_package(class);
    const struct module_package *entry = find_package(class, text);
    if (entry) return entry->module;
    if (loader->object) return heap_load_ref(loader->object, class->domain->known.loader_unnamed_module);
    return text.length || class->primitive ? class->domain->java_base_module : loader->unnamed_module;
}
