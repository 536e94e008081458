// See thread_report.h. The console is a file of the bare machine, whose serial line has \r as well, and the host's log
// of the Linux process.
#include "viz/thread_report.h"

#include <stdlib.h>
#include <string.h>

#include "log/region.h"
#include "viz/file.h"

static const char *find(const char *at, const char *end, const char *words) {
    return memmem(at, (size_t)(end - at), words, strlen(words));
}

static void put_from(struct buffer *text, const char *directory, const char *name) {
    struct file_map map;
    struct problem ignored;
    char *path = text_format("%s/%s", directory, name);
    if (file_map(&map, path, &ignored)) {
        const char *start = (const char *)map.data, *end = start + map.size,
                   *begin = map.size ? find(start, end, THREAD_REPORT_BEGIN) : NULL;
        const char *stop = begin ? find(begin, end, THREAD_REPORT_END) : NULL;
        if (begin) buffer_text(text, "threads:");
        for (const char *at = begin ? begin + sizeof(THREAD_REPORT_BEGIN) - 1 : end; at < (stop ? stop : end); at++) {
            if (*at != '\r') buffer_byte(text, (unsigned char)*at);
        }
        file_unmap(&map);
    }
    free(path);
}

void thread_report_put(struct buffer *text, const char *directory) {
    put_from(text, directory, "console.txt");
    put_from(text, directory, "host.log");
}
