// Where tests on the host find a JDK image, and other files.
#ifndef TESTS_VERIFY_IMAGE_H
#define TESTS_VERIFY_IMAGE_H

#include "base/types.h"

// The path of an image with java.base, made with jlink the first time; NULL if there is no JDK 17.
const char *image_path(void);
// All bytes of a file; exits with a message if it cannot.
u8 *image_read_file(const char *path, size_t *size);

#endif
