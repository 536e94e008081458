// Finds the C function of a native method. See kernel/code/native.h.
#include "kernel/code/native.h"

#include "base/string.h"
#include "kernel/classes/loader.h"

static const struct native_class *const TABLES[] = {
    natives_reflect_fp,
    natives_executable,
    natives_constant_pool,
    natives_stack,
    natives_management,
    natives_management_fp,
    natives_management_memory,
    natives_lang,
    natives_class,
    natives_system,
    natives_thread,
    natives_unsafe_guarded,
    natives_unsafe_guarded_fp,
    natives_unsafe,
    natives_unsafe_fp,
    natives_loader,
    natives_reflect,
    natives_reflect_guarded,
    natives_array,
    natives_file,
    natives_file_system,
    natives_nio,
    natives_channel,
    natives_net,
    natives_process,
    natives_prefs,
    natives_select,
    natives_socket,
    natives_datagram,
    natives_path_socket,
    natives_domain,
    natives_portal,
    natives_interface,
    natives_zip,
    natives_math_fp,
    natives_log,
    natives_invoke,
    natives_scheduler,
};

// Many classes of the boot loader have these, so that the library's C part can look up fields or bind its functions;
// here there is nothing to do.
static void nothing(void) {}
static const struct native EMPTY_REGISTRATIONS[] = {
    LEAF("registerNatives", "()V", nothing),
    LEAF("initIDs", "()V", nothing),
    LEAF("initNative", "()V", nothing),
    NATIVES_END,
};

static const struct native *find_in(const struct native *natives, const struct method *method) {
    for (const struct native *native = natives; native->name; native++) {
        if (strcmp(native->name, method->name->text) != 0) continue;
        if (!native->descriptor || strcmp(native->descriptor, method->descriptor->text) == 0) return native;
    }
    return NULL;
}

static const struct native *find(const struct method *method) {
    const char *class_name = method->holder->name->text;
    for (size_t i = 0; i < COUNT_OF(TABLES); i++) {
        for (const struct native_class *class = TABLES[i]; class->name; class ++) {
            if (strcmp(class->name, class_name) != 0) continue;
            const struct native *native = find_in(class->natives, method);
            if (native) return native;
        }
    }
    return NULL;
}

const struct native *native_bind(struct method *method) {
    if (method->native || method->flags & METHOD_PROGRAMS) return method->native;
    method->native = find(method);
    if (!method->native && !method->holder->loader->object) method->native = find_in(EMPTY_REGISTRATIONS, method);
    return method->native;
}

static void each_of(const char *class_name, const struct native *natives,
                    void (*each)(void *context, const char *class_name, const char *name, const char *descriptor),
                    void *context) {
    for (const struct native *native = natives; native->name; native++) {
        each(context, class_name, native->name, native->descriptor ? native->descriptor : "*");
    }
}

void native_each(void (*each)(void *context, const char *class_name, const char *name, const char *descriptor),
                 void *context) {
    each_of("*", EMPTY_REGISTRATIONS, each, context);
    for (size_t i = 0; i < COUNT_OF(TABLES); i++) {
        for (const struct native_class *class = TABLES[i]; class->name; class ++) {
            each_of(class->name, class->natives, each, context);
        }
    }
}
