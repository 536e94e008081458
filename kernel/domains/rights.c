// See kernel/domains/rights.h.
#include "kernel/domains/rights.h"

#include "base/link.h"
#include "base/narrow.h"
#include "base/panic.h"
#include "base/print.h"
#include "base/string.h"
#include "kernel/core/kernel_lock.h"
#include "kernel/core/shares.h"
#include "kernel/files/files.h"
#include "kernel/memory/scratch.h"
#include "kernel/net/net_right.h"

#define COUNT_MOST INT32_MAX
#define BYTES_MOST INT64_MAX
#define SHOWN_BYTES 64u // of an option, in words
#define NAME_MOST 255u  // bytes of a service's name: kernel/domains/portals.h

enum right_kind { RIGHT_TEXT, RIGHT_PAIR, RIGHT_PROPERTY, RIGHT_NUMBER, RIGHT_NAME, RIGHT_NONE, RIGHT_YES };

// All options that there are. Numbers have their bounds.
static const struct right {
    const char *key;
    enum right_kind kind;
    u64 least, most;
} RIGHTS[] = {
    {.key = "main", .kind = RIGHT_TEXT},
    {.key = "classpath", .kind = RIGHT_TEXT},
    {.key = "arg", .kind = RIGHT_TEXT},
    {.key = "env", .kind = RIGHT_PAIR},
    {.key = "property", .kind = RIGHT_PROPERTY},
    {.key = "scheduler", .kind = RIGHT_TEXT},
    {"weight", RIGHT_NUMBER, 1, SHARE_WEIGHT_MOST},
    {"limit.threads", RIGHT_NUMBER, 8, COUNT_MOST},
    {"limit.files", RIGHT_NUMBER, 16, COUNT_MOST},
    {"limit.classdata", RIGHT_NUMBER, 4 * MIB, BYTES_MOST},
    {"limit.calls", RIGHT_NUMBER, 1, COUNT_MOST},
    {"limit.connections", RIGHT_NUMBER, 0, LINK_CHANNELS},
    {.key = "network", .kind = RIGHT_TEXT},
    {"port", RIGHT_NUMBER, 1, UINT16_MAX},
    {.key = "names", .kind = RIGHT_NONE},
    {.key = "name", .kind = RIGHT_NAME},
    {"limit.domains", RIGHT_NUMBER, 0, RIGHTS_FAMILY - 1},
    {"limit.output", RIGHT_NUMBER, 0, BYTES_MOST},
    {"limit.types", RIGHT_NUMBER, 0, RIGHTS_EVENT_TYPES},
    {"limit.events", RIGHT_NUMBER, 0, COUNT_MOST},
    {.key = "instruments", .kind = RIGHT_YES},
};

// Properties that change more than what a program of the domain reads. All others that begin like one of the closed
// ones are refused.
static const struct {
    const char *start;
    bool is_whole, first_may; // the whole name; the first domain may give it
} PROPERTIES[] = {
    {"gnomon.gc", true, true},         {"gnomon.gc.stress", true, true}, {"gnomon.gc.verify", true, true},
    {"gnomon.gc.protect", true, true}, {"gnomon.", false, false},        {"jdk.module.", false, true},
};

struct text {
    const char *start;
    size_t bytes;
};

struct words {
    char *to;
    struct text option;
};

static bool refuse(const struct words *words, const char *reason) {
    int shown = (int)(words->option.bytes < SHOWN_BYTES ? words->option.bytes : SHOWN_BYTES);
    print_format(words->to, RIGHTS_WORDS_BYTES, "%.*s: %s", shown, words->option.start, reason);
    return false;
}

static bool begins(struct text text, const char *start) {
    size_t length = strlen(start);
    return text.bytes >= length && memcmp(text.start, start, length) == 0;
}

static bool is_text(struct text text, const char *whole) { return text.bytes == strlen(whole) && begins(text, whole); }

static struct text until(struct text text, char end) {
    struct text part = {text.start, 0};
    while (part.bytes < text.bytes && text.start[part.bytes] != end) part.bytes++;
    return part;
}

// ---- One option

static bool check_number(struct words *words, const struct right *right, struct text value) {
    u64 number;
    char reason[96];
    struct option option = {.value = value.start, .length = value.bytes};
    if (option_is_number(&option, &number) && number >= right->least && number <= right->most) return true;
    print_format(reason, sizeof(reason), "expected %lu to %lu", right->least, right->most);
    return refuse(words, reason);
}

static bool check_property(struct words *words, struct text value, bool is_first) {
    struct text name = until(value, '=');
    words->option = name;
    if (!name.bytes) return refuse(words, "a property has a name");
    for (size_t i = 0; i < COUNT_OF(PROPERTIES); i++) {
        bool is_it =
            begins(name, PROPERTIES[i].start) && (!PROPERTIES[i].is_whole || name.bytes == strlen(PROPERTIES[i].start));
        if (!is_it) continue;
        if (PROPERTIES[i].first_may && is_first) return true;
        return refuse(words, PROPERTIES[i].first_may ? "only the first domain may give this property"
                                                     : "no domain may be given this property");
    }
    return true;
}

static bool check_line(struct words *words, struct text line, bool is_first) {
    struct text key = until(line, '=');
    const struct right *right = RIGHTS;
    words->option = key;
    while (right < RIGHTS + COUNT_OF(RIGHTS) && !(begins(key, right->key) && key.bytes == strlen(right->key))) right++;
    if (right == RIGHTS + COUNT_OF(RIGHTS) || key.bytes == line.bytes) return refuse(words, "there is no such option");
    struct text value = {line.start + key.bytes + 1, line.bytes - key.bytes - 1};
    switch (right->kind) {
    case RIGHT_TEXT: return true;
    case RIGHT_PAIR:
        return (until(value, '=').bytes && until(value, '=').bytes < value.bytes) ||
               refuse(words, "expected NAME=VALUE");
    case RIGHT_NAME: return value.bytes <= NAME_MOST || refuse(words, "a name has at most 255 bytes");
    case RIGHT_NONE: return is_text(value, "none") || refuse(words, "expected none");
    case RIGHT_YES: return is_text(value, "yes") || refuse(words, "expected yes");
    case RIGHT_PROPERTY: return check_property(words, value, is_first);
    case RIGHT_NUMBER: return check_number(words, right, value);
    }
    return false;
}

// ---- All of them

static bool check_whole(struct words *words, const struct options *given, u64 heap_bytes) {
    struct option main_class;
    words->option = (struct text){"options", 7};
    if ((u64)(given->end - given->start) > RIGHTS_OPTIONS_MOST) return refuse(words, "more than 1 MiB of them");
    words->option = (struct text){"main", 4};
    if (!option_first(given, "main", &main_class) || !main_class.length) return refuse(words, "no main class is given");
    words->option = (struct text){"heap", 4};
    if (heap_bytes >= RIGHTS_HEAP_LEAST && heap_bytes <= RIGHTS_HEAP_MOST) return true;
    return refuse(words, "expected 8 MiB to 1 TiB");
}

bool rights_check(const struct options *given, u64 heap_bytes, bool is_first, char to[RIGHTS_WORDS_BYTES]) {
    struct words words = {.to = to};
    if (!check_whole(&words, given, heap_bytes)) return false;
    for (const char *at = given->start; at < given->end;) {
        struct text line = until((struct text){at, (size_t)(given->end - at)}, '\n');
        if (!check_line(&words, line, is_first)) return false;
        at += line.bytes + 1;
    }
    return true;
}

static u64 lower(u64 a, u64 b) { return a < b ? a : b; }

// 0 is no limit.
static u32 lower_count(u64 wanted, u32 most) { return (u32)(most && (!wanted || wanted > most) ? most : wanted); }

static void set_numbers(struct domain_limits *limits, const struct options *given, u64 heap_bytes,
                        const struct domain_limits *most) {
    struct option instruments;
    *limits = (struct domain_limits){
        .heap_bytes = lower(heap_bytes, most->heap_bytes),
        .class_bytes = lower(option_number(given, "limit.classdata", RIGHTS_CLASS_BYTES), most->class_bytes),
        .weight = (u32)option_number(given, "weight", 1),
        .threads = lower_count(option_number(given, "limit.threads", 0), most->threads),
        .calls = lower_count(option_number(given, "limit.calls", 0), most->calls),
        .connections = (u32)lower(option_number(given, "limit.connections", RIGHTS_CONNECTIONS), most->connections),
        .event_types = (u32)lower(option_number(given, "limit.types", RIGHTS_EVENT_TYPES), most->event_types),
        .events = (u32)lower(option_number(given, "limit.events", RIGHTS_ALL_EVENTS), most->events),
        .domains = (u32)lower(option_number(given, "limit.domains", RIGHTS_FAMILY), most->domains),
        .output_bytes = lower(option_number(given, "limit.output", UINT64_MAX), most->output_bytes),
        .has_instruments = most->has_instruments && option_first(given, "instruments", &instruments),
        .files = (int)lower(option_number(given, "limit.files", FILE_DESCRIPTORS), (u64)most->files),
    };
}

// Without a word about it, in any of those from which it comes, there is nothing to keep.
static bool set_network(struct domain_limits *limits, const struct options *given, const struct net_right *most,
                        struct words *words) {
    const char *reason;
    struct option option;
    if (!most && !option_first(given, "network", &option)) return true;
    words->option = (struct text){"network", 7};
    limits->network = scratch_alloc_as(thread_account(ACCOUNT_TABLES), sizeof(*limits->network), SCRATCH_MOVABLE);
    if (!limits->network) return false;
    if (net_right_read(limits->network, given, most, &reason)) return true;
    return refuse(words, reason);
}

// Names of services, each terminated.
struct rights_names {
    u64 bytes;
    char text[];
};

bool rights_may_name(const struct rights_names *names, const char *name) {
    if (!names) return true;
    for (const char *at = names->text; at < names->text + names->bytes; at += strlen(at) + 1) {
        if (strcmp(at, name) == 0) return true;
    }
    return false;
}

static void add_name(struct rights_names *names, const struct option *option, const struct rights_names *most) {
    char *to = names->text + names->bytes;
    ASSERT(option->length <= NAME_MOST); // it has been checked
    memcpy(to, option->value, option->length);
    to[option->length] = 0;
    if (rights_may_name(most, to)) names->bytes += strlen(to) + 1;
}

// Returns false if there is no memory. What is given is no longer in text than the options are.
static bool set_names(struct domain_limits *limits, const struct options *given, const struct rights_names *most) {
    struct option option;
    bool is_given = option_first(given, "names", &option) || option_first(given, "name", &option);
    if (!is_given && !most) return true;
    u64 bytes = is_given ? (u64)(given->end - given->start) : most->bytes;
    limits->names = scratch_alloc_as(thread_account(ACCOUNT_TABLES), sizeof(*limits->names) + bytes, SCRATCH_MOVABLE);
    if (!limits->names) return false;
    limits->names->bytes = 0;
    if (!is_given) {
        limits->names->bytes = bytes;
        memcpy(limits->names->text, most->text, bytes);
    }
    for (bool more = option_first(given, "name", &option); more; more = option_next("name", &option)) {
        add_name(limits->names, &option, most);
    }
    return true;
}

void rights_charge(struct domain_limits *limits, struct account *account) {
    ASSERT_LOCKED();
    if (limits->network) scratch_move(limits->network, account);
    if (limits->names) scratch_move(limits->names, account);
}

void rights_free(struct domain_limits *limits) {
    scratch_free(limits->network);
    scratch_free(limits->names);
    limits->network = NULL;
    limits->names = NULL;
}

bool rights_limits(const struct options *given, u64 heap_bytes, const struct domain_limits *most,
                   struct domain_limits *limits, char to[RIGHTS_WORDS_BYTES]) {
    static const struct domain_limits ALL = {.heap_bytes = UINT64_MAX,
                                             .class_bytes = UINT64_MAX,
                                             .connections = LINK_CHANNELS,
                                             .event_types = RIGHTS_EVENT_TYPES,
                                             .events = RIGHTS_ALL_EVENTS,
                                             .domains = RIGHTS_FAMILY,
                                             .files = FILE_DESCRIPTORS,
                                             .output_bytes = UINT64_MAX,
                                             .has_instruments = true};
    if (!most) most = &ALL;
    set_numbers(limits, given, heap_bytes, most);
    return set_names(limits, given, most->names) &&
           set_network(limits, given, most->network, &(struct words){.to = to});
}

// ---- Ports

static u16 port_of(const struct option *option) {
    u64 port;
    ASSERT(option_is_number(option, &port) && port <= UINT16_MAX); // it has been checked
    return narrow_u16(port);
}

bool rights_has_ports(const struct options *given, u32 domain, char to[RIGHTS_WORDS_BYTES]) {
    struct words words = {.to = to, .option = {"port", 4}};
    struct option option;
    u32 count = 0;
    for (bool more = option_first(given, "port", &option); more; more = option_next("port", &option)) {
        if (!net_port_belongs(port_of(&option), domain)) return refuse(&words, "it is not this domain's to give");
        count++;
    }
    return net_ports_left() >= count || refuse(&words, "too many have been given");
}

void rights_give_ports(const struct options *given, u32 to) {
    ASSERT_LOCKED();
    struct option option;
    for (bool more = option_first(given, "port", &option); more; more = option_next("port", &option)) {
        net_port_give(port_of(&option), to);
    }
}
