// ClassCastException with HotSpot's text: "class A cannot be cast to class B (A is in module java.base of loader 'bootstrap'; B is in unnamed module of
// loader 'app')", or "(A and B are in ...)" where that is the same.
#include "kernel/cast.h"

#include "kernel/class.h"
#include "kernel/domain.h"
#include "kernel/exception.h"
#include "kernel/java_fields.h"
#include "kernel/javastring.h"
#include "kernel/monitor.h"
#include "kernel/print.h"
#include "kernel/string.h"

#define NAME_BYTES 256
#define PLACE_BYTES 384

// "'app'", "'bootstrap'", "Foo$Loader @1b2c3d".
static void loader_text(const struct loader *loader, char *to, size_t bytes) {
    if (!loader->object) {
        print_format(to, bytes, "'bootstrap'");
        return;
    }
    char name[NAME_BYTES];
    ref string = java_get_ref(loader->object, FIELD_ClassLoader_name);
    if (string) {
        javastring_utf8(string, name, sizeof(name));
        bool builtin = strcmp(name, "app") == 0 || strcmp(name, "platform") == 0;
        if (builtin) print_format(to, bytes, "'%s'", name);
        else print_format(to, bytes, "'%s' @%x", name, monitor_identity_hash(loader->object));
        return;
    }
    print_format(to, bytes, "%s @%x", class_external_name(object_class(loader->object), name, sizeof(name)), monitor_identity_hash(loader->object));
}

// "module java.base of loader 'bootstrap'", "unnamed module of loader 'app'".
static void place_text(const struct class *class, char *to, size_t bytes) {
    char loader[NAME_BYTES], name[NAME_BYTES];
    loader_text(class->loader, loader, sizeof(loader));
    ref module = heap_load_ref(class->mirror, class->domain->known.class_module);
    ref module_name = module ? java_get_ref(module, FIELD_Module_name) : 0;
    if (!module_name) {
        print_format(to, bytes, "unnamed module of loader %s", loader);
        return;
    }
    javastring_utf8(module_name, name, sizeof(name));
    print_format(to, bytes, "module %s of loader %s", name, loader);
}

void cast_throw(struct thread *thread, ref object, struct class *class) {
    char from[NAME_BYTES], to[NAME_BYTES], from_place[PLACE_BYTES], to_place[PLACE_BYTES];
    struct class *actual = object_class(object);
    class_external_name(actual, from, sizeof(from));
    class_external_name(class, to, sizeof(to));
    place_text(class_element(actual), from_place, sizeof(from_place));
    place_text(class_element(class), to_place, sizeof(to_place));
    if (strcmp(from_place, to_place) == 0)
        exception_throw(thread, "java/lang/ClassCastException", "class %s cannot be cast to class %s (%s and %s are in %s)", from, to, from, to, from_place);
    else
        exception_throw(thread, "java/lang/ClassCastException", "class %s cannot be cast to class %s (%s is in %s; %s is in %s)", from, to, from, from_place,
                        to, to_place);
}
