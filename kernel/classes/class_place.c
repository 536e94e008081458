// Where classes come from, in HotSpot's words: "A is in module java.base of loader 'bootstrap'; B is in unnamed module
// of loader 'app'", or "A and B are in ..." where that is the same.
#include "base/print.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"

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
        if (builtin) {
            print_format(to, bytes, "'%s'", name);
        } else {
            print_format(to, bytes, "'%s' @%x", name, monitor_identity_hash(loader->object));
        }
        return;
    }
    print_format(to, bytes, "%s @%x", class_external_name(object_class(loader->object), name, sizeof(name)),
                 monitor_identity_hash(loader->object));
}

// "module java.base of loader 'bootstrap'", "unnamed module of loader 'app'".
static void place_text(const struct class *class, char *to, size_t bytes) {
    char loader[NAME_BYTES], name[NAME_BYTES];
    loader_text(class->loader, loader, sizeof(loader));
    // none yet: it is being made
    ref module = class->mirror ? heap_load_ref(class->mirror, class->domain->known.class_module) : 0;
    ref module_name = module ? java_get_ref(module, FIELD_Module_name) : 0;
    if (!module_name) {
        print_format(to, bytes, "unnamed module of loader %s", loader);
        return;
    }
    javastring_utf8(module_name, name, sizeof(name));
    print_format(to, bytes, "module %s of loader %s", name, loader);
}

char *class_place(const struct class *class, char *to, size_t bytes) {
    char name[NAME_BYTES], place[PLACE_BYTES];
    place_text(class_element((struct class *)class), place, sizeof(place));
    print_format(to, bytes, "%s is in %s", class_external_name(class, name, sizeof(name)), place);
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
