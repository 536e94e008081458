// What a running guest has recorded, as it is at one moment: the guest stands still while its tables are copied.
#ifndef VIZ_READ_MOMENT_H
#define VIZ_READ_MOMENT_H

#include "viz/read/reader.h"

// Makes `reader` see one moment of a running guest: from now on header, directory and tables are read from copies, and
// from the streams what had been written by then. Returns false if the guest is not running, or would not be the same
// run afterwards (a deterministic one), or cannot be asked; then nothing has changed.
bool moment_take(struct reader *reader);

#endif
