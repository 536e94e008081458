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

bool class_needs_constructor(const struct class *class) {
    static const char *const prefixes[] = {
        "java/io/FileDescriptor",
        "java/io/FileInputStream",
        "java/io/FileOutputStream",
        "java/io/RandomAccessFile",
        "java/lang/Class",
        "java/lang/Module",
        "java/lang/Process",
        "java/lang/Runtime",
        "java/lang/Stack",
        "java/lang/Thread",
        "java/lang/invoke/",
        "java/lang/ref/",
        "java/lang/reflect/",
        "java/net/",
        "java/nio/",
        "java/util/zip/",
        "jdk/internal/",
        "sun/",
    };
    const struct known *known = &class->domain->known;
    if (class == known->string || class_is_boot(class, "java/lang/invoke/MethodType")) return true;
    if (class_is_subclass(class, known->serializable)) return false;
    for (; class; class = class->super) {
        if (class->loader->object || strncmp(class->name->text, "jdk/internal/reflect/", 21) == 0) continue;
        for (u32 i = 0; i < COUNT_OF(prefixes); i++) {
            if (strncmp(class->name->text, prefixes[i], strlen(prefixes[i])) == 0) return true;
        }
    }
    return false;
}

// One that makes objects without their constructors, in a domain that nobody has to trust.
static bool is_maker(const struct class *class) {
    return class->domain != domain_first && class->super &&
           class_is_boot(class->super, "jdk/internal/reflect/SerializationConstructorAccessorImpl");
}

bool class_accessible(struct class *from, struct class *to) {
    to = class_element(to);
    if (is_maker(from) && class_needs_constructor(to)) return false;
    if (class_is_primitive(to) || from == to || class_is_accessor(from) || class_same_package(from, to)) return true;
    return to->access_flags & ACC_PUBLIC && module_exports(to, from);
}

static bool lists_member(const struct class *host, const struct class *member) {
    u32 offset = host->file->nest_members_attribute;
    if (!offset) return false;
    u32 length;
    const u8 *body = classfile_attribute(host->file, offset, &length);
    for (u16 i = 0; i < bytecode_u16(body); i++) {
        struct text name = classfile_class_name(host->file, bytecode_u16(body + 2 + 2 * i));
        if (symbol_is_text(member->name, name)) {
            return true;
        }
    }
    return false;
}

// A class whose host cannot be had is its own host: that is no error, only a lack of access (HotSpot does the same).
// Having run out of stack or memory says nothing about the host.
struct class *class_nest_host(struct thread *thread, struct class *class) {
    if (class->nest_host) return class->nest_host;
    struct class *host = class;
    if (class->file && class->file->nest_host) {
        host = link_class(thread, class, class->file->nest_host);
        if (!host && java_exception_is(thread, "java/lang/VirtualMachineError")) return NULL;
        if (!host) thread->exception = 0;
        if (!host || !class_same_package(class, host) || !host->file || !lists_member(host, class)) host = class;
    }
    class->nest_host = host;
    return host;
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
