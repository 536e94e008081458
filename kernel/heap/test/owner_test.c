// Owners: what they take is counted on all accounts above them and comes back when they end; limits hold; what has been
// allocated since a mark can be given back; cards of the fixed space lead to the objects in them. Also symbols, which
// are counted, and the tables that hold them.
#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"
#include "kernel/classes/mirror.h"
#include "kernel/classes/symbol.h"
#include "kernel/heap/fixed_objects.h"
#include "runtime.h"
#include "tap.h"

#include <stdio.h>
#include <string.h>

static bool is_zero(const void *memory, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) {
        if (((const u8 *)memory)[i]) return false;
    }
    return true;
}

static void test_accounts(void) {
    const struct account *domain = domain_account(domain_first, ACCOUNT_DATA),
                         *mortal = domain_first->owners.mortal_accounts;
    u64 before = domain->used_bytes, whole = machine_accounts.of[ACCOUNT_DATA].used_bytes;
    struct owner *owner = owner_create(&domain_first->owners, &domain_first->boot_loader, sizeof(struct owner));
    tap_ok(owner && !owner->is_permanent && domain_first->owners.first == owner, "a new owner");
    tap_ok(mortal[OWNER_DATA].used_bytes <= 8 * KIB, "costs little: %lu bytes",
           (unsigned long)mortal[OWNER_DATA].used_bytes);
    for (u32 i = 0; i < 1000; i++) {
        u8 *memory = owner_alloc(owner, i * 7 % 3000);
        if (!memory || (u64)memory % 8 || !is_zero(memory, i * 7 % 3000)) tap_ok(false, "allocation %u", i);
        memset(memory, 0xaa, i * 7 % 3000);
    }
    tap_ok(owner_alloc(owner, 3 * MIB) && owner_alloc_fixed(owner, 700), "what is large; another space");
    u64 used = owner->accounts[OWNER_DATA].used_bytes;
    tap_ok(used > 4 * MIB && mortal[OWNER_DATA].used_bytes == used && domain->used_bytes == before + used &&
               machine_accounts.of[ACCOUNT_DATA].used_bytes == whole + used,
           "all accounts have it");
    owner_end(owner);
    tap_ok(!mortal[OWNER_DATA].used_bytes && !mortal[OWNER_CODE].used_bytes && !mortal[OWNER_FIXED].used_bytes &&
               domain->used_bytes == before,
           "and it comes back");
    tap_is_int(
        (long long)chunks_used_bytes(&owner_spaces[OWNER_DATA]),
        (long long)(machine_accounts.of[ACCOUNT_DATA].used_bytes + machine_accounts.of[ACCOUNT_NAMES].used_bytes),
        "the space agrees with the account");
}

static void test_limits(void) {
    struct owner *owner = owner_create(&domain_first->owners, &domain_first->boot_loader, sizeof(struct owner));
    owner->accounts[OWNER_DATA].limit_bytes = owner->accounts[OWNER_DATA].used_bytes + 64 * KIB;
    u32 count = 0;
    while (owner_alloc(owner, KIB)) count++;
    tap_ok(count > 50 && count < 70, "its own limit: %u", count);
    owner->accounts[OWNER_DATA].limit_bytes = UINT64_MAX;
    tap_ok(owner_alloc(owner, KIB), "is lifted");
    domain_account(domain_first, ACCOUNT_DATA)->limit_bytes = domain_account(domain_first, ACCOUNT_DATA)->used_bytes;
    tap_ok(!owner_alloc(owner, MIB), "its domain's limit");
    domain_account(domain_first, ACCOUNT_DATA)->limit_bytes = UINT64_MAX;
    count = 0;
    while (owner_alloc_fixed(owner, MIB)) count++;
    tap_ok(count > 40 && !owner_has_room(&owner->accounts[OWNER_FIXED], false, OWNER_FIXED, MIB),
           "a space is used up after %u MiB", count);
    tap_ok(owner_alloc_fixed(&domain_first->boot_loader.own, MIB), "something is left for the boot loader");
    owner_end(owner);
    owner = owner_create(&domain_first->owners, &domain_first->boot_loader, sizeof(struct owner));
    tap_ok(owner_alloc_fixed(owner, 15 * MIB) && owner_alloc_fixed(owner, 15 * MIB), "and it comes back");
    owner_end(owner);
}

static void test_mark(void) {
    struct owner *owner = owner_create(&domain_first->owners, &domain_first->boot_loader, sizeof(struct owner));
    owner_alloc(owner, 100);
    owner_alloc_fixed(owner, 24);
    struct owner_mark mark = owner_mark(owner);
    u64 used = owner->accounts[OWNER_DATA].used_bytes;
    u8 *first = owner_alloc(owner, 64);
    memset(first, 1, 64);
    for (u32 i = 0; i < 200; i++) memset(owner_alloc(owner, 1000), 1, 1000);
    for (u32 i = 0; i < 200; i++) memset((void *)(u64)owner_alloc_fixed(owner, 104), 1, 104);
    owner_release(owner, &mark);
    tap_is_int((long long)owner->accounts[OWNER_DATA].used_bytes, (long long)used,
               "what came after a mark is given back");
    u8 *again = owner_alloc(owner, 64);
    tap_ok(again == first && is_zero(again, 64), "and is handed out again, zeroed");
    owner_end(owner);
}

static u32 visited, visited_wrong;
static void visit(void *context, ref object, u64 card) {
    const ref *expected = context;
    u64 end = (u64)object + heap_object_bytes(object);
    if (object >= card + OWNER_FIXED_UNIT_BYTES || end <= card) visited_wrong++;
    visited += object == *expected;
}

static u32 pauses;
static void count_pause(void *context) {
    (void)context;
    pauses++;
}

// Every mirror is found through each of its cards.
static void test_cards(void) {
    fixed_objects_visit_marked_cards(visit, count_pause, &(ref){0});
    visited_wrong = 0;
    u32 missed = 0, mirrors = 0;
    for (struct class *class = domain_first->first_class; class; class = class->next_class) {
        for (u64 at = class->mirror; at < (u64) class->mirror + class->mirror_bytes; at += 8) {
            if (at != class->mirror && at % OWNER_FIXED_UNIT_BYTES) continue;
            visited = 0;
            heap_mark_card(at);
            fixed_objects_visit_marked_cards(visit, count_pause, &(ref){class->mirror});
            missed += visited != 1;
            mirrors++;
        }
    }
    tap_ok(mirrors > 40 && !missed && !visited_wrong, "cards lead to the objects in them (%u looked at, %u missed)",
           mirrors, missed);
}

// Cards of another domain's mirrors are as many as those may be, and none of them is looked through.
static void test_pauses(void) {
    struct owner *owner = owner_create(&domain_first->owners, &domain_first->boot_loader, sizeof(struct owner));
    u64 start = owner_alloc_fixed(owner, MIB);
    for (u64 at = start; at < start + MIB; at += OWNER_FIXED_UNIT_BYTES) heap_mark_card(at);
    pauses = 0;
    fixed_objects_visit_marked_cards(visit, count_pause, &(ref){0});
    tap_ok(pauses >= 7, "others may run between 2,048 marked cards that hold nothing (%u times)", pauses);
    owner_end(owner);
}

static void test_needs(void) {
    struct owner *a = owner_create(&domain_first->owners, &domain_first->boot_loader, sizeof(struct owner));
    struct owner *b = owner_create(&domain_first->owners, &domain_first->boot_loader, sizeof(struct owner));
    tap_ok(owner_needs(a, b) && owner_needs(a, b) && owner_needs(a, a) && owner_needs(a, &owner_machine), "needs");
    tap_ok(a->needs && a->needs->on == b && !a->needs->next, "are remembered once, of who may go");
    owner_end(a);
    owner_end(b);
}

static void test_symbols(void) {
    u32 before = symbol_count();
    static const struct symbol *held[20000];
    char text[40];
    for (u32 i = 0; i < COUNT_OF(held); i++) {
        held[i] = symbol_intern(text, (size_t)snprintf(text, sizeof(text), "test/Symbol%u", i * 7919));
    }
    tap_is_int(symbol_count() - before, COUNT_OF(held), "as many symbols as names");
    tap_ok(symbol_intern("test/Symbol0", 12) == held[0] && held[0]->count == 2, "one for each name, counted");
    symbol_release(held[0]);
    u32 wrong = 0;
    for (u32 i = 0; i < COUNT_OF(held); i += 2) symbol_release(held[i]);
    for (u32 i = 0; i < COUNT_OF(held); i++) {
        size_t length = (size_t)snprintf(text, sizeof(text), "test/Symbol%u", i * 7919);
        wrong += symbol_find(text, length) != (i % 2 ? held[i] : NULL);
    }
    tap_is_int(wrong, 0, "those that nobody keeps are gone, the others found");
    for (u32 i = 1; i < COUNT_OF(held); i += 2) symbol_release(held[i]);
    tap_is_int(symbol_count(), before, "all are gone");
    u64 used = 0;
    for (u32 round = 0; round < 3; round++) {
        if (round == 1) used = owner_pieces.accounts[OWNER_DATA].used_bytes;
        for (u32 i = 0; i < COUNT_OF(held); i++) {
            held[i] = symbol_intern(text, (size_t)snprintf(text, sizeof(text), "round%u%u", round, i));
        }
        for (u32 i = 0; i < COUNT_OF(held); i++) symbol_release(held[i]);
    }
    tap_is_int((long long)owner_pieces.accounts[OWNER_DATA].used_bytes, (long long)used,
               "and their memory serves again");
}

static const struct symbol *intern(const char *text) { return symbol_intern(text, strlen(text)); }

// Whose threads intern a name first pays for it, until it is gone or the domain has ended.
static void test_payers(void) {
    struct accounts other, *before = core_of(domain_first)->accounts;
    struct account *names = &other.of[ACCOUNT_NAMES], *kernels = kernel_account(ACCOUNT_NAMES);
    accounts_begin(&other);
    symbols_begin(&other);
    const struct symbol *known = intern("payers/Known");
    u64 machines = machine_accounts.of[ACCOUNT_NAMES].used_bytes, left = kernels->used_bytes;
    core_of(domain_first)->accounts = &other;
    const struct symbol *gone = intern("payers/Gone"), *kept = intern("payers/Kept"), *good = intern("payers/Good");
    tap_ok(intern("payers/Known") == known && names->used_bytes == 3 * 32, "names that are new are charged: %lu bytes",
           (unsigned long)names->used_bytes);
    symbol_keep_for_good(good);
    symbol_release(gone);
    tap_ok(names->used_bytes == 32, "but not those that are gone, nor those that stay for good");
    names->limit_bytes = names->used_bytes;
    tap_ok(!intern("payers/Refused") && !symbol_find("payers/Refused", 14), "nor beyond the limit");
    tap_ok(symbol_of("payers/Kernels") && intern("payers/Kept") == kept, "which is not the kernel's");
    accounts_check();
    core_of(domain_first)->accounts = before;
    symbols_end(&other);
    tap_ok(!names->used_bytes && kept->payer, "at the end the kernel pays for what others keep");
    accounts_end(&other);
    u16 number = kept->payer;
    symbols_begin(&other);
    tap_ok(other.symbol_payer != number, "whose number nobody else gets");
    symbols_end(&other);
    symbol_release(kept);
    symbol_release(kept);
    symbol_release(known);
    symbol_release(known);
    symbols_begin(&other);
    tap_ok(other.symbol_payer == number, "before it is gone");
    symbols_end(&other);
    tap_ok(machine_accounts.of[ACCOUNT_NAMES].used_bytes == machines &&
               kernels->used_bytes == left + 32, // with "Known"
           "nothing is left over");
    accounts_check();
}

// More domains than there are numbers, each of which leaves a name.
static void test_many_payers(void) {
    static const struct symbol *kept[5000];
    struct accounts other, *before = core_of(domain_first)->accounts;
    char text[64];
    u32 unpaid = 0;
    for (u32 i = 0; i < COUNT_OF(kept); i++) {
        accounts_begin(&other);
        symbols_begin(&other);
        core_of(domain_first)->accounts = &other;
        snprintf(text, sizeof(text), "left/Over%u", i);
        kept[i] = intern(text);
        unpaid += !other.of[ACCOUNT_NAMES].used_bytes;
        core_of(domain_first)->accounts = before;
        symbols_end(&other);
        accounts_end(&other);
    }
    tap_is_int(unpaid, 0, "numbers of those who pay do not run out");
    for (u32 i = 0; i < COUNT_OF(kept); i++) symbol_release(kept[i]);
    accounts_check();
}

// Where neither the table of symbols nor class data can grow, programs get no new names, but the kernel does.
static void test_full_table(void) {
    static const struct symbol *held[1u << 19];
    struct account *tables = kernel_account(ACCOUNT_TABLES), *data = kernel_account(ACCOUNT_DATA);
    char text[64];
    u32 made = 0, kernels = 0;
    tables->limit_bytes = 0;
    do {
        held[made] = symbol_intern(text, (size_t)snprintf(text, sizeof(text), "full/Table%u", made));
    } while (held[made] && ++made < COUNT_OF(held));
    tap_ok(made < COUNT_OF(held), "a table that cannot grow is full after %u names more", made);
    tap_ok(intern("full/Table0") == held[0], "what is there is found");
    symbol_release(held[0]);
    data->limit_bytes = 0;
    for (u32 i = 0; i < 1000; i++) {
        snprintf(text, sizeof(text), "kernels/%u", i);
        const struct symbol *name = symbol_of(text);
        kernels += name && name->length == strlen(text) && symbol_find(text, strlen(text)) == name;
    }
    tap_is_int(kernels, 1000, "the kernel has its names");
    tables->limit_bytes = data->limit_bytes = UINT64_MAX;
    while (made) symbol_release(held[--made]);
    accounts_check();
}

int main(void) {
    if (!runtime_start(true)) {
        tap_skip("all", "there is no JDK 17 image");
        return tap_done();
    }
    test_accounts();
    test_limits();
    test_mark();
    test_cards();
    test_pauses();
    test_needs();
    test_symbols();
    test_payers();
    test_many_payers();
    test_full_table();
    return tap_done();
}
