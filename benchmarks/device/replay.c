/*
 * replay --trace FILE [--map DIGITS | --files FILE] [--detect N] [--from-mib N] [--interval-seconds N]
 *        [--paced] [--no-reads] [--list] word...
 *
 * Runs a recorded block trace (trace.h) against the model of a drive (model.h, whose words those are) in virtual time. The
 * host has at most 32 requests under way. It issues the next one the moment one is answered, so the drive is the limit;
 * with --paced at least as long after the last as in the trace.
 *
 * --map has a digit for each hint, from 0 (not set) to 5 (extreme): its stream; default 000000. What belongs to no file has
 * the hint 0. --files names the stream of each file in lines "number stream"; files that are not named have the map's, and
 * what is written to those of the stream -1 is left out.
 * --detect N: streams by sequential runs instead (detect.h), up to N.
 *
 * --no-reads leaves reads out.
 *
 * --list replays nothing and prints a line for each file: its number, hint, sectors written, and path.
 *
 * Prints lines of name=value: one for each interval of virtual time, one for each stream, one for each hint, a total.
 * Latencies are those of writes. With --from-mib all figures are those of what follows so many MiB of the trace's writes.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "detect.h"
#include "flash.h"
#include "model.h"
#include "trace.h"

#define DEPTH 32
#define BYTES_PER_MIB (1 << 20)
#define NANOS_PER_SECOND 1e9
#define MAX_FILES (1U << 24)

struct options {
    const char *trace;
    const char *files;
    char map[TRACE_HINTS + 1];
    int detect;
    double from_mib;
    double interval_seconds;
    bool paced;
    bool no_reads;
    bool list;
};

struct interval {
    int64_t at_nanos;
    int64_t trace_nanos;
    struct flash_counters counters;
};

/* What had happened when the figures began. */
struct begin {
    int64_t at_nanos;
    struct flash_counters counters;
    struct flash_counters streams[FLASH_MAX_STREAMS];
    int64_t detector_sectors;
    int64_t sequential_sectors;
};

static struct {
    struct options options;
    struct model_config config;
    struct model *model;
    struct flash *flash; /* NULL: a drive without a translation layer */
    struct detector detector;
    struct model_request requests[DEPTH];
    struct model_request *idle[DEPTH];
    int idle_count;
    int64_t now;
    uint64_t last_nanos;    /* of the record before, in the trace */
    int64_t last_issue;     /* of the request before */
    int64_t seen_sectors;   /* of the trace's writes, from its first */
    bool counts;            /* the figures have begun; those below are since then */
    struct begin begin;
    int64_t host_sectors;   /* written, with or without a translation layer */
    int64_t hint_sectors[TRACE_HINTS];
    int64_t unknown_sectors;
    int64_t system_sectors;
    uint8_t *file_stream;   /* by number; or one of the two below */
    uint32_t file_count;
    int64_t *latency;
    int64_t latency_count;
    int64_t latency_room;
    struct interval last;
    int intervals;
} run;

#define NOT_NAMED 255
#define LEFT_OUT 254

static void fail(const char *what, const char *why)
{
    fprintf(stderr, "replay: %s: %s\n", what, why);
    exit(1);
}

/* ---- streams ---- */

static int most_streams(void)
{
    return run.flash == NULL ? FLASH_MAX_STREAMS : (int)run.config.streams;
}

static void read_files(const char *path)
{
    FILE *stream = fopen(path, "re");
    if (stream == NULL)
        fail(path, strerror(errno));
    uint32_t file;
    int number;
    int read;
    while ((read = fscanf(stream, "%" SCNu32 " %d", &file, &number)) == 2) {
        if (number < -1 || number >= most_streams() || file >= MAX_FILES)
            fail(path, "a file or stream out of range");
        if (file >= run.file_count) {
            uint32_t count = file + 1024;
            uint8_t *more = realloc(run.file_stream, count);
            if (more == NULL)
                fail("memory", "not enough");
            memset(more + run.file_count, NOT_NAMED, count - run.file_count);
            run.file_stream = more;
            run.file_count = count;
        }
        run.file_stream[file] = number < 0 ? LEFT_OUT : (uint8_t)number;
    }
    if (read != EOF)
        fail(path, "not a list of file and stream");
    fclose(stream);
}

static int named_stream(const struct trace_record *record)
{
    return record->file < run.file_count ? run.file_stream[record->file] : NOT_NAMED;
}

static int stream_of(const struct trace_record *record)
{
    if (run.options.detect > 0)
        return detect_stream(&run.detector, record->sector, record->count);
    int named = named_stream(record);
    return named != NOT_NAMED ? named : run.options.map[record->hint] - '0';
}

/* ---- requests ---- */

static void remember_latency(int64_t nanos)
{
    if (run.latency_count == run.latency_room) {
        run.latency_room = run.latency_room == 0 ? 1 << 16 : 2 * run.latency_room;
        run.latency = realloc(run.latency, (size_t)run.latency_room * sizeof *run.latency);
        if (run.latency == NULL)
            fail("memory", "not enough");
    }
    run.latency[run.latency_count++] = nanos;
}

/* Waits for an answer; moves the time to it. */
static void await_answer(void)
{
    int64_t next = model_next(run.model);
    run.now = next > run.now ? next : run.now;
    struct model_request *request = model_take(run.model, run.now);
    if (request == NULL)
        return;
    if (request->op == MODEL_WRITE)
        remember_latency(request->due - request->arrival);
    run.idle[run.idle_count++] = request;
}

static void issue(const struct trace_record *record, enum model_op op)
{
    while (run.idle_count == 0)
        await_answer();
    if (run.options.paced) {
        int64_t due = run.last_issue + (int64_t)(record->nanos - run.last_nanos);
        while (model_next(run.model) <= due)
            await_answer();
        run.now = due > run.now ? due : run.now;
    }
    struct model_request *request = run.idle[--run.idle_count];
    request->op = op;
    request->offset = (int64_t)record->sector * FLASH_SECTOR_BYTES;
    request->length = (int64_t)record->count * FLASH_SECTOR_BYTES;
    run.last_issue = run.now;
    run.last_nanos = record->nanos;
    model_submit(run.model, request, run.now);
}

static struct flash_counters counted_since(struct flash_counters now, struct flash_counters before)
{
    return (struct flash_counters){.written = now.written - before.written,
                                   .copied = now.copied - before.copied,
                                   .erased = now.erased - before.erased,
                                   .trimmed = now.trimmed - before.trimmed};
}

/* What the drive has counted since it was made; nothing without a translation layer. */
static struct flash_counters drive_counted(void)
{
    return run.flash == NULL ? (struct flash_counters){0, 0, 0, 0} : flash_counted(run.flash);
}

/* Begins the figures. What is under way then is answered afterwards, as what is at the end of an interval. */
static void begin_figures(uint64_t trace_nanos)
{
    run.counts = true;
    run.begin = (struct begin){.at_nanos = run.now,
                               .counters = drive_counted(),
                               .detector_sectors = run.detector.sectors,
                               .sequential_sectors = run.detector.sequential_sectors};
    for (int stream = 0; run.flash != NULL && stream < (int)run.config.streams; stream++)
        run.begin.streams[stream] = flash_stream_counted(run.flash, stream);
    run.last = (struct interval){run.now, (int64_t)trace_nanos, run.begin.counters};
    run.latency_count = 0;
}

static void print_interval(uint64_t trace_nanos)
{
    struct flash_counters counters = drive_counted();
    printf("interval=%d host_mib=%.3f seconds=%.6f trace_seconds=%.6f copied_sectors=%" PRId64 " erased_units=%" PRId64
           " filled=%.4f\n",
           run.intervals++, (double)run.host_sectors * FLASH_SECTOR_BYTES / BYTES_PER_MIB,
           (double)(run.now - run.last.at_nanos) / NANOS_PER_SECOND,
           (double)((int64_t)trace_nanos - run.last.trace_nanos) / NANOS_PER_SECOND,
           counters.copied - run.last.counters.copied, counters.erased - run.last.counters.erased,
           run.flash == NULL ? 0 : flash_filled(run.flash));
    run.last = (struct interval){run.now, (int64_t)trace_nanos, counters};
}

static void count_write(const struct trace_record *record)
{
    run.hint_sectors[record->hint] += record->count;
    run.unknown_sectors += record->file == TRACE_UNKNOWN ? record->count : 0;
    run.system_sectors += record->file == TRACE_SYSTEM ? record->count : 0;
    run.host_sectors += record->count;
    if (run.now - run.last.at_nanos >= (int64_t)(run.options.interval_seconds * NANOS_PER_SECOND))
        print_interval(record->nanos);
}

static void replay_write(const struct trace_record *record)
{
    if (!run.counts && (double)run.seen_sectors * FLASH_SECTOR_BYTES >= run.options.from_mib * BYTES_PER_MIB)
        begin_figures(record->nanos);
    run.seen_sectors += record->count;
    if (named_stream(record) == LEFT_OUT)
        return;
    int stream = stream_of(record);
    if (run.flash != NULL)
        flash_assign(run.flash, record->sector, record->count, stream);
    issue(record, MODEL_WRITE);
    if (run.counts)
        count_write(record);
}

static void replay_record(const struct trace_record *record)
{
    if (record->op == 'W')
        replay_write(record);
    else if (record->op == 'R' && !run.options.no_reads)
        issue(record, MODEL_READ);
    else if (record->op == 'F')
        issue(record, MODEL_FLUSH);
    else if (record->op == 'D' && run.flash != NULL && run.config.trim > 0)
        flash_trim(run.flash, record->sector, record->count);
}

static enum trace_error replay(struct trace *trace)
{
    static char name[TRACE_PATH_BYTES];
    enum trace_error error;
    for (struct trace_record record; (error = trace_next(trace, &record, name)) == TRACE_OK;)
        replay_record(&record);
    while (run.idle_count < DEPTH)
        await_answer();
    return error;
}

/* ---- files ---- */

struct listed_file {
    char *path;
    int hint;
    int64_t sectors;
};

/* Prints the files of a trace; a file's last name and hint count. */
static enum trace_error list_files(struct trace *trace)
{
    static char name[TRACE_PATH_BYTES];
    struct listed_file *files = NULL;
    uint32_t room = 0;
    enum trace_error error;
    for (struct trace_record record; (error = trace_next(trace, &record, name)) == TRACE_OK;) {
        if ((record.op != 'N' && record.op != 'W') || record.file == TRACE_SYSTEM || record.file >= MAX_FILES)
            continue;
        if (record.file >= room) {
            uint32_t more = record.file + 1024;
            files = realloc(files, more * sizeof *files);
            if (files == NULL)
                fail("memory", "not enough");
            memset(files + room, 0, (more - room) * sizeof *files);
            room = more;
        }
        struct listed_file *file = &files[record.file];
        if (record.op == 'W') {
            file->sectors += record.count;
            continue;
        }
        free(file->path);
        file->path = strdup(name);
        file->hint = record.hint;
    }
    for (uint32_t number = 0; number < room; number++) {
        if (files[number].path != NULL)
            printf("file=%" PRIu32 " hint=%d sectors=%" PRId64 " path=%s\n", number, files[number].hint,
                   files[number].sectors, files[number].path);
        free(files[number].path);
    }
    free(files);
    return error;
}

/* ---- figures ---- */

static int by_size(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one;
    int64_t b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

static double quantile_micros(double share)
{
    if (run.latency_count == 0)
        return 0;
    int64_t rank = (int64_t)ceil(share * (double)run.latency_count) - 1;
    return (double)run.latency[rank < 0 ? 0 : rank] / 1e3;
}

static void print_streams(void)
{
    for (int stream = 0; run.flash != NULL && stream < (int)run.config.streams; stream++) {
        struct flash_counters counters =
            counted_since(flash_stream_counted(run.flash, stream), run.begin.streams[stream]);
        printf("stream=%d written_sectors=%" PRId64 " copied_sectors=%" PRId64 " erased_units=%" PRId64
               " trimmed_sectors=%" PRId64 " collect_micros=%" PRId64 "\n",
               stream, counters.written, counters.copied, counters.erased, counters.trimmed,
               model_collect_nanos(&run.config, counters.copied, counters.erased) / 1000);
    }
    for (int hint = 0; hint < TRACE_HINTS; hint++)
        printf("hint=%d written_sectors=%" PRId64 "\n", hint, run.hint_sectors[hint]);
}

static void print_total(enum trace_error error)
{
    struct flash_counters counters = counted_since(drive_counted(), run.begin.counters);
    if (run.flash == NULL)
        counters.written = run.host_sectors;
    int64_t detector_sectors = run.detector.sectors - run.begin.detector_sectors;
    int64_t sequential_sectors = run.detector.sequential_sectors - run.begin.sequential_sectors;
    qsort(run.latency, (size_t)run.latency_count, sizeof *run.latency, by_size);
    double written = (double)(counters.written > 0 ? counters.written : 1);
    printf("total=1 seconds=%.6f host_sectors=%" PRId64 " copied_sectors=%" PRId64 " erased_units=%" PRId64
           " trimmed_sectors=%" PRId64 " collect_micros=%" PRId64 " write_amplification=%.6f dies=%d system_sectors=%" PRId64
           " unknown_sectors=%" PRId64 " sequential_share=%.6f p50_micros=%.1f p99_micros=%.1f p999_micros=%.1f"
           " p9999_micros=%.1f complete=%d\n",
           (double)(run.now - run.begin.at_nanos) / NANOS_PER_SECOND, run.host_sectors, counters.copied, counters.erased,
           counters.trimmed, model_collect_nanos(&run.config, counters.copied, counters.erased) / 1000,
           1 + (double)counters.copied / written, model_dies(&run.config), run.system_sectors, run.unknown_sectors,
           detector_sectors == 0 ? 0 : (double)sequential_sectors / (double)detector_sectors,
           quantile_micros(0.5), quantile_micros(0.99), quantile_micros(0.999), quantile_micros(0.9999),
           error == TRACE_END);
}

/* ---- start ---- */

static int usage(const char *what)
{
    fprintf(stderr, "replay: %s: missing, unknown, out of range, or the drive is too small for its streams\n", what);
    return 2;
}

static void parse_options(int count, char **words)
{
    static const struct option OPTIONS[] = {
        {"trace", required_argument, NULL, 't'},    {"map", required_argument, NULL, 'm'},
        {"files", required_argument, NULL, 'f'},    {"detect", required_argument, NULL, 'd'},
        {"from-mib", required_argument, NULL, 'b'}, {"interval-seconds", required_argument, NULL, 'i'},
        {"paced", no_argument, NULL, 'p'},          {"no-reads", no_argument, NULL, 'r'},
        {"list", no_argument, NULL, 'l'},           {NULL, 0, NULL, 0}};
    run.options = (struct options){.map = "000000", .interval_seconds = 10};
    for (int option; (option = getopt_long(count, words, "", OPTIONS, NULL)) != -1;) {
        if (option == 't')
            run.options.trace = optarg;
        else if (option == 'm')
            snprintf(run.options.map, sizeof run.options.map, "%s", optarg);
        else if (option == 'f')
            run.options.files = optarg;
        else if (option == 'd')
            run.options.detect = atoi(optarg);
        else if (option == 'i')
            run.options.interval_seconds = atof(optarg);
        else if (option == 'b')
            run.options.from_mib = atof(optarg);
        else if (option == 'r')
            run.options.no_reads = true;
        else if (option == 'l')
            run.options.list = true;
        else if (option == 'p')
            run.options.paced = true;
        else
            exit(usage("an option"));
    }
}

/* Checks the options against the drive; a name of what is wrong, or NULL. */
static const char *wrong_option(void)
{
    int streams = (int)run.config.streams;
    if (strlen(run.options.map) != TRACE_HINTS)
        return "--map";
    for (int hint = 0; hint < TRACE_HINTS; hint++)
        if (run.options.map[hint] < '0' || run.options.map[hint] - '0' >= streams)
            return "--map";
    if (run.options.detect < 0 || run.options.detect > DETECT_MAX_STREAMS || run.options.detect >= streams)
        return "--detect";
    if (run.options.from_mib < 0)
        return "--from-mib";
    return run.options.interval_seconds > 0 ? NULL : "--interval-seconds";
}

static void make_drive(void)
{
    run.model = model_new(&run.config);
    if (run.model == NULL)
        fail("memory", "not enough");
    if (model_has_flash(&run.config)) {
        struct flash_config flash = model_flash(&run.config);
        run.flash = flash_new(&flash);
        if (run.flash == NULL)
            fail("memory", "not enough");
        model_use_flash(run.model, run.flash);
    }
    for (int i = 0; i < DEPTH; i++)
        run.idle[run.idle_count++] = &run.requests[i];
    if (run.options.detect > 0)
        detect_init(&run.detector, run.options.detect);
}

int main(int count, char **words)
{
    parse_options(count, words);
    if (run.options.trace == NULL)
        return usage("--trace");
    struct trace trace;
    enum trace_error error = trace_open(&trace, run.options.trace);
    if (error != TRACE_OK)
        fail(run.options.trace, trace_error_text(error));
    if (run.options.list) {
        error = list_files(&trace);
        trace_close(&trace);
        if (error != TRACE_END && error != TRACE_CUT)
            fail(run.options.trace, trace_error_text(error));
        return 0;
    }
    model_defaults(&run.config);
    run.config.size_bytes = (double)trace.header.device_sectors * FLASH_SECTOR_BYTES;
    for (int i = optind; i < count; i++)
        if (model_configure(&run.config, words[i]) != 0)
            return usage(words[i]);
    const char *wrong = model_check(&run.config);
    wrong = wrong == NULL ? wrong_option() : wrong;
    if (wrong != NULL || run.config.kind == MODEL_NONE)
        return usage(wrong == NULL ? "kind" : wrong);
    make_drive();
    if (run.options.files != NULL)
        read_files(run.options.files);
    error = replay(&trace);
    if (error != TRACE_END && error != TRACE_CUT)
        fail(run.options.trace, trace_error_text(error));
    if (run.options.from_mib > 0 && !run.counts) {
        char why[64];
        snprintf(why, sizeof why, "allowed is less than %.0f, what the trace writes",
                 (double)run.seen_sectors * FLASH_SECTOR_BYTES / BYTES_PER_MIB);
        fail("--from-mib", why);
    }
    print_streams();
    print_total(error);
    trace_close(&trace);
    model_free(run.model);
    flash_free(run.flash);
    free(run.latency);
    free(run.file_stream);
    return 0;
}
