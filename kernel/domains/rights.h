// What a domain may be given: the list of options that there are, with their bounds, and what of it one that is started
// gets at most. Every domain beside the first goes through it, whichever way it was started.
//
// Options are lines as base/archive.h has them. What a domain gives to one that it starts is no more than it has
// itself; what diagnoses or opens the machine, only the first one gives.
#ifndef KERNEL_DOMAINS_RIGHTS_H
#define KERNEL_DOMAINS_RIGHTS_H

#include "base/layout.h"
#include "kernel/core/options.h"

struct account;

#define RIGHTS_CLASS_BYTES ((CLASS_DATA_END - CLASS_DATA_START) / 4ull) // of a domain without a word about it
#define RIGHTS_OPTIONS_MOST (1u * MIB)                                  // bytes
#define RIGHTS_NAME_MOST 255u                                           // bytes of a domain's name
#define RIGHTS_HEAP_LEAST (8ull * MIB)
#define RIGHTS_HEAP_MOST (1ull << 40) // there is less memory than that
#define RIGHTS_EVENT_TYPES 1024u      // the same
#define RIGHTS_ALL_EVENTS UINT32_MAX
#define RIGHTS_FAMILY 32u        // domains of a family at once
#define RIGHTS_WINDOWS 512u      // files of some size that a family has at once (kernel/files/files.h)
#define RIGHTS_CONNECTIONS 1024u // of a family; of a domain without a word about it

// What a domain may have at once; what it starts may have no more. There is no limit of threads or calls if that is 0.
struct domain_limits {
    u64 heap_bytes, class_bytes;
    u32 weight; // among those that come from one that the first domain has started, or of those among all
    u32 threads, calls;
    u32 connections; // to the host's network, in both directions
    u32 event_types; // that it may add, ever
    u32 events;      // that it may record, a second; or RIGHTS_ALL_EVENTS
    u32 domains;     // that come from it, and from those
    int files;
    u64 output_bytes;           // on standard output and error, ever
    bool has_instruments;       // may switch those of the machine
    struct net_right *network;  // NULL: all. The function that made the limits frees it, and the names
    struct rights_names *names; // NULL: all
};

#define RIGHTS_WORDS_BYTES 160u
// Checks all that a domain is started with. Returns false with words that name the option and what is wrong with it.
// `is_first`: the first domain gives them.
bool rights_check(const struct options *given, u64 heap_bytes, bool is_first, char words[RIGHTS_WORDS_BYTES]);
// What it gets of these options, which have been checked. `most`: what the domain that gives them has, NULL if all.
// Returns false if that cannot be, with words, or if there is no memory, without.
bool rights_limits(const struct options *given, u64 heap_bytes, const struct domain_limits *most,
                   struct domain_limits *limits, char words[RIGHTS_WORDS_BYTES]);
// From now on this account pays for what they refer to; the starter's did.
void rights_charge(struct domain_limits *limits, struct account *account);
// Gives back what they refer to.
void rights_free(struct domain_limits *limits);
// Whether the domain may register and look up a name.
bool rights_may_name(const struct rights_names *names, const char *name);
// Whether all ports that lead inwards and that the options give on are the domain's.
bool rights_has_ports(const struct options *given, u32 domain, char words[RIGHTS_WORDS_BYTES]);
// The domain gives them to another one.
void rights_give_ports(const struct options *given, u32 to);

#endif
