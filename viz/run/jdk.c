// See jdk.h.
#include "viz/run/jdk.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/archive.h"
#include "base/hash.h"
#include "viz/cli/process.h"

#define DEBIAN_HOME "/usr/lib/jvm/java-17-openjdk-amd64"
enum { JLINK_LIMIT_SECONDS = 300, VERIFY_LIMIT_SECONDS = 300 };

// JAVA_VERSION="17.0.21" of the release file; NULL if there is none.
static char *read_version(const char *home) {
    char *path = text_format("%s/release", home);
    FILE *file = fopen(path, "r");
    free(path);
    if (!file) return NULL;
    char line[512], *version = NULL;
    while (!version && fgets(line, sizeof(line), file)) {
        if (!text_starts_with(line, "JAVA_VERSION=\"")) continue;
        char *start = line + strlen("JAVA_VERSION=\"");
        version = text_copy_span(start, strcspn(start, "\"\n"));
    }
    fclose(file);
    return version;
}

static bool version_is_17(const char *version) {
    return version && text_starts_with(version, "17") && !isdigit((unsigned char)version[2]);
}

// The home of the first `java` in $PATH, NULL if there is none.
static char *home_from_path(void) {
    const char *path = getenv("PATH");
    char *list = text_copy(path ? path : ""), *home = NULL;
    for (char *save = NULL, *item = strtok_r(list, ":", &save); item && !home; item = strtok_r(NULL, ":", &save)) {
        char *java = text_format("%s/java", item), resolved[PATH_MAX];
        if (access(java, X_OK) == 0 && realpath(java, resolved) && text_ends_with(resolved, "/bin/java")) {
            home = text_copy_span(resolved, strlen(resolved) - strlen("/bin/java"));
        }
        free(java);
    }
    free(list);
    return home;
}

static bool check_parts(const struct jdk *jdk, struct problem *problem) {
    static const char *const parts[] = {"bin/jlink", "jmods/java.base.jmod", "lib/modules"};
    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        char *path = text_format("%s/%s", jdk->home, parts[i]);
        bool found = file_exists(path);
        free(path);
        if (!found) {
            return problem_set(problem, STATUS_BAD_INPUT,
                               "%s: expected a whole JDK 17, found no %s (Debian: openjdk-17-jdk-headless)", jdk->home,
                               parts[i]);
        }
    }
    return true;
}

bool jdk_find(struct jdk *jdk, struct problem *problem) {
    *jdk = (struct jdk){0};
    const char *asked = getenv("JAVA_HOME");
    if (asked && *asked) {
        jdk->home = text_copy(asked);
        jdk->version = read_version(asked);
        if (!jdk->version) {
            return problem_set(problem, STATUS_BAD_INPUT,
                               "JAVA_HOME=%s: expected JDK 17, found no readable file 'release' there", asked);
        }
        if (!version_is_17(jdk->version)) {
            return problem_set(problem, STATUS_BAD_INPUT, "JAVA_HOME=%s: expected JDK 17, found %s", asked,
                               jdk->version);
        }
        return check_parts(jdk, problem);
    }
    jdk->home = home_from_path();
    jdk->version = jdk->home ? read_version(jdk->home) : NULL;
    if (version_is_17(jdk->version)) return check_parts(jdk, problem);
    char *found = jdk->version;
    jdk->home = text_copy(DEBIAN_HOME);
    jdk->version = read_version(jdk->home);
    if (version_is_17(jdk->version)) return check_parts(jdk, problem);
    return problem_set(problem, STATUS_BAD_INPUT,
                       "JDK: expected version 17 in $JAVA_HOME, $PATH or " DEBIAN_HOME
                       ", found %s (make deps installs it)",
                       found ? found : "none");
}

// ---- lib/modules

bool jdk_modules_open(struct jdk_modules *modules, const char *directory, struct problem *problem) {
    char *path = text_format("%s/lib/modules", directory);
    bool done = file_map(&modules->map, path, problem);
    if (done && !jimage_open(modules->map.data, modules->map.size, &modules->image)) {
        file_unmap(&modules->map);
        done = problem_set(problem, STATUS_BAD_INPUT,
                           "%s: expected a whole JDK image of version 1.0, found something else", path);
    }
    free(path);
    return done;
}

void jdk_modules_close(struct jdk_modules *modules) { file_unmap(&modules->map); }

const u8 *jdk_modules_class(const struct jdk_modules *modules, u32 number, struct jimage_location *location) {
    bool is_class = jimage_location(&modules->image, number, location) && strcmp(location->extension, "class") == 0;
    return is_class ? jimage_data(&modules->image, location) : NULL;
}

// ---- Which modules a program needs: those whose packages its classes mention, and those that provide what these look
// up at run time

struct module_search {
    const struct jimage *image;
    struct text_list modules;
};

static void list_add_once(struct text_list *list, const char *item) {
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->items[i], item) == 0) return;
    }
    text_list_add(list, item);
}

// Modules that no program names, because they only provide services, or names only as text (sun.misc.Unsafe): those of
// one kind come together, so that the cache holds few images. Users are classes, and packages (ending with '/'), whose
// users can come to need one of them; strings as class names are not looked at.
struct provision {
    const char *const *users, *const *modules; // up to NULL
};

static const struct provision provisions[] = {
    {(const char *const[]){"java/io/UnsupportedEncodingException", "java/nio/charset/Charset",
                           "java/nio/file/FileSystems", "java/security/KeyFactory", "java/security/KeyPairGenerator",
                           "java/security/Signature", "java/util/Locale", "java/util/random/", "javax/crypto/",
                           "sun/misc/", NULL},
     (const char *const[]){"jdk.charsets", "jdk.crypto.ec", "jdk.localedata", "jdk.random", "jdk.unsupported",
                           "jdk.zipfs", NULL}},
    {(const char *const[]){"java/lang/management/", "javax/management/", NULL},
     (const char *const[]){"jdk.management", NULL}},
    {(const char *const[]){"java/net/SocketOption", NULL}, (const char *const[]){"jdk.net", NULL}},
    {(const char *const[]){"javax/management/remote/", NULL},
     (const char *const[]){"java.management.rmi", "jdk.naming.rmi", NULL}},
    {(const char *const[]){"java/util/spi/ToolProvider", "javax/tools/ToolProvider", NULL},
     (const char *const[]){"jdk.compiler", "jdk.jartool", "jdk.javadoc", "jdk.jdeps", "jdk.jlink", "jdk.zipfs", NULL}},
};

static bool is_user(const struct provision *provision, const char *name, size_t length) {
    for (const char *const *user = provision->users; *user; user++) {
        size_t bytes = strlen(*user);
        bool is_package = (*user)[bytes - 1] == '/';
        if ((is_package ? length > bytes : length == bytes) && memcmp(name, *user, bytes) == 0) return true;
    }
    return false;
}

// What java.sql needs is in every image and is not asked for, so that one image has one name.
static void add_module(struct module_search *search, const char *module) {
    static const char *const always[] = {"java.base", "java.logging", "java.sql", "java.transaction.xa", "java.xml"};
    for (size_t i = 0; i < COUNT_OF(always); i++) {
        if (strcmp(always[i], module) == 0) return;
    }
    list_add_once(&search->modules, module);
}

static void note_mention(void *context, struct text class_name) {
    struct module_search *search = context;
    const char *name = class_name.bytes;
    size_t length = class_name.length;
    while (length && *name == '[') name++, length--;
    if (length && *name == 'L' && name[length - 1] == ';') name++, length -= 2;
    for (size_t i = 0; i < COUNT_OF(provisions); i++) {
        for (const char *const *module = provisions[i].modules; *module && is_user(&provisions[i], name, length);
             module++) {
            add_module(search, *module);
        }
    }
    char package[512];
    while (length && name[length - 1] != '/') length--;
    if (length < 2 || length > sizeof(package)) return;
    memcpy(package, name, length - 1);
    package[length - 1] = 0;
    const char *module = jimage_package_module(search->image, package);
    if (module) add_module(search, module);
}

// A main class that the program has not: it must be the JDK's, as javac's is.
static bool find_main_class(struct module_search *search, const struct program *program, struct problem *problem) {
    const char *name = program->main_class, *dot = strrchr(name, '.');
    char *package = text_copy_span(name, dot ? (size_t)(dot - name) : 0);
    const char *module = jimage_package_module(search->image, package);
    for (char *at = package; *at; at++) {
        if (*at == '.') *at = '/';
    }
    char *path = module ? text_format("/%s/%s/%s.class", module, package, dot + 1) : NULL;
    struct jimage_location location;
    bool found = path && jimage_find_location(search->image, path, &location);
    if (found) add_module(search, module);
    free(package), free(path);
    return found || program_refuse(program, problem);
}

// What --add-modules names.
static bool add_named_modules(struct module_search *search, const struct text_list *lists, struct problem *problem) {
    for (size_t i = 0; i < lists->count; i++) {
        char *list = text_copy(lists->items[i]);
        for (char *save = NULL, *item = strtok_r(list, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
            char *path = text_format("/%s/module-info.class", item);
            struct jimage_location location;
            bool found = jimage_find_location(search->image, path, &location);
            free(path);
            if (!found) {
                return problem_set(problem, STATUS_USAGE, "--add-modules: expected modules of the JDK, found '%s'",
                                   item);
            }
            add_module(search, location.module);
        }
        free(list);
    }
    return true;
}

// "java.base,java.sql,..." in a fixed order.
static bool modules_of_program(const struct jdk *jdk, const struct program *program, const struct text_list *added,
                               struct buffer *list, struct problem *problem) {
    struct jdk_modules whole;
    if (!jdk_modules_open(&whole, jdk->home, problem)) return false;
    struct module_search search = {.image = &whole.image};
    struct class_visitor visitor = {.context = &search, .class_mentioned = note_mention};
    program_visit(program, &visitor);
    if (!add_named_modules(&search, added, problem) ||
        (!program->main_class_found && !find_main_class(&search, program, problem))) {
        return false;
    }
    list_add_once(&search.modules, "java.base");
    list_add_once(&search.modules, "java.sql");
    qsort(search.modules.items, search.modules.count, sizeof(*search.modules.items), compare_texts);
    for (size_t i = 0; i < search.modules.count; i++) {
        buffer_format(list, "%s%s", i ? "," : "", search.modules.items[i]);
    }
    free(search.modules.items);
    jdk_modules_close(&whole);
    return true;
}

static char *user_cache(void) {
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/') return text_format("%s/gnomon", cache);
    return home && *home ? text_format("%s/.cache/gnomon", home) : NULL;
}

// Anyone may have made something of this name among the temporary files; what others can write is not trusted.
static char *temporary_cache(struct problem *problem) {
    char *path = text_format("%s/gnomon-cache-%u", directory_for_temporary(), geteuid());
    struct stat status;
    bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
    if (there && lstat(path, &status) == 0 && S_ISDIR(status.st_mode) && status.st_uid == geteuid() &&
        !(status.st_mode & 022)) {
        return path;
    }
    if (there) {
        problem_set(problem, STATUS_BAD_INPUT, "%s: expected a directory of your own", path);
    } else {
        problem_set_errno(problem, path, "make directory");
    }
    free(path);
    return NULL;
}

char *jdk_cache(struct problem *problem) {
    struct problem ignored = {0};
    char *path = user_cache();
    if (path && directory_make(path, &ignored) && access(path, W_OK | X_OK) == 0) return path;
    free(path);
    return temporary_cache(problem);
}

// The part of the JDK that decides what the image holds: its version with Debian's build number, from the date and
// runtime lines of `release`.
static u64 hash_text(u64 hash, const char *text) { return hash_bytes(hash, text, strlen(text)); }

static u64 image_key(const struct jdk *jdk, const char *modules) {
    u64 hash = hash_text(HASH_START, modules);
    char *path = text_format("%s/release", jdk->home), line[4096];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof(line), file)) hash = hash_text(hash, line);
    if (file) fclose(file);
    free(path);
    return hash;
}

// jlink writes beside the final place; the rename makes the image appear whole, also when two runs make it at once.
static bool run_jlink(const struct jdk *jdk, const char *modules, const char *image, struct problem *problem) {
    char *made = text_format("%s.%d", image, (int)getpid()), *log = text_format("%s.log", made);
    char *jlink = text_format("%s/bin/jlink", jdk->home), *jmods = text_format("%s/jmods", jdk->home);
    const char *const words[] = {
        jlink, "--module-path", jmods, "--add-modules", modules, "--no-header-files", "--no-man-pages", "--output",
        made};
    struct text_list arguments = {(const char **)words, COUNT_OF(words), COUNT_OF(words)};
    char *doing = text_format("making an image of JDK %s (once) with %s", jdk->version, modules);
    bool shown = isatty(STDERR_FILENO);
    if (shown) message_note("%s", doing);
    if (!shown) message_detail("%s", doing);
    bool done = process_run(&arguments, "making the image", log, JLINK_LIMIT_SECONDS, problem);
    if (done && rename(made, image) != 0 && !file_exists(image)) done = problem_set_errno(problem, image, "create");
    if (file_exists(made)) directory_remove(made);
    unlink(log);
    free(made), free(log), free(jlink), free(jmods), free(doing);
    return done;
}

// Whether the hashes of verified classes stand there, whole.
static bool is_record(const char *path) {
    struct problem ignored = {0};
    struct file_map map;
    if (!file_exists(path) || !file_map(&map, path, &ignored)) return false;
    bool whole = archive_hashes((const u64 *)map.data, map.size) != 0;
    file_unmap(&map);
    return whole;
}

// The record of one verifier on the image: another verifier, or another hash, has another record.
static char *record_path(const struct jdk *jdk, const char *verifier, struct problem *problem) {
    struct file_map program;
    if (!file_map(&program, verifier, problem)) return NULL;
    char *path =
        text_format("%s/verified-%016llx", jdk->image, (unsigned long long)archive_hash(program.data, program.size));
    file_unmap(&program);
    return path;
}

// gnomon-verify reads every class of the image, once; what it says of an image that passes is the record.
static bool run_verifier(const char *verifier, const char *modules, const char *record, struct problem *problem) {
    char *made = text_format("%s.%d", record, (int)getpid());
    const char *const words[] = {verifier, modules};
    struct text_list arguments = {(const char **)words, COUNT_OF(words), COUNT_OF(words)};
    message_detail("verifying all classes of the JDK's image (once): %s", modules);
    bool done = process_run(&arguments, "verifying the JDK's image (once)", made, VERIFY_LIMIT_SECONDS, problem);
    if (done && rename(made, record) != 0) done = problem_set_errno(problem, record, "create");
    if (!done) unlink(made);
    free(made);
    return done;
}

bool jdk_name_record(struct jdk *jdk, struct problem *problem) {
    char *verifier = process_beside("gnomon-verify", "the verifier", problem);
    jdk->hashes = verifier ? record_path(jdk, verifier, problem) : NULL;
    free(verifier);
    return jdk->hashes;
}

static bool verify_image(struct jdk *jdk, const char *modules, struct problem *problem) {
    char *verifier = process_beside("gnomon-verify", "the verifier", problem);
    bool done = verifier && jdk_name_record(jdk, problem) &&
                (is_record(jdk->hashes) || run_verifier(verifier, modules, jdk->hashes, problem));
    free(verifier);
    return done;
}

bool jdk_make_image(struct jdk *jdk, const struct program *program, const struct text_list *added,
                    struct problem *problem) {
    struct buffer modules = {0};
    if (!modules_of_program(jdk, program, added, &modules, problem)) return false;
    char *cache = jdk_cache(problem);
    if (!cache) return false;
    jdk->image = text_format("%s/jdk-%s-%016llx", cache, jdk->version,
                             (unsigned long long)image_key(jdk, buffer_string(&modules)));
    free(cache);
    char *made = text_format("%s/lib/modules", jdk->image);
    bool done = file_exists(made) || run_jlink(jdk, buffer_string(&modules), jdk->image, problem);
    done = done && verify_image(jdk, made, problem);
    if (done) message_detail("image of JDK %s: %s", jdk->version, jdk->image);
    free(made);
    buffer_free(&modules);
    return done;
}
