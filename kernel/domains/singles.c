// Objects of which each domain has its own; see singles.h.
#include "kernel/domains/singles.h"

#include "base/panic.h"
#include "base/string.h"
#include "kernel/classes/class.h"
#include "kernel/classes/loader.h"
#include "kernel/domains/domain_services.h"

static const struct {
    const char *class, *field, *descriptor;
} SINGLES[] = {
    {"java/lang/Throwable", "SUPPRESSED_SENTINEL", "Ljava/util/List;"},
    {"java/util/HashSet", "PRESENT", "Ljava/lang/Object;"},
    {"java/util/TreeSet", "PRESENT", "Ljava/lang/Object;"},
    {"java/util/ImmutableCollections", "EMPTY", "Ljava/lang/Object;"},
    {"java/util/EnumMap", "NULL", "Ljava/lang/Object;"},
    {"java/util/IdentityHashMap", "NULL_KEY", "Ljava/lang/Object;"},
    {"java/lang/Boolean", "TRUE", "Ljava/lang/Boolean;"},
    {"java/lang/Boolean", "FALSE", "Ljava/lang/Boolean;"},
};

_Static_assert(COUNT_OF(SINGLES) == DOMAIN_SINGLES, "a domain has room for them");

// A class that is not there need not be looked for until there are more.
static struct class *find_class(struct domain *domain, u32 number) {
    struct domain_single *single = &domain->services->singles[number];
    u32 count = loader_class_count(&domain->boot_loader);
    if (single->class || single->table_count == count) return single->class;
    single->table_count = count;
    const struct symbol *name = symbol_find(SINGLES[number].class, strlen(SINGLES[number].class));
    return single->class = name ? loader_find(&domain->boot_loader, name) : NULL;
}

static void find_single(struct domain *domain, u32 number) {
    struct class *class = find_class(domain, number);
    if (!class || class->state != CLASS_INITIALISED) return;
    const struct field *field = class_field(class, SINGLES[number].field, SINGLES[number].descriptor);
    if (!field) return;
    domain->services->singles[number].offset = field->offset;
    domain->services->singles[number].mirror = class->mirror;
}

ref single_of(struct domain *domain, u32 number) {
    ASSERT(number < DOMAIN_SINGLES);
    if (UNLIKELY(!domain->services->singles[number].mirror)) find_single(domain, number);
    ref mirror = domain->services->singles[number].mirror;
    return mirror ? heap_load_ref(mirror, domain->services->singles[number].offset) : 0;
}

const char *single_class(u32 number) {
    ASSERT(number < COUNT_OF(SINGLES));
    return SINGLES[number].class;
}
