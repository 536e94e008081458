// The log region: everything the guest leaves behind, in one piece of memory that the host may read at any time, even
// after a crash. Shared by guest and host. Little-endian, all structures a multiple of 8 bytes, created zeroed, its
// size a power of two.
//
//     0      struct region_header; `magic` is stored last, when every section stands
//     256    struct region_section[REGION_SECTIONS]: the directory. `offset` is from the region's start. A reader skips
//            an id it does not know
//     20480  the sections, in any order, each page-aligned
//
// Rules for a reader while the guest runs: an append-only section's `used` is stored (release) after the entry it
// counts; a stream is read by copying a packet between two looks at `oldest` (see struct region_stream). Everything
// else is a set of counters that may be a moment old. Times are ticks of the clock that struct region_clock describes.
// Nothing here depends on the host: no path, no process number, no option's name.
#ifndef LOG_REGION_H
#define LOG_REGION_H

#include "base/types.h"
#include "log/region_ledger.h"
#include "log/region_memory.h"
#include "log/region_processor.h"
#include "log/region_timing.h"

#define REGION_MAGIC 0x31474f4c4d4e4f47ull // the bytes "GONMLOG1"
#define REGION_VERSION 9
#define REGION_DIRECTORY_OFFSET 256
#define REGION_SECTIONS 300 // some dozen, and a few for each processor
#define REGION_FIRST_SECTION 20480
#define REGION_MIN_BYTES (1 * MIB)

enum region_state { REGION_EMPTY, REGION_BOOTING, REGION_RUNNING, REGION_ENDED, REGION_PANICKED };

enum region_flag {
    REGION_DETERMINISTIC = 1, // one tick is one instruction
    REGION_UNORDERED = 2,     // probes read the counter without ordering
    REGION_RING = 4,          // streams overwrite the oldest packet; otherwise they stop when full
    REGION_OUTPUT_WAITED = 8, // the guest had to wait for the output ring: a deterministic run may differ from another
    REGION_TIMING = 16,       // methods were timed
    REGION_SAMPLING = 32,
    REGION_SAMPLING_CPU = 64, // samples are taken on each thread's own CPU time
    REGION_STACKS = 128,      // samples carry stacks
    REGION_ALLOCATIONS = 256, // allocations are counted by site
    REGION_CONTROLLED = 512,  // instruments were switched while it ran: a deterministic run may differ from another
};

// QEMU started by `gnomon run`; a Linux process; a test; and a PC, whatever it is made of, that was started from a
// disk.
enum region_machine {
    REGION_MACHINE_QEMU = 1,
    REGION_MACHINE_LINUX = 2,
    REGION_MACHINE_TEST = 3,
    REGION_MACHINE_PC = 4
};

// Where the counter's frequency comes from.
enum clock_source {
    CLOCK_SOURCE_UNKNOWN,
    CLOCK_SOURCE_INSTRUCTIONS, // deterministic: defined, 1 GHz
    CLOCK_SOURCE_CPUID,        // leaf 15H
    CLOCK_SOURCE_CPUID_BASE,   // leaf 16H: the nominal frequency
    CLOCK_SOURCE_HYPERVISOR,   // leaf 4000_0010H
    CLOCK_SOURCE_HPET,         // measured against it
    CLOCK_SOURCE_PM_TIMER,
    CLOCK_SOURCE_OS, // measured against the operating system's monotonic clock
};

struct region_clock {
    u64 hz;        //  0
    u64 error_ppb; //  8  bound of hz's error, in 1e-9
    u32 source;    // 16  enum clock_source
    u32 invariant; // 20  1: CPUID 8000_0007H says that the counter's rate is constant
    u32 trusted;   // 24  0: ticks may run at a changing rate; then the anchors follow the reference clock more closely
    u32 reference; // 28  enum clock_source that the anchors pair the counter with; as `source`: there is none
    u64 wall_error_ns; // 32  of every anchor's wall_ns
    u64 step_ticks;    // 40  that the counter moves by at once: each reading may be late by less; 0: not known
};

struct region_header {
    u64 magic;                 //   0  REGION_MAGIC, stored last
    u32 version;               //   8  REGION_VERSION
    u32 section_count;         //  12
    u64 event_table_hash;      //  16  event_table_hash()
    u64 size;                  //  24  bytes of the region
    u32 state;                 //  32  enum region_state
    s32 exit_status;           //  36  of the program, valid when ended; 3 when panicked
    u32 flags;                 //  40  enum region_flag
    u32 machine;               //  44  enum region_machine
    u32 cpu_count;             //  48
    u32 request;               //  52  enum region_request, written by the host
    u64 start_ticks;           //  56  the counter at the kernel's entry
    u64 end_ticks;             //  64  the counter at the end, 0 before that
    u64 heartbeat_ticks;       //  72  stored by every timer interrupt
    u64 main_ticks;            //  80  the counter when the program's main was called, 0 before that
    struct region_clock clock; //  88
    u64 reserved_tail[15];     // 136
};
_Static_assert(sizeof(struct region_header) == REGION_DIRECTORY_OFFSET, "the directory stands behind the header");

// What the host may ask of the running guest, which looks at every heartbeat or, because a deterministic run has none,
// when a non-maskable interrupt comes.
enum region_request {
    REQUEST_NONE,
    REQUEST_END, // write on the console what the threads are doing, and stop
};

enum section_id {
    SECTION_NONE,
    SECTION_ANCHORS, // struct region_anchor, append-only
    SECTION_NAMES,   // struct name_record and its kin, append-only, `used` in bytes
    // one per processor and level; index = cpu * STREAM_LEVELS + level; struct region_stream, then packets
    SECTION_STREAM,
    SECTION_TIMING,            // struct timing_row; row 0 is "other", of threads that have no such row of their own
    SECTION_STACKS,            // struct stack_node: the tree of distinct stacks; node 0 is not used
    SECTION_TIMING_POOL,       // struct timing_pool, then what timing takes as it goes: activations, histograms
    SECTION_THREADS,           // struct region_thread by number; entry 0 is not used
    SECTION_OUTPUT,            // struct region_output, then the ring
    SECTION_LEDGER,            // struct region_ledger, one per processor
    SECTION_CALIBRATION,       // struct region_calibration, append-only
    SECTION_LOSS,              // u64 per enum loss_cause
    SECTION_CRASH,             // struct region_crash
    SECTION_PROFILE,           // struct region_profile: what was instrumented
    SECTION_INDEX,             // by which the guest finds the timing rows
    SECTION_INPUT,             // struct region_input, then the ring
    SECTION_ALLOCATION_SITES,  // u32 heads of chains by hash, then struct allocation_site; site 0 is "other"
    SECTION_ALLOCATION_ROWS,   // struct allocation_row, append-only: of threads that have ended
    SECTION_ALLOCATION_BLOCKS, // struct allocation_count by site, a block for each thread; see there
    SECTION_CENSUS,            // struct region_census and its classes, append-only, `used` in bytes
    SECTION_AGES,              // struct region_ages by class, an open hash table; only with --ages
    SECTION_CONTROL,           // struct region_control, then struct region_change, append-only
    SECTION_SLOW,              // struct slow_call: groups of region_profile.slow_calls entries, one group a method
    SECTION_NATIVES,           // struct region_native, one section per processor; a method's entry has one place in all
    SECTION_COUNTERS,        // struct region_counters by thread number; entry 0 has those of threads that found no room
    SECTION_SITE_AGES,       // struct region_ages by allocation site; only with --ages and --alloc
    SECTION_OFFSETS,         // struct region_offset by processor; only where there are several
    SECTION_METHOD_COUNTERS, // struct region_counted_cost, then region_method_counters hashed by method; 0: others
    SECTION_KERNEL_LOCK = 40, // struct region_lock by processor; only where there are several
    SECTION_DOMAINS = 55,     // struct region_domain by number
    SECTION_DOMAIN_LEDGER,    // struct region_domain_ledger: of each processor as many as there are domains' entries
    SECTION_NET = 58,         // struct link_shared (base/link.h), then the bytes of its rings; only with --net
    SECTION_MEMORY,           // struct region_memory by number of domain, then the machine's
    SECTION_IDS
};

struct region_section {
    u32 id;          //  0  enum section_id
    u32 version;     //  4  of the section's own layout, from 1
    u64 offset;      //  8
    u64 bytes;       // 16
    u64 entry_bytes; // 24  0 where entries differ in length
    // 32  entries, or bytes where they differ in length; 0 if the section has control fields of its own
    u64 used;
    u64 lost;        // 40  entries that found no room
    u32 index;       // 48  distinguishes several sections with one id
    u32 reserved;    // 52
    u64 data_offset; // 56  from the section's start to its first entry
};
_Static_assert(sizeof(struct region_section) == 64, "directory entry");
_Static_assert(REGION_DIRECTORY_OFFSET + REGION_SECTIONS * sizeof(struct region_section) <= REGION_FIRST_SECTION,
               "the directory fits");

// ---- Anchors: what a tick count means in other clocks, many times through a run

// The clock of the log, which System.nanoTime reads. From an anchor up to the next one (and before the first as after
// it) it is clock_ns + ((ticks - anchor's) * ns_per_tick >> 32). It has no steps: at each anchor the factor is chosen
// so that the clock approaches the reference clock.
struct region_anchor {
    u64 ticks;        //  0
    u64 monotonic_ns; //  8  the reference clock, from the start
    s64 wall_ns;      // 16  since 1970
    u64 error_ns;     // 24  the two clocks were read within this
    u64 clock_ns;     // 32  the clock of the log
    u64 ns_per_tick;  // 40  shifted by 32 bits
};

// ---- Names. Each record: struct name_record, fields by type, text, padding to 8.

enum name_type {
    NAME_CLASS = 1,      // struct name_class
    NAME_METHOD = 2,     // struct name_method
    NAME_THREAD = 3,     // struct name_simple; a thread that is renamed gets another
    NAME_DOMAIN = 4,     // struct name_simple
    NAME_EVENT_TYPE = 5, // struct name_simple: a component's event number and name
    NAME_CODE = 6,       // struct name_code: a range of addresses
    NAME_PATTERN = 7,    // struct name_simple: id is enum pattern_kind, text the pattern
    NAME_STRING = 8,     // struct name_simple: other texts by number
};

#define NAME_ALIGN 8u // bytes

struct name_record {
    u16 type;       //  0  enum name_type
    u16 text_bytes; //  2  of the text, which follows the fields and is not terminated
    u32 bytes;      //  4  of the whole record, a multiple of 8
    u64 ticks;      //  8  when it was written
};

struct name_simple {
    struct name_record record;
    u32 id;   // 16
    u32 next; // 20  of an event type: the place of another one with such a hash, the guest's own; otherwise 0
};            // 24  text

struct name_class {
    struct name_record record;
    u32 id;           // 16  number of the class, never used again in a run
    u32 super;        // 20  id of its superclass, 0 if none
    u32 domain;       // 24
    u32 source_bytes; // 28  the text is the name in internal form, and then this many bytes of source file name
};                    // 32  text

enum name_method_flag {
    NAME_METHOD_NATIVE = 1,
    NAME_METHOD_STATIC = 2,
    NAME_METHOD_SYNCHRONIZED = 4,
    NAME_METHOD_TIMED = 8,
    NAME_METHOD_TRACED = 16,
    NAME_METHOD_PSEUDO = 32, // not a method: a root under which the kernel runs Java, or "other"
};

struct name_method {
    struct name_record record;
    u32 id;               // 16  number of the method, never used again in a run, or one of enum pseudo_method
    u32 class;            // 20
    u32 flags;            // 24  enum name_method_flag
    u16 name_bytes;       // 28  the text is the name, and then the descriptor
    u16 descriptor_bytes; // 30
};                        // 32  text

#define METHOD_ID_FIRST 0x10000u // numbers below it are never methods

enum pseudo_method {
    PSEUDO_ROOT = 1,        // a thread's own root: everything that is not timed
    PSEUDO_OTHER = 2,       // rows that found no room
    PSEUDO_INITIALISER = 3, // <clinit>, run by the kernel
    PSEUDO_LOADER = 4,      // loadClass and what else linking calls
    PSEUDO_KERNEL = 5,      // any other Java that the kernel calls
    // What is called while the probes' cost is measured, below every method's number. Its rows are taken out after
    // that, so only a run that is killed meanwhile has some.
    PSEUDO_CALIBRATION = 0x100,
};

enum code_kind { CODE_METHOD = 1, CODE_WRAPPER = 2, CODE_KERNEL = 4 };
enum code_flag { CODE_ORIGINS = 1 }; // its runs are what each instruction has been made of

struct name_code {
    struct name_record record; // ticks: valid from
    u32 start;                 // 16  first address
    u32 size;                  // 20
    u32 method;                // 24  id; 0 if none, and then the text names the range
    u16 kind;                  // 28  enum code_kind
    u16 flags;                 // 30  enum code_flag
    u64 valid_to;              // 32  ticks, written when the code goes; all ones: to the end of the run
    u32 place_count;           // 40
    u32 run_count;             // 44
};                             // 48  text, then places and runs

// Places and runs are numbers of base/varint.h, without padding:
//   place_count times   method, bytecode index and line (0 if not known), each as its difference from that of the place
//                       before; then how many places back the call is into which it is inlined, 0 if it is outermost
//   run_count times     how many bytes later than the run before it begins, the first one at 0; then the difference of
//                       its place's number from that of the run before
// All differences are signed but those of offsets; they begin at 0. A run of code, up to the next one, belongs to its
// place. Without CODE_ORIGINS only the places of calls and of accesses that trap are known: a run ends with one of
// them, and what lies before that in the run may have been made of other places.

// What is done to the methods that a pattern names. PATTERN(name, bit, field, key, words, help)
//   bit    its id in the names; in a method, it says that a pattern names it
//   field  of the tool's settings, and in meta.json
//   key    of the option of gnomon run, whose help it is, and in the boot archive
//   words  before the patterns in a report
// clang-format off
#define PATTERN_TABLE(PATTERN) \
    PATTERN(TIME, 1, time, "time", "timed", "time these methods and who calls them; may repeat") \
    PATTERN(TRACE, 2, trace, "trace", "traced", "log entry and exit of these methods; may repeat") \
    PATTERN(APART, 4, no_inline, "no-inline", "not inlined", \
            "do not inline these methods; may repeat") \
    PATTERN(ALLOCATION, 8, alloc, "alloc", "allocation counted of", \
            "count what these methods allocate, by site; '**': all that the heap hands out; may repeat")
// clang-format on
enum pattern_kind {
#define PATTERN(name, bit, field, key, words, help) PATTERN_##name = (bit),
    PATTERN_TABLE(PATTERN)
#undef PATTERN
};

// ---- Streams. A stream has one writer. head, oldest and record positions are free-running byte counts; packet p of a
// stream is at data_offset + (p * PACKET_BYTES) % (packet_count * PACKET_BYTES).
//
// The writer fills a record, then stores head. For the next packet, in a ring that is full: oldest += PACKET_BYTES,
// fence, content_bytes = 0, sequence, records, ..., and at the packet's end: the tail zeroed, then end_ticks,
// record_count, content_bytes. The reader reads head and oldest, copies, and reads oldest again; packets below the
// second oldest are void. The packet that contains head is open: its content reaches to head.

#define PACKET_BYTES 16384u
#define PACKET_HEADER_BYTES 64u
#define RECORD_BYTES 16u // of the shortest record; lengths are multiples of it

enum stream_level { LEVEL_THREAD, LEVEL_INTERRUPT, LEVEL_FAULT, STREAM_LEVELS };

enum stream_loss {
    STREAM_LOST_OVERWRITTEN, // records in packets that a ring overwrote
    STREAM_LOST_STOPPED,     // records that came after the stream was full
    STREAM_LOST_NESTED,      // records that came while their own level was being written
    STREAM_LOSSES = 8
};

struct region_stream {
    u64 head;                //  0  end of the last record
    u64 oldest;              //  8  start of the oldest packet that is whole
    u64 sequence;            // 16  of the open packet
    u32 cpu;                 // 24
    u32 level;               // 28  enum stream_level
    u64 packet_count;        // 32
    u64 lost[STREAM_LOSSES]; // 40  by enum stream_loss
    u64 reserved[19];        // 104
};
_Static_assert(sizeof(struct region_stream) == 256, "stream control");

struct region_packet {
    u64 sequence;      //  0  from 0
    u64 begin_ticks;   //  8
    u64 end_ticks;     // 16  0 while open
    u32 content_bytes; // 24  header and records; 0 while open
    u32 record_count;  // 28  0 while open
    // 32  of this stream, cumulative: records dropped up to this packet's end, not counting those that a ring overwrote
    u64 discarded;
    u32 cpu;      // 40
    u32 level;    // 44
    u32 thread;   // 48  running at the beginning
    u32 account;  // 52  of the ledger, at the beginning
    u64 reserved; // 56
};
_Static_assert(sizeof(struct region_packet) == PACKET_HEADER_BYTES, "packet header");

struct region_record {
    u64 ticks;  //  0
    u16 id;     //  8  enum event_id or a component's number
    u16 length; // 10  bytes, a multiple of 16; the low four bits are enum event_form
    u32 a;      // 12
    u8 more[];  // 16
};

// ---- Stacks: a node is {caller's node, address}; a sample names the node of its innermost frame

#define STACK_TRUNCATED 1u // the address of the node that stands for the frames beyond the depth asked for
// the address of a node between two frames, the outer of which called into the kernel, which called the inner one,
// under a root of its own
#define STACK_KERNEL 2u
// the address of a node between two frames, the outer of which called another domain through a portal: the inner one
// belongs to the thread that serves the call, all further out to the thread that waits for it
#define STACK_PORTAL 3u

struct stack_node {
    u32 parent; // 0 if outermost
    u32 ip;     // return address - 1, or the interrupted address. The node is in use if this is not 0
};

// ---- Threads

struct region_thread {
    u32 number;                 //   0  stored last when the entry is made
    u32 domain;                 //   4
    u64 start_ticks;            //   8
    u64 end_ticks;              //  16  0 while it lives
    u64 running_ticks;          //  24  as the scheduler counts them
    u64 run_start_ticks;        //  32  since when it has been running, 0 if it is not
    s64 instrument_ticks;       //  40  I
    s64 away[16];               //  48  A, by enum switch_reason
    s64 stolen[4];              // 176  S, by STOLEN_KIND_TABLE of log/events.h
    u64 root_t0;                // 208  the root's activation, once the thread has ended
    s64 root_elapsed;           // 216
    s64 root_cpu;               // 224
    s64 root_exclusive_elapsed; // 232
    s64 root_exclusive_cpu;     // 240
    u64 allocated_bytes;        // 248  what the heap has handed out to it
    u64 switches;               // 256
    u64 samples;                // 264
    u64 away_since_ticks;       // 272  since when it has not been running, 0 if it is
    u32 away_reason;            // 280  enum switch_reason
    u32 parent;                 // 284
    u64 interrupts;             // 288  how many struck it
    s64 host_ticks;             // 296  while it ran, the host ran something else; known if the host tells
    u64 unpolled_ticks;         // 304  the longest time without a poll; it and where it was only in deterministic runs
    u64 activations;            // 312  topmost struct timing_block, as its offset in the pool; 0 if none
    u32 unpolled_account;       // 320  enum ledger_account, at the end of that time
    u32 unpolled_native;        // 324  id of the native method; 0: it was in none
    u32 unpolled_caller;        // 328  the address in translated code to which the thread was to return; 0 if none
    u32 unpolled_ip;            // 332  where the last interrupt in that time struck; 0 if none did
    u64 unpolled_end_ticks;     // 336  when that time was over
};
_Static_assert(sizeof(struct region_thread) == 344, "thread entry");

// ---- Output: the program's stdout and stderr. The guest moves head, the host tail. Records are 8-aligned: {u32 fd,
// u32 bytes}, the bytes, padding to 8; a record's bytes may wrap around, its two words never do.

struct region_output {
    u64 head;       //  0  free-running byte positions
    u64 tail;       //  8
    u64 ring_bytes; // 16  a power of two; the ring begins at the section's data_offset
    u64 waits;      // 24  how often the guest had to wait
    u64 written[4]; // 32  bytes by fd
};

struct region_output_record {
    u32 fd;
    u32 bytes;
};

// Numbers in place of fd. After the program's end the files that --save and --dump-heap asked for leave by the same
// ring, one after the other, and so does a dump that is asked for meanwhile (CONTROL_dump_heap): one record
// REGION_OUTPUT_FILE holds a struct region_output_file, and records REGION_OUTPUT_DATA the bytes. They are not counted
// in `written`.
enum { REGION_OUTPUT_FILE = 16, REGION_OUTPUT_DATA };

struct region_output_file {
    u32 number; //  0  of the option, from 0; REGION_OUTPUT_DUMPS and more: of a dump that was asked for by a request
    s32 error;  //  4  0, or as in errno.h, negative: there are no bytes then
    u64 bytes;  //  8  REGION_OUTPUT_UNKNOWN_BYTES: a record of data with no bytes ends it
};
#define REGION_OUTPUT_UNKNOWN_BYTES UINT64_MAX
#define REGION_OUTPUT_DUMPS 0x80000000u

// ---- Input: the program's stdin. The host moves head, the guest tail. The host sends only what a waiting reader asks
// for, so that what the program does not read stays for the next reader; see log/input.c.

struct region_input {
    u64 head;       //  0  free-running byte positions
    u64 tail;       //  8
    u64 ring_bytes; // 16  a power of two; the ring begins at the section's data_offset
    u64 wanted;     // 24  by the guest: the most bytes it asks for; 0 if none
    u64 ended;      // 32  by the host: 1 if nothing comes after head
    u64 available;  // 40  by the host: bytes that could be had now without waiting
};

// ---- Losses that belong to no stream

enum loss_cause {
    LOSS_NAMES,             // names that found no room
    LOSS_ROWS,              // timing rows that became part of "other"
    LOSS_ACTIVATIONS,       // calls too deep to time
    LOSS_THREADS_UNTIMED,   // threads that found no room in the pool
    LOSS_THREADS,           // threads that found no entry
    LOSS_STACKS,            // stacks not kept: table full
    LOSS_SAMPLES,           // timer ticks in which a sample was due but not taken
    COUNT_SAMPLES_EXPECTED, // not losses: samples that were due, and samples that were taken
    COUNT_SAMPLES_TAKEN,
    LOSS_PROBES_UNMATCHED, // exits that found no activation
    LOSS_ANCHORS,
    LOSS_USER_EVENTS,      // records with a number that no event type can have
    LOSS_ALLOCATION_SITES, // allocation sites that became part of "other"
    LOSS_ALLOCATION_ROWS,  // rows of threads, which became part of those of others
    LOSS_CENSUS,           // censuses that found no room
    LOSS_AGES,             // survivals of objects of classes that found no row
    LOSS_AGES_EARLY,       // objects that a full collection made old before their time: later survivals are not counted
    LOSS_CHANGES,          // switches of instruments that found no room in the history
    LOSS_SWITCHES,         // methods that kept the probes that they had: no room for other code
    LOSS_SLOW_CALLS,       // calls that might be among their method's slowest: there is no room for the method
    LOSS_HISTOGRAMS,       // durations that are in no histogram: the pool is full
    LOSS_USER_LIMITED,     // events of domains beyond the number that they may record
    LOSS_CAUSES
};

// ---- Crash

#define CRASH_REASON_BYTES 256
#define CRASH_FRAMES 64

struct region_crash {
    u64 ticks;                       //   0  0 if there was none
    u32 cpu, thread;                 //   8
    u32 vector, error_code;          //  16  a vector of all ones: not from an exception
    u64 fault_address;               //  24
    u64 rip, rflags, rsp;            //  32
    u64 registers[16];               //  56  in the encoding's order: rax rcx rdx rbx rsp rbp rsi rdi r8 to r15
    u64 frame_count;                 // 184
    u64 frames[CRASH_FRAMES];        // 192  return addresses, innermost first
    u64 cr3;                         // 704
    char reason[CRASH_REASON_BYTES]; // 712  zero-terminated
};

// ---- The heap: what is alive, and how long it lives

enum census_reason { CENSUS_END, CENSUS_REQUEST, CENSUS_COLLECTION };

// What was alive right after a full collection. `fixed` are objects that never move and lie beside the heap: classes'
// java.lang.Class objects and string literals. They are followed by `class_count` of struct region_census_class.
struct region_census {
    u64 ticks;
    u32 reason; // enum census_reason
    u32 domain;
    u32 class_count;
    u32 reserved;
    u64 objects, bytes;
    u64 fixed_objects, fixed_bytes;
};
_Static_assert(sizeof(struct region_census) == 56, "census");

// The heap has less than 4 GiB, because references have 32 bits.
struct region_census_class {
    u32 class;
    u32 objects, bytes;
    u32 fixed_objects, fixed_bytes;
    u32 reserved;
};
_Static_assert(sizeof(struct region_census_class) == 24, "a class of a census");

#define REGION_AGES 15

// How many objects of a class, or of an allocation site, survived a collection for the first, second ... fifteenth
// time.
struct region_ages {
    u32 class; // 0: not in use, or of a site
    u32 reserved;
    u64 objects[REGION_AGES], bytes[REGION_AGES];
};
_Static_assert(sizeof(struct region_ages) == 248, "ages");

// ---- Counters of the host

// COUNTER(number, name, text, type and config of Linux' perf_event_open)
// clang-format off
#define COUNTER_TABLE(COUNTER) \
    COUNTER(0, instructions, "instructions", 0, 1) COUNTER(1, cycles, "cycles", 0, 0) \
    COUNTER(2, cache_references, "cache-references", 0, 2) COUNTER(3, cache_misses, "cache-misses", 0, 3) \
    COUNTER(4, branches, "branches", 0, 4) COUNTER(5, branch_misses, "branch-misses", 0, 5) \
    COUNTER(6, task_clock, "task-clock", 1, 1) COUNTER(7, page_faults, "page-faults", 1, 2) \
    COUNTER(8, context_switches, "context-switches", 1, 3) COUNTER(9, cpu_migrations, "cpu-migrations", 1, 4) \
    COUNTER(10, major_faults, "major-faults", 1, 6)
// clang-format on

struct region_counters {
    u32 thread; // 0
    u32 reserved;
    s64 values[COUNTERS_MOST]; // 8  in the order of region_profile.counters; task-clock in nanoseconds
};

// ---- What was instrumented

struct region_profile {
    u64 sample_hz;          //  0  0 if off
    u64 stack_frames;       //  8  kept of each sample
    u64 jitter_seed;        // 16
    u64 quantum_ns;         // 24
    u64 event_mask[4];      // 32  kernel events that are on, by number
    u64 methods_translated; // 64
    u64 methods_timed;      // 72
    u64 methods_traced;     // 80
    u64 calls_inlined;      // 88
    u64 sample_since_ticks; // 96  since when the rate is sample_hz
    u64 unsampled_ticks;    // 104 before that, and after the boot, in which no samples were taken
    u64 slow_calls;         // 112 kept of each timed method, 0 for none
    u8 counters[8];         // 120 those that were counted, as 1 + the number in COUNTER_TABLE; 0 after the last
};

// ---- Requests to the running guest, one at a time: a host fills the request's fields and stores `requested` last; the
// guest sees it when it is interrupted, does it at a safepoint, and stores `answered` last. Hosts take turns by a lock
// of the file's first byte (fcntl F_OFD_SETLK). The guest's process holds a shared flock of the file as long as it
// lives.
//
// CONTROL_moment: from its answer on the guest is stopped, and everything that it has recorded is of one moment,
// `ticks`, until the host stores the request's number in `released`, or until MOMENT_LIMIT_NS have passed.

#define CONTROL_TEXT_BYTES 1024
#define CONTROL_ANSWER_BYTES 256
#define MOMENT_LIMIT_NS 100000000u

struct region_control {
    u64 requested;                     //  0  by the host: number of the latest request, from 1
    u32 kind;                          //  8  enum control_kind
    u32 text_bytes;                    // 12
    u64 number;                        // 16
    u64 event_mask[4];                 // 24  of CONTROL_events
    u64 released;                      // 56
    u64 answered;                      // 64  by the guest
    s32 status;                        // 72  0 if done; 1 if it could not be done and nothing has changed
    u32 answer_bytes;                  // 76
    u64 ticks;                         // 80  when it was done
    u64 moments;                       // 88  how often the guest was stopped
    u64 moment_ticks;                  // 96  for how long altogether
    u64 moment_longest;                // 104
    u64 moments_left;                  // 112 readers that were not done in time
    u64 passed_over;                   // 120 activations that went on without the probes that their methods had got
    u64 clear_ticks;                   // 128 when the figures begin; 0: at the start
    u64 given_up;                      // 136 by the host: requests that it did not wait for any longer
    u64 reserved[12];                  // 144
    char text[CONTROL_TEXT_BYTES];     // 240
    char answer[CONTROL_ANSWER_BYTES]; // why it could not be done, or the result
};
// What was switched when, by requests and by gnomon.Profiler, and what was on at the start.
struct region_change {
    u64 ticks;
    u32 kind; // enum control_kind
    u32 text; // NAME_STRING's id, 0 if none
    u64 number;
};

static inline struct region_section *region_directory(struct region_header *header) {
    return (struct region_section *)((u8 *)header + REGION_DIRECTORY_OFFSET);
}

#endif
