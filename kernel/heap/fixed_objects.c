// Walks over objects that never move; see fixed_objects.h.
#include "kernel/heap/fixed_objects.h"

#include "kernel/heap/heap.h"

static u64 fixed_card(u64 address) { return (address - FIXED_START) >> CARD_SHIFT; }

// The object that covers the card's first byte or, if none does, the first that begins in it; 0 if there is neither.
static u64 first_in_card(u64 card) {
    u64 number = fixed_card(card), end = card + OWNER_FIXED_UNIT_BYTES;
    while (!(owner_fixed_cards[number] & ~OWNER_FIXED_MORTAL)) {
        if (number-- == 0) return 0;
    }
    u32 first = owner_fixed_cards[number] & ~OWNER_FIXED_MORTAL;
    if (FIXED_START + (number << CARD_SHIFT) == card && first > 1 && number > 0) {
        // One that begins before the card may reach into it.
        u64 before = number;
        while (before > 0 && !(owner_fixed_cards[before - 1] & ~OWNER_FIXED_MORTAL)) before--;
        if (before > 0) {
            number = before - 1;
            first = owner_fixed_cards[number] & ~OWNER_FIXED_MORTAL;
        }
    }
    u64 object = FIXED_START + (number << CARD_SHIFT) + (first - 1) * (u64)OBJECT_ALIGNMENT;
    while (object < end && object_at((ref)object)->class_address && object + heap_object_bytes((ref)object) <= card) {
        object += heap_object_bytes((ref)object);
    }
    return object < end && object_at((ref)object)->class_address ? object : 0;
}

static void visit_card(u64 card, void (*visit)(void *, ref, u64), void *context) {
    u64 object = first_in_card(card), end = card + OWNER_FIXED_UNIT_BYTES;
    while (object && object < end && object_at((ref)object)->class_address) {
        visit(context, (ref)object, card);
        object += heap_object_bytes((ref)object);
    }
}

void fixed_objects_visit(const struct owners *all, void (*visit)(void *context, ref object), void *context) {
    for (const struct owner *owner = all->first; owner; owner = owner->next) {
        for (const struct owner_chunk *chunk = owner->chunks; chunk; chunk = chunk->next) {
            u64 end = chunk->start + chunk->bytes;
            if (chunk->space != OWNER_FIXED) continue;
            for (u64 at = chunk->start; at < end && object_at((ref)at)->class_address;
                 at += heap_object_bytes((ref)at)) {
                visit(context, (ref)at);
            }
        }
    }
}

// Between two pauses, in looks at eight cards of which none is marked; one that is marked takes as long as many.
#define LOOKS_A_PAUSE 16384u
#define LOOKS_OF_MARKED 64u

void fixed_objects_visit_marked_cards(void (*visit)(void *context, ref object, u64 card), void (*pause)(void *context),
                                      void *context) {
    u64 end = owner_spaces[OWNER_FIXED].range.next;
    u32 looks = 0;
    for (u64 card = FIXED_START; card < end; card += OWNER_FIXED_UNIT_BYTES) {
        if (looks >= LOOKS_A_PAUSE) {
            pause(context);
            looks = 0;
        }
        u8 *mark = (u8 *)(uintptr_t)(CARD_TABLE_START + (card >> CARD_SHIFT));
        if (card % (8 * OWNER_FIXED_UNIT_BYTES) == 0 && *(const u64 *)mark == 0) {
            card += 7 * OWNER_FIXED_UNIT_BYTES;
            looks++;
            continue;
        }
        if (!*mark) continue;
        *mark = 0;
        visit_card(card, visit, context);
        looks += LOOKS_OF_MARKED;
    }
}
