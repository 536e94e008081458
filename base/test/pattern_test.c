// Method patterns: what they match, which are invalid, and what a list selects.
#include "base/pattern.h"

#include <string.h>

#include "tap.h"

static void matches(const char *text, const char *name, bool expected) {
    struct pattern pattern = pattern_read(text, strlen(text));
    tap_ok(pattern_names(&pattern, name, strlen(name)) == expected, "'%s' %s '%s'", text,
           expected ? "matches" : "does not match", name);
}

static void test_matches(void) {
    matches("Abc.a", "Abc.a", true);
    matches("!Abc.a", "Abc.a", true);
    matches("Abc.a", "Abc.ab", false);
    matches("Abc.*", "Abc.consume", true);
    matches("*.a", "x.Abc.a", false);
    matches("**.a", "x.Abc.a", true);
    matches("**.a", "pkg.sub.Abc.a", true);
    matches("**", "java.lang.String.length", true);
    matches("java.**.length", "java.lang.String.length", true);
    matches("java.*.length", "java.lang.String.length", false);
    matches("java.*.*.len*", "java.lang.String.length", true);
    matches("**.String.*h", "java.lang.String.length", true);
    matches("pkg.**.put*", "pkg.a.b.C.putAll", true);
    matches("pkg.*.put*", "pkg.a.b.C.putAll", false);
    matches("**.*Map.get", "java.util.TreeMap.get", true);
    matches("a*b*c.d", "axxbxxc.d", true);
    matches("a*b*c.**d", "aXbYc.x.y.d", true);
    matches("a**b.c*", "a.b.c.b.cd", true);
    matches("", "", true);
    matches("", "a", false);
    matches("*", "", true);
    // One that would take exponential time if stars were tried one within the other
    char name[201] = {0};
    memset(name, 'a', sizeof(name) - 1);
    matches("*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b", name, false);
}

static void is_valid(const char *text, bool expected) {
    tap_ok(pattern_is_valid(text, strlen(text)) == expected, "'%s' is %s", text, expected ? "a pattern" : "none");
}

static void test_valid(void) {
    is_valid("a.b.C.d", true);
    is_valid("!**.C.*", true);
    is_valid("", false);
    is_valid("!", false);
    is_valid("a/b.c", false);
    is_valid("a b", false);
    is_valid("a.!b", false);
    is_valid("a.***", false);
}

static void selects(const char *const *texts, const char *name, bool expected) {
    struct pattern patterns[4];
    struct pattern_list list = {.patterns = patterns};
    for (; *texts; texts++) pattern_list_add(&list, *texts, strlen(*texts));
    tap_ok(pattern_list_selects(&list, name, strlen(name)) == expected, "a list of %u %s %s", list.count,
           expected ? "selects" : "does not select", name);
}

static void test_lists(void) {
    static const char *const both[] = {"pkg.**", "!**.toString", NULL}, *const without[] = {"!a.**", NULL},
                             *const none[] = {NULL};
    selects(both, "pkg.A.run", true);
    selects(both, "pkg.A.toString", false);
    selects(both, "other.A.run", false);
    selects(without, "b.C.d", true);
    selects(without, "a.C.d", false);
    selects(none, "b.C.d", false);
}

int main(void) {
    test_matches();
    test_valid();
    test_lists();
    return tap_done();
}
