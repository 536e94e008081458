// Where classes come from, in HotSpot's words: "A is in module java.base of loader 'bootstrap'; B is in unnamed module
// of loader 'app'", or "A and B are in ..." if both are in the same place.
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/module.h"

#define NAME_BYTES 256
#define PLACE_BYTES 384

// The loaders that the virtual machine knows: there is one of each, so no hash is needed to tell them apart.
static bool is_builtin(ref loader) {
    if (!loader) return true;
    const struct class *class = object_class(loader);
    return !class->loader->object &&
           (strcmp(class->name->text, "jdk/internal/loader/ClassLoaders$AppClassLoader") == 0 ||
            strcmp(class->name->text, "jdk/internal/loader/ClassLoaders$PlatformClassLoader") == 0);
}

char *class_loader_text(ref loader, char *to, size_t bytes) {
    char name[NAME_BYTES];
    ref string = loader ? java_get_ref(loader, FIELD_ClassLoader_name) : 0;
    if (!loader) {
        print_format(to, bytes, "'bootstrap'");
    } else if (!string) {
        print_format(to, bytes, "%s @%x", class_external_name(object_class(loader), name, sizeof(name)),
                     monitor_identity_hash(loader));
    } else {
        javastring_utf8(string, name, sizeof(name));
        bool builtin = is_builtin(loader);
        print_format(to, bytes, builtin ? "'%s'" : "'%s' @%x", name, builtin ? 0 : monitor_identity_hash(loader));
    }
    return to;
}

// "module java.base of loader 'bootstrap'", "unnamed module of loader 'app'".
static void place_text(const struct class *class, char *to, size_t bytes) {
    char loader[NAME_BYTES], name[NAME_BYTES];
    class_loader_text(class->loader->object, loader, sizeof(loader));
    // the mirror is still being made
    ref module = class->mirror ? heap_load_ref(class->mirror, class->domain->known.class_module) : 0;
    ref module_name = module ? java_get_ref(module, FIELD_Module_name) : 0;
    if (!module_name) {
        print_format(to, bytes, "unnamed module of loader %s", loader);
        return;
    }
    javastring_utf8(module_name, name, sizeof(name));
    print_format(to, bytes, "module %s of loader %s", name, loader);
}

// "unnamed module @1a2b", "module java.base"
static void module_text(const struct class *class, char *to, size_t bytes) {
    char name[NAME_BYTES];
    ref module = module_of_class(class);
    ref module_name = java_get_ref(module, FIELD_Module_name);
    if (module_name) {
        javastring_utf8(module_name, name, sizeof(name));
        print_format(to, bytes, "module %s", name);
    } else {
        print_format(to, bytes, "unnamed module @0x%x", monitor_identity_hash(module));
    }
}

char *class_export_text(const struct class *from, const struct class *to_class, char *to, size_t bytes) {
    char first[NAME_BYTES], second[NAME_BYTES], first_module[NAME_BYTES], second_module[NAME_BYTES];
    module_text(from, first_module, sizeof(first_module));
    module_text(to_class, second_module, sizeof(second_module));
    class_external_name(to_class, second, sizeof(second));
    const char *package_end = second;
    for (const char *at = second; *at; at++) {
        if (*at == '.') package_end = at;
    }
    print_format(to, bytes, "class %s (in %s) cannot access class %s (in %s) because %s does not export %.*s to %s",
                 class_external_name(from, first, sizeof(first)), first_module, second, second_module, second_module,
                 (int)(package_end - second), second, first_module);
    return to;
}

char *class_place(const struct class *class, char *to, size_t bytes) {
    char name[NAME_BYTES], place[PLACE_BYTES];
    place_text(class_element((struct class *)class), place, sizeof(place));
    print_format(to, bytes, "%s is in %s", class_external_name(class, name, sizeof(name)), place);
    return to;
}

char *class_place_and_parent(const struct class *class, char *to, size_t bytes) {
    char place[NAME_BYTES + PLACE_BYTES], parent[NAME_BYTES];
    class_place(class, place, sizeof(place));
    ref loader = class->loader->object;
    if (is_builtin(loader)) {
        print_format(to, bytes, "%s", place);
    } else {
        print_format(to, bytes, "%s, parent loader %s", place,
                     class_loader_text(java_get_ref(loader, FIELD_ClassLoader_parent), parent, sizeof(parent)));
    }
    return to;
}

char *class_places(const struct class *a, const struct class *b, char *to, size_t bytes) {
    char first[NAME_BYTES], second[NAME_BYTES], first_place[PLACE_BYTES], second_place[PLACE_BYTES];
    class_external_name(a, first, sizeof(first));
    class_external_name(b, second, sizeof(second));
    place_text(class_element((struct class *)a), first_place, sizeof(first_place));
    place_text(class_element((struct class *)b), second_place, sizeof(second_place));
    if (strcmp(first_place, second_place) == 0) {
        print_format(to, bytes, "%s and %s are in %s", first, second, first_place);
    } else {
        print_format(to, bytes, "%s is in %s; %s is in %s", first, first_place, second, second_place);
    }
    return to;
}
