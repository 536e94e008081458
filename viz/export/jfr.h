// JDK Flight Recorder's file format, version 2.1: how values are written, and the types that our events have. There is
// no specification but the JDK's own reader and writer (jdk.jfr.internal). A chunk is a header, events, constants and
// metadata; metadata describes every type, so that events of our own are read like the JDK's.
#ifndef VIZ_EXPORT_JFR_H
#define VIZ_EXPORT_JFR_H

#include "viz/cli/intern.h"

enum jfr_type {
    JFR_METADATA = 0,
    JFR_CONSTANTS = 1,
    JFR_STRING = 20,
    JFR_BOOLEAN,
    JFR_INT,
    JFR_LONG,
    JFR_CLASS, // from here on, values are constants, and a field is the constant's number
    JFR_THREAD,
    JFR_SYMBOL,
    JFR_METHOD,
    JFR_STACK_TRACE,
    JFR_FRAME_TYPE,
    JFR_THREAD_STATE,
    JFR_CONSTANTS_END,
    JFR_STACK_FRAME = JFR_CONSTANTS_END, // a value within a stack trace
    JFR_LABEL,
    JFR_CATEGORY,
    JFR_TIMESTAMP,
    JFR_TIMESPAN,
    JFR_DATA_AMOUNT,
    JFR_SAMPLE = 60, // events
    JFR_CALL,
    JFR_STATE,
    JFR_COUNTER,
    JFR_LOSS,
    JFR_RECORDING,
    JFR_EVENTS_END,
    JFR_KERNEL_EVENT = 100,  // and the event's number
    JFR_OWN_EVENT = 1 << 10, // and the number and form of a component's event
};

struct jfr_field {
    const char *name;
    enum jfr_type type;
    bool is_bytes;
};

struct jfr_event_type {
    u32 id;
    char *name, *label; // freed by jfr_put_metadata's caller
    bool has_duration, has_thread;
    struct jfr_field fields[8];
    u32 field_count;
};

// Numbers are compressed: seven bits a byte; the ninth byte has eight.
void jfr_put_number(struct buffer *to, u64 value);
void jfr_put_text(struct buffer *to, const char *text); // NULL if there is none
// An event is preceded by its size, always in four bytes.
size_t jfr_begin(struct buffer *to, u32 type);
void jfr_end(struct buffer *to, size_t begin);

// The event that describes all types: the JDK's that we use, and these.
void jfr_put_metadata(struct buffer *to, u64 ns, const struct jfr_event_type *events, size_t count);

#endif
