// ClassCastException with HotSpot's text.
#include "kernel/run/cast.h"

#include "kernel/classes/class.h"
#include "kernel/run/exception.h"

#define NAME_BYTES 256

void cast_throw(struct thread *thread, ref object, struct class *class) {
    char from[NAME_BYTES], to[NAME_BYTES], places[CLASS_PLACES_BYTES];
    const struct class *actual = object_class(object);
    exception_throw(thread, "java/lang/ClassCastException", "class %s cannot be cast to class %s (%s)",
                    class_external_name(actual, from, sizeof(from)), class_external_name(class, to, sizeof(to)),
                    class_places(actual, class, places, sizeof(places)));
}
