// The kernel's way from the machine to the program; kernel_main is the order of the boot. Runs on the boot stack, which
// becomes the idle thread's; interrupts are off until the log can take them.
#include "base/archive.h"
#include "base/print.h"
#include "base/string.h"
#include "base/text_hash.h"
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/domain_create.h"
#include "kernel/classes/watch.h"
#include "kernel/code/code.h"
#include "kernel/code/kept.h"
#include "kernel/code/native.h"
#include "kernel/code/translation.h"
#include "kernel/config.h"
#include "kernel/core/cpu_self.h"
#include "kernel/core/end.h"
#include "kernel/core/interrupt.h"
#include "kernel/core/options.h"
#include "kernel/core/panic.h"
#include "kernel/core/processors.h"
#include "kernel/core/scheduler.h"
#include "kernel/core/symbols.h"
#include "kernel/core/threads.h"
#include "kernel/domains/domains.h"
#include "kernel/files/files.h"
#include "kernel/heap/collect.h"
#include "kernel/heap/figures.h"
#include "kernel/instruments/control.h"
#include "kernel/launch.h"
#include "kernel/memory/scratch.h"
#include "kernel/memory/slots.h"
#include "kernel/net/net.h"
#include "kernel/report/heap_dump.h"
#include "kernel/report/thread_report.h"
#include "kernel/run/java_threads.h"
#include "kernel/run/stubs.h"
#include "kernel/run/unsafe_fault.h"

#define HEAP_MIB 256
#define DISK_MIB 256 // what the program may write to files, if half of the memory that is left allows it

static struct log_config config;
static struct accounts program_accounts; // the first domain's

// ---- What the host has given

// For what is in the archive but is not a file of the guest's. Returns NULL if it is not there.
static const void *archive_find(const char *name, u64 *bytes) {
    const struct archive_header *archive = (const struct archive_header *)ARCHIVE_START;
    const struct archive_entry *entries = (const struct archive_entry *)(archive + 1);
    for (u32 i = 0; i < archive->entry_count; i++) {
        const char *entry_name = (const char *)archive + entries[i].name_offset;
        if (entries[i].name_bytes != strlen(name) || memcmp(entry_name, name, strlen(name)) != 0) continue;
        *bytes = entries[i].data_bytes;
        return (const u8 *)archive + entries[i].data_offset;
    }
    return NULL;
}

static const void *archive_data(const char *name, u64 *bytes) {
    const void *data = archive_find(name, bytes);
    if (!data) panic("the boot archive has no %s", name);
    return data;
}

static struct files *start_archive(void) {
    const char *error;
    if (!machine.archive_bytes) panic("there is no boot archive");
    struct files *files = files_create(&program_accounts, (const void *)ARCHIVE_START, machine.archive_bytes, &error);
    if (!files) panic("%s", error);
    u64 bytes;
    const char *options = archive_data(ARCHIVE_OPTIONS, &bytes);
    machine_options = (struct options){options, options + bytes};
    return files;
}

// Before the first symbol is made.
static void start_hashes(struct files *files) {
    u64 bits[2];
    int random = file_open(files, "/dev/urandom", FILE_READ, 0);
    s64 count = file_read(files, random, bits, sizeof(bits));
    ASSERT(count == sizeof(bits));
    text_hash_set_key(bits);
    file_close(files, random);
}

// ---- The log, and the thread that it sees first

// Gives names to samples in the kernel.
static void name_kernel_code(void) {
    for (u32 i = 0; i < kernel_symbol_count; i++) {
        u64 start = kernel_symbols[i].address;
        u64 end = i + 1 < kernel_symbol_count ? kernel_symbols[i + 1].address : (u64)kernel_text_end;
        const char *name = kernel_symbol_names + kernel_symbols[i].name;
        log_code_range(start, end - start, CODE_KERNEL, name, strlen(name));
    }
}

// What the interrupted thread's window has left, if it allocates from this domain's heap.
static u64 own_window_rest(u64 domain) {
    const struct thread *thread = cpu_self()->running;
    if (!thread->domain || core_of(thread->domain)->domain_number != domain) return 0;
    return thread->heap_end - thread->heap_next;
}

// Called with the heartbeat: records how full the heaps are. Other processors change and end heaps meanwhile, so this
// reads what is published, and the thread that it has interrupted.
void log_beat(void) {
    if (!log_event_wanted(EVENT_heap_occupancy) && !log_event_wanted(EVENT_heap_generations)) return;
    for (u32 i = 0; i < heap_figures_count(); i++) {
        struct heap_figures heap;
        if (!heap_figures_read(i, &heap) || heap_figures_is_collected(&heap)) continue;
        u64 rest = own_window_rest(heap.domain), young = heap.young > rest ? heap.young - rest : 0;
        LOG_EVENT_INTERRUPT(heap_occupancy, .domain = (u32)heap.domain, .used = young + heap.old + heap.large,
                            .committed = heap.committed);
        LOG_EVENT_INTERRUPT(heap_generations, .domain = (u32)heap.domain, .young = young, .old = heap.old);
    }
}

static void start_log(void) {
    u64 count = option_number(&machine_options, "cpus", 1);
    if (count < machine.cpu_count) machine.cpu_count = count ? (u32)count : 1;
    config_read(&config);
    log_init(&config);
    struct thread *idle = thread_create_here(machine.boot_stack_start, machine.boot_stack_end);
    scheduler_init(&cpus[0], idle, 0);
    log_thread_create(&idle->log, NULL, 0);
    log_thread_name(idle->number, "boot, idle", 10);
    log_thread_adopt(&idle->log);
    machine_interrupts_on();
    name_kernel_code();
    watch_init();
}

// The last step before Java runs: the clock is measured over the time since the log was started, so this hardly has to
// wait.
static void calibrate(void) {
    log_calibrate();
    cpus[0].quantum_ticks = log_ticks_of_ns(config.quantum_ns);
}

// ---- Faults

static bool is_null_check(u64 pc) {
    const struct code *code = code_of_pc(pc);
    return code && code_site_find(code, pc + 1);
}

// The host's time limit is over. The region stays as it is, like that of a guest that is killed. The first processor
// obeys, which has the heartbeat; the others are stopped for good before the threads are looked at, whatever they are
// in the middle of.
void log_end_requested(const struct trap_frame *frame) {
    if (cpu_self()->number || heap_figures_any_collected()) return; // objects are being moved
    processors_halt_at_once();
    panic_report_threads(frame);
    machine_exit(PANIC_STATUS);
}

static void start_faults(void) {
    interrupt_set_null_trap(is_null_check, (u64)stub_throw_null);
    unsafe_fault_init();
    thread_report_init();
}

// ---- Java

// The classes of the image that the host has verified; each class is compared with its hash when it is defined.
static struct image_hashes verified_classes(void) {
    u64 bytes;
    struct image_hashes hashes = {.of = archive_data(ARCHIVE_HASHES, &bytes)};
    hashes.count = archive_hashes(hashes.of, bytes);
    if (!hashes.count) panic("the hashes of the JDK image's classes have changed since the host wrote them");
    return hashes;
}

static void start_kept(void) {
    static const char *const names[KEPT_FILES] = {
        [KEPT_OF_PROGRAM] = KEPT_PROGRAM_ARCHIVE_NAME, [KEPT_OF_IMAGE] = KEPT_ARCHIVE_NAME};
    for (u32 i = 0; i < KEPT_FILES; i++) {
        u64 bytes = 0;
        const void *data = archive_find(names[i], &bytes);
        kept_init(i, data, bytes);
    }
    kept_record_init();
}

static void start_java(struct files *files) {
    struct file_status image;
    if (file_status(files, ARCHIVE_IMAGE, true, &image) || image.kind != FILE_REGULAR) {
        panic("the boot archive has no JDK image");
    }
    const char *error;
    struct image_hashes verified = verified_classes();
    u64 heap_bytes = option_number(&machine_options, "heap", HEAP_MIB) * MIB;
    start_kept();
    translation_init();
    struct domain_parts parts = {domain_new_number(), "main",     image.data,       image.bytes,
                                 &verified,           heap_bytes, &program_accounts};
    if (!domain_create(thread_self(), &parts, &error)) panic("%s", error);
    kept_record_shift(domain_of(thread_self()));
    u64 disk_bytes = option_number(&machine_options, "disk", DISK_MIB) * MIB, left = machine_free_bytes() / 2;
    domain_of(thread_self())->files = files;
    domain_of(thread_self())->options = machine_options;
    files_start(files, disk_bytes < left ? disk_bytes : left);
    domains_init(&(struct domains_program){ARCHIVE_START, machine.archive_bytes});
    struct thread *thread = thread_create(THREAD_STACK_BYTES, launch_main);
    if (!thread) panic("no memory for the main thread");
    scheduler_ready(thread, NULL);
}

// ---- The end: files that the host asked for (struct region_output_file)

static void save_file(struct files *files, u32 number, const char *path) {
    struct file_status status;
    struct region_output_file file = {.number = number, .error = file_status(files, path, true, &status)};
    if (!file.error && status.kind == FILE_DIRECTORY) file.error = FILE_IS_DIRECTORY;
    if (!file.error && status.kind != FILE_REGULAR) file.error = FILE_INVALID;
    if (!file.error) file.bytes = status.bytes;
    log_output_last(REGION_OUTPUT_FILE, &file, sizeof(file));
    log_output_last(REGION_OUTPUT_DATA, status.data, file.bytes);
}

static void save_files(struct files *files) {
    struct option option;
    u32 number = 0;
    for (bool more = option_first(&machine_options, "save", &option); more; more = option_next("save", &option)) {
        char path[FILE_PATH_BYTES];
        size_t length = option.length < sizeof(path) - 1 ? option.length : sizeof(path) - 1;
        memcpy(path, option.value, length);
        path[length] = 0;
        save_file(files, number++, path);
    }
}

// At the end of a training run.
static void write_kept(struct files *files) {
    u64 bytes;
    const void *kept = kept_record_file(&bytes);
    int descriptor = kept ? file_open(files, KEPT_GUEST_PATH, FILE_WRITE | FILE_CREATE, 0666) : -1;
    if (descriptor >= 0) file_write(files, descriptor, kept, bytes);
}

#define NO_DUMP UINT32_MAX

// `dump` is the number of the heap dump's file, or NO_DUMP.
static _Noreturn void end(struct files *files, s32 exit_status, u32 dump) {
    log_finish(exit_status);
    write_kept(files);
    save_files(files);
    if (dump != NO_DUMP) heap_dump_write(thread_self(), dump);
    machine_exit((u32)exit_status);
}

void kernel_end(s32 exit_status) {
    struct thread *thread = thread_self();
    thread->domain = domain_first; // one of another domain may have been asked to end the run
    const struct collect_options *options = &domain_of(thread)->heap.options;
    // The instruments' time, whether something is asked for or not.
    processors_halt();
    struct log_reading start = log_read(&thread->log);
    if (options->census) {
        heap_census(thread, CENSUS_END);
    } else if (options->dump) {
        collect_for_census(thread, true);
    }
    log_charge(&thread->log, &start);
    accounts_log();
    end(domain_of(thread)->files, exit_status, options->dump ? options->dump_number : NO_DUMP);
}

// What a collection leaves behind halfway nobody can count.
void net_replay_ended(void) {
    if (!heap_figures_any_collected()) kernel_end(0);
}

static void start_net(void) {
    u64 bytes = 0;
    const void *traffic = archive_find(ARCHIVE_NET, &bytes);
    net_link_start(traffic, bytes);
}

void kernel_main(void) {
    accounts_begin(&program_accounts);
    owner_init();
    slots_init();
    struct files *files = start_archive();
    start_hashes(files);
    start_log();
    start_faults();
    if (option_number(&machine_options, "list-natives", 0)) {
        native_list(files);
        end(files, 0, NO_DUMP);
    }
    start_java(files);
    calibrate();
    log_control_begin();
    start_net();
    if (!counters_start()) panic("a counter that was there before is gone");
    log_running();
    log_sampler_start(config.sample_hz);
    processors_start();
    scheduler_run(&cpus[0]);
}
