// java.net.NetworkInterface: there is one, the loopback interface.
#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/javastring.h"
#include "kernel/code/native.h"
#include "kernel/heap/handle.h"
#include "kernel/heap/heap.h"
#include "kernel/natives/address.h"
#include "kernel/run/values.h"

#define INTERFACE_NAME "lo"
#define INTERFACE_INDEX 1
#define INTERFACE_MTU 65536
#define IPV4_LOOPBACK 0x7f000001u
#define IPV4_PREFIX 8
#define IPV6_PREFIX 128

enum own_address { OWN_IPV6, OWN_IPV4, OWN_ADDRESSES };

static struct net_address own_address(enum own_address which) {
    struct net_address ipv6 = {.bytes = {[NET_ADDRESS_BYTES - 1] = 1}};
    return which == OWN_IPV6 ? ipv6 : net_address_of_ipv4(IPV4_LOOPBACK, 0);
}

static s32 always_0(void) { return 0; }
static s32 always_1(void) { return 1; }
static ref null(void) { return 0; }
static void nothing(void) {}
static s32 mtu(void) { return INTERFACE_MTU; }

static bool is_own(ref inet) {
    struct net_address address;
    if (!address_of(inet, 0, false, &address)) return false;
    for (u32 i = 0; i < OWN_ADDRESSES; i++) {
        struct net_address own = own_address((enum own_address)i);
        if (memcmp(&own, &address, sizeof(own)) == 0) return true;
    }
    return false;
}

// ---- The object: NetworkInterface, with its addresses and an InterfaceAddress for each

static ref new_address(struct thread *thread, handle interface, enum own_address which) {
    struct net_address address = own_address(which);
    if (which == OWN_IPV4) return address_new(thread, &address);
    ref bytes = native_new_bytes(thread, address.bytes, sizeof(address.bytes));
    if (!bytes) return 0;
    ref made =
        java_new(thread, "java/net/Inet6Address", "(Ljava/lang/String;[BI)V", (u64[]){0, 0, bytes, INTERFACE_INDEX});
    if (made) {
        java_set_ref(java_get_ref(made, FIELD_Inet6Address_holder6), FIELD_Inet6AddressHolder_scope_ifname, *interface);
    }
    return made;
}

static bool add_address(struct thread *thread, handle interface, handle addresses, handle bindings,
                        enum own_address which) {
    u32 mark = handle_mark(thread);
    handle address = handle_new(thread, new_address(thread, interface, which));
    ref binding = *address ? java_new(thread, "java/net/InterfaceAddress", "()V", (u64[]){0}) : 0;
    if (binding) {
        java_set_ref(binding, FIELD_InterfaceAddress_address, *address);
        *(s16 *)(uintptr_t)(binding + java_field_offset(FIELD_InterfaceAddress_maskLength)) =
            which == OWN_IPV6 ? IPV6_PREFIX : IPV4_PREFIX;
        ASSERT(which < OWN_ADDRESSES);
        array_set_ref(*addresses, which, *address);
        array_set_ref(*bindings, which, binding);
    }
    handle_release(thread, mark);
    return binding;
}

static bool fill(struct thread *thread, handle interface) {
    handle addresses = handle_new(thread, native_new_array(thread, "java/net/InetAddress", OWN_ADDRESSES));
    handle bindings =
        handle_new(thread, *addresses ? native_new_array(thread, "java/net/InterfaceAddress", OWN_ADDRESSES) : 0);
    handle children = handle_new(thread, *bindings ? native_new_array(thread, "java/net/NetworkInterface", 0) : 0);
    handle name = handle_new(thread, *children ? javastring_of(thread, INTERFACE_NAME) : 0);
    if (!*name) return false;
    for (u32 i = 0; i < OWN_ADDRESSES; i++) {
        if (!add_address(thread, interface, addresses, bindings, (enum own_address)i)) return false;
    }
    java_set_ref(*interface, FIELD_NetworkInterface_name, *name);
    java_set_ref(*interface, FIELD_NetworkInterface_displayName, *name);
    java_set_int(*interface, FIELD_NetworkInterface_index, INTERFACE_INDEX);
    java_set_ref(*interface, FIELD_NetworkInterface_addrs, *addresses);
    java_set_ref(*interface, FIELD_NetworkInterface_bindings, *bindings);
    java_set_ref(*interface, FIELD_NetworkInterface_childs, *children);
    return true;
}

static ref new_interface(struct thread *thread) {
    u32 mark = handle_mark(thread);
    handle interface = handle_new(thread, java_new(thread, "java/net/NetworkInterface", "()V", (u64[]){0}));
    ref made = *interface && fill(thread, interface) ? *interface : 0;
    handle_release(thread, mark);
    return made;
}

// ---- Finding it

static ref all(struct thread *thread) {
    u32 mark = handle_mark(thread);
    handle array = handle_new(thread, native_new_array(thread, "java/net/NetworkInterface", 1));
    ref interface = *array ? new_interface(thread) : 0;
    if (interface) array_set_ref(*array, 0, interface);
    ref result = interface ? *array : 0;
    handle_release(thread, mark);
    return result;
}

static ref by_name(struct thread *thread, handle string) {
    char name[sizeof(INTERFACE_NAME) + 1];
    size_t length = javastring_utf8_length(*string, sizeof(name));
    if (length >= sizeof(name)) return 0;
    javastring_utf8(*string, name, sizeof(name));
    return strcmp(name, INTERFACE_NAME) == 0 ? new_interface(thread) : 0;
}

static ref by_index(struct thread *thread, s32 index) { return index == INTERFACE_INDEX ? new_interface(thread) : 0; }
static ref by_address(struct thread *thread, handle inet) { return is_own(*inet) ? new_interface(thread) : 0; }
static s32 is_bound(struct thread *thread, handle inet) {
    (void)thread;
    return is_own(*inet);
}

static const struct native INTERFACE[] = {
    LEAF("init", "()V", nothing),
    REENTRANT("getAll", "()[Ljava/net/NetworkInterface;", all),
    REENTRANT("getByName0", "(Ljava/lang/String;)Ljava/net/NetworkInterface;", by_name),
    REENTRANT("getByIndex0", "(I)Ljava/net/NetworkInterface;", by_index),
    REENTRANT("getByInetAddress0", "(Ljava/net/InetAddress;)Ljava/net/NetworkInterface;", by_address),
    HANDLE("boundInetAddress0", "(Ljava/net/InetAddress;)Z", is_bound),
    LEAF("isUp0", "(Ljava/lang/String;I)Z", always_1),
    LEAF("isLoopback0", "(Ljava/lang/String;I)Z", always_1),
    LEAF("supportsMulticast0", "(Ljava/lang/String;I)Z", always_0),
    LEAF("isP2P0", "(Ljava/lang/String;I)Z", always_0),
    LEAF("getMacAddr0", "([BLjava/lang/String;I)[B", null),
    LEAF("getMTU0", "(Ljava/lang/String;I)I", mtu),
    NATIVES_END,
};

const struct native_class natives_interface[] = {{"java/net/NetworkInterface", INTERFACE}, {NULL, NULL}};
