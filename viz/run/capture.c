// See capture.h. Other text may stand between the lines, and before a line's mark. A line that cannot be right is
// counted, and the whole is refused then.
#include "viz/run/capture.h"

#include <stdlib.h>
#include <string.h>

#define REGION_MOST_BYTES (65536 * MIB) // of --log-size
#define NOTE_MOST_BYTES MIB
#define PACKED_MOST_BYTES (2 * LINE_DATA_BYTES)

struct lines {
    struct capture *capture;
    u64 count, damaged, announced;
    u32 sum, announced_sum;
    bool begun, ended;
};

// The next line that has the mark: what stands behind it, without the line's end.
static char *next_line(const char **at, const char *end) {
    const size_t mark_bytes = strlen(LINE_MARK);
    const char *found = memmem(*at, (size_t)(end - *at), LINE_MARK, mark_bytes);
    if (!found) return NULL;
    const char *start = found + mark_bytes, *stop = start;
    while (stop < end && *stop != '\n' && *stop != '\r') stop++;
    *at = stop;
    return text_copy_span(start, (size_t)(stop - start));
}

static int digit_of(char c) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

// Returns how many bytes it is, or -1.
static int from_base64(const char *text, u8 *to) {
    size_t length = strlen(text);
    int count = 0;
    if (length % 4 || length / 4 * 3 > PACKED_MOST_BYTES) return -1;
    for (size_t i = 0; i < length; i += 4) {
        int a = digit_of(text[i]), b = digit_of(text[i + 1]), c = digit_of(text[i + 2]), d = digit_of(text[i + 3]);
        bool last = i + 4 == length, no_c = last && text[i + 2] == '=', no_d = last && text[i + 3] == '=';
        if (a < 0 || b < 0 || (c < 0 && !no_c) || (d < 0 && !no_d) || (no_c && !no_d)) return -1;
        u32 word = (u32)a << 18 | (u32)b << 12 | (u32)(no_c ? 0 : c) << 6 | (u32)(no_d ? 0 : d);
        to[count++] = (u8)(word >> 16);
        if (!no_c) to[count++] = (u8)(word >> 8);
        if (!no_d) to[count++] = (u8)word;
    }
    return count;
}

// {zeros, others, the others}...; returns how many bytes they become, or -1.
static int unpack(const u8 *packed, int packed_bytes, u8 *to) {
    int count = 0;
    for (int at = 0; at < packed_bytes;) {
        if (packed_bytes - at < 2) return -1;
        int zeros = packed[at], others = packed[at + 1];
        at += 2;
        if (others > packed_bytes - at || zeros + others > (int)LINE_DATA_BYTES - count) return -1;
        memset(to + count, 0, (size_t)zeros);
        memcpy(to + count + zeros, packed + at, (size_t)others);
        at += others, count += zeros + others;
    }
    return count;
}

// "AT DATA SUM"; false if it cannot be right.
static bool read_data(const struct capture *capture, const char *line, struct capture_piece *piece, u32 *sum) {
    u8 packed[PACKED_MOST_BYTES + 3];
    char *end, *text = text_copy(line), *second = strchr(text, ' '), *third = second ? strrchr(text, ' ') : NULL;
    piece->at = strtoull(text, &end, 10);
    bool good = second && end == second && third > second && strlen(third) == 9;
    if (good) *third = 0;
    int packed_bytes = good ? from_base64(second + 1, packed) : -1;
    int bytes = packed_bytes < 0 ? -1 : unpack(packed, packed_bytes, piece->data);
    *sum = good ? (u32)strtoul(third + 1, NULL, 16) : 0;
    free(text);
    if (bytes < 0) return false;
    piece->bytes = (u32)bytes;
    bool in_region = piece->at < capture->region_bytes;
    u64 part_end = capture->region_bytes + (in_region ? 0 : capture->note_bytes);
    return piece->at <= part_end && piece->bytes <= part_end - piece->at &&
           disk_line_sum(disk_line_sum(0, (const u8 *)&piece->at, sizeof(piece->at)), piece->data, piece->bytes) ==
               *sum;
}

static void take_data(struct lines *lines, const char *line) {
    struct capture_piece piece;
    u32 sum;
    lines->count++;
    if (read_data(lines->capture, line, &piece, &sum)) {
        lines->sum = disk_line_sum(lines->sum, (const u8 *)&sum, sizeof(sum));
    } else {
        lines->damaged++;
    }
}

static void begin(struct lines *lines, const char *numbers, const char *behind) {
    struct capture *capture = lines->capture;
    char *end;
    *lines = (struct lines){.capture = capture};
    capture->region_bytes = strtoull(numbers, &end, 10);
    capture->note_bytes = strtoull(end, NULL, 10);
    capture->at = behind;
    lines->begun =
        capture->region_bytes && capture->region_bytes <= REGION_MOST_BYTES && capture->note_bytes <= NOTE_MOST_BYTES;
}

static void take_line(struct lines *lines, const char *line, const char *behind) {
    if (text_starts_with(line, "begin ")) {
        begin(lines, line + strlen("begin "), behind);
    } else if (text_starts_with(line, "end ")) {
        char *sum;
        lines->announced = strtoull(line + strlen("end "), &sum, 10);
        lines->announced_sum = (u32)strtoul(sum, NULL, 16);
        lines->ended = lines->begun;
    } else if (lines->begun && !lines->ended) {
        take_data(lines, line);
    }
}

static bool check_lines(const struct lines *lines, const char *path, struct problem *problem) {
    if (!lines->begun) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: expected a disk that is marked, or what came over a serial line, found neither", path);
    }
    if (!lines->ended) {
        return problem_set(problem, STATUS_BAD_INPUT,
                           "%s: expected the end of the recording, found none behind %llu lines of it", path,
                           (unsigned long long)lines->count);
    }
    if (lines->damaged || lines->count != lines->announced || lines->sum != lines->announced_sum) {
        return problem_set(
            problem, STATUS_BAD_INPUT, "%s: expected %llu lines of the recording, found %llu, %llu damaged", path,
            (unsigned long long)lines->announced, (unsigned long long)lines->count, (unsigned long long)lines->damaged);
    }
    return true;
}

bool capture_find(struct capture *capture, const struct file_map *map, const char *path, struct problem *problem) {
    *capture = (struct capture){0};
    struct lines lines = {.capture = capture};
    const char *at = (const char *)map->data, *end = at + map->size;
    capture->end = end;
    for (char *line; (line = next_line(&at, end)); free(line)) take_line(&lines, line, at);
    return check_lines(&lines, path, problem);
}

bool capture_next(struct capture *capture, struct capture_piece *piece) {
    u32 sum;
    char *line = next_line(&capture->at, capture->end);
    bool found = line && !text_starts_with(line, "end ") && read_data(capture, line, piece, &sum);
    free(line);
    return found;
}
