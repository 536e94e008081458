// Nest hosts (JVMS 5.4.4). See class.h.
#include "kernel/classes/class.h"

#include "base/string.h"
#include "kernel/classes/java.h"
#include "kernel/classes/link_pool.h"
#include "translator/reader/bytecode.h"

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
