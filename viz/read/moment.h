// What a running guest has recorded, as it is at one moment: the guest stands still while its tables are copied.
#ifndef VIZ_READ_MOMENT_H
#define VIZ_READ_MOMENT_H

#include "viz/read/reader.h"

// Has `reader` see one moment of a guest that runs: header, directory and tables are read from copies from now on, and
// of the streams what had been written by then. False: the guest does not run, or it would not be the same run with it
// (a deterministic one), or it cannot be asked; then all is as it was.
bool moment_take(struct reader *reader);
void moment_free(struct reader *reader);

#endif
