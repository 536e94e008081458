// Writes the boot archive (base/archive.h): the options, the JDK image's files, and the program's.
#ifndef VIZ_RUN_ARCHIVE_H
#define VIZ_RUN_ARCHIVE_H

#include "viz/run/guest_files.h"
#include "viz/run/jdk.h"

// `options` is the text of the entry "options"; the JDK's image must have been made. Without `with_image` there are
// holes in place of its modules and of its kept translations.
bool archive_write(const char *path, const struct buffer *options, const struct jdk *jdk, bool with_image,
                   const struct program *program, const struct guest_files *files, struct problem *problem);

#endif
