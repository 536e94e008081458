// java.lang.Object, String, Throwable, StackTraceElement, and getCallerClass.
#include "base/panic.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/classes/mirror.h"
#include "kernel/code/native.h"
#include "kernel/natives/invoke.h"
#include "kernel/report/null_message.h"
#include "kernel/run/exception.h"
#include "kernel/run/trace.h"
#include "kernel/run/unwind.h"
#include "kernel/run/values.h"

static ref object_class_of(ref object) { return object_class(object)->mirror; }

static ref object_clone(struct thread *thread, handle object) {
    struct class *class = object_class(*object);
    if (class_is_array(class) || class_is_subclass(class, domain_of(thread)->known.cloneable)) {
        return java_register(thread, heap_clone(thread, object));
    }
    char name[256];
    exception_throw(thread, "java/lang/CloneNotSupportedException", "%s",
                    class_external_name(class, name, sizeof(name)));
    return 0;
}

static ref string_intern(struct thread *thread, handle string) { return javastring_intern(thread, string); }

static ref fill_in_stack_trace(struct thread *thread, handle throwable, s32 unused) {
    (void)unused;
    exception_fill_trace(thread, throwable);
    return *throwable;
}

// Sets the version of the class's module, which only Java knows.
static void set_module_version(struct thread *thread, ref element) {
    const struct known *known = &domain_of(thread)->known;
    ref class = heap_load_ref(element, known->element_class_object),
        module = class ? heap_load_ref(class, known->class_module) : 0;
    ref descriptor = module ? java_get_ref(module, FIELD_Module_descriptor) : 0;
    ref version = descriptor ? java_get_ref(descriptor, FIELD_ModuleDescriptor_version) : 0;
    if (version) {
        heap_store_ref(element, known->element_module_version, java_get_ref(version, FIELD_ModuleVersion_version));
    }
}

static void init_stack_trace_elements(struct thread *thread, handle elements, handle throwable) {
    exception_fill_elements(thread, elements, throwable);
    for (u32 i = 0; i < array_length(*elements); i++) set_module_version(thread, array_get_ref(*elements, i));
}

// From a StackFrameInfo.
static void init_stack_trace_element(struct thread *thread, handle element, handle frame) {
    if (native_is_null(thread, element) || native_is_null(thread, frame)) return;
    struct method *method = member_method(java_get_ref(*frame, FIELD_StackFrameInfo_memberName));
    exception_fill_element(thread, element, method, (u32)java_get_int(*frame, FIELD_StackFrameInfo_bci));
    set_module_version(thread, *element);
}

static ref extended_message(struct thread *thread, handle exception) {
    u64 frame = trace_length(*exception) ? trace_frame(*exception, 0) : TRACE_BELOW_HIDDEN;
    if (frame & TRACE_BELOW_HIDDEN) return 0;
    const struct method *method = trace_method(frame);
    return method_is_native(method) ? 0 : null_message(thread, method, trace_bytecode_index(frame));
}

static ref caller_class(struct thread *thread) {
    struct class *class = frame_caller_class(thread);
    ASSERT(!class || class->mirror);
    return class ? class->mirror : 0;
}

static s32 class_access_flags(ref mirror) { return mirror_class(mirror)->access_flags; }

static s32 are_nest_mates(struct thread *thread, handle a, handle b) {
    struct class *first = class_nest_host(thread, mirror_class(*a));
    return first && !thread->exception && first == class_nest_host(thread, mirror_class(*b));
}

static const struct native OBJECT[] = {LEAF("getClass", NULL, object_class_of), REENTRANT("clone", NULL, object_clone),
                                       NATIVES_END};
static const struct native STRING[] = {HANDLE("intern", NULL, string_intern), NATIVES_END};
static const struct native THROWABLE[] = {HANDLE("fillInStackTrace", "(I)Ljava/lang/Throwable;", fill_in_stack_trace),
                                          NATIVES_END};
static const struct native ELEMENT[] = {
    HANDLE("initStackTraceElements", NULL, init_stack_trace_elements),
    HANDLE("initStackTraceElement", NULL, init_stack_trace_element),
    NATIVES_END,
};
static const struct native NULL_POINTER[] = {HANDLE("getExtendedNPEMessage", NULL, extended_message), NATIVES_END};
static const struct native REFLECTION[] = {
    HANDLE("getCallerClass", NULL, caller_class),
    LEAF("getClassAccessFlags", NULL, class_access_flags),
    REENTRANT("areNestMates", NULL, are_nest_mates),
    NATIVES_END,
};

const struct native_class natives_lang[] = {
    {"java/lang/Object", OBJECT},
    {"java/lang/String", STRING},
    {"java/lang/Throwable", THROWABLE},
    {"java/lang/StackTraceElement", ELEMENT},
    {"java/lang/NullPointerException", NULL_POINTER},
    {"jdk/internal/reflect/Reflection", REFLECTION},
    {NULL, NULL},
};
