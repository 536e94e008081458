// The fields of the class library that the kernel reads or writes, by name: one table. Their offsets are looked up when
// first used, in classes of the boot loader that are linked by then.
#ifndef KERNEL_CLASSES_JAVA_FIELDS_H
#define KERNEL_CLASSES_JAVA_FIELDS_H

#include "translator/object.h"

struct domain;

// FIELD(short class name and field, class, field, descriptor)
// clang-format off
#define JAVA_FIELD_TABLE(FIELD) \
    FIELD(ClassLoader_name, "java/lang/ClassLoader", "name", "Ljava/lang/String;") \
    FIELD(ClassLoader_parent, "java/lang/ClassLoader", "parent", "Ljava/lang/ClassLoader;") \
    FIELD(Module_name, "java/lang/Module", "name", "Ljava/lang/String;") \
    FIELD(Module_loader, "java/lang/Module", "loader", "Ljava/lang/ClassLoader;") \
    FIELD(Thread_eetop, "java/lang/Thread", "eetop", "J") \
    FIELD(Enum_name, "java/lang/Enum", "name", "Ljava/lang/String;") \
    FIELD(Enum_ordinal, "java/lang/Enum", "ordinal", "I") \
    FIELD(Thread_name, "java/lang/Thread", "name", "Ljava/lang/String;") \
    FIELD(Thread_priority, "java/lang/Thread", "priority", "I") \
    FIELD(Thread_daemon, "java/lang/Thread", "daemon", "Z") \
    FIELD(Thread_stackSize, "java/lang/Thread", "stackSize", "J") \
    FIELD(Thread_threadStatus, "java/lang/Thread", "threadStatus", "I") \
    FIELD(Thread_tid, "java/lang/Thread", "tid", "J") \
    FIELD(Thread_parkBlocker, "java/lang/Thread", "parkBlocker", "Ljava/lang/Object;") \
    FIELD(Thread_stillborn, "java/lang/Thread", "stillborn", "Z") \
    FIELD(Thread_interrupted, "java/lang/Thread", "interrupted", "Z") \
    FIELD(Reference_referent, "java/lang/ref/Reference", "referent", "Ljava/lang/Object;") \
    FIELD(Reference_discovered, "java/lang/ref/Reference", "discovered", "Ljava/lang/ref/Reference;") \
    FIELD(Reference_next, "java/lang/ref/Reference", "next", "Ljava/lang/ref/Reference;") \
    FIELD(SoftReference_clock, "java/lang/ref/SoftReference", "clock", "J") \
    FIELD(SoftReference_timestamp, "java/lang/ref/SoftReference", "timestamp", "J") \
    FIELD(File_path, "java/io/File", "path", "Ljava/lang/String;") \
    FIELD(FileDescriptor_fd, "java/io/FileDescriptor", "fd", "I") \
    FIELD(FileDescriptor_append, "java/io/FileDescriptor", "append", "Z") \
    FIELD(FileInputStream_fd, "java/io/FileInputStream", "fd", "Ljava/io/FileDescriptor;") \
    FIELD(FileOutputStream_fd, "java/io/FileOutputStream", "fd", "Ljava/io/FileDescriptor;") \
    FIELD(RandomAccessFile_fd, "java/io/RandomAccessFile", "fd", "Ljava/io/FileDescriptor;") \
    FIELD(InetAddress_holder, "java/net/InetAddress", "holder", "Ljava/net/InetAddress$InetAddressHolder;") \
    FIELD(InetAddressHolder_family, "java/net/InetAddress$InetAddressHolder", "family", "I") \
    FIELD(InetAddressHolder_address, "java/net/InetAddress$InetAddressHolder", "address", "I") \
    FIELD(Inet6Address_holder6, "java/net/Inet6Address", "holder6", "Ljava/net/Inet6Address$Inet6AddressHolder;") \
    FIELD(Inet6AddressHolder_ipaddress, "java/net/Inet6Address$Inet6AddressHolder", "ipaddress", "[B") \
    FIELD(Inet6AddressHolder_scope_ifname, "java/net/Inet6Address$Inet6AddressHolder", "scope_ifname", "Ljava/net/NetworkInterface;") \
    FIELD(InterfaceAddress_address, "java/net/InterfaceAddress", "address", "Ljava/net/InetAddress;") \
    FIELD(InterfaceAddress_maskLength, "java/net/InterfaceAddress", "maskLength", "S") \
    FIELD(NetworkInterface_name, "java/net/NetworkInterface", "name", "Ljava/lang/String;") \
    FIELD(NetworkInterface_displayName, "java/net/NetworkInterface", "displayName", "Ljava/lang/String;") \
    FIELD(NetworkInterface_index, "java/net/NetworkInterface", "index", "I") \
    FIELD(NetworkInterface_addrs, "java/net/NetworkInterface", "addrs", "[Ljava/net/InetAddress;") \
    FIELD(NetworkInterface_bindings, "java/net/NetworkInterface", "bindings", "[Ljava/net/InterfaceAddress;") \
    FIELD(NetworkInterface_childs, "java/net/NetworkInterface", "childs", "[Ljava/net/NetworkInterface;") \
    FIELD(UnixFileAttributes_st_mode, "sun/nio/fs/UnixFileAttributes", "st_mode", "I") \
    FIELD(UnixFileAttributes_st_ino, "sun/nio/fs/UnixFileAttributes", "st_ino", "J") \
    FIELD(UnixFileAttributes_st_dev, "sun/nio/fs/UnixFileAttributes", "st_dev", "J") \
    FIELD(UnixFileAttributes_st_rdev, "sun/nio/fs/UnixFileAttributes", "st_rdev", "J") \
    FIELD(UnixFileAttributes_st_nlink, "sun/nio/fs/UnixFileAttributes", "st_nlink", "I") \
    FIELD(UnixFileAttributes_st_uid, "sun/nio/fs/UnixFileAttributes", "st_uid", "I") \
    FIELD(UnixFileAttributes_st_gid, "sun/nio/fs/UnixFileAttributes", "st_gid", "I") \
    FIELD(UnixFileAttributes_st_size, "sun/nio/fs/UnixFileAttributes", "st_size", "J") \
    FIELD(UnixFileAttributes_st_atime_sec, "sun/nio/fs/UnixFileAttributes", "st_atime_sec", "J") \
    FIELD(UnixFileAttributes_st_atime_nsec, "sun/nio/fs/UnixFileAttributes", "st_atime_nsec", "J") \
    FIELD(UnixFileAttributes_st_mtime_sec, "sun/nio/fs/UnixFileAttributes", "st_mtime_sec", "J") \
    FIELD(UnixFileAttributes_st_mtime_nsec, "sun/nio/fs/UnixFileAttributes", "st_mtime_nsec", "J") \
    FIELD(UnixFileAttributes_st_ctime_sec, "sun/nio/fs/UnixFileAttributes", "st_ctime_sec", "J") \
    FIELD(UnixFileAttributes_st_ctime_nsec, "sun/nio/fs/UnixFileAttributes", "st_ctime_nsec", "J") \
    FIELD(UnixFileAttributes_st_birthtime_sec, "sun/nio/fs/UnixFileAttributes", "st_birthtime_sec", "J") \
    FIELD(UnixFileAttributes_st_birthtime_nsec, "sun/nio/fs/UnixFileAttributes", "st_birthtime_nsec", "J") \
    FIELD(UnixFileStoreAttributes_f_frsize, "sun/nio/fs/UnixFileStoreAttributes", "f_frsize", "J") \
    FIELD(UnixFileStoreAttributes_f_blocks, "sun/nio/fs/UnixFileStoreAttributes", "f_blocks", "J") \
    FIELD(UnixFileStoreAttributes_f_bfree, "sun/nio/fs/UnixFileStoreAttributes", "f_bfree", "J") \
    FIELD(UnixFileStoreAttributes_f_bavail, "sun/nio/fs/UnixFileStoreAttributes", "f_bavail", "J") \
    FIELD(UnixMountEntry_name, "sun/nio/fs/UnixMountEntry", "name", "[B") \
    FIELD(UnixMountEntry_dir, "sun/nio/fs/UnixMountEntry", "dir", "[B") \
    FIELD(UnixMountEntry_fstype, "sun/nio/fs/UnixMountEntry", "fstype", "[B") \
    FIELD(UnixMountEntry_opts, "sun/nio/fs/UnixMountEntry", "opts", "[B") \
    FIELD(UnixMountEntry_dev, "sun/nio/fs/UnixMountEntry", "dev", "J") \
    FIELD(FileChannelImpl_fd, "sun/nio/ch/FileChannelImpl", "fd", "Ljava/io/FileDescriptor;") \
    FIELD(FileKey_st_dev, "sun/nio/ch/FileKey", "st_dev", "J") \
    FIELD(FileKey_st_ino, "sun/nio/ch/FileKey", "st_ino", "J") \
    FIELD(NativeLibraryImpl_handle, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl", "handle", "J") \
    FIELD(NativeLibraryImpl_jniVersion, "jdk/internal/loader/NativeLibraries$NativeLibraryImpl", "jniVersion", "I") \
    FIELD(Inflater_inputConsumed, "java/util/zip/Inflater", "inputConsumed", "I") \
    FIELD(Inflater_outputConsumed, "java/util/zip/Inflater", "outputConsumed", "I") \
    FIELD(Buffer_address, "java/nio/Buffer", "address", "J") \
    FIELD(ConstantPool_constantPoolOop, "jdk/internal/reflect/ConstantPool", "constantPoolOop", "Ljava/lang/Object;") \
    FIELD(MemberName_clazz, "java/lang/invoke/MemberName", "clazz", "Ljava/lang/Class;") \
    FIELD(MemberName_name, "java/lang/invoke/MemberName", "name", "Ljava/lang/String;") \
    FIELD(MemberName_type, "java/lang/invoke/MemberName", "type", "Ljava/lang/Object;") \
    FIELD(MemberName_flags, "java/lang/invoke/MemberName", "flags", "I") \
    FIELD(MethodType_rtype, "java/lang/invoke/MethodType", "rtype", "Ljava/lang/Class;") \
    FIELD(MethodType_ptypes, "java/lang/invoke/MethodType", "ptypes", "[Ljava/lang/Class;") \
    FIELD(CallSite_target, "java/lang/invoke/CallSite", "target", "Ljava/lang/invoke/MethodHandle;") \
    FIELD(System_in, "java/lang/System", "in", "Ljava/io/InputStream;") \
    FIELD(System_out, "java/lang/System", "out", "Ljava/io/PrintStream;") \
    FIELD(System_err, "java/lang/System", "err", "Ljava/io/PrintStream;") \
    FIELD(UnsafeConstants_ADDRESS_SIZE0, "jdk/internal/misc/UnsafeConstants", "ADDRESS_SIZE0", "I") \
    FIELD(UnsafeConstants_PAGE_SIZE, "jdk/internal/misc/UnsafeConstants", "PAGE_SIZE", "I") \
    FIELD(UnsafeConstants_UNALIGNED_ACCESS, "jdk/internal/misc/UnsafeConstants", "UNALIGNED_ACCESS", "Z") \
    FIELD(AccessibleObject_override, "java/lang/reflect/AccessibleObject", "override", "Z") \
    FIELD(Method_clazz, "java/lang/reflect/Method", "clazz", "Ljava/lang/Class;") \
    FIELD(Method_slot, "java/lang/reflect/Method", "slot", "I") \
    FIELD(Method_name, "java/lang/reflect/Method", "name", "Ljava/lang/String;") \
    FIELD(Method_parameterTypes, "java/lang/reflect/Method", "parameterTypes", "[Ljava/lang/Class;") \
    FIELD(Method_exceptionTypes, "java/lang/reflect/Method", "exceptionTypes", "[Ljava/lang/Class;") \
    FIELD(Method_returnType, "java/lang/reflect/Method", "returnType", "Ljava/lang/Class;") \
    FIELD(Method_modifiers, "java/lang/reflect/Method", "modifiers", "I") \
    FIELD(Method_signature, "java/lang/reflect/Method", "signature", "Ljava/lang/String;") \
    FIELD(Method_annotations, "java/lang/reflect/Method", "annotations", "[B") \
    FIELD(Method_parameterAnnotations, "java/lang/reflect/Method", "parameterAnnotations", "[B") \
    FIELD(Method_annotationDefault, "java/lang/reflect/Method", "annotationDefault", "[B") \
    FIELD(Constructor_clazz, "java/lang/reflect/Constructor", "clazz", "Ljava/lang/Class;") \
    FIELD(Constructor_slot, "java/lang/reflect/Constructor", "slot", "I") \
    FIELD(Constructor_parameterTypes, "java/lang/reflect/Constructor", "parameterTypes", "[Ljava/lang/Class;") \
    FIELD(Constructor_exceptionTypes, "java/lang/reflect/Constructor", "exceptionTypes", "[Ljava/lang/Class;") \
    FIELD(Constructor_modifiers, "java/lang/reflect/Constructor", "modifiers", "I") \
    FIELD(Constructor_signature, "java/lang/reflect/Constructor", "signature", "Ljava/lang/String;") \
    FIELD(Constructor_annotations, "java/lang/reflect/Constructor", "annotations", "[B") \
    FIELD(Constructor_parameterAnnotations, "java/lang/reflect/Constructor", "parameterAnnotations", "[B") \
    FIELD(Field_clazz, "java/lang/reflect/Field", "clazz", "Ljava/lang/Class;") \
    FIELD(Field_slot, "java/lang/reflect/Field", "slot", "I") \
    FIELD(Field_name, "java/lang/reflect/Field", "name", "Ljava/lang/String;") \
    FIELD(Field_type, "java/lang/reflect/Field", "type", "Ljava/lang/Class;") \
    FIELD(Field_modifiers, "java/lang/reflect/Field", "modifiers", "I") \
    FIELD(Field_trustedFinal, "java/lang/reflect/Field", "trustedFinal", "Z") \
    FIELD(Field_signature, "java/lang/reflect/Field", "signature", "Ljava/lang/String;") \
    FIELD(Field_annotations, "java/lang/reflect/Field", "annotations", "[B") \
    FIELD(StackFrameInfo_memberName, "java/lang/StackFrameInfo", "memberName", "Ljava/lang/Object;") \
    FIELD(StackFrameInfo_bci, "java/lang/StackFrameInfo", "bci", "I") \
    FIELD(Thread_inheritedAccessControlContext, "java/lang/Thread", "inheritedAccessControlContext", "Ljava/security/AccessControlContext;") \
    FIELD(AccessControlContext_context, "java/security/AccessControlContext", "context", "[Ljava/security/ProtectionDomain;") \
    FIELD(AccessControlContext_privilegedContext, "java/security/AccessControlContext", "privilegedContext", "Ljava/security/AccessControlContext;") \
    FIELD(AccessControlContext_isPrivileged, "java/security/AccessControlContext", "isPrivileged", "Z") \
    FIELD(AccessControlContext_isAuthorized, "java/security/AccessControlContext", "isAuthorized", "Z") \
    FIELD(Module_descriptor, "java/lang/Module", "descriptor", "Ljava/lang/module/ModuleDescriptor;") \
    FIELD(ModuleDescriptor_version, "java/lang/module/ModuleDescriptor", "version", "Ljava/lang/module/ModuleDescriptor$Version;") \
    FIELD(ModuleVersion_version, "java/lang/module/ModuleDescriptor$Version", "version", "Ljava/lang/String;") \
    FIELD(Parameter_name, "java/lang/reflect/Parameter", "name", "Ljava/lang/String;") \
    FIELD(Parameter_modifiers, "java/lang/reflect/Parameter", "modifiers", "I") \
    FIELD(Parameter_executable, "java/lang/reflect/Parameter", "executable", "Ljava/lang/reflect/Executable;") \
    FIELD(Parameter_index, "java/lang/reflect/Parameter", "index", "I") \
    FIELD(RecordComponent_clazz, "java/lang/reflect/RecordComponent", "clazz", "Ljava/lang/Class;") \
    FIELD(RecordComponent_name, "java/lang/reflect/RecordComponent", "name", "Ljava/lang/String;") \
    FIELD(RecordComponent_type, "java/lang/reflect/RecordComponent", "type", "Ljava/lang/Class;") \
    FIELD(RecordComponent_accessor, "java/lang/reflect/RecordComponent", "accessor", "Ljava/lang/reflect/Method;") \
    FIELD(RecordComponent_signature, "java/lang/reflect/RecordComponent", "signature", "Ljava/lang/String;") \
    FIELD(RecordComponent_annotations, "java/lang/reflect/RecordComponent", "annotations", "[B") \
    FIELD(RecordComponent_typeAnnotations, "java/lang/reflect/RecordComponent", "typeAnnotations", "[B") \
    FIELD(VMManagementImpl_currentThreadCpuTimeSupport, "sun/management/VMManagementImpl", "currentThreadCpuTimeSupport", "Z") \
    FIELD(VMManagementImpl_otherThreadCpuTimeSupport, "sun/management/VMManagementImpl", "otherThreadCpuTimeSupport", "Z") \
    FIELD(VMManagementImpl_threadAllocatedMemorySupport, "sun/management/VMManagementImpl", "threadAllocatedMemorySupport", "Z") \
    FIELD(VMManagementImpl_synchronizerUsageSupport, "sun/management/VMManagementImpl", "synchronizerUsageSupport", "Z") \
    FIELD(VMManagementImpl_compTimeMonitoringSupport, "sun/management/VMManagementImpl", "compTimeMonitoringSupport", "Z") \
    FIELD(VMManagementImpl_threadContentionMonitoringSupport, "sun/management/VMManagementImpl", "threadContentionMonitoringSupport", "Z") \
    FIELD(VMManagementImpl_gcNotificationSupport, "sun/management/VMManagementImpl", "gcNotificationSupport", "Z") \
    FIELD(MemoryPoolImpl_isHeap, "sun/management/MemoryPoolImpl", "isHeap", "Z") \
    FIELD(MemoryPoolImpl_usageThreshold, "sun/management/MemoryPoolImpl", "usageThreshold", "J") \
    FIELD(MemoryPoolImpl_collectionThreshold, "sun/management/MemoryPoolImpl", "collectionThreshold", "J") \
    FIELD(MemoryPoolImpl_usageSensor, "sun/management/MemoryPoolImpl", "usageSensor", "Lsun/management/Sensor;") \
    FIELD(MemoryPoolImpl_gcSensor, "sun/management/MemoryPoolImpl", "gcSensor", "Lsun/management/Sensor;") \
    FIELD(Sensor_on, "sun/management/Sensor", "on", "Z")
// clang-format on

enum java_field {
#define FIELD(id, class, name, descriptor) FIELD_##id,
    JAVA_FIELD_TABLE(FIELD)
#undef FIELD
        JAVA_FIELDS
};

// For an instance field, from the start of the object; for a static field, from the start of the mirror.
u32 java_field_offset(enum java_field field);

static inline s32 java_get_int(ref object, enum java_field field) {
    return *(s32 *)(uintptr_t)(object + java_field_offset(field));
}
static inline s64 java_get_long(ref object, enum java_field field) {
    return *(s64 *)(uintptr_t)(object + java_field_offset(field));
}
static inline u8 java_get_boolean(ref object, enum java_field field) {
    return *(u8 *)(uintptr_t)(object + java_field_offset(field));
}
static inline ref java_get_ref(ref object, enum java_field field) {
    return *(ref *)(uintptr_t)(object + java_field_offset(field));
}
static inline void java_set_int(ref object, enum java_field field, s32 value) {
    *(s32 *)(uintptr_t)(object + java_field_offset(field)) = value;
}
static inline void java_set_long(ref object, enum java_field field, s64 value) {
    *(s64 *)(uintptr_t)(object + java_field_offset(field)) = value;
}
static inline void java_set_boolean(ref object, enum java_field field, bool value) {
    *(u8 *)(uintptr_t)(object + java_field_offset(field)) = value;
}
void java_set_ref(ref object, enum java_field field, ref value);
// For a static field, the object that the offset above refers to: the mirror of its class in the domain.
ref java_field_mirror(struct domain *domain, enum java_field field);

#endif
