// Access control between classes and members (JVMS 5.4.4), and nests (JVMS 5.4.4, 4.7.28).
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/class_tables.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/module.h"

// Accessors that reflection writes as bytecode reach every class and member: java.lang.reflect has checked access. No
// other class can have such a superclass (class_create.c).
bool class_is_accessor(const struct class *class) {
    for (; class; class = class->super) {
        if (class_is_boot(class, "jdk/internal/reflect/MagicAccessorImpl")) return true;
    }
    return false;
}

// The library's classes whose constructors it, or the kernel, relies on. A stream of serialized objects makes some of
// them without: natives expect nothing of the fields of those.
static bool is_relied_on(const struct class *class) {
    static const struct {
        const char *start;
        bool with_serializable; // even classes that are
    } PREFIXES[] = {
        {"java/io/File", true},
        {"java/io/RandomAccessFile", false},
        {"java/lang/ClassLoader", false},
        {"java/lang/Module", false},
        {"java/lang/Process", false},
        {"java/lang/Runtime", false},
        {"java/lang/Stack", false},
        {"java/lang/Thread", false},
        {"java/lang/invoke/", false},
        {"java/lang/ref/", false},
        {"java/lang/reflect/", false},
        {"java/net/", true},
        {"java/nio/", false},
        {"java/util/zip/", false},
        {"jdk/internal/", false},
        {"sun/", false},
    };
    if (class->loader->object || strncmp(class->name->text, "jdk/internal/reflect/", 21) == 0) return false;
    bool is_serializable = class_is_subclass(class, class->domain->known.serializable);
    for (u32 i = 0; i < COUNT_OF(PREFIXES); i++) {
        if (strncmp(class->name->text, PREFIXES[i].start, strlen(PREFIXES[i].start)) != 0) continue;
        return !is_serializable || PREFIXES[i].with_serializable;
    }
    return false;
}

static bool is_value(const struct class *class) {
    return class == class->domain->known.string || class_is_boot(class, "java/lang/invoke/MethodType");
}

bool class_needs_constructor(const struct class *class, const struct class *end) {
    if (is_value(class)) return true;
    for (; class != end; class = class->super) {
        if (is_relied_on(class)) return true;
    }
    return false;
}

// One that makes objects without their constructors, in a domain that nobody has to trust: for ObjectInputStream, which
// calls the constructor of the first class above that is not Serializable.
static bool is_maker(const struct class *class) {
    return class->domain != domain_first && class->super &&
           class_is_boot(class->super, "jdk/internal/reflect/SerializationConstructorAccessorImpl");
}

static bool may_make(const struct class *class) {
    if (class_is_subclass(class, class->domain->known.serializable)) {
        return !is_value(class) && class != class->domain->known.class_;
    }
    return !class_needs_constructor(class, NULL);
}

bool class_accessible(struct class *from, struct class *to) {
    to = class_element(to);
    if (is_maker(from) && !may_make(to)) return false;
    if (class_is_primitive(to) || from == to || class_is_accessor(from) || class_same_package(from, to)) return true;
    return to->access_flags & ACC_PUBLIC && module_exports(to, from);
}

static bool protected_accessible(const struct class *from, const struct class *through, const struct class *holder,
                                 u16 access_flags) {
    if (!class_is_subclass(from, holder)) return false;
    return access_flags & ACC_STATIC || from == through || class_is_subclass(through, from) ||
           class_is_subclass(from, through);
}

bool class_member_accessible(struct thread *thread, struct class *from, struct class *through, struct class *holder,
                             u16 access_flags) {
    if (access_flags & ACC_PUBLIC || from == holder || class_is_accessor(from)) return true;
    if (access_flags & ACC_PRIVATE) {
        const struct class *host = class_nest_host(thread, from);
        return host && host == class_nest_host(thread, holder);
    }
    if (class_same_package(from, holder)) return true;
    if (!(access_flags & ACC_PROTECTED)) return false;
    // Arrays have Object's methods; clone is public for them.
    return class_is_array(through) || protected_accessible(from, through, holder, access_flags);
}
