// See guest_files.h: standard input. The guest is not trusted with positions; the host alone writes the ring.
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "viz/run/guest_files.h"

void input_prepare(void) {
    if (fcntl(STDIN_FILENO, F_GETFD) >= 0 || errno != EBADF) return;
    int descriptor = open("/dev/null", O_RDONLY);
    if (descriptor > STDIN_FILENO) dup2(descriptor, STDIN_FILENO), close(descriptor);
}

static bool find_ring(struct input *input) {
    if (input->control) return true;
    if (__atomic_load_n(&input->region->magic, __ATOMIC_ACQUIRE) != REGION_MAGIC) return false;
    const struct region_section *sections = region_directory(input->region);
    for (u32 i = 0; i < REGION_SECTIONS; i++) {
        struct region_section section = sections[i];
        if (section.id != SECTION_INPUT) continue;
        if (section.offset % 8 || section.offset > input->region_bytes ||
            section.bytes > input->region_bytes - section.offset || section.bytes < sizeof(struct region_input) ||
            section.data_offset > section.bytes) {
            break;
        }
        struct region_input *control = (struct region_input *)((u8 *)input->region + section.offset);
        u64 size = control->ring_bytes;
        if (!size || (size & (size - 1)) || size > section.bytes - section.data_offset) break;
        input->ring = (u8 *)input->region + section.offset + section.data_offset;
        input->ring_bytes = size;
        input->control = control;
        return true;
    }
    input->broken = true;
    return false;
}

static void tell_available(struct input *input) {
    int count = 0;
    if (ioctl(STDIN_FILENO, FIONREAD, &count) != 0 || count < 0) count = 0;
    __atomic_store_n(&input->control->available, (u64)count, __ATOMIC_RELAXED);
}

bool input_feed(struct input *input) {
    if (input->broken || !find_ring(input) || input->control->ended) return false;
    struct region_input *control = input->control;
    tell_available(input);
    u64 head = control->head, tail = __atomic_load_n(&control->tail, __ATOMIC_ACQUIRE),
        wanted = __atomic_load_n(&control->wanted, __ATOMIC_ACQUIRE);
    if (head != tail || !wanted) return false;
    struct pollfd wait = {.fd = STDIN_FILENO, .events = POLLIN};
    if (poll(&wait, 1, 0) <= 0) return false;
    u64 at = head & (input->ring_bytes - 1), room = input->ring_bytes - at; // up to the ring's end in one read
    ssize_t count = read(STDIN_FILENO, input->ring + at, wanted < room ? wanted : room);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (count > 0) tell_available(input);
    // The bytes before the head that shows them.
    if (count > 0) {
        __atomic_store_n(&control->head, head + (u64)count, __ATOMIC_RELEASE);
    } else {
        __atomic_store_n(&control->ended, 1, __ATOMIC_RELEASE);
    }
    return true;
}
