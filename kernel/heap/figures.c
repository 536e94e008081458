// See figures.h.
#include "kernel/heap/figures.h"

#include "base/string.h"
#include "kernel/core/kernel_lock.h"

#define WORDS (sizeof(struct heap_figures) / sizeof(u64))
#define ATTEMPTS 4u // a writer would have to come between as often

static struct heap_figures_place places[HEAP_FIGURES_MOST], *first_free;
static u32 count; // of places that have been taken from `places`

static void copy_words(struct heap_figures *to, const struct heap_figures *from) {
    for (u32 i = 0; i < WORDS; i++) {
        __atomic_store_n((u64 *)to + i, __atomic_load_n((const u64 *)from + i, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
    }
}

static struct heap_figures_place *take_place(void) {
    struct heap_figures_place *place = first_free;
    if (place) {
        first_free = place->next_free;
    } else if (count < HEAP_FIGURES_MOST) {
        place = &places[count];
        __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE);
    }
    return place;
}

struct heap_figures_place *heap_figures_open(u32 domain) {
    ASSERT_LOCKED();
    struct heap_figures_place *place = take_place();
    if (!place) return NULL;
    place->now = (struct heap_figures){.is_open = true, .domain = domain};
    heap_figures_publish(place);
    return place;
}

void heap_figures_close(struct heap_figures_place *place) {
    ASSERT_LOCKED();
    ASSERT(place->now.is_open && !heap_figures_is_collected(&place->now));
    place->now = (struct heap_figures){0};
    heap_figures_publish(place);
    place->next_free = first_free;
    first_free = place;
}

void heap_figures_publish(struct heap_figures_place *place) {
    ASSERT_LOCKED();
    u32 turn = place->turn + 1;
    // A reader of the set that is written over from here on must find the turn before this one gone.
    __atomic_thread_fence(__ATOMIC_RELEASE);
    copy_words(&place->of[turn & 1], &place->now);
    // The figures, before the word that says they hold.
    __atomic_store_n(&place->turn, turn, __ATOMIC_RELEASE);
}

u32 heap_figures_count(void) { return __atomic_load_n(&count, __ATOMIC_ACQUIRE); }

bool heap_figures_read(u32 number, struct heap_figures *figures) {
    ASSERT(number < HEAP_FIGURES_MOST);
    const struct heap_figures_place *place = &places[number];
    for (u32 attempt = 0; attempt < ATTEMPTS; attempt++) {
        u32 turn = __atomic_load_n(&place->turn, __ATOMIC_ACQUIRE);
        copy_words(figures, &place->of[turn & 1]);
        // The figures are read before the turn is looked at again, against the writer's fence.
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        if (__atomic_load_n(&place->turn, __ATOMIC_RELAXED) == turn) return figures->is_open;
    }
    return false;
}

bool heap_figures_any_collected(void) {
    struct heap_figures figures;
    for (u32 i = 0; i < heap_figures_count(); i++) {
        if (heap_figures_read(i, &figures) && heap_figures_is_collected(&figures)) return true;
    }
    return false;
}
