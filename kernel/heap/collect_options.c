// The collector's options. See kernel/heap/collect_options.h.
#include "kernel/heap/collect_options.h"

#include "kernel/core/options.h"

void collect_options_read(struct collect_options *options, const struct options *given) {
    struct option mode;
    options->off = option_property(given, "gnomon.gc", &mode) && option_is(&mode, "off");
    options->stress = option_property_number(given, "gnomon.gc.stress", 0);
    options->verify = option_property_number(given, "gnomon.gc.verify", 0);
    options->protect = option_property_number(given, "gnomon.gc.protect", 0) != 0;
    options->ages_bytes = option_number(given, "ages", 0) * KIB;
    options->census_every = option_number(given, "census-every", 0);
    options->census = options->census_every || option_number(given, "census", 0);
    u64 dump = option_number(given, "dump-heap", UINT64_MAX);
    options->dump = dump != UINT64_MAX;
    options->dump_number = (u32)dump;
}
