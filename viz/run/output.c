// See output.h. The guest is not trusted: positions and lengths from the region are checked, and a ring that is not
// well-formed is left alone.
#include "viz/run/output.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "viz/cli/file.h"

struct block {
    struct block *next;
    int descriptor;
    size_t size;
    u8 data[];
};

struct output {
    struct region_header *region;
    size_t region_bytes;
    struct region_output *control; // NULL until found
    u8 *ring;
    u64 ring_bytes;
    bool broken;
    struct saves *saves;
    pthread_t writer;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct block *first, **last; // under lock
    bool ended;                  // under lock
};

static void *write_blocks(void *argument) {
    struct output *output = argument;
    bool closed[3] = {false, false, false};
    pthread_mutex_lock(&output->lock);
    while (output->first || !output->ended) {
        struct block *block = output->first;
        if (!block) {
            pthread_cond_wait(&output->changed, &output->lock);
            continue;
        }
        output->first = block->next;
        if (!output->first) output->last = &output->first;
        pthread_mutex_unlock(&output->lock);
        // A reader that went away takes no more; the program goes on as it would under `java`
        if (!closed[block->descriptor] && !file_write_all(block->descriptor, block->data, block->size)) {
            closed[block->descriptor] = true;
        }
        free(block);
        pthread_mutex_lock(&output->lock);
    }
    pthread_mutex_unlock(&output->lock);
    return NULL;
}

struct output *output_start(struct region_header *region, size_t region_bytes, struct saves *saves) {
    struct output *output = memory_get(sizeof(*output));
    output->region = region;
    output->region_bytes = region_bytes;
    output->saves = saves;
    output->last = &output->first;
    pthread_mutex_init(&output->lock, NULL);
    pthread_cond_init(&output->changed, NULL);
    pthread_create(&output->writer, NULL, write_blocks, output);
    return output;
}

static bool find_ring(struct output *output) {
    if (output->control) return true;
    if (__atomic_load_n(&output->region->magic, __ATOMIC_ACQUIRE) != REGION_MAGIC) return false;
    const struct region_section *sections = region_directory(output->region);
    for (u32 i = 0; i < REGION_SECTIONS; i++) {
        struct region_section section = sections[i];
        if (section.id != SECTION_OUTPUT) continue;
        bool inside = section.offset <= output->region_bytes &&
                      section.bytes <= output->region_bytes - section.offset && section.offset % 8 == 0 &&
                      section.bytes >= sizeof(struct region_output);
        if (!inside) break;
        struct region_output *control = (struct region_output *)((u8 *)output->region + section.offset);
        u64 size = control->ring_bytes;
        if (size < 64 || (size & (size - 1)) || section.data_offset % 8 || section.data_offset > section.bytes ||
            size > section.bytes - section.data_offset) {
            break;
        }
        output->ring = (u8 *)output->region + section.offset + section.data_offset;
        output->ring_bytes = size;
        output->control = control;
        return true;
    }
    output->broken = true;
    return false;
}

static void take_block(struct output *output, u32 fd, u64 position, u32 size) {
    struct block *block = memory_get(sizeof(*block) + size);
    block->descriptor = fd == 2 ? STDERR_FILENO : STDOUT_FILENO;
    block->size = size;
    u64 start = position & (output->ring_bytes - 1), first = output->ring_bytes - start;
    if (first > size) first = size;
    memcpy(block->data, output->ring + start, first);
    memcpy(block->data + first, output->ring, size - first);
    if (fd >= REGION_OUTPUT_FILE) {
        if (output->saves) saves_take(output->saves, fd, block->data, size);
        free(block);
        return;
    }
    pthread_mutex_lock(&output->lock);
    *output->last = block;
    output->last = &block->next;
    pthread_cond_signal(&output->changed);
    pthread_mutex_unlock(&output->lock);
}

size_t output_drain(struct output *output) {
    if (output->broken || !find_ring(output)) return 0;
    u64 head = __atomic_load_n(&output->control->head, __ATOMIC_ACQUIRE), tail = output->control->tail;
    size_t taken = 0;
    if (head - tail > output->ring_bytes || tail % 8) output->broken = true;
    while (!output->broken && head - tail >= sizeof(struct region_output_record)) {
        struct region_output_record record;
        memcpy(&record, output->ring + (tail & (output->ring_bytes - 1)), sizeof(record));
        u64 length = sizeof(record) + ALIGN_UP((u64)record.bytes, 8);
        if (length > head - tail) {
            output->broken = true;
            break;
        }
        take_block(output, record.fd, tail + sizeof(record), record.bytes);
        taken += record.bytes;
        tail += length;
        // The guest may reuse the bytes once it sees the tail: release orders the copy before it
        __atomic_store_n(&output->control->tail, tail, __ATOMIC_RELEASE);
    }
    return taken;
}

bool output_finish(struct output *output) {
    while (output_drain(output)) continue;
    pthread_mutex_lock(&output->lock);
    output->ended = true;
    pthread_cond_signal(&output->changed);
    pthread_mutex_unlock(&output->lock);
    pthread_join(output->writer, NULL);
    pthread_cond_destroy(&output->changed);
    pthread_mutex_destroy(&output->lock);
    bool whole = !output->broken;
    free(output);
    return whole;
}
