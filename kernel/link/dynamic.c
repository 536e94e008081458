// See dynamic.h.
#include "kernel/link/dynamic.h"

#include "base/narrow.h"
#include "base/print.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/link_pool.h"
#include "kernel/classes/loader.h"
#include "kernel/classes/metaspace.h"
#include "kernel/core/scheduler.h"
#include "kernel/memory/scratch.h"

// ---- What a site asks for

struct dynamic_site dynamic_site(struct class *caller, u16 index) {
    struct dynamic_ref dynamic = classfile_dynamic(caller->file, index);
    struct dynamic_site site = {
        .caller = caller, .index = index, .name = dynamic.name, .descriptor = dynamic.descriptor};
    site.bootstrap = classfile_bootstrap_method(caller->file, dynamic.bootstrap_method);
    // The class that is written refers to its caller by name, which is not possible for a hidden class.
    site.kind = caller->flags & CLASS_HIDDEN ? DYNAMIC_OTHER : dynamic_kind_of(&site);
    return site;
}

// ---- The class behind it

struct class *dynamic_define(struct thread *thread, struct class *caller, const struct class_writer *writer,
                             u32 flags) {
    if (class_writer_failed(writer)) return metaspace_exhausted(thread);
    scheduler_poll_native(thread); // names may be long, and have been looked at many times
    struct class *host = class_nest_host(thread, caller);
    if (!host) return NULL;
    struct loader_define define = {.bytes = writer->file.bytes,
                                   .size = writer->file.length,
                                   .flags = DEFINE_HIDDEN | DEFINE_POLLS | flags,
                                   .nest_host = host,
                                   .owner = caller->owner};
    return loader_define(thread, caller->loader, &define);
}

#define SUFFIX_BYTES 32u

size_t dynamic_name_bytes(const struct class *caller) { return caller->name->length + SUFFIX_BYTES; }

struct text dynamic_name(struct class *caller, const char *kind, char *text) {
    u32 length = caller->name->length < UINT16_MAX - SUFFIX_BYTES ? caller->name->length : UINT16_MAX - SUFFIX_BYTES;
    return (struct text){text, narrow_u16(print_format(text, dynamic_name_bytes(caller), "%.*s$$%s$%u", (int)length,
                                                       caller->name->text, kind, ++caller->domain->dynamic_count))};
}

static bool write(struct thread *thread, const struct dynamic_site *site, struct class_writer *writer) {
    switch (site->kind) {
    case DYNAMIC_LAMBDA:
    case DYNAMIC_ALT_LAMBDA: return dynamic_write_lambda(thread, site, writer);
    case DYNAMIC_RECORD: dynamic_write_record(site, writer); return true;
    default: dynamic_write_concat(site, writer); return true;
    }
}

struct method *dynamic_link(struct thread *thread, const struct dynamic_site *site) {
    bool is_lambda = site->kind == DYNAMIC_LAMBDA || site->kind == DYNAMIC_ALT_LAMBDA;
    bool is_other = site->kind == DYNAMIC_OTHER || (is_lambda && !dynamic_lambda_has_interfaces(thread, site));
    if (thread->exception) return NULL;
    if (is_other) return dynamic_link_other(thread, site);
    SCRATCH_ARRAY(char, name, dynamic_name_bytes(site->caller));
    if (!name) return metaspace_exhausted(thread);
    struct class_writer writer;
    class_writer_init(&writer, dynamic_name(site->caller, is_lambda ? "Lambda" : "Site", name));
    struct class *class = write(thread, site, &writer) ? dynamic_define(thread, site->caller, &writer, 0) : NULL;
    class_writer_free(&writer);
    if (!class) return NULL;
    struct text descriptor = site->descriptor, target = DYNAMIC_TARGET;
    return class_declared_method(class, symbol_find(target.bytes, target.length),
                                 symbol_find(descriptor.bytes, descriptor.length));
}
