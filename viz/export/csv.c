// One line a method, with a head; RFC 4180. Times in ns; the columns of errors have the names that they have in JSON.
// The format has no place for what is true of all lines, so each has in its last column what was lost; where there is
// no method, a line that names none has it.

#include "viz/export/export.h"

static void put_method(struct buffer *text, const struct recording *recording, const struct method_figures *method,
                       const char *lost) {
    const struct method_name *name = recording_method(recording, method->id);
    const struct figures *own = &method->own;
    buffer_quoted(text, name ? name->class_name : "");
    buffer_byte(text, ',');
    buffer_quoted(text, name ? name->name : recording_method_label(recording, method->id));
    buffer_byte(text, ',');
    buffer_quoted(text, name ? name->descriptor : "");
    const s64 times[] = {own->elapsed, own->exclusive_elapsed, own->cpu, own->exclusive_cpu, own->raw};
    const double errors[] = {method->errors.cpu, method->errors.exclusive_cpu, method->errors.elapsed,
                             method->errors.exclusive};
    buffer_format(text, ",%llu", (unsigned long long)own->count);
    for (size_t i = 0; i < COUNT_OF(times); i++) {
        buffer_format(text, ",%lld", (long long)recording_ns(recording, times[i]));
    }
    for (size_t i = 0; i < COUNT_OF(errors); i++) {
        buffer_format(text, ",%lld", (long long)recording_error_ns(recording, errors[i]));
    }
    buffer_format(text, ",%llu,", (unsigned long long)method->samples);
    buffer_quoted(text, recording_method_domain(recording, method->id));
    buffer_byte(text, ',');
    buffer_quoted(text, lost);
    buffer_text(text, "\r\n");
}

static void put_loss_alone(struct buffer *text, const char *lost) {
    buffer_text(text, "\"\",\"\",\"\",,,,,,,,,,,,\"\",");
    buffer_quoted(text, lost);
    buffer_text(text, "\r\n");
}

static bool has_lost(const struct profile *profile) {
    u64 lost = 0;
    for (size_t i = 0; i < profile->loss_count; i++) lost += profile->losses[i].count;
    return lost;
}

void export_csv(struct buffer *text, const struct view *view) {
    struct buffer lost = {0};
    view_describe_scope(view->profile, &lost);
    buffer_text(text, "class,method,descriptor,count,elapsed_incl_ns,elapsed_excl_ns,cpu_incl_ns,cpu_excl_ns,raw_incl_"
                      "ns,err_ns,err_excl_ns,elapsed_err_ns,elapsed_err_excl_ns,samples,domain,lost\r\n");
    bool any = false;
    for (size_t i = 0; i < view->profile->method_count; i++) {
        if (!view_selects(view, view->profile->methods[i].id)) continue;
        put_method(text, view->profile->recording, &view->profile->methods[i], buffer_string(&lost));
        any = true;
    }
    if (!any && has_lost(view->profile)) put_loss_alone(text, buffer_string(&lost));
    buffer_free(&lost);
}
