// The timed methods of each thread separately: the rows of one thread and callee joined, whatever the caller.
#include <stdlib.h>

#include "viz/analyse/profile.h"

static int compare(const void *left, const void *right) {
    const struct thread_method *a = left, *b = right;
    if (a->thread != b->thread) return a->thread < b->thread ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

static struct thread_method *find(const struct profile *profile, u32 thread, u32 id) {
    const struct thread_method key = {.thread = thread, .id = id};
    if (!profile->thread_method_count) return NULL;
    return bsearch(&key, profile->thread_methods, profile->thread_method_count, sizeof(key), compare);
}

static void merge(struct profile *profile) {
    size_t last = 0;
    qsort(profile->thread_methods, profile->thread_method_count, sizeof(*profile->thread_methods), compare);
    for (size_t i = 1; i < profile->thread_method_count; i++) {
        struct thread_method *to = &profile->thread_methods[last];
        if (compare(to, &profile->thread_methods[i]) == 0) {
            figures_add(&to->figures, &profile->thread_methods[i].figures);
        } else {
            profile->thread_methods[++last] = profile->thread_methods[i];
        }
    }
    profile->thread_method_count = last + 1;
}

void profile_thread_method_add(struct profile *profile, u32 thread, u32 callee, const struct figures *figures) {
    ARRAY_GROW(profile->thread_methods, profile->thread_method_count, profile->thread_method_capacity);
    profile->thread_methods[profile->thread_method_count++] =
        (struct thread_method){.thread = thread, .id = callee, .figures = *figures};
}

void profile_join_thread_methods(struct profile *profile) {
    const struct recording *recording = profile->recording;
    if (!profile->thread_method_count) return;
    merge(profile);
    for (size_t i = 0; i < recording->row_count; i++) {
        const struct timing_row *row = &recording->rows[i];
        struct thread_method *caller = find(profile, row->thread, row->caller);
        if (caller) caller->callee_pairs += row->count + row->exceptions + row->abandoned;
    }
}

const struct thread_method *profile_thread_methods(const struct profile *profile, u32 thread, size_t *count) {
    size_t first = ARRAY_LEADING(profile->thread_methods, profile->thread_method_count, .thread < thread);
    *count = 0;
    while (first + *count < profile->thread_method_count && profile->thread_methods[first + *count].thread == thread) {
        ++*count;
    }
    return *count ? profile->thread_methods + first : NULL;
}
