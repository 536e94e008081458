// The system properties. See kernel/natives/properties.h. Nothing in them comes from the host, so runs repeat.
#include "kernel/natives/properties.h"

#include "base/string.h"
#include "kernel/core/options.h"
#include "kernel/files/files.h"

// Indices in SystemProps$Raw, _display_country_NDX and so on, of the properties that are set.
static const struct {
    u32 index;
    const char *value;
} PLATFORM[] = {
    {1, "en"},                     // display language
    {4, "UTF-8"},                  // file.encoding
    {5, "/"},                      // file.separator
    {18, "/tmp"},                  // java.io.tmpdir
    {19, "\n"},                    // line.separator
    {20, "amd64"},                 // os.arch
    {21, "Linux"},                 // os.name: the library asks for it to choose its files' conventions
    {22, "1"},                     // os.version
    {23, ":"},                     // path.separator
    {28, "64"},                    // sun.arch.data.model
    {29, "little"},                // sun.cpu.endian
    {31, "UnicodeLittle"},         // sun.io.unicode.encoding
    {32, "UTF-8"},                 // sun.jnu.encoding
    {36, FILES_WORKING_DIRECTORY}, // user.dir
    {37, FILES_WORKING_DIRECTORY}, // user.home
    {38, FILES_USER_NAME},         // user.name
};

static const struct {
    const char *key, *value;
} VM[] = {
    {"java.home", "/jdk"},
    {"java.vm.specification.name", "Java Virtual Machine Specification"},
    {"java.vm.specification.vendor", "Oracle Corporation"},
    {"java.vm.specification.version", "17"},
    {"java.vm.name", "Gnomon"},
    {"java.vm.vendor", "Gnomon"},
    {"java.vm.version", "1"},
    {"java.vm.info", "translated"},
    {"java.class.version", "61.0"},
    {"java.library.path", ""},
    {"sun.boot.library.path", "/jdk/lib"},
    {"jdk.debug", "release"},
    {"sun.management.compiler", "Gnomon Translator"},
};

static struct property_text text_of(const char *text) { return (struct property_text){text, text ? strlen(text) : 0}; }

struct property_text property_platform(u32 index) {
    for (size_t i = 0; i < COUNT_OF(PLATFORM); i++) {
        if (PLATFORM[i].index == index) return text_of(PLATFORM[i].value);
    }
    return text_of(NULL);
}

static struct property_text class_path(const struct options *options) {
    struct option option;
    if (option_first(options, "classpath", &option) || option_first(options, "jar", &option)) {
        return (struct property_text){option.value, option.length};
    }
    return text_of("");
}

bool property_vm(const struct options *options, u32 number, struct property_text *key, struct property_text *value) {
    if (number < COUNT_OF(VM)) {
        *key = text_of(VM[number].key);
        *value = text_of(VM[number].value);
        return true;
    }
    number -= (u32)COUNT_OF(VM);
    if (number == 0) {
        *key = text_of("java.class.path");
        *value = class_path(options);
        return true;
    }
    struct option option;
    if (!option_first(options, "property", &option)) return false;
    while (--number) {
        if (!option_next("property", &option)) return false;
    }
    size_t key_length = 0;
    while (key_length < option.length && option.value[key_length] != '=') key_length++;
    bool has_value = key_length < option.length;
    *key = (struct property_text){option.value, key_length};
    *value = (struct property_text){option.value + key_length + has_value, option.length - key_length - has_value};
    return true;
}
