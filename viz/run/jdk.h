// The user's JDK 17, and the small image of it that a program needs: made once by jlink, kept in the cache.
#ifndef VIZ_RUN_JDK_H
#define VIZ_RUN_JDK_H

#include "translator/reader/jimage.h"
#include "viz/run/program.h"

struct jdk {
    char *home;
    char *version; // from its `release` file, such as 17.0.21
    char *image;   // directory of the jlinked image, with lib/modules and conf
    char *hashes;  // file of the hashes of its classes, which have all been verified (archive_hashes in base/archive.h)
    bool kept_several;  // translations are for several processors
    u64 kept_key;       // of what translations depend on besides a program; 0 if it is not known
    char *kept;         // file of translations of its methods (base/kept.h), NULL for none
    char *kept_program; // the same of the program's
};

// $JAVA_HOME if it is set, otherwise the one to which `java` in $PATH belongs, otherwise Debian's. Any version other
// than 17 is a problem of status 1.
bool jdk_find(struct jdk *jdk, struct problem *problem);
// Makes or finds the image with java.base, java.sql, the modules whose packages the program mentions, and the providers
// of what it looks up by name (locales, charsets, random generators, tools, ...); its classes have passed the verifier.
// `added` are comma-separated lists of further modules. A main class that is neither the program's nor the JDK's is a
// problem.
bool jdk_make_image(struct jdk *jdk, const struct program *program, const struct text_list *added,
                    struct problem *problem);

// Where images are kept, made if it is not there: the user's cache, or the temporary files where there is none that can
// be written. To be freed; NULL and the problem if there is neither.
char *jdk_cache(struct problem *problem);
// Sets jdk->hashes by jdk->image, whether the file is there or not.
bool jdk_name_record(struct jdk *jdk, struct problem *problem);

// lib/modules of a JDK or of an image, mapped.
struct jdk_modules {
    struct file_map map;
    struct jimage image;
};

bool jdk_modules_open(struct jdk_modules *modules, const char *directory, struct problem *problem);
void jdk_modules_close(struct jdk_modules *modules);
// The class in slot `number` of the image's table; NULL if there is none.
const u8 *jdk_modules_class(const struct jdk_modules *modules, u32 number, struct jimage_location *location);

#endif
