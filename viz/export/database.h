// A recording as tables of SQLite; docs/query.md describes them. `gnomon export --to sqlite` leaves them in a file,
// `gnomon query` asks them.
#ifndef VIZ_EXPORT_DATABASE_H
#define VIZ_EXPORT_DATABASE_H

#include <sqlite3.h>

#include "viz/analyse/view.h"

// Opens `path` ("": a nameless file that is removed when it is closed) and fills it. Returns NULL with a problem if it
// cannot be written; `name` is what the problem calls it.
sqlite3 *database_make(const char *path, const char *name, const struct view *view, struct problem *problem);
// Adds the recording as one more run to a database, which is made if it does not exist. Either all of the run is added
// or nothing; several processes may add to one file at the same time. Returns false with a problem.
bool database_append(const char *path, const struct view *view, struct problem *problem);

#endif
