// See kernel/domains/rights.h.
#include "kernel/domains/rights.h"

#include "base/print.h"
#include "base/string.h"
#include "kernel/core/shares.h"
#include "kernel/files/files.h"

#define COUNT_MOST INT32_MAX
#define BYTES_MOST INT64_MAX
#define SHOWN_BYTES 64u // of an option, in words

enum right_kind { RIGHT_TEXT, RIGHT_PAIR, RIGHT_PROPERTY, RIGHT_NUMBER };

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

struct domain_limits rights_limits(const struct options *given, u64 heap_bytes, const struct domain_limits *most) {
    static const struct domain_limits ALL = {
        .heap_bytes = UINT64_MAX, .class_bytes = UINT64_MAX, .files = FILE_DESCRIPTORS};
    if (!most) most = &ALL;
    return (struct domain_limits){
        .heap_bytes = lower(heap_bytes, most->heap_bytes),
        .class_bytes = lower(option_number(given, "limit.classdata", UINT64_MAX), most->class_bytes),
        .weight = (u32)option_number(given, "weight", 1),
        .threads = lower_count(option_number(given, "limit.threads", 0), most->threads),
        .calls = lower_count(option_number(given, "limit.calls", 0), most->calls),
        .files = (int)lower(option_number(given, "limit.files", FILE_DESCRIPTORS), (u64)most->files),
    };
}
