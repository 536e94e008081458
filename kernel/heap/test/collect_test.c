// The collector: single cases of references, ages, large objects and a full heap; and graphs that change at random,
// compared with a model of them after every collection. What is alive must be there unchanged, and nothing else may be.
#include "kernel/heap/collect.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fibers.h"
#include "kernel/classes/class_array.h"
#include "kernel/classes/java.h"
#include "kernel/classes/java_fields.h"
#include "kernel/classes/link.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/options.h"
#include "kernel/heap/collection.h"
#include "kernel/heap/handle.h"
#include "kernel/run/monitor.h"
#include "log_fixture.h"
#include "runtime.h"
#include "tap.h"

static struct class *class_of(const char *name) {
    struct class *class = java_class(thread_self(), name);
    if (!class || !class_link(thread_self(), class)) tap_ok(false, "%s is there", name);
    return class;
}

static struct heap *heap(void) { return &domain_of(thread_self())->heap; }
static void collect(void) { collect_all(thread_self()); }
static u64 occupied(void) { return heap_bytes_sum(heap_occupied_bytes(domain_of(thread_self()))); }
static u32 age_of(ref object) { return (object_at(object)->mark & MARK_AGE_MASK) >> MARK_AGE_SHIFT; }
static ref new_bytes(s32 length) { return heap_alloc_primitive_array(thread_self(), 'B', length); }

static void start_collector(const char *options) {
    struct options given = {options, options + strlen(options)};
    collect_init(domain_of(thread_self()), &given);
}

// ---- Single cases

static void test_ages(void) {
    struct thread *self = thread_self();
    u32 mark = handle_mark(self);
    handle kept = handle_new(self, new_bytes(100));
    memset(array_at(*kept)->elements, 0x5a, 100);
    bool right = true, moved = false;
    for (u32 i = 1; i < 20; i++) {
        ref before = *kept;
        collect();
        moved |= *kept != before;
        right &= age_of(*kept) == (i < 15 ? i : 15);
    }
    tap_ok(moved && right, "what survives moves, and ages by one a collection, to 15");
    bool same = true;
    for (u32 i = 0; i < 100; i++) same &= ((u8 *)array_at(*kept)->elements)[i] == 0x5a;
    tap_ok(same && array_length(*kept) == 100, "it stays what it was");
    u64 before = occupied();
    new_bytes(1000);
    collect();
    tap_is_int((long long)occupied(), (long long)before, "what nobody refers to goes, to the byte");
    handle_release(self, mark);
}

// Looks through the heap in a child of the process; returns whether that ended in the words.
static bool panics(const char *expected) {
    char said[2000] = "";
    int ends[2], status = 0;
    if (pipe(ends)) return false;
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        dup2(ends[1], STDERR_FILENO);
        collect_verify(domain_of(thread_self()), "looked through");
        _exit(0);
    }
    close(ends[1]);
    for (size_t used = 0; used + 1 < sizeof(said);) {
        ssize_t got = read(ends[0], said + used, sizeof(said) - 1 - used);
        if (got <= 0) break;
        used += (size_t)got;
    }
    close(ends[0]);
    waitpid(child, &status, 0);
    return status && strstr(said, expected);
}

static struct heap_chunk *find_chunk(bool is_free) {
    for (struct heap_chunk *chunk = heap_chunks; chunk < heap_chunks_end(); chunk++) {
        u64 used = chunk->dirty > chunk->top ? chunk->dirty : chunk->top;
        if (chunk->absent || (chunk->generation == HEAP_FREE) != is_free) continue;
        if (used < heap_chunk_start(chunk) + HEAP_CHUNK_BYTES - sizeof(u64)) return chunk;
    }
    return NULL;
}

// A word where nobody has had anything is found: above what is used of a chunk, and in a free one.
static void test_dirt(void) {
    static const char *const words = "which nobody has had, something is not zero";
    new_bytes(8);
    tap_ok(!panics("panic"), "the heap is looked through, and nothing is wrong");
    for (u32 i = 0; i < 2; i++) {
        struct heap_chunk *chunk = find_chunk(i);
        u64 *last = (u64 *)(heap_chunk_start(chunk) + HEAP_CHUNK_BYTES) - 1;
        *last = 1;
        tap_ok(panics(words), i ? "a word in a free chunk is found" : "a word above what is used of a chunk is found");
        *last = 0;
    }
}

static void test_large(void) {
    struct thread *self = thread_self();
    u32 mark = handle_mark(self);
    handle array = handle_new(self, heap_alloc_array(self, class_array_of(domain_of(self)->known.object), 300000));
    ref place = *array;
    for (u32 i = 0; i < 6; i++) collect();
    tap_ok(*array == place && heap_chunk_of(place)->old, "a large object becomes old where it is");
    array_set_ref(*array, 299999, new_bytes(8));
    heap_make_room(self, 0, 0); // a young collection
    ref young = array_get_ref(*array, 299999);
    tap_ok(young && array_length(young) == 8 && age_of(young) == 1, "the young that it refers to lives by its card");
    handle_release(self, mark);
    collect();
    tap_is_int(heap_chunk_of(place)->generation, HEAP_FREE, "its chunks go with it");
    tap_is_int(heap_chunk_of(place + HEAP_CHUNK_BYTES)->generation, HEAP_FREE, "all of them");
}

static handle make_reference(const char *class_name, u32 bytes) {
    struct thread *self = thread_self();
    handle referent = handle_new(self, new_bytes((s32)bytes));
    handle reference = handle_new(self, heap_alloc_object(self, class_of(class_name)));
    java_set_ref(*reference, FIELD_Reference_referent, *referent);
    *referent = 0;
    return reference;
}

static bool is_pending(ref reference) {
    ref pending = heap()->pending;
    while (pending && pending != reference) pending = java_get_ref(pending, FIELD_Reference_discovered);
    return pending;
}

static ref referent_of(handle reference) { return java_get_ref(*reference, FIELD_Reference_referent); }

static void test_references(void) {
    struct thread *self = thread_self();
    u32 mark = handle_mark(self);
    handle weak = make_reference("java/lang/ref/WeakReference", 1);
    handle soft = make_reference("java/lang/ref/SoftReference", 2);
    handle final = make_reference("java/lang/ref/FinalReference", 3);
    handle phantom = make_reference("java/lang/ref/PhantomReference", 4);
    handle held = make_reference("java/lang/ref/WeakReference", 5);
    handle holder = handle_new(self, referent_of(held));
    collect();
    tap_ok(!referent_of(weak) && is_pending(*weak), "a weak reference is cleared and handed over");
    tap_ok(referent_of(soft) && array_length(referent_of(soft)) == 2 && !is_pending(*soft), "a soft one is kept");
    tap_ok(referent_of(final) && array_length(referent_of(final)) == 3 && is_pending(*final),
           "what is to be finalized is kept, and its reference handed over");
    tap_ok(!referent_of(phantom) && is_pending(*phantom), "a phantom one is cleared");
    tap_ok(referent_of(held) == *holder && !is_pending(*held), "a weak reference to what lives is left alone");
    collect();
    tap_ok(java_get_ref(*weak, FIELD_Reference_next) == *weak && is_pending(*weak), "what is pending stays so");
    collect_take_pending();
    collect();
    tap_ok(!is_pending(*weak) && !is_pending(*final), "what has been taken does not come back");
    fiber_monotonic_ns = 1000000ll * 1000 * 1000 * 1000; // so long that no soft reference is kept
    collect();
    tap_ok(referent_of(soft) != 0, "a soft reference goes by the clock of the last collection");
    collect();
    tap_ok(!referent_of(soft) && is_pending(*soft), "which is late now");
    handle other = make_reference("java/lang/ref/SoftReference", 6);
    java_set_long(*other, FIELD_SoftReference_timestamp, fiber_monotonic_ns / 1000000);
    collect();
    tap_ok(referent_of(other) != 0, "one that has just been asked for is kept");
    heap_make_room(self, 0, 2);
    tap_ok(!referent_of(other), "but not by the last resort before an OutOfMemoryError");
    collect_take_pending();
    handle_release(self, mark);
}

static void test_full_heap(void) {
    struct thread *self = thread_self();
    u32 mark = handle_mark(self);
    handle chain = handle_new(self, 0);
    struct class *arrays = class_array_of(domain_of(self)->known.object);
    u32 links = 0;
    for (ref link; (link = heap_alloc_array(self, arrays, 10000)); links++) {
        array_set_ref(link, 9999, *chain);
        *chain = link;
    }
    tap_is_text(runtime_message, "Java heap space", "a heap full of what is alive is full");
    runtime_clear_exception();
    u32 found = 0;
    for (ref at = *chain; at; at = array_get_ref(at, 9999)) found++;
    tap_ok(found == links && links * 40016ull > heap()->limit_bytes * 3 / 4, "and all of it is there: %u of %u", found,
           links);
    *chain = 0;
    u64 collections = heap()->collections;
    for (u32 i = 0; i < 2 * links; i++) {
        if (!heap_alloc_array(self, arrays, 10000)) break;
    }
    tap_ok(!self->exception && heap()->collections > collections, "what is dead makes room, as often as it must");
    handle_release(self, mark);
}

// ---- Graphs at random

enum kind { KIND_NODE, KIND_ARRAY, KIND_BYTES, KIND_WEAK, KIND_LARGE_ARRAY, KIND_LARGE_BYTES, KINDS };

#define CHILDREN 8u
#define ROOTS 24u
#define STEPS 30000u
#define LARGE_LENGTH 70000u
#define LARGE_BYTES 300000u

struct node {
    enum kind kind;
    u32 length;                   // of an array
    u32 seed;                     // of a byte array's content
    u32 hash;                     // identity hash, 0 if it was never asked for
    struct node *child[CHILDREN]; // the first of a weak reference is its referent
    ref at;                       // where it is now
    u32 epoch;                    // the last walk that found it
    bool is_strong;               // found by references that are not weak
    bool is_cleared;              // a weak reference that has been cleared but not handed over yet
    struct node *next;            // in the list of all
};

static struct node *nodes, *roots[ROOTS];
static handle root_slots[ROOTS];
static u32 epoch, differences, weak_cleared, weak_handed;
static struct class *node_class, *array_class, *weak_class;
static u32 node_offsets[3];

static void differ(const char *what, const struct node *node) {
    if (differences++ < 5) tap_note("%s: a node of kind %d at %x", what, (int)node->kind, node->at);
}

static u32 child_count(const struct node *node) {
    switch (node->kind) {
    case KIND_NODE: return 3;
    case KIND_ARRAY: return node->length;
    case KIND_LARGE_ARRAY: return CHILDREN;
    default: return 0;
    }
}

// Where a child's reference lies: those of a large array are spread over it, in the last word of a card or the first of
// the next.
static u32 child_offset(const struct node *node, u32 number) {
    if (node->kind == KIND_NODE) return node_offsets[number];
    u32 index = node->kind == KIND_ARRAY ? number : (number * (LARGE_LENGTH / CHILDREN) & ~127u) + 123 + node->seed % 2;
    return ARRAY_ELEMENTS_OFFSET + 4 * index;
}

static bool is_bytes(const struct node *node) { return node->kind == KIND_BYTES || node->kind == KIND_LARGE_BYTES; }

static u64 bytes_of(const struct node *node) {
    switch (node->kind) {
    case KIND_NODE: return node_class->instance_bytes;
    case KIND_WEAK: return weak_class->instance_bytes;
    case KIND_BYTES:
    case KIND_LARGE_BYTES: return ALIGN_UP(16ull + node->length, 8ull);
    default: return ALIGN_UP(16ull + 4ull * node->length, 8ull);
    }
}

static void check_content(const struct node *node) {
    const struct class *class = object_class(node->at);
    if (node->kind == KIND_NODE ? class != node_class : node->kind == KIND_WEAK ? class != weak_class : false) {
        differ("another class", node);
    }
    if (node->kind != KIND_NODE && node->kind != KIND_WEAK && array_length(node->at) != node->length) {
        differ("another length", node);
    }
    for (u32 i = 0; is_bytes(node) && i < node->length; i += node->length / 16 + 1) {
        if (((u8 *)array_at(node->at)->elements)[i] != (u8)(node->seed + i)) differ("another content", node);
    }
    if (node->hash && monitor_identity_hash(node->at) != node->hash) differ("another hash", node);
}

static void walk(struct node *node, ref at, bool is_strong) {
    bool is_known = node->epoch == epoch && (node->is_strong || !is_strong);
    if (node->epoch == epoch && node->at != at) differ("in two places", node);
    if (is_known) return;
    node->epoch = epoch;
    node->at = at;
    node->is_strong = is_strong;
    check_content(node);
    for (u32 i = 0; i < child_count(node); i++) {
        ref child = heap_load_ref(at, child_offset(node, i));
        if (!child != !node->child[i]) differ("a child more or less", node);
        if (child && node->child[i]) walk(node->child[i], child, is_strong);
    }
}

// Weak references last: those cleared must have referred to something that nothing else refers to; all others still
// have their referents.
static bool walk_weak(struct node *node, bool was_full) {
    if (node->kind != KIND_WEAK || node->epoch != epoch || !node->child[0]) return false;
    ref referent = java_get_ref(node->at, FIELD_Reference_referent);
    struct node *target = node->child[0];
    bool is_strong = target->epoch == epoch && target->is_strong;
    if (!referent) {
        if (is_strong) differ("cleared though its referent lives", node);
        node->child[0] = NULL;
        node->is_cleared = true;
        weak_cleared++;
        return false;
    }
    if (was_full && !is_strong) differ("not cleared", node);
    bool is_new = target->epoch != epoch;
    walk(target, referent, false);
    return is_new;
}

static void forget_dead(void) {
    for (struct node **place = &nodes; *place;) {
        struct node *node = *place;
        if (node->epoch == epoch) {
            place = &node->next;
        } else {
            *place = node->next;
            free(node);
        }
    }
}

// Takes those that are handed over and are in the model: an old one that has died, and so left the model, may be among
// them.
static void take_pending(void) {
    for (ref pending = collect_take_pending(), next; pending; pending = next) {
        next = java_get_ref(pending, FIELD_Reference_discovered);
        java_set_ref(pending, FIELD_Reference_discovered, 0);
        if (java_get_ref(pending, FIELD_Reference_referent)) differences++;
        for (struct node *node = nodes; node; node = node->next) {
            if (node->epoch == epoch && node->at == pending && node->is_cleared)
                node->is_cleared = false, weak_handed++;
        }
    }
}

// After a collection: the heap is what the model says.
static void compare(bool was_full) {
    epoch++;
    for (u32 i = 0; i < ROOTS; i++) {
        if (!*root_slots[i] != !roots[i]) tap_note("root %u: more or less", i), differences++;
        if (roots[i] && *root_slots[i]) walk(roots[i], *root_slots[i], true);
    }
    for (bool any = true; any;) {
        any = false;
        for (struct node *node = nodes; node; node = node->next) any |= walk_weak(node, was_full);
    }
    take_pending();
    forget_dead();
}

// Where a chain of references leads from a root, or NULL if nowhere.
static struct node *some_node(void) {
    struct node *node = roots[(u32)rand() % ROOTS];
    for (u32 steps = (u32)rand() % 12; node && steps; steps--) {
        u32 count = child_count(node);
        struct node *next = count ? node->child[(u32)rand() % count] : NULL;
        if (!next) break;
        node = next;
    }
    return node;
}

static void set_child(struct node *node, u32 number, struct node *child) {
    node->child[number] = child;
    heap_store_ref(node->at, child_offset(node, number), child ? child->at : 0);
}

static ref allocate(struct node *node) {
    struct thread *self = thread_self();
    switch (node->kind) {
    case KIND_NODE: return heap_alloc_object(self, node_class);
    case KIND_WEAK: return heap_alloc_object(self, weak_class);
    case KIND_ARRAY:
    case KIND_LARGE_ARRAY: return heap_alloc_array(self, array_class, (s32)node->length);
    default: return new_bytes((s32)node->length);
    }
}

static void fill(struct node *node) {
    for (u32 i = 0; i < child_count(node); i++) {
        if (rand() % 3) set_child(node, i, some_node());
    }
    for (u32 i = 0; is_bytes(node) && i < node->length; i++) {
        ((u8 *)array_at(node->at)->elements)[i] = (u8)(node->seed + i);
    }
    struct node *referent = node->kind == KIND_WEAK ? some_node() : NULL;
    if (!referent) return;
    node->child[0] = referent;
    java_set_ref(node->at, FIELD_Reference_referent, referent->at);
}

static u32 some_root(void) { return 1 + (u32)rand() % (ROOTS - 1); }

// The first root's is a large array that stays: it becomes old, and refers to young objects again and again.
static void make_node(u32 root) {
    struct node *node = calloc(1, sizeof(*node));
    u32 what = root ? (u32)rand() % 1000 : 995;
    node->kind = what < 400   ? KIND_NODE
                 : what < 700 ? KIND_ARRAY
                 : what < 850 ? KIND_BYTES
                 : what < 990 ? KIND_WEAK
                 : what < 997 ? KIND_LARGE_ARRAY
                              : KIND_LARGE_BYTES;
    node->seed = (u32)rand();
    node->length = node->kind == KIND_LARGE_ARRAY   ? LARGE_LENGTH
                   : node->kind == KIND_LARGE_BYTES ? LARGE_BYTES
                   : node->kind == KIND_BYTES       ? (u32)rand() % 60
                                                    : (u32)rand() % (CHILDREN + 1);
    u64 collections = heap()->collections;
    node->at = allocate(node);
    u32 mark = handle_mark(thread_self());
    handle_new(thread_self(), node->at);
    if (heap()->collections != collections) compare(false);
    handle_release(thread_self(), mark);
    node->next = nodes;
    nodes = node;
    fill(node);
    roots[root] = node;
    *root_slots[root] = node->at;
}

static void change_something(void) {
    struct node *node = rand() % 3 ? some_node() : roots[0], *other = some_node();
    u32 root = some_root(), what = (u32)rand() % 20;
    if (!node) return;
    if (what < 14 && child_count(node)) {
        set_child(node, (u32)rand() % child_count(node), what < 11 ? other : NULL);
    } else if (what < 17) {
        roots[root] = what < 16 ? NULL : node;
        *root_slots[root] = what < 16 ? 0 : node->at;
    } else {
        node->hash = monitor_identity_hash(node->at);
    }
}

static u64 model_bytes(void) {
    u64 bytes = 0;
    for (const struct node *node = nodes; node; node = node->next) bytes += bytes_of(node);
    return bytes;
}

static void collect_fully(u64 base, u32 *wrong_sizes) {
    collect();
    compare(true);
    collect(); // what was handed over was kept alive until then
    compare(true);
    if (occupied() != base + model_bytes()) ++*wrong_sizes;
}

static void test_graphs(const char *label, const char *options, u32 seed) {
    struct thread *self = thread_self();
    u32 mark = handle_mark(self), wrong_sizes = 0;
    differences = weak_cleared = weak_handed = 0;
    start_collector(options);
    for (u32 i = 0; i < ROOTS; i++) root_slots[i] = handle_new(self, 0);
    collect();
    u64 base = occupied(), collections = heap()->collections;
    srand(seed);
    make_node(0);
    for (u32 step = 0; step < STEPS; step++) {
        if (rand() % 2) make_node(some_root());
        else change_something();
        if (rand() % 1500 == 0) collect_fully(base, &wrong_sizes);
    }
    tap_is_int(differences, 0, label);
    tap_is_int(wrong_sizes, 0, "  what is left after full collections is what is alive, to the byte");
    tap_is_int(weak_handed, weak_cleared, "  each weak reference that was cleared was handed over");
    tap_ok(heap()->collections > collections + 100 && weak_cleared > 50,
           "  in %u collections; %u weak references cleared", (u32)(heap()->collections - collections), weak_cleared);
    for (u32 i = 0; i < ROOTS; i++) {
        *root_slots[i] = 0;
        roots[i] = NULL;
    }
    collect_fully(base, &wrong_sizes);
    tap_ok(!nodes && occupied() == base, "  in the end nothing is left");
    handle_release(self, mark);
}

static void find_classes(void) {
    static const char *const names[] = {"key", "value", "next"};
    static const char *const descriptors[] = {"Ljava/lang/Object;", "Ljava/lang/Object;", "Ljava/util/HashMap$Node;"};
    node_class = class_of("java/util/HashMap$Node");
    weak_class = class_of("java/lang/ref/WeakReference");
    array_class = class_array_of(domain_of(thread_self())->known.object);
    for (u32 i = 0; i < 3; i++) node_offsets[i] = class_field(node_class, names[i], descriptors[i])->offset;
}

// ---- Several processors: threads of the host, which wait for the kernel's lock until all is done

#define PROCESSORS 4u

static pthread_t others[PROCESSORS];
static struct region_lock lock_logs[PROCESSORS];

static void *be_processor(void *context) {
    struct cpu *cpu = host_cpu = context;
    struct java_thread *thread = calloc(1, sizeof(*thread));
    host_thread = &thread->thread.log;
    host_thread->number = 100 + cpu->number;
    log_processor_start(host_thread, cpu->number);
    cpu->is_started = true;
    kernel_lock_resume(cpu);
    kernel_lock_leave();
    free(thread);
    return NULL;
}

static void start_processors(void) {
    machine.cpu_count = PROCESSORS;
    cpus[0].lock_log = &lock_logs[0];
    kernel_lock_resume(&cpus[0]);
    for (u32 i = 1; i < PROCESSORS; i++) {
        cpus[i] = (struct cpu){.self = &cpus[i], .number = i, .timer = NO_TIMER, .lock_log = &lock_logs[i]};
        pthread_create(&others[i], NULL, be_processor, &cpus[i]);
        while (!__atomic_load_n(&cpus[i].at_safepoint, __ATOMIC_ACQUIRE)) machine_relax(0);
    }
}

static u64 helped_ticks(void) {
    u64 ticks = 0;
    for (u32 i = 1; i < PROCESSORS; i++) ticks += (u64)log_state.cpus[i].ledger->ticks[LEDGER_collector];
    return ticks;
}

static void end_processors(void) {
    kernel_lock_leave();
    for (u32 i = 1; i < PROCESSORS; i++) pthread_join(others[i], NULL);
    machine.cpu_count = 1;
}

// As many as this have a packet at least for each processor.
#define CHAINS 64u
#define CHAIN_LINKS 2000u

// All survive a young collection and a full one, and each is counted once, with its age.
static void test_counts(void) {
    struct thread *self = thread_self();
    u32 mark = handle_mark(self);
    handle all = handle_new(self, heap_alloc_array(self, array_class, CHAINS));
    for (u32 i = 0; i < CHAINS * CHAIN_LINKS; i++) {
        ref link = heap_alloc_object(self, node_class);
        heap_store_ref(link, node_offsets[2], array_get_ref(*all, i % CHAINS));
        array_set_ref(*all, i % CHAINS, link);
    }
    u64 before = occupied(), found = 0;
    collect();
    collect();
    for (u32 i = 0; i < CHAINS; i++) {
        for (ref at = array_get_ref(*all, i); at; at = heap_load_ref(at, node_offsets[2])) found += age_of(at) >= 2;
    }
    tap_is_int((long long)found, CHAINS * CHAIN_LINKS, "chains that several processors copy are whole, and aged");
    tap_ok(occupied() <= before, "  and nothing is there twice");
    handle_release(self, mark);
    collect();
}

static void test_processors(void) {
    test_step = 1;
    start_processors();
    start_collector("property=gnomon.gc.verify=1\nproperty=gnomon.gc.stress=4000\n");
    test_counts();
    test_graphs("graphs at random, copied by four processors",
                "property=gnomon.gc.verify=1\nproperty=gnomon.gc.stress=80\n", 3);
    tap_ok(helped_ticks() > 0, "the others have helped, and it is on their accounts");
    end_processors();
    test_step = 0;
}

int main(void) {
    fixture_cpus = PROCESSORS;
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    find_classes();
    start_collector("property=gnomon.gc.verify=1\n");
    test_ages();
    test_dirt();
    test_large();
    test_references();
    test_full_heap();
    test_graphs("graphs at random", "property=gnomon.gc.verify=1\nproperty=gnomon.gc.stress=80\n", 1);
    test_processors();
    machine.name = "linux"; // where what is left behind can be taken away
    test_graphs("graphs at random, what is left behind being taken away",
                "property=gnomon.gc.verify=3\nproperty=gnomon.gc.stress=57\nproperty=gnomon.gc.protect=1\n", 2);
    return tap_done();
}
