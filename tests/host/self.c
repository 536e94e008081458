// See tests/host/kernel/core/self.h.
#include "kernel/core/self.h"

struct thread *host_thread;
