// What each domain did, in reports: its threads' time, samples and allocation added up, its collections and calls, how
// it ended, and its part of the ledger.
#include <string.h>

#include "log/events.h"
#include "viz/analyse/domains.h"
#include "viz/cli/table.h"
#include "viz/report/report.h"

// Where only one domain is looked at, the others have no figures.
static bool is_shown(const struct recording *recording, const struct domain_figures *domain) {
    const char *chosen = recording->reader.range.domain;
    return !chosen || strcmp(chosen, domain->name) == 0;
}

static void put_figure(struct table *table, const struct recording *recording, s64 ticks, double error) {
    table_cell(table, "%.3f ±%-8.3f", recording_ms(recording, ticks),
               (double)recording_error_ns(recording, error) / 1e6);
}

static double ledger_error(const struct domain_figures *domain) {
    double error = 0;
    for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) error += domain->ledger[k].error;
    return error;
}

// "store (2, 10.000 to 20.000 ms, ended with 0: translated code 5.000, natives 1.000)"
static void put_words(struct buffer *words, const struct recording *recording, const struct domain_figures *domain) {
    buffer_text(words, domain->name);
    const char *before = " (";
    if (domain->domains) {
        buffer_format(words, " (%u, from %.3f", domain->number,
                      (double)recording_ns_since_start(recording, domain->start_ticks) / 1e6);
        if (domain->end_ticks) {
            buffer_format(words, " to %.3f, ended with %d",
                          (double)recording_ns_since_start(recording, domain->end_ticks) / 1e6, domain->exit_status);
        }
        before = ": ";
    }
    for (u32 k = 0; k < LEDGER_ACCOUNTS; k++) {
        if (!domain->ledger[k].ticks) continue;
        buffer_format(words, "%s%s %.3f", before, domain->ledger[k].name,
                      recording_ms(recording, domain->ledger[k].ticks));
        before = ", ";
    }
    buffer_byte(words, ')');
}

static void put_count(struct table *table, const struct recording *recording, u32 event, u64 count) {
    if (domains_count(recording, event)) {
        table_cell(table, "%llu", (unsigned long long)count);
    } else {
        table_cell(table, "-");
    }
}

static void put_domain(struct table *table, const struct recording *recording, const struct domain_figures *domain) {
    struct buffer words = {0};
    put_words(&words, recording, domain);
    put_figure(table, recording, domain->ledger_ticks, ledger_error(domain));
    if (domain->domains) {
        put_figure(table, recording, domain->running_ticks, domain->running_error);
        table_cell(table, "%u", domain->threads);
        table_cell(table, "%llu", (unsigned long long)domain->samples);
        table_cell(table, "%llu", (unsigned long long)domain->allocated_bytes);
        put_count(table, recording, EVENT_collection_end, domain->collections);
        put_count(table, recording, EVENT_portal_call, domain->calls);
        put_count(table, recording, EVENT_portal_receive, domain->served);
    } else {
        for (u32 i = 0; i < 7; i++) table_cell(table, "%s", "");
    }
    table_name(table, "%s", buffer_string(&words));
    buffer_free(&words);
}

void report_domains_text(struct buffer *text, const struct view *view) {
    static const struct table_column columns[] = {{"Ledger", 24, 0},     {"Threads ran", 24, 1}, {"Threads", 8, 4},
                                                  {"Samples", 8, 5},     {"Allocated", 14, 6},   {"Collections", 12, 7},
                                                  {"Calls made", 11, 3}, {"Served", 8, 2}};
    const struct profile *profile = view->profile;
    const struct recording *recording = profile->recording;
    struct table table;
    s64 open = profile->ledger_ticks;
    if (!recording_has_domains(recording) || !profile->domain_count) return;
    buffer_byte(text, '\n');
    table_begin(&table, text, columns, COUNT_OF(columns), "Domain (times in ms)", view->columns);
    for (size_t i = 0; i < profile->domain_count; i++) {
        open -= profile->domains[i].ledger_ticks;
        if (is_shown(recording, &profile->domains[i])) put_domain(&table, recording, &profile->domains[i]);
    }
    buffer_format(text, "  the ledgers of all and of the machine: the whole, difference %lld ticks\n", (long long)open);
    table_end(&table);
}

// ---- The page

static void put_html_count(struct buffer *text, const struct recording *recording, u32 event, u64 count) {
    if (domains_count(recording, event)) {
        buffer_format(text, "<td>%llu</td>", (unsigned long long)count);
    } else {
        buffer_text(text, "<td></td>");
    }
}

static void put_html_domain(struct buffer *text, const struct recording *recording,
                            const struct domain_figures *domain) {
    struct buffer words = {0};
    put_words(&words, recording, domain);
    buffer_format(text, "<tr><td>%.3f</td>", recording_ms(recording, domain->ledger_ticks));
    if (domain->domains) {
        buffer_format(text, "<td>%.3f</td><td>%u</td><td>%llu</td><td>%llu</td>",
                      recording_ms(recording, domain->running_ticks), domain->threads,
                      (unsigned long long)domain->samples, (unsigned long long)domain->allocated_bytes);
        put_html_count(text, recording, EVENT_collection_end, domain->collections);
        put_html_count(text, recording, EVENT_portal_call, domain->calls);
        put_html_count(text, recording, EVENT_portal_receive, domain->served);
    } else {
        buffer_text(text, "<td></td><td></td><td></td><td></td><td></td><td></td><td></td>");
    }
    buffer_text(text, "<td class=\"name\">");
    buffer_xml(text, buffer_string(&words));
    buffer_text(text, "</td></tr>\n");
    buffer_free(&words);
}

void report_domains_html(struct buffer *text, const struct profile *profile) {
    if (!recording_has_domains(profile->recording) || !profile->domain_count) return;
    buffer_text(text,
                "<section id=\"domains\"><h2>Domains</h2>\n<div class=\"scroll\"><table><thead><tr><th>Ledger</th>"
                "<th>Threads ran</th><th>Threads</th><th>Samples</th><th>Allocated</th><th>Collections</th>"
                "<th>Calls made</th><th>Served</th><th class=\"name\">Domain</th></tr></thead><tbody>\n");
    for (size_t i = 0; i < profile->domain_count; i++) {
        if (is_shown(profile->recording, &profile->domains[i])) {
            put_html_domain(text, profile->recording, &profile->domains[i]);
        }
    }
    buffer_text(text,
                "</tbody></table></div><p class=\"note\">Times in ms, of the whole run. The ledgers of all, and of "
                "the machine, are the whole.</p></section>\n");
}

// ---- JSON

static void put_ledger(struct json *json, const struct recording *recording, const struct domain_figures *domain) {
    report_json_ledger(json, recording, domain->ledger);
    json_put_integer(json, "ledger_ns", recording_ns(recording, domain->ledger_ticks));
    json_put_integer(json, "ledger_ticks", domain->ledger_ticks);
}

// Counts of events that were not recorded are left out.
static void put_figures(struct json *json, const struct recording *recording, const struct domain_figures *domain) {
    json_put_integer(json, "number", domain->number);
    json_put_integer(json, "domains", domain->domains);
    json_put_integer(json, "start_ns", recording_ns_since_start(recording, domain->start_ticks));
    json_put_bool(json, "ended", domain->end_ticks != 0);
    if (domain->end_ticks) {
        json_put_integer(json, "end_ns", recording_ns_since_start(recording, domain->end_ticks));
        json_put_integer(json, "exit_status", domain->exit_status);
    }
    json_put_integer(json, "threads", domain->threads);
    json_put_integer(json, "running_ns", recording_ns(recording, domain->running_ticks));
    json_put_integer(json, "running_ticks", domain->running_ticks);
    json_put_integer(json, "running_err_ns", recording_error_ns(recording, domain->running_error));
    json_put_integer(json, "switches", (s64)domain->switches);
    json_put_integer(json, "samples", (s64)domain->samples);
    json_put_integer(json, "allocated_bytes", (s64)domain->allocated_bytes);
    if (domains_count(recording, EVENT_collection_end)) json_put_integer(json, "collections", (s64)domain->collections);
    if (domains_count(recording, EVENT_portal_call)) json_put_integer(json, "calls", (s64)domain->calls);
    if (domains_count(recording, EVENT_portal_receive)) json_put_integer(json, "served", (s64)domain->served);
}

void report_domains_json(struct json *json, const struct profile *profile) {
    const struct recording *recording = profile->recording;
    json_begin_array(json, "domains");
    for (size_t i = 0; i < profile->domain_count; i++) {
        const struct domain_figures *domain = &profile->domains[i];
        if (!is_shown(recording, domain)) continue;
        json_begin_object(json, NULL);
        json_put_text(json, "name", domain->name);
        if (domain->domains) put_figures(json, recording, domain);
        put_ledger(json, recording, domain);
        json_end(json);
    }
    json_end(json);
}
