// See tests/host/kernel/self.h.
#include "kernel/self.h"

struct thread *host_thread;
