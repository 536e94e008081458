// The Java program to run, checked before a guest is started: where its classes are on the host, and where the guest
// will see them.
#ifndef VIZ_RUN_PROGRAM_H
#define VIZ_RUN_PROGRAM_H

#include "viz/cli/buffer.h"
#include "viz/run/class_visit.h"
#include "viz/run/zip.h"

struct program_file {
    char *guest_path, *host_path;
    u64 size;
};

struct program_entry {
    const char *host_path;
    char *guest_path;
    bool is_directory;
    struct zip zip; // of a jar
};

struct program {
    char *main_class;      // with dots
    bool main_class_found; // in an entry; a class of the JDK (a tool's) can be the main class too
    const char *where;     // the class path or jar as the user wrote it
    bool from_jar;         // main_class comes from the first entry's manifest
    struct program_entry *entries;
    size_t count, capacity;
    // how many entries the class path names: after them come those that the manifests of jars name in turn
    size_t listed;
    struct program_file *files; // everything to pack, in no order
    size_t file_count, file_capacity;
};

// `target` is the jar or, with `classpath`, the class. Every fault of the program that can be seen without running it
// is a problem of status 1; a main class that is in no entry is not a problem yet, see program_refuse. `leave_out` (the
// output directory) is not packed even if it lies inside the class path.
bool program_open(struct program *program, const char *classpath, const char *target, const char *leave_out,
                  struct problem *problem);
// Whether the class, by its name with dots, is in an entry.
bool program_has_class(const struct program *program, const char *class_name);
// The problem of a main class that is neither in an entry nor in the JDK; returns false.
bool program_refuse(const struct program *program, struct problem *problem);
// Visits every class of the program, once for each class file.
void program_visit(const struct program *program, const struct class_visitor *visitor);

#endif
