// Memory of the Linux process at the addresses of base/layout.h: anonymous mappings for data, one memory file mapped
// twice for code, the archive and the region mapped from their files. MAP_FIXED_NOREPLACE makes a collision an error
// instead of a loss.
#include "base/archive.h"
#include "boot/linux/linux.h"

static s32 code_file = -1;
static u64 committed_bytes;

u64 machine_free_bytes(void) {
    return machine.memory_bytes > committed_bytes ? machine.memory_bytes - committed_bytes : 0;
}

static s64 map(u64 start, u64 bytes, u64 access, u64 flags, s32 file, u64 offset) {
    s64 result = syscall6(SYS_mmap, start, bytes, access, flags | MAP_FIXED_NOREPLACE, (u64)(s64)file, offset);
    if (result < 0 || (u64)result == start) return result;
    syscall2(SYS_munmap, (u64)result, bytes); // a Linux before 4.17 takes the address as a mere wish
    return -ERROR_EXIST;
}

static bool map_data(u64 start, u64 bytes, enum machine_access access) {
    u64 protection = access == MACHINE_WRITE ? PROT_READ | PROT_WRITE : PROT_READ;
    return map(start, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0) >= 0;
}

// Scratch memory is mapped in large blocks, for good: what comes and goes in it is in pieces so small, and so many,
// that Linux would not have as many mappings (its vm.max_map_count).
#define BLOCK_BYTES (2 * MIB)
static u64 mapped_blocks[(SCRATCH_END - SCRATCH_START) / BLOCK_BYTES / 64]; // a bit for each

static bool is_scratch(u64 start) { return start - SCRATCH_START < SCRATCH_END - SCRATCH_START; }

static bool map_scratch(u64 start, u64 bytes) {
    u64 end = (start + bytes - 1 - SCRATCH_START) / BLOCK_BYTES;
    for (u64 block = (start - SCRATCH_START) / BLOCK_BYTES; block <= end; block++) {
        u64 bit = 1ull << block % 64;
        if (mapped_blocks[block / 64] & bit) continue;
        if (!map_data(SCRATCH_START + block * BLOCK_BYTES, BLOCK_BYTES, MACHINE_WRITE)) return false;
        mapped_blocks[block / 64] |= bit;
    }
    return true;
}

bool machine_commit(u64 start, u64 bytes, enum machine_access access) {
    if (bytes > machine_free_bytes()) return false;
    bool is_block = is_scratch(start) && access == MACHINE_WRITE;
    if (!(is_block ? map_scratch(start, bytes) : map_data(start, bytes, access))) return false;
    // may be refused: then there are small pages
    if (bytes >= MACHINE_LARGE_PAGE_BYTES) syscall3(SYS_madvise, start, bytes, MADV_HUGEPAGE);
    committed_bytes += bytes;
    return true;
}

bool machine_commit_code(u64 start, u64 bytes) {
    if (bytes > machine_free_bytes()) return false;
    u64 offset = start - CODE_START;
    if (map(start, bytes, PROT_READ | PROT_EXEC, MAP_SHARED, code_file, offset) < 0) return false;
    if (map(start - CODE_START + CODE_ALIAS_START, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, code_file, offset) < 0) {
        syscall2(SYS_munmap, start, bytes);
        return false;
    }
    committed_bytes += bytes;
    return true;
}

void machine_release(u64 start, u64 bytes) {
    if (is_scratch(start)) {
        syscall3(SYS_madvise, start, bytes, MADV_DONTNEED);
    } else {
        syscall2(SYS_munmap, start, bytes);
    }
    committed_bytes -= bytes;
}

void machine_set_counters(u64 start) { syscall2(SYS_arch_prctl, ARCH_SET_GS, start); }

void machine_prepare(u64 start, u64 bytes) { syscall3(SYS_madvise, start, bytes, MADV_POPULATE_WRITE); }

void linux_map_stack(u64 start, u64 bytes) {
    if (!machine_commit(start, bytes, MACHINE_WRITE)) linux_die(1, "no memory for a stack at %lx", start);
}

// Opens the file, and finds its size.
static s32 open_file(const char *path, const char *what, bool writable, u64 *bytes) {
    s64 file = syscall3(SYS_open, (u64)path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC, 0);
    if (file < 0) linux_die(1, "%s: cannot open the %s (error %ld)", path, what, -file);
    struct file_status status = {0};
    s64 result = syscall2(SYS_fstat, (u64)file, (u64)&status);
    if (result < 0 || status.bytes <= 0) linux_die(1, "%s: the %s is empty, or not a file", path, what);
    *bytes = (u64)status.bytes;
    return (s32)file;
}

// Maps the whole file at `start` and returns its size.
static u64 map_file(const char *path, const char *what, u64 start, bool writable) {
    u64 bytes;
    s32 file = open_file(path, what, writable, &bytes);
    u64 access = writable ? PROT_READ | PROT_WRITE : PROT_READ;
    s64 result = map(start, bytes, access, writable ? MAP_SHARED : MAP_PRIVATE, file, 0);
    if (result < 0) linux_die(1, "%s: cannot map the %s of %lu bytes (error %ld)", path, what, bytes, -result);
    return bytes;
}

// In a hole of the archive, which is as large as the file was when the host looked. Translations can be done without.
static void map_hole(const char *path, u32 number) {
    static const char *const names[ARCHIVE_HOLES] = {"JDK image", "kept translations", "program's translations"};
    const struct archive_hole *hole = &((const struct archive_header *)ARCHIVE_START)->holes[number];
    u64 bytes;
    s32 file = open_file(path, names[number], false, &bytes);
    if (bytes != hole->bytes || hole->offset > machine.archive_bytes || bytes > machine.archive_bytes - hole->offset) {
        if (number != ARCHIVE_HOLE_IMAGE) return;
        linux_die(1, "%s: the boot archive has no place for a %s of %lu bytes", path, names[number], bytes);
    }
    u64 start = ARCHIVE_START + hole->offset;
    s64 result = syscall6(SYS_mmap, start, bytes, PROT_READ, MAP_PRIVATE | MAP_FIXED, (u64)file, 0);
    if (result < 0) linux_die(1, "%s: cannot map the %s of %lu bytes (error %ld)", path, names[number], bytes, -result);
}

static u64 total_memory(void) {
    struct sysinfo info = {0};
    if (syscall1(SYS_sysinfo, (u64)&info) < 0) return 1 * GIB;
    return info.total_ram * info.unit;
}

static u64 read_memory(const char *mib) {
    u64 number = 0;
    for (const char *at = mib; *at; at++) {
        if (*at < '0' || *at > '9' || at - mib > 9) linux_die(2, "%s: no number of MiB", mib);
        number = number * 10 + (u64)(*at - '0');
    }
    return number * MIB;
}

void linux_memory_init(const char *const *arguments) {
    machine.memory_bytes = arguments[2] ? read_memory(arguments[2]) : total_memory();
    machine.region_bytes = map_file(arguments[1], "log region", REGION_START, true);
    machine.region_shared = true;
    // pages around the one that is written to are not wanted yet
    syscall3(SYS_madvise, REGION_START, machine.region_bytes, MADV_RANDOM);
    machine.archive_bytes = map_file(arguments[0], "boot archive", ARCHIVE_START, false);
    const char *const *holes = arguments + (arguments[2] ? 3 : 2);
    for (u32 i = 0; i < ARCHIVE_HOLES && holes[i]; i++) {
        if (*holes[i]) map_hole(holes[i], i);
    }
    s64 file = syscall2(SYS_memfd_create, (u64) "gnomon code", MFD_CLOEXEC);
    if (file < 0 || syscall2(SYS_ftruncate, (u64)file, CODE_END - CODE_START) < 0) {
        linux_die(1, "no memory file for code (error %ld)", -file);
    }
    code_file = (s32)file;
}
