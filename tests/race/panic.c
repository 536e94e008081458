// A panic of the code that runs in several threads here: ends the test.
#include <stdio.h>
#include <stdlib.h>

#include "base/panic.h"

_Noreturn void panic(const char *format, ...) {
    printf("not ok - %s\n", format);
    exit(1);
}
