// Writes the boot archive (boot/archive.h): the options, the JDK image's files, and the program's.
#ifndef VIZ_ARCHIVE_H
#define VIZ_ARCHIVE_H

#include "viz/program.h"

// `options` is the text of the entry "options"; `image` the directory of the jlinked image.
bool archive_write(const char *path, const struct buffer *options, const char *image, const struct program *program, struct problem *problem);

#endif
