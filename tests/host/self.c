// See tests/host/log/self.h.
#include "log/self.h"

struct log_thread *host_thread;
