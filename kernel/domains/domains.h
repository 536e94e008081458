// Domains beside the first one: starting, waiting for their end, ending them (docs/domains.md). A domain is known by
// its number. Its first thread makes it, boots the class library in it, runs its program, and, when all its other
// threads have ended, gives back whatever it had.
//
// A record of it is kept until it has ended and its starter wants to know no more. Thread level only, under the
// kernel's lock.
#ifndef KERNEL_DOMAINS_DOMAINS_H
#define KERNEL_DOMAINS_DOMAINS_H

#include "kernel/core/thread.h"
#include "kernel/domains/rights.h"
#include "kernel/memory/account.h"

// What each domain is made of besides what its starter says. The archive fills the file system that each has of its
// own.
struct domains_program {
    u64 archive, archive_bytes;
};
// Hook, in kernel/launch.c: boots the library in the thread's domain, runs the domain's program there, and waits for
// its end. Returns its exit status.
s32 launch_program(struct thread *thread);
// Called once, before the first other domain.
void domains_init(const struct domains_program *program);

// Starts a domain with so much heap at most, and the options that kernel/domains/rights.h lists. Both texts are copied.
// Returns its number, or 0: with words if it may not be given that, otherwise because there is no memory.
struct domain_request {
    const char *name, *options;
    u64 name_bytes, options_bytes, heap_bytes;
};
struct domain_refusal {
    const char *exception; // its class
    char words[RIGHTS_WORDS_BYTES];
};
u32 domain_start(const struct domain_request *request, struct domain_refusal *refusal);

enum domain_state { DOMAIN_UNKNOWN, DOMAIN_RUNS, DOMAIN_ENDED, DOMAIN_FAILED };
struct domain_outcome {
    enum domain_state state; // DOMAIN_UNKNOWN: there is no record of such a domain that this one has started
    s32 status;
    const char *error; // of DOMAIN_FAILED: why it could not be made
};
// What is known of a domain that the thread's domain has started.
struct domain_outcome domain_outcome(const struct thread *thread, u32 number);
// What it has in use now; of one that has ended only the time of the processor is left.
struct domain_usage {
    u64 cpu_ns, heap_bytes; // of all its threads; chunks of its heap
    u64 class_bytes;        // classes, their mirrors and code
    u32 threads, files, calls;
    u64 output_bytes; // on standard output and error, ever
    u32 event_types;  // that it has added
    u32 connections;  // to the host's network
    u32 domains;      // that come from it, and from those
    u64 memory_bytes[ACCOUNT_KINDS];
};
// What a domain uses that the thread's domain has started, or that is this domain itself. Returns false if there is no
// record of it.
bool domain_usage(const struct thread *thread, u32 number, struct domain_usage *usage);
// Waits for the end. Returns false if the deadline came first, or the thread was interrupted.
bool domain_await(struct thread *thread, u32 number, u64 deadline_ticks);
// Has it end as soon as its threads have got to a safepoint.
#define DOMAIN_TERMINATED 137
void domain_terminate(struct thread *thread, u32 number);
// The starter wants to know no more.
void domain_forget(const struct thread *thread, u32 number);

// Ends the thread's own domain: the machine if it is the first one; otherwise an exception is pending that nothing
// catches.
void domain_exit(struct thread *thread, s32 status);

#endif
