// See image.h.
#include "tests/verify/image.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define JDK "/usr/lib/jvm/java-17-openjdk-amd64"

u8 *image_read_file(const char *path, size_t *size) {
    int file = open(path, O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) < 0) {
        perror(path);
        exit(1);
    }
    *size = (size_t)status.st_size;
    u8 *bytes = malloc(*size + 1);
    for (size_t at = 0; at < *size;) {
        ssize_t got = read(file, bytes + at, *size - at);
        if (got <= 0) exit(1);
        at += (size_t)got;
    }
    close(file);
    return bytes;
}

const char *image_path(void) {
    static char path[256];
    const char *folder = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(path, sizeof(path), "%s/gnomon-test-jdk-%u/lib/modules", folder, (unsigned)getuid());
    if (access(path, R_OK) == 0) return path;
    if (access(JDK "/bin/jlink", X_OK) != 0) return NULL;
    char command[1024];
    int length = (int)strlen(path) - (int)strlen("/lib/modules");
    snprintf(command, sizeof(command),
             JDK "/bin/jlink --add-modules java.base,java.sql --output '%.*s.%d' && mv -T '%.*s.%d' '%.*s'", length,
             path, (int)getpid(), length, path, (int)getpid(), length, path);
    return system(command) == 0 || access(path, R_OK) == 0 ? path : NULL;
}
