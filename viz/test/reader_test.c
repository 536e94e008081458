// The reader and everything behind it: known figures from regions of known content, and no memory faults on any bytes
// at all.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log/events.h"
#include "tap.h"
#include "viz/analyse/boxes.h"
#include "viz/analyse/domains.h"
#include "viz/cli/part.h"
#include "viz/cli/sink.h"
#include "viz/export/export.h"
#include "viz/html/timeline.h"
#include "viz/read/event_text.h"
#include "viz/read/offsets.h"
#include "viz/report/report.h"
#include "viz/run/crash.h"
#include "viz/test/make_region.h"

static char path[] = "/tmp/gnomon-region-XXXXXX", written[] = "/tmp/gnomon-export-XXXXXX";

static void put_file(const u8 *region, size_t bytes) {
    struct problem problem;
    if (!sink_write_file(path, region, bytes, &problem)) exit(problem_print(&problem));
}

static const struct method_figures *find(const struct profile *profile, const char *label) {
    for (size_t i = 0; i < profile->method_count; i++) {
        if (strcmp(recording_method_label(profile->recording, profile->methods[i].id), label) == 0) {
            return &profile->methods[i];
        }
    }
    static const struct method_figures none;
    return &none;
}

static void open_kind(enum make_region_kind kind, struct recording *recording, struct profile *profile) {
    size_t bytes;
    u8 *region = make_region(kind, &bytes);
    struct problem problem;
    put_file(region, bytes);
    free(region);
    if (!recording_open(recording, path, &problem)) exit(problem_print(&problem));
    profile_make(profile, recording);
    profile_sort(profile, "elapsed");
}

static void test_figures(void) {
    struct recording recording;
    struct profile profile;
    open_kind(MAKE_ENDED, &recording, &profile);
    const struct method_figures *a = find(&profile, "example.Abc.a()"),
                                *c = find(&profile, "example.Abc.c(int, long[], Map)");
    tap_is_int((long long)a->own.count, MADE_CALLS_OF_A, "calls of a");
    tap_is_int(a->own.elapsed, 135000ll * MADE_CALLS_OF_A, "a, inclusive");
    tap_is_int(a->own.exclusive_elapsed, 45000ll * MADE_CALLS_OF_A, "a, exclusive");
    tap_is_int(c->own.elapsed, 50000ll * MADE_CALLS_OF_A, "c, called from a and b, adds up");
    tap_is_int((long long)c->own.count, 5 * MADE_CALLS_OF_A, "calls of c");
    tap_is_int((long long)find(&profile, "example.Abc.rec(int)")->own.nested, 9, "recursive activations are nested");
    tap_is_int((long long)(a->samples + find(&profile, "example.Abc.b()")->samples + c->samples), MADE_SAMPLES,
               "every sample belongs to a method");
    tap_is_int(profile.elapsed_ticks - profile.ledger_ticks, 0, "the ledger closes");
    tap_is_int((long long)profile.domain_count, 2, "a domain, and the machine");
    tap_is_int(profile.domains[0].ledger_ticks, 30000000, "the domain has translated code");
    tap_is_int(profile.domains[0].ledger_ticks + profile.domains[1].ledger_ticks, profile.ledger_ticks,
               "and the machine the rest");
    tap_is_int((long long)profile.loss_total, 0, "nothing was lost");
    // u(c_in) = 2 and u(c_full) = 3; raw - elapsed = 40 an activation, of which 20 are c_in and 20 are half a pair
    // inside
    tap_ok(a->errors.elapsed > 349 && a->errors.elapsed < 351, "error of a's inclusive time: %.1f, expected 350",
           a->errors.elapsed);
    tap_ok(a->errors.exclusive > 1099 && a->errors.exclusive < 1101, "error of a's exclusive time: %.1f, expected 1100",
           a->errors.exclusive);
    profile_free(&profile);
    recording_close(&recording);
}

static void test_open_activations(void) {
    struct recording recording;
    struct profile profile;
    open_kind(MAKE_OPEN, &recording, &profile);
    const struct method_figures *a = find(&profile, "example.Abc.a()"), *b = find(&profile, "example.Abc.b()");
    tap_is_int((long long)profile.open_activations, 2, "two activations were open");
    tap_is_int(b->own.elapsed, 80000ll * MADE_CALLS_OF_A + 30000, "an open call counts up to the end");
    tap_is_int(a->own.exclusive_elapsed, 45000ll * MADE_CALLS_OF_A + 100000 - 20000 - 30000,
               "its caller's exclusive time leaves it out");
    tap_is_int((long long)a->own.open, 1, "and is marked");
    profile_free(&profile);
    recording_close(&recording);
}

static void test_wrapped(void) {
    struct recording recording;
    struct profile profile;
    open_kind(MAKE_WRAPPED, &recording, &profile);
    tap_is_int((long long)(profile.record_count + profile.loss_total), MADE_EVENTS + MADE_SWITCHES + MADE_SAMPLES,
               "read and overwritten are all that was recorded");
    tap_ok(profile.loss_total > 0, "something was overwritten");
    profile_free(&profile);
    recording_close(&recording);
}

static void test_box_tree(void) {
    struct recording recording;
    struct profile profile;
    struct box_tree tree;
    open_kind(MAKE_ENDED, &recording, &profile);
    struct view view = {.profile = &profile};
    boxes_make(&tree, &view);
    tap_is_text(recording_method_label(&recording, tree.boxes[1].method), "example.Abc.main(String[])",
                "the outermost box");
    bool fits = true;
    for (u32 i = 0; i < tree.count; i++) {
        double sum = 0;
        for (u32 child = 0; child < tree.boxes[i].child_count; child++) {
            sum += tree.boxes[tree.boxes[i].first_child + child].elapsed.ticks;
        }
        fits &= sum <= tree.boxes[i].elapsed.ticks * 1.000001;
    }
    tap_ok(fits, "no box is smaller than those inside it");
    boxes_free(&tree);
    profile_free(&profile);
    recording_close(&recording);
}

// Through every format that shows what happened when, also those of several files, which take longer; what is refused
// has a problem.
static void write_streams(const struct view *view, bool files) {
    for (u32 i = 0; i < STREAM_FORMATS; i++) {
        struct problem problem = {0};
        struct sink sink;
        if (!sink_open(&sink, "/dev/null", &problem)) exit(problem_print(&problem));
        bool done = stream_formats[i].write(&sink, view, &problem);
        if (!sink_close(&sink, done) && !problem.status) exit(2);
    }
    for (u32 i = 0; files && i < PATH_FORMATS; i++) {
        struct problem problem = {0};
        if (!path_formats[i].write(written, view, &problem) && !problem.status) exit(2);
        part_discard(written);
    }
}

static const struct row *find_row(const struct timeline *timeline, enum row_kind kind, u32 owner) {
    for (size_t i = 0; i < timeline->row_count; i++) {
        if (timeline->rows[i].kind == kind && timeline->rows[i].owner == owner) return &timeline->rows[i];
    }
    return NULL;
}

static u64 count_things(const struct timeline *timeline, enum row_kind kind) {
    u64 count = 0;
    for (size_t i = 0; i < timeline->row_count; i++) {
        const struct row *row = &timeline->rows[i];
        for (size_t item = 0; row->kind == kind && item < row->count; item++) count += row->items[item].count;
    }
    return count;
}

static u64 busy_time(const struct row *row) {
    u64 busy = 0;
    for (size_t i = 0; i < row->count; i++) busy += row->items[i].busy;
    return busy;
}

static void test_timeline(void) {
    struct recording recording;
    struct problem problem;
    struct timeline timeline;
    size_t bytes;
    u8 *region = make_region(MAKE_ENDED, &bytes);
    put_file(region, bytes);
    free(region);
    if (!recording_open(&recording, path, &problem)) exit(problem_print(&problem));
    tap_ok(timeline_make(&timeline, &recording), "a timeline is made");
    tap_ok(count_things(&timeline, ROW_OWN) == MADE_EVENTS, "every own event is there");
    tap_ok(count_things(&timeline, ROW_PROCESSOR) == MADE_SWITCHES + 1, "every turn of a thread");
    tap_ok(timeline.samples.count == MADE_SAMPLES, "every sample");
    const struct row *processor = find_row(&timeline, ROW_PROCESSOR, 0);
    u64 first = processor->items[0].start;
    tap_ok(busy_time(processor) == timeline.length - first, "from the first event on somebody runs at every tick");
    const struct item *mark = &find_row(&timeline, ROW_OWN, 0)->items[0];
    tap_ok(mark->text && strcmp(mark->text, "0") == 0, "a mark has its event's values");
    timeline_shrink(&timeline, 20);
    tap_ok(timeline.item_count <= 20 && timeline.width > 0, "neighbours are merged until few are left");
    tap_ok(count_things(&timeline, ROW_OWN) == MADE_EVENTS, "and still stand for every own event");
    tap_ok(busy_time(find_row(&timeline, ROW_PROCESSOR, 0)) == timeline.length - first, "and for all of the time");
    timeline_free(&timeline);
    recording_close(&recording);
}

// Everything that reads: whatever the bytes are, it must end, and stay inside its memory.
static bool read_all(bool crash, bool files) {
    struct recording recording;
    struct problem problem;
    if (!recording_open(&recording, path, &problem)) return false;
    struct profile profile;
    struct buffer text = {0};
    struct graph_pruned pruned;
    struct timeline timeline;
    profile_make(&profile, &recording);
    profile_sort(&profile, "name");
    struct view view = {.profile = &profile, .sort = "name"};
    report_text(&text, &view);
    report_json(&text, &view);
    struct json json = {.text = &text};
    json_begin_object(&json, NULL);
    report_threads_html(&json, &profile);
    export_dot(&text, &view, 40, &pruned);
    export_callgrind(&text, &view);
    export_csv(&text, &view);
    export_time_diagram_svg(&text, &view);
    write_streams(&view, files);
    const struct text_list nowhere = {0};
    struct sources sources = {.recording = &recording, .places = &nowhere};
    if (timeline_make(&timeline, &recording)) timeline_put(&json, &timeline, &sources);
    json_end(&json);
    sources_free(&sources);
    timeline_free(&timeline);
    if (crash) {
        FILE *sink = fopen("/dev/null", "w");
        crash_print(sink, path, "/nowhere", 0);
        fclose(sink);
    }
    buffer_free(&text);
    profile_free(&profile);
    recording_close(&recording);
    return true;
}

static void test_truncated(void) {
    size_t bytes;
    u8 *region = make_region(MAKE_OPEN, &bytes);
    bool refused = true;
    for (size_t length = 0; length < bytes; length = length * 5 / 4 + 1) {
        put_file(region, length);
        refused &= !read_all(false, false);
    }
    tap_ok(refused, "a region cut at any length is refused");
    free(region);
}

static void test_flipped(enum make_region_kind kind, u32 rounds) {
    enum { FLIPS = 12 };
    const char *seed = getenv("TEST_SEED");
    size_t bytes, readable = 0;
    u8 *region = make_region(kind, &bytes), *broken = memory_get(bytes);
    size_t used = bytes;
    while (used > 1 && !region[used - 1]) used--;
    srand(seed ? (u32)strtoul(seed, NULL, 10) : 1);
    for (u32 round = 0; round < rounds; round++) {
        memcpy(broken, region, bytes);
        // Every other round spares the header, so that what lies behind it is reached
        size_t first = round % 2 ? 64 : REGION_FIRST_SECTION;
        for (u32 flip = 0; flip < FLIPS; flip++) {
            size_t at = first + (size_t)rand() % (used - first);
            broken[at] = rand() % 3 ? (u8)(broken[at] ^ (1 << rand() % 8)) : rand() % 2 ? 0xff : (u8)rand();
        }
        put_file(broken, bytes);
        readable += read_all(true, round % 8 == 0);
    }
    tap_ok(readable > rounds / 4, "%zu of %u broken regions are still read, none breaks the reader", readable, rounds);
    free(region);
    free(broken);
}

// One stream's packets overwritten by noise: the records that cannot be read are counted, the others stay.
static void test_noise_in_a_stream(void) {
    struct recording recording;
    struct profile profile;
    struct problem problem;
    size_t bytes;
    u8 *region = make_region(MAKE_ENDED, &bytes);
    struct region_section *section = region_directory((struct region_header *)region);
    while (section->id != SECTION_STREAM) section++;
    memset(region + section->offset + section->data_offset + 200, 0xa5, 512);
    put_file(region, bytes);
    free(region);
    if (!recording_open(&recording, path, &problem)) exit(problem_print(&problem));
    profile_make(&profile, &recording);
    tap_ok(profile.loss_total > 0, "noise in a packet is counted as lost");
    tap_ok(profile.record_count > MADE_SAMPLES, "the rest is read");
    profile_free(&profile);
    recording_close(&recording);
}

// Positions at the end of what 64 bits count, where the next packet's would be below them: such a stream is not read,
// and that is counted.
static void test_stream_at_the_end_of_numbers(void) {
    struct recording recording;
    struct profile profile;
    struct problem problem;
    size_t bytes;
    u8 *region = make_region(MAKE_ENDED, &bytes);
    struct region_section *section = region_directory((struct region_header *)region);
    while (section->id != SECTION_STREAM) section++;
    struct region_stream *stream = (struct region_stream *)(region + section->offset);
    stream->oldest = ~(u64)PACKET_BYTES + 1;
    stream->head = UINT64_MAX;
    put_file(region, bytes);
    free(region);
    if (!recording_open(&recording, path, &problem)) exit(problem_print(&problem));
    profile_make(&profile, &recording);
    tap_is_int((long long)profile.loss_total, 1, "a stream whose positions cannot be is counted as broken");
    profile_free(&profile);
    recording_close(&recording);
}

// Three processors of which one's counter is ahead by fifty thousand times what lies between two events.
static void test_offsets(void) {
    struct recording recording;
    struct profile profile;
    struct event_merge merge;
    struct event event;
    u32 next = 0, on_time = 0;
    open_kind(MAKE_SHARED, &recording, &profile);
    event_merge_open(&merge, &recording.reader);
    for (; event_merge_next(&merge, &event) && event.record->a == next; next++) {
        s64 late = (s64)(event.record->ticks - recording.reader.header.start_ticks) - (next + 1) * SHARED_STEP;
        on_time += late <= SHARED_ERROR && late >= -SHARED_ERROR;
    }
    event_merge_close(&merge);
    tap_is_int(next, SHARED_EVENTS, "events of processors whose counters differ come in their true order");
    tap_is_int(on_time, SHARED_EVENTS, "each at its time, within the error of the offset");
    tap_is_int((long long)recording.reader.offsets.items[2].ticks, 0, "an offset below its error is taken for none");
    tap_is_int((long long)offsets_error(&recording.reader.offsets), 2 * SHARED_ERROR + SHARED_ERROR / 3,
               "what is left of two is the error of what lies between");
    const struct method_figures *a = find(&profile, "example.Abc.a()");
    double distance = (double)offsets_distance(&recording.reader.offsets);
    tap_ok(distance > SHARED_AHEAD && profile.rates.distance == distance, "what the guest subtracted has all of it");
    tap_is_int((long long)(a->errors.elapsed - a->errors.cpu), (long long)(SHARED_SWITCHES * distance),
               "with each switch to what may be another processor, and not in CPU time");
    profile_free(&profile);
    recording_close(&recording);
}

static void append_name(u8 *region, const void *fields, size_t field_bytes, const char *text) {
    struct region_section *section = region_directory((struct region_header *)region);
    while (section->id != SECTION_NAMES) section++;
    struct name_record *record =
        (struct name_record *)(region + section->offset + section->data_offset + section->used);
    memcpy(record, fields, field_bytes);
    memcpy((u8 *)record + field_bytes, text, strlen(text));
    record->text_bytes = (u16)strlen(text);
    record->bytes = (u32)ALIGN_UP(field_bytes + strlen(text), 8);
    section->used += record->bytes;
    if (section->used > section->bytes - section->data_offset) exit(1);
}

enum { RENAMED_CLASS = 0x5001, RENAMED_METHOD = 0x20004000, RENAMED_CODE = 0x70000000, RENAMED_TIMES = 24 };

// A class, a method and a range of code; each name ends with a letter of this time.
static void append_names(u8 *region, u32 time) {
    char class_text[] = "Renamed0", method_text[] = "named0()V", code_text[] = "code0";
    class_text[7] = method_text[5] = code_text[4] = (char)('a' + time);
    struct name_class class = {.record.type = NAME_CLASS, .id = RENAMED_CLASS};
    struct name_method method = {.record.type = NAME_METHOD,
                                 .id = RENAMED_METHOD,
                                 .class = RENAMED_CLASS,
                                 .name_bytes = 6,
                                 .descriptor_bytes = 3};
    struct name_code code = {
        .record.type = NAME_CODE, .start = RENAMED_CODE, .size = 16, .kind = CODE_KERNEL, .valid_to = UINT64_MAX};
    append_name(region, &class, sizeof(class), class_text);
    append_name(region, &method, sizeof(method), method_text);
    append_name(region, &code, sizeof(code), code_text);
}

// The last in the file counts of several records with one number, or ranges at one address that are valid at one time.
static void test_named_again(void) {
    struct recording recording;
    struct problem problem;
    size_t bytes;
    u8 *region = make_region(MAKE_ENDED, &bytes);
    for (u32 i = 0; i < RENAMED_TIMES; i++) append_names(region, i);
    put_file(region, bytes);
    free(region);
    if (!recording_open(&recording, path, &problem)) exit(problem_print(&problem));
    const struct class_name *class = recording_class(&recording, RENAMED_CLASS);
    const struct code_range *code = recording_code(&recording, RENAMED_CODE, recording.end_ticks);
    tap_is_int((long long)recording.broken_names, 0, "names that are given again are read");
    tap_is_text(class ? class->name : "", "Renamedx", "of a class's names the last counts");
    tap_is_text(recording_method_label(&recording, RENAMED_METHOD), "Renamedx.namedx()", "and of a method's");
    tap_is_text(code ? code->name : "", "codex", "and of the ranges of code at one address");
    recording_close(&recording);
}

enum { PLACED_CODE = 0x04000000, PLACED_METHOD = 0x10002100, PLACED_INLINED = 0x10002300 };

static bool is_place(const struct code_place *place, u32 method, u32 bytecode_index, u32 line) {
    return place && place->method == method && place->bytecode_index == bytecode_index && place->line == line;
}

// Half of the code is the method's own, the other half is of one that is inlined there.
static void test_places(void) {
    struct recording recording;
    struct problem problem;
    size_t bytes;
    u8 *region = make_region(MAKE_ENDED, &bytes);
    struct name_code code = {.record.type = NAME_CODE, .start = RENAMED_CODE, .size = 16, .kind = CODE_METHOD};
    code.place_count = 1;
    append_name(region, &code, sizeof(code), "");
    code.place_count = 0;
    code.run_count = 1;
    append_name(region, &code, sizeof(code), "two numbers of a place that is not there");
    put_file(region, bytes);
    free(region);
    if (!recording_open(&recording, path, &problem)) exit(problem_print(&problem));
    tap_is_int((long long)recording.broken_names, 2, "places and runs that are not there are refused");
    const struct code_range *range = recording_code(&recording, PLACED_CODE, recording.end_ticks);
    if (!range) exit(1);
    const struct code_place *own = recording_place(range, PLACED_CODE + 0x7f),
                            *inlined = recording_place(range, PLACED_CODE + 0x80);
    tap_ok(range->has_origins && recording_count_coarse(&recording) == 0, "code has origins");
    tap_ok(is_place(own, PLACED_METHOD, 0, 10) && !recording_place_caller(range, own), "its own, up to a byte");
    tap_ok(is_place(inlined, PLACED_INLINED, 4, 20) && recording_place_caller(range, inlined) == own,
           "from there on that of a method that is inlined in it");
    recording_close(&recording);
}

int main(void) {
    int descriptor = mkstemp(path);
    if (descriptor < 0 || !mkdtemp(written)) return 1;
    part_discard(written);
    close(descriptor);
    test_figures();
    test_open_activations();
    test_wrapped();
    test_box_tree();
    test_offsets();
    test_noise_in_a_stream();
    test_stream_at_the_end_of_numbers();
    test_timeline();
    test_named_again();
    test_places();
    test_truncated();
    test_flipped(MAKE_PANICKED, 150);
    test_flipped(MAKE_TRACED, 150);
    test_flipped(MAKE_SHARED, 50);
    unlink(path);
    return tap_done();
}
