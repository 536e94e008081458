// The walk over a recording of known content, and the parts that exports are made of: numbers for bytes, messages of
// protocol buffers, Flight Recorder's numbers, files that appear only when they are complete.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tap.h"
#include "viz/analyse/frames.h"
#include "viz/analyse/slow_timeline.h"
#include "viz/cli/part.h"
#include "viz/cli/sink.h"
#include "viz/cli/spill.h"
#include "viz/export/export.h"
#include "viz/export/jfr.h"
#include "viz/export/protobuf.h"
#include "viz/report/event_list.h"
#include "viz/test/make_region.h"

static char path[] = "/tmp/gnomon-walk-XXXXXX";

// What the walk told, a line each.
struct told {
    struct buffer text;
    struct frames frames;
    u32 events, shown;
};

static unsigned after(u64 ticks) { return (unsigned)(ticks - TRACED_START); }

static void tell_lane(void *context, const struct walk_lane *lane) {
    buffer_format(&((struct told *)context)->text, "%s %u\n", lane->place == PLACE_THREAD ? "thread" : "cpu",
                  lane->number);
}

static void tell_event(void *context, const struct event *event, bool told) {
    struct told *all = context;
    all->events++;
    all->shown += !told;
    (void)event;
}

static void tell_state(void *context, const struct walk_state *state) {
    struct buffer *text = &((struct told *)context)->text;
    buffer_format(text, "%u ", state->thread);
    walk_put_state(text, state);
    buffer_format(text, " %u to %u%s waker %u\n", after(state->start), after(state->end), state->open ? " open" : "",
                  state->waker);
}

static void tell_begin(void *context, const struct walk_slice *slice) {
    buffer_format(&((struct told *)context)->text, "%u begin %s at %u depth %u\n", slice->lane.number, slice->name,
                  after(slice->start), slice->depth);
}

static void tell_end(void *context, const struct walk_slice *slice) {
    static const char *const ends[] = {"left", "unwound", "abandoned", "open"};
    buffer_format(&((struct told *)context)->text, "%u end %s at %u %s\n", slice->lane.number, slice->name,
                  after(slice->end), ends[slice->how]);
}

static void tell_sample(void *context, const struct walk_sample *sample) {
    struct told *all = context;
    frames_of(&all->frames, sample);
    buffer_format(&all->text, "%u sample of %u:", sample->thread, sample->weight);
    for (size_t i = 0; i < all->frames.count; i++) {
        buffer_format(&all->text, " %s", frames_name(&all->frames, all->frames.at[i]));
    }
    buffer_byte(&all->text, '\n');
}

static void tell_counter(void *context, const struct walk_counter *counter) {
    buffer_format(&((struct told *)context)->text, "%s = %llu at %u\n", counter->name,
                  (unsigned long long)counter->value, after(counter->ticks));
}

static const char expected[] = "thread 1\n"
                               "thread 2\n"
                               "1 begin example.Abc.a() at 100 depth 0\n"
                               "1 begin example.Abc.b() at 200 depth 1\n"
                               "1 end example.Abc.b() at 300 unwound\n"
                               "1 begin example.Abc.c(int, long[], Map) at 400 depth 1\n"
                               "1 begin collection (young) at 500 depth 2\n"
                               "1 begin roots at 510 depth 3\n"
                               "1 end roots at 550 left\n"
                               "1 begin copy at 550 depth 3\n"
                               "1 end copy at 600 left\n"
                               "1 end collection (young) at 600 left\n"
                               "heap used = 4096 at 600\n"
                               "heap committed = 1048576 at 600\n"
                               "cpu 0\n"
                               "0 begin interrupt at 700 depth 0\n"
                               "1 sample of 3: example.Abc.a() example.Abc.b()\n"
                               "0 end interrupt at 710 left\n"
                               "1 end example.Abc.c(int, long[], Map) at 900 abandoned\n"
                               "1 end example.Abc.a() at 900 left\n"
                               "1 running 0 to 1000 waker 0\n"
                               "2 ready 50 to 1000 waker 0\n"
                               "ready threads = 0 at 1000\n"
                               "1 waiting: sleep 1000 to 1500 waker 0\n"
                               "ready threads = 1 at 1500\n"
                               "2 begin example.Abc.rec(int) at 1700 depth 0\n"
                               "2 running 1000 to 2000 waker 0\n"
                               "1 ready 1500 to 2000 waker 2\n"
                               "ready threads = 0 at 2000\n"
                               "1 running 2000 to 3000 open waker 0\n"
                               "2 waiting: monitor 2000 to 3000 open waker 0\n"
                               "2 end example.Abc.rec(int) at 3000 open\n";

static bool open_traced(struct recording *recording) {
    size_t bytes;
    struct problem problem;
    u8 *region = make_region(MAKE_TRACED, &bytes);
    bool done = sink_write_file(path, region, bytes, &problem) && recording_open(recording, path, &problem);
    free(region);
    return done;
}

static void test_walk(void) {
    static const struct walk_visitor visitor = {.lane = tell_lane,
                                                .event = tell_event,
                                                .state = tell_state,
                                                .begin = tell_begin,
                                                .end = tell_end,
                                                .sample = tell_sample,
                                                .counter = tell_counter};
    struct recording recording;
    struct told told = {.events = 0};
    if (!open_traced(&recording)) exit(1);
    frames_init(&told.frames, &recording);
    struct walk_result result = walk_recording(&recording, &visitor, &told);
    tap_is_text(buffer_string(&told.text), expected, "what happened, in the order of time");
    tap_is_int((long long)result.unmatched_ends, 1, "one end has no beginning");
    tap_is_int(told.events, 22, "every record is told");
    tap_is_int(told.shown, 5, "five of them are nothing but events");
    buffer_free(&told.text);
    frames_free(&told.frames);
    recording_close(&recording);
}

static void put_loss(void *context, const struct event_loss *loss) {
    struct buffer *text = context;
    event_loss_put(text, loss);
    buffer_format(text, " of %s%s%s\n", stream_level_name(loss->level), loss->from_ticks ? "" : " from the beginning",
                  loss->until_ticks ? "" : " to the end");
}

// Three records that were dropped while the first packet was open, and two later; four that found no room; 700
// overwritten.
static void test_losses(void) {
    static const struct walk_visitor visitor = {.loss = put_loss};
    size_t bytes;
    struct problem problem;
    struct recording recording;
    struct buffer text = {0};
    u8 *region = make_region(MAKE_ENDED, &bytes);
    struct region_section *section = (struct region_section *)(region + REGION_DIRECTORY_OFFSET);
    while (section->id != SECTION_STREAM) section++;
    struct region_stream *control = (struct region_stream *)(region + section->offset);
    tap_ok(control->head > PACKET_BYTES, "a stream of more than one packet");
    ((struct region_packet *)(region + section->offset + section->data_offset))->discarded = 3;
    control->lost[STREAM_LOST_NESTED] = 5;
    control->lost[STREAM_LOST_STOPPED] = 4;
    control->lost[STREAM_LOST_OVERWRITTEN] = 700;
    if (!sink_write_file(path, region, bytes, &problem) || !recording_open(&recording, path, &problem)) exit(1);
    walk_recording(&recording, &visitor, &text);
    tap_is_text(buffer_string(&text),
                "700 records overwritten of thread from the beginning\n3 records nested of thread\n"
                "4 records stopped_full, 2 nested of thread to the end\n",
                "losses are told where they lie");
    text.size = 0;
    recording.reader.range.from_ticks = recording.reader.header.start_ticks + 1;
    recording.reader.range.until_ticks = recording.reader.header.start_ticks + 2;
    walk_recording(&recording, &visitor, &text);
    tap_is_text(buffer_string(&text), "700 records overwritten of thread from the beginning\n", "those of a time");
    buffer_free(&text);
    recording_close(&recording);
    free(region);
}

static void test_folded(void) {
    struct recording recording;
    struct profile profile;
    struct sink sink = {.failed = false};
    if (!open_traced(&recording)) exit(1);
    profile_make(&profile, &recording);
    struct view view = {.profile = &profile};
    folded_put(&sink, &view, FOLDED_WALL);
    tap_is_text(buffer_string(&sink.text),
                "Reference Handler 700\nReference Handler;[ready] 950\n"
                "Reference Handler;example.Abc.rec(int) 300\n"
                "Reference Handler;example.Abc.rec(int);[waiting: monitor] 1000\n"
                "main 1200\nmain;[ready] 500\nmain;[waiting: sleep] 500\nmain;example.Abc.a() 200\n"
                "main;example.Abc.a();example.Abc.b() 100\n"
                "main;example.Abc.a();example.Abc.c(int, long[], Map) 500\n",
                "all time, by traced method and state");
    sink.text.size = 0;
    folded_put(&sink, &view, FOLDED_CPU);
    tap_is_text(buffer_string(&sink.text), "main;example.Abc.a();example.Abc.b() 3000000\n", "samples");
    buffer_free(&sink.text);
    profile_free(&profile);
    recording_close(&recording);
}

struct spill_check {
    u32 next;
    bool right;
};

static void check_words(void *context, const void *bytes, size_t size) {
    struct spill_check *check = context;
    const u32 *words = bytes;
    for (size_t i = 0; i < size / sizeof(*words); i++) check->right &= words[i] == check->next++;
}

// Three sequences in turns, two of them larger than their share, and one that stays empty.
static void test_spill(void) {
    enum { WORDS = 1 << 19 };
    static struct spill_part parts[4];
    struct problem problem = {0};
    struct spill spill;
    spill_open(&spill, &problem);
    for (u32 i = 0; i < WORDS; i++) {
        for (u32 part = 0; part < (i < 10 ? 3 : 2); part++) {
            buffer_append(&parts[part].rest, &i, sizeof(i));
            spill_pass(&spill, &parts[part]);
        }
    }
    tap_ok(spill.bytes >= 2 * sizeof(u32) * WORDS / 2, "what is too large is in the file");
    const u32 words[] = {WORDS, WORDS, 10, 0};
    for (u32 part = 0; part < COUNT_OF(parts); part++) {
        struct spill_check check = {.right = true};
        bool done = spill_read(&spill, &parts[part], check_words, &check);
        tap_ok(done && check.right && check.next == words[part], "each is read back as it was written");
        spill_part_free(&parts[part]);
    }
    spill_close(&spill);
}

static void test_intern(void) {
    struct intern table = {.count = 0};
    u32 wrong = 0;
    for (u32 round = 0; round < 2; round++) {
        for (u32 i = 0; i < 10000; i++) wrong += intern_bytes(&table, &i, sizeof(i)) != i;
    }
    tap_is_int(wrong, 0, "the same bytes have the same number");
    tap_is_int((long long)table.count, 10000, "others have another");
    u32 empty = intern_bytes(&table, NULL, 0), text = intern_text(&table, "");
    tap_ok(empty != text && intern_size(&table, empty) == 0 && intern_size(&table, text) == 1,
           "no bytes are something, too");
    intern_free(&table);
}

static void test_numbers(void) {
    struct buffer text = {0};
    proto_number(&text, 1, 300);
    size_t begin = proto_begin(&text, 2);
    proto_text(&text, 3, "\xff");
    proto_end(&text, begin);
    tap_ok(text.size == 16 &&
               memcmp(text.data, "\x08\xac\x02\x12\x88\x80\x80\x00\x1a\x83\x80\x80\x00\xef\xbf\xbd", 16) == 0,
           "a message within a message; what is no UTF-8 is replaced");
    text.size = 0;
    buffer_varint(&text, UINT64_MAX);
    tap_ok(text.size == 10 && text.data[9] == 1, "the largest number has ten bytes");
    text.size = 0;
    jfr_put_number(&text, UINT64_MAX);
    tap_ok(text.size == 9 && text.data[8] == 255, "for Flight Recorder nine, the last of eight bits");
    buffer_free(&text);
}

static void test_sink(void) {
    struct problem problem = {0};
    struct sink sink;
    struct stat status;
    char *name = text_format("%s.out", path);
    tap_ok(sink_open(&sink, name, &problem), "a file is opened");
    buffer_text(&sink.text, "some");
    tap_ok(stat(name, &status) != 0, "it does not have its name yet");
    tap_ok(!sink_close(&sink, false) && stat(name, &status) != 0, "given up, it is gone");
    tap_ok(sink_write_file(name, "all", 3, &problem) && stat(name, &status) == 0 && status.st_size == 3,
           "written, it is there");
    tap_ok(!sink_write_file("/dev/full", "all", 3, &problem) && problem.status == 1, "a full device is a problem");
    tap_ok(!part_make_file("/dev/full", &(int){0}, &problem), "and is not replaced");
    char *victim = text_format("%s.victim", path), *taken = text_format("%s.%d.part", name, (int)getpid());
    tap_ok(sink_write_file(victim, "kept", 4, &problem) && symlink(victim, taken) == 0,
           "where the part would be is a link");
    tap_ok(sink_write_file(name, "all", 3, &problem) && lstat(name, &status) == 0 && S_ISREG(status.st_mode),
           "another name is taken, and nothing is written through the link");
    unlink(taken), unlink(victim), unlink(name);
    free(taken), free(victim), free(name);
}

// On one processor a thread runs all the time, on another one others take turns: all that ran from 12 to 18.
static void test_stays(void) {
    struct stay items[] = {
        {.start = 0, .end = 10},  {.start = 10, .end = 15}, {.start = 15, .end = 20},
        {.start = 20, .end = 30}, {.start = 5, .end = 40},  {.start = 40, .end = 50},
    };
    const struct stays stays = {items, COUNT_OF(items), COUNT_OF(items)};
    stays_finish(&(struct stays){items, COUNT_OF(items), COUNT_OF(items)});
    size_t at = stays_after(&stays, 12);
    u64 starts = 0, count = 0;
    for (const struct stay *stay; (stay = stays_next(&stays, &at, 18)); count++) starts = starts * 100 + stay->start;
    tap_ok(count == 3 && starts == 101505, "who ran meanwhile, also who ended later on another processor");
    tap_ok(at == 5, "and no further than that one");
}

int main(void) {
    int descriptor = mkstemp(path);
    if (descriptor < 0) return 1;
    close(descriptor);
    test_walk();
    test_losses();
    test_folded();
    test_spill();
    test_intern();
    test_numbers();
    test_sink();
    test_stays();
    unlink(path);
    return tap_done();
}
