// See natives.h. What a program may reach is found by rapid type analysis (Bacon, Sweeney 1996) over its class files
// and the JDK image's: from all methods of the program, along calls; a virtual call leads to the methods of all classes
// that reached code instantiates. What is reached by reflection, by service lookup, or by the kernel's own calls into
// Java, is not seen.
#include "viz/run/natives.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "viz/cli/intern.h"
#include "viz/read/names.h"

// ---- Classes and methods

struct use {
    u8 opcode;
    u32 class_name, name, descriptor;
};

struct method {
    struct class *holder;
    u32 flags, name, descriptor;
    struct use *uses;
    size_t use_count, use_capacity;
    bool reached;
    const struct method *by;
};

struct class_list {
    struct class **items;
    size_t count, capacity;
};

struct class {
    u32 name, super;
    u32 *interfaces;
    size_t interface_count, interface_capacity;
    struct method *methods;
    size_t method_count, method_capacity;
    bool of_program, made, initialised;
    u32 visit;                    // the search's when it was visited last
    struct class_list made_below; // classes of which objects are made, itself or below
    struct use *calls;            // virtual calls on this class
    size_t call_count, call_capacity;
};

struct search {
    struct intern texts;    // names, and 0 for none
    struct class **classes; // by number of the name
    size_t class_capacity;
    struct jdk_modules modules;
    u32 *image_entries; // by number of the name: index plus one
    size_t image_capacity;
    struct class *reading;
    bool reading_program;
    struct method **queue;
    size_t queue_count, queue_capacity;
    struct method **missing;
    size_t missing_count, missing_capacity;
    struct text_list known; // sorted "class name descriptor"
    u32 initialiser, void_descriptor;
    u32 visit; // of the walk through classes and interfaces that is under way
};

static u32 text_number(struct search *search, const char *text) { return intern_text(&search->texts, text); }

static u32 number_of_text(struct search *search, struct text text) {
    char *copy = text_copy_span(text.bytes, text.length);
    u32 number = text_number(search, copy);
    free(copy);
    return number;
}

static const char *text_of(const struct search *search, u32 number) { return intern_get(&search->texts, number); }

static void begin_class(void *context, struct text name, struct text super) {
    struct search *search = context;
    u32 number = number_of_text(search, name);
    search->reading = memory_get(sizeof(*search->reading));
    search->reading->name = number;
    search->reading->super = super.length ? number_of_text(search, super) : 0;
    search->reading->of_program = search->reading_program;
    while (number >= search->class_capacity) {
        size_t before = search->class_capacity;
        search->class_capacity = before ? 2 * before : 1 << 16;
        search->classes = memory_resize(search->classes, search->class_capacity * sizeof(*search->classes));
        memset(search->classes + before, 0, (search->class_capacity - before) * sizeof(*search->classes));
    }
    if (!search->classes[number]) search->classes[number] = search->reading; // the first on the class path counts
}

static void name_interface(void *context, struct text name) {
    struct search *search = context;
    struct class *class = search->reading;
    ARRAY_GROW(class->interfaces, class->interface_count, class->interface_capacity);
    class->interfaces[class->interface_count++] = number_of_text(search, name);
}

static void begin_method(void *context, u32 flags, struct text name, struct text descriptor) {
    struct search *search = context;
    struct class *class = search->reading;
    ARRAY_GROW(class->methods, class->method_count, class->method_capacity);
    class->methods[class->method_count++] = (struct method){.holder = class,
                                                            .flags = flags,
                                                            .name = number_of_text(search, name),
                                                            .descriptor = number_of_text(search, descriptor)};
}

static void add_use(void *context, const struct class_use *use) {
    struct search *search = context;
    struct method *method = &search->reading->methods[search->reading->method_count - 1];
    ARRAY_GROW(method->uses, method->use_count, method->use_capacity);
    method->uses[method->use_count++] = (struct use){use->opcode, number_of_text(search, use->class_name),
                                                     use->name.length ? number_of_text(search, use->name) : 0,
                                                     use->name.length ? number_of_text(search, use->descriptor) : 0};
}

static struct class_visitor visitor_of(struct search *search) {
    return (struct class_visitor){.context = search,
                                  .class_begins = begin_class,
                                  .interface_named = name_interface,
                                  .method_begins = begin_method,
                                  .method_uses = add_use};
}

// NULL if there is none. Array classes are Object.
static struct class *class_of(struct search *search, u32 name) {
    if (!name) return NULL;
    if (text_of(search, name)[0] == '[') name = text_number(search, "java/lang/Object");
    if (name < search->class_capacity && search->classes[name]) return search->classes[name];
    struct jimage_location location;
    if (name >= search->image_capacity || !search->image_entries[name]) return NULL;
    const u8 *data = jdk_modules_class(&search->modules, search->image_entries[name] - 1, &location);
    struct class_visitor visitor = visitor_of(search);
    search->reading_program = false;
    class_visit(data, location.bytes, &visitor);
    return name < search->class_capacity ? search->classes[name] : NULL;
}

// ---- Reaching

static struct method *method_in(const struct class *class, u32 name, u32 descriptor) {
    for (size_t i = 0; i < class->method_count; i++) {
        if (class->methods[i].name == name && class->methods[i].descriptor == descriptor) return &class->methods[i];
    }
    return NULL;
}

// In a jar that nobody has verified a class may be above itself: each is visited once.
static bool is_new(const struct search *search, struct class *class) {
    if (!class || class->visit == search->visit) return false;
    class->visit = search->visit;
    return true;
}

static struct method *find_in_interfaces(struct search *search, const struct class *class, u32 name, u32 descriptor) {
    for (size_t i = 0; i < class->interface_count; i++) {
        struct class *interface = class_of(search, class->interfaces[i]);
        if (!is_new(search, interface)) continue;
        struct method *found = method_in(interface, name, descriptor);
        if (!found) found = find_in_interfaces(search, interface, name, descriptor);
        if (found) return found;
    }
    return NULL;
}

static struct method *find_method(struct search *search, struct class *class, u32 name, u32 descriptor) {
    struct method *found = NULL;
    search->visit++;
    for (struct class *at = class; !found && is_new(search, at); at = class_of(search, at->super)) {
        found = method_in(at, name, descriptor);
    }
    search->visit++;
    for (struct class *at = class; !found && is_new(search, at); at = class_of(search, at->super)) {
        found = find_in_interfaces(search, at, name, descriptor);
    }
    return found;
}

static void reach(struct search *search, struct method *method, const struct method *by) {
    if (!method || method->reached) return;
    method->reached = true;
    method->by = by;
    ARRAY_GROW(search->queue, search->queue_count, search->queue_capacity);
    search->queue[search->queue_count++] = method;
    struct class *class = method->holder;
    if (class->initialised) return;
    class->initialised = true;
    reach(search, method_in(class, search->initialiser, search->void_descriptor), by);
}

// Objects of the class are made: what is called on it and on those above leads here as well.
static void made_below(struct search *search, struct class *above, struct class *class, const struct method *by) {
    for (size_t i = 0; i < above->made_below.count; i++) {
        if (above->made_below.items[i] == class) return;
    }
    ARRAY_GROW(above->made_below.items, above->made_below.count, above->made_below.capacity);
    above->made_below.items[above->made_below.count++] = class;
    for (size_t i = 0; i < above->call_count; i++) {
        reach(search, find_method(search, class, above->calls[i].name, above->calls[i].descriptor), by);
    }
    struct class *super = class_of(search, above->super);
    if (super) made_below(search, super, class, by);
    for (size_t i = 0; i < above->interface_count; i++) {
        struct class *interface = class_of(search, above->interfaces[i]);
        if (interface) made_below(search, interface, class, by);
    }
}

static void make(struct search *search, struct class *class, const struct method *by) {
    if (!class || class->made) return;
    class->made = true;
    made_below(search, class, class, by);
}

static void call_virtual(struct search *search, struct class *class, const struct use *use, const struct method *by) {
    for (size_t i = 0; i < class->call_count; i++) {
        if (class->calls[i].name == use->name && class->calls[i].descriptor == use->descriptor) return;
    }
    ARRAY_GROW(class->calls, class->call_count, class->call_capacity);
    class->calls[class->call_count++] = *use;
    for (size_t i = 0; i < class->made_below.count; i++) {
        reach(search, find_method(search, class->made_below.items[i], use->name, use->descriptor), by);
    }
}

static bool is_known(const struct search *search, const struct method *method) {
    const char *class_name = text_of(search, method->holder->name), *name = text_of(search, method->name),
               *descriptor = text_of(search, method->descriptor);
    // calls of them are linked, not bound
    if (strcmp(class_name, "java/lang/invoke/MethodHandle") == 0 ||
        strcmp(class_name, "java/lang/invoke/VarHandle") == 0) {
        return true;
    }
    for (int any = 0; any < 4; any++) {
        char *line = text_format("%s %s %s", any & 1 ? "*" : class_name, name, any & 2 ? "*" : descriptor);
        bool found = bsearch(&line, search->known.items, search->known.count, sizeof(line), compare_texts);
        free(line);
        if (found) return true;
    }
    return false;
}

static void follow(struct search *search, struct method *method) {
    if (method->flags & ACC_NATIVE && !is_known(search, method)) {
        ARRAY_GROW(search->missing, search->missing_count, search->missing_capacity);
        search->missing[search->missing_count++] = method;
    }
    for (size_t i = 0; i < method->use_count; i++) {
        const struct use *use = &method->uses[i];
        struct class *class = class_of(search, use->class_name);
        if (!class) continue;
        if (use->opcode == OP_new) {
            make(search, class, method);
            continue;
        }
        bool is_virtual = use->opcode == OP_invokevirtual || use->opcode == OP_invokeinterface;
        struct method *called = find_method(search, class, use->name, use->descriptor);
        if (is_virtual) call_virtual(search, class, use, method);
        if (!is_virtual || (called && called->flags & ACC_NATIVE)) reach(search, called, method);
    }
}

// ---- From the program

static void read_list(struct search *search, const char *list) {
    for (const char *line = list; *line;) {
        size_t length = strcspn(line, "\n");
        text_list_add(&search->known, text_copy_span(line, length));
        line += length + (line[length] == '\n');
    }
}

static void index_image(struct search *search) {
    for (u32 i = 0; i < search->modules.image.table_length; i++) {
        struct jimage_location location;
        if (!jdk_modules_class(&search->modules, i, &location)) continue;
        char *name = text_format("%s/%s", location.parent, location.base);
        u32 number = text_number(search, name);
        free(name);
        while (number >= search->image_capacity) {
            size_t before = search->image_capacity;
            search->image_capacity = before ? 2 * before : 1 << 16;
            search->image_entries =
                memory_resize(search->image_entries, search->image_capacity * sizeof(*search->image_entries));
            memset(search->image_entries + before, 0,
                   (search->image_capacity - before) * sizeof(*search->image_entries));
        }
        search->image_entries[number] = i + 1;
    }
}

static void start_from_program(struct search *search) {
    for (u32 name = 1; name < search->class_capacity; name++) {
        struct class *class = search->classes[name];
        if (!class || !class->of_program) continue;
        make(search, class, NULL);
        for (size_t i = 0; i < class->method_count; i++) reach(search, &class->methods[i], NULL);
    }
}

static char *label_of(const struct search *search, const struct method *method) {
    char *class_name = text_copy(text_of(search, method->holder->name));
    for (char *at = class_name; *at; at++) {
        if (*at == '/') *at = '.';
    }
    char *label = names_method_label(class_name, text_of(search, method->name), text_of(search, method->descriptor));
    free(class_name);
    return label;
}

// "CLASS.METHOD(TYPES)", and for one of the library's the first call from the program that leads to it.
static void print_missing(const struct search *search, const struct method *method) {
    char *label = label_of(search, method);
    if (method->holder->of_program) {
        printf("%s\tdeclared by the program\n", label);
    } else {
        const struct method *at = method;
        while (at->by && !at->by->holder->of_program) at = at->by;
        char *last = label_of(search, at), *from = at->by ? label_of(search, at->by) : text_copy("the program");
        printf("%s\tby %s, called by %s\n", label, last, from);
        free(last), free(from);
    }
    free(label);
}

bool natives_print(const char *list, const struct program *program, const struct jdk *jdk, struct problem *problem) {
    struct search search = {0};
    if (!jdk_modules_open(&search.modules, jdk->image, problem)) return false;
    read_list(&search, list);
    qsort(search.known.items, search.known.count, sizeof(*search.known.items), compare_texts);
    text_number(&search, ""); // no name
    search.initialiser = text_number(&search, "<clinit>");
    search.void_descriptor = text_number(&search, "()V");
    index_image(&search);
    search.reading_program = true;
    struct class_visitor visitor = visitor_of(&search);
    program_visit(program, &visitor);
    start_from_program(&search);
    while (search.queue_count) follow(&search, search.queue[--search.queue_count]);
    for (int of_program = 1; of_program >= 0; of_program--) {
        for (size_t i = 0; i < search.missing_count; i++) {
            if (search.missing[i]->holder->of_program == of_program) print_missing(&search, search.missing[i]);
        }
    }
    jdk_modules_close(&search.modules);
    return true; // what the search has taken goes with the process
}
