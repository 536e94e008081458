// The Java object runtime of kernel/ on the host: classes of a JDK image loaded and linked at the addresses of
// base/layout.h, without running Java. Machine, stubs and calls to Java are stand-ins; an exception is only its class
// and message.
#ifndef TESTS_HOST_RUNTIME_H
#define TESTS_HOST_RUNTIME_H

#include "kernel/classes/class.h"
#include "kernel/classes/domain.h"

// Class in internal form and message of the exception that was thrown last; empty: none since runtime_clear_exception.
extern char runtime_exception[256], runtime_message[1024];
void runtime_clear_exception(void);

// Maps the image ($GNOMON_IMAGE, else the system's JDK 17) and makes a domain of it; the current thread is
// one that can run Java. `trusted` leaves out format checks and verification. Returns false if there is no image; the
// test should be skipped.
bool runtime_start(bool trusted);

// The next class name of a module's class files in the image, in internal form and without its end; false at the end.
// *number begins at 0.
bool runtime_next_class(const char *module, u32 *number, char *name, size_t bytes);

#endif
