/*
 * Tests of streams in the flash translation layer, of the detection of sequential writes, of block traces, and of the queue
 * of writes that wait for the resolver. Prints a line for each failed check and ends 1 if there was one.
 *
 *   stream_test DIRECTORY      for the files it makes
 */
#define _GNU_SOURCE

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "detect.h"
#include "flash.h"
#include "listen.h"
#include "trace.h"

static int failures;
static const char *directory;

#define CHECK(condition) check((condition), #condition, __func__, __LINE__)

static void check(int holds, const char *condition, const char *test, int line)
{
    if (!holds) {
        printf("stream_test.c:%d: %s: not true: %s\n", line, test, condition);
        failures++;
    }
}

static void path_of(const char *name, char *path)
{
    snprintf(path, TRACE_PATH_BYTES, "%s/%s", directory, name);
}

/* ---- the translation layer ---- */

/* 2 dies of 150 units of 64 sectors, a quarter of them spare. */
static struct flash_config config_of(int streams)
{
    return (struct flash_config){.device_sectors = 15360, .drive_sectors = 15360, .dies = 2, .page_sectors = 4,
                                 .unit_pages = 16, .spare_share = 0.25, .streams = streams};
}

/*
 * Three kinds of data at once: a log that is overwritten from begin to end, files that are deleted in the order in which
 * they are written, and a quarter that stays. Apart from each other, each leaves whole units of garbage.
 */
static int64_t copies_of_mixed_lifetimes(int streams)
{
    struct flash_config config = config_of(streams);
    struct flash *flash = flash_new(&config);
    if (streams > 1) {
        flash_assign(flash, 0, 2000, 1);
        flash_assign(flash, 2000, 8000, 2);
    }
    int64_t cold = 10000;
    for (int64_t i = 0; i < 200000; i++) {
        flash_write_all(flash, i % 2000, 1);
        if (i % 2 == 0)
            flash_write_all(flash, 2000 + i / 2 % 8000, 1);
        if (i % 40 == 0 && cold < config.device_sectors)
            flash_write_all(flash, cold++, 1);
    }
    CHECK(flash_broken(flash) == NULL);
    int64_t copied = flash_counted(flash).copied;
    flash_free(flash);
    return copied;
}

static void streams_keep_lifetimes_apart(void)
{
    int64_t together = copies_of_mixed_lifetimes(1);
    int64_t apart = copies_of_mixed_lifetimes(3);
    CHECK(together > 20000);
    CHECK(apart < together / 10);
}

static void counters_of_the_streams_add_up(void)
{
    struct flash_config config = config_of(4);
    struct flash *flash = flash_new(&config);
    srand(5);
    for (int i = 0; i < 100000; i++) {
        int64_t sector = rand() % config.device_sectors;
        flash_assign(flash, sector, 1, (int)(sector % 4));
        flash_write_all(flash, sector, 1);
        if (i % 50 == 0)
            flash_trim(flash, rand() % config.device_sectors, 1);
    }
    struct flash_counters all = flash_counted(flash);
    struct flash_counters sum = {0, 0, 0, 0};
    for (int stream = 0; stream < 4; stream++) {
        struct flash_counters one = flash_stream_counted(flash, stream);
        CHECK(one.written > 20000 && one.copied > 0 && one.erased > 0 && one.trimmed > 0);
        sum.written += one.written;
        sum.copied += one.copied;
        sum.erased += one.erased;
        sum.trimmed += one.trimmed;
    }
    CHECK(memcmp(&all, &sum, sizeof all) == 0);
    CHECK(all.written == 100000);
    for (int64_t sector = 0; sector < config.device_sectors; sector++) /* also those that were copied */
        if (flash_place(flash, sector) != FLASH_NOWHERE)
            CHECK(flash_stream(flash, flash_place(flash, sector)) == sector % 4);
    flash_free(flash);
}

/* Random streams, dies, writes and trims: the same seed leaves the same drive, and everything adds up all the time. */
static void random_operations_keep_the_invariants(void)
{
    for (unsigned seed = 1; seed <= 12; seed++) {
        struct flash_counters seen[2];
        for (int turn = 0; turn < 2; turn++) {
            srand(seed);
            struct flash_config config = config_of(1 + (int)seed % FLASH_MAX_STREAMS);
            CHECK(flash_check(&config) == NULL);
            struct flash *flash = flash_new(&config);
            for (int i = 0; i < 60000; i++) {
                int64_t sector = rand() % config.device_sectors;
                int die = rand() % config.dies;
                flash_assign(flash, sector, 1, rand() % config.streams);
                if (rand() % 8 == 0)
                    flash_trim(flash, sector, 1 + rand() % 8 % (config.device_sectors - sector));
                else if (flash_has_room(flash, die))
                    flash_write(flash, die, sector);
                if (i % 5000 == 0)
                    CHECK(flash_broken(flash) == NULL);
            }
            CHECK(flash_broken(flash) == NULL);
            seen[turn] = flash_counted(flash);
            flash_free(flash);
        }
        CHECK(memcmp(&seen[0], &seen[1], sizeof seen[0]) == 0);
    }
}

static void too_many_streams_are_refused(void)
{
    struct flash_config config = config_of(FLASH_MAX_STREAMS + 1);
    CHECK(strcmp(flash_check(&config), "streams") == 0);
    config = config_of(0);
    CHECK(strcmp(flash_check(&config), "streams") == 0);
    config = config_of(FLASH_MAX_STREAMS);
    config.spare_share = 0.1; /* 15 units a die: each stream may have two open */
    CHECK(strcmp(flash_check(&config), "size_bytes") == 0);
}

/* ---- detection ---- */

static void interleaved_runs_have_streams_of_their_own(void)
{
    struct detector detector;
    detect_init(&detector, 4);
    CHECK(detect_stream(&detector, 1000, 8) == 0); /* one request is no run yet */
    CHECK(detect_stream(&detector, 5000, 8) == 0);
    int one = detect_stream(&detector, 1008, 8);
    int other = detect_stream(&detector, 5008, 8);
    CHECK(one > 0 && other > 0 && one != other);
    CHECK(detect_stream(&detector, 1016, 8) == one);
    CHECK(detect_stream(&detector, 5016, 8) == other);
    CHECK(detect_stream(&detector, 9000, 8) == 0);
    CHECK(detector.sequential_sectors == 32 && detector.sectors == 56);
}

static void fifth_run_takes_the_stream_of_the_oldest(void)
{
    struct detector detector;
    detect_init(&detector, 4);
    int streams[5];
    for (int run = 0; run < 5; run++) {
        detect_stream(&detector, run * 1000, 8);
        streams[run] = detect_stream(&detector, run * 1000 + 8, 8);
    }
    CHECK(streams[4] == streams[0]);
    CHECK(detect_stream(&detector, 16, 8) == 0); /* the first run is forgotten */
    CHECK(detect_stream(&detector, 1016, 8) == streams[1]);
}

/* ---- traces ---- */

static void write_trace(const char *path, bool whole)
{
    struct trace trace;
    struct trace_record write = {.nanos = 10, .sector = 7, .count = 3, .file = 1, .op = 'W', .hint = 2};
    struct trace_record name = {.file = 1, .op = 'N', .hint = 2};
    struct trace_record flush = {.nanos = 20, .op = 'F'};
    CHECK(trace_create(&trace, path, 100) == TRACE_OK);
    CHECK(trace_append(&trace, &name, "/data/one") == TRACE_OK);
    CHECK(trace_append(&trace, &write, NULL) == TRACE_OK);
    CHECK(trace_append(&trace, &flush, NULL) == TRACE_OK);
    if (whole)
        CHECK(trace_finish(&trace) == TRACE_OK);
    trace_close(&trace);
}

/* Reads a trace to its end or error. */
static enum trace_error end_of(const char *path, int *records)
{
    struct trace trace;
    struct trace_record record;
    char name[TRACE_PATH_BYTES];
    enum trace_error error = trace_open(&trace, path);
    for (*records = 0; error == TRACE_OK; ++*records) {
        error = trace_next(&trace, &record, name);
        if (error != TRACE_OK)
            break;
    }
    trace_close(&trace);
    return error;
}

static void trace_is_read_as_it_was_written(void)
{
    char path[TRACE_PATH_BYTES];
    char name[TRACE_PATH_BYTES];
    path_of("whole.trace", path);
    write_trace(path, true);
    struct trace trace;
    struct trace_record record;
    CHECK(trace_open(&trace, path) == TRACE_OK);
    CHECK(trace.header.device_sectors == 100 && trace.header.begun_micros > 0);
    CHECK(trace_next(&trace, &record, name) == TRACE_OK && record.op == 'N' && strcmp(name, "/data/one") == 0);
    CHECK(trace_next(&trace, &record, name) == TRACE_OK && record.op == 'W' && record.sector == 7 && record.count == 3
          && record.file == 1 && record.hint == 2 && record.nanos == 10);
    CHECK(trace_next(&trace, &record, name) == TRACE_OK && record.op == 'F');
    CHECK(trace_next(&trace, &record, name) == TRACE_END);
    trace_close(&trace);
}

/* Any byte of a trace changed, or its end missing: never read as whole. */
static void damaged_trace_is_recognised(void)
{
    char whole[TRACE_PATH_BYTES];
    char path[TRACE_PATH_BYTES];
    int records;
    path_of("cut.trace", path);
    write_trace(path, false);
    CHECK(end_of(path, &records) == TRACE_CUT && records == 3);
    path_of("whole.trace", whole);
    path_of("damaged.trace", path);
    unsigned char bytes[1024];
    FILE *from = fopen(whole, "rb");
    size_t size = fread(bytes, 1, sizeof bytes, from);
    fclose(from);
    for (size_t i = 40; i < size; i++) { /* the header has no checksum: its fields are checked one by one */
        bytes[i] ^= 0x10;
        FILE *to = fopen(path, "wb");
        fwrite(bytes, 1, size, to);
        fclose(to);
        bytes[i] ^= 0x10;
        if (i < size - 24 || (i >= size - 16 && i < size - 12) || (i >= size - 8 && i < size - 3))
            CHECK(end_of(path, &records) != TRACE_END);
    }
}

static void foreign_and_newer_files_are_refused(void)
{
    char path[TRACE_PATH_BYTES];
    int records;
    path_of("foreign.trace", path);
    FILE *file = fopen(path, "wb");
    fprintf(file, "%0100d", 0);
    fclose(file);
    CHECK(end_of(path, &records) == TRACE_FOREIGN);
    struct trace_header header = {.version = TRACE_VERSION + 1};
    memcpy(header.magic, TRACE_MAGIC, sizeof header.magic);
    file = fopen(path, "wb");
    fwrite(&header, sizeof header, 1, file);
    fclose(file);
    CHECK(end_of(path, &records) == TRACE_TOO_NEW);
}

/* ---- the queue for the resolver ---- */

static struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    int resolved;
    int acknowledged;
    int64_t trimmed_after; /* writes resolved before the discard */
    uint32_t file;
} heard = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .trimmed_after = -1};

static void on_resolved(const struct listen_entry *entry, const struct listen_piece *pieces, int count)
{
    (void)entry;
    (void)count;
    heard.resolved++;
    heard.file = pieces[0].file;
    pthread_cond_broadcast(&heard.changed);
}

static void on_trimmed(int64_t sector, int64_t count)
{
    (void)sector;
    (void)count;
    heard.trimmed_after = heard.resolved;
}

static void on_acknowledge(void *job)
{
    (void)job;
    heard.acknowledged++;
    pthread_cond_broadcast(&heard.changed);
}

static void on_named(uint32_t file, uint32_t hint, const char *path)
{
    (void)file;
    (void)hint;
    (void)path;
}

static int connected(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int peer = socket(AF_UNIX, SOCK_SEQPACKET, 0);
    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
    CHECK(connect(peer, (struct sockaddr *)&address, sizeof address) == 0);
    pthread_mutex_lock(&heard.lock);
    while (!listen_is_on()) {
        pthread_mutex_unlock(&heard.lock);
        sched_yield();
        pthread_mutex_lock(&heard.lock);
    }
    pthread_mutex_unlock(&heard.lock);
    return peer;
}

static void answer_query(int peer, uint32_t file)
{
    struct listen_query query;
    CHECK(recv(peer, &query, sizeof query, 0) == (ssize_t)sizeof query && query.kind == LISTEN_QUERY);
    struct listen_answer answer = {.kind = LISTEN_ANSWER, .id = query.id, .piece_count = 1,
                                   .pieces = {{query.count, file, 3}}};
    size_t size = offsetof(struct listen_answer, pieces) + sizeof answer.pieces[0];
    CHECK(send(peer, &answer, size, 0) == (ssize_t)size);
}

static void await_resolved(int count)
{
    while (heard.resolved < count)
        pthread_cond_wait(&heard.changed, &heard.lock);
}

/*
 * A resolver that answers, then one that is silent: a write gets its file; one that is not named in time is answered to the
 * host all the same, and belongs to nobody known in the end; a discard stays behind the writes before it.
 */
static void write_never_waits_for_ever(void)
{
    static const struct listen_calls CALLS = {on_resolved, on_trimmed, on_acknowledge, on_named};
    static char job;
    struct timespec now;
    char path[TRACE_PATH_BYTES];
    path_of("s", path);
    CHECK(listen_start(path, &CALLS, &heard.lock) == 0);
    int peer = connected(path);
    clock_gettime(CLOCK_MONOTONIC, &now);
    int64_t arrival = now.tv_sec * 1000000000LL + now.tv_nsec;
    pthread_mutex_lock(&heard.lock);
    CHECK(listen_write(&job, 10, 2, arrival));
    pthread_mutex_unlock(&heard.lock);
    answer_query(peer, 7);
    pthread_mutex_lock(&heard.lock);
    await_resolved(1);
    CHECK(heard.file == 7);
    CHECK(listen_write(&job, 20, 2, arrival)); /* nobody answers */
    listen_trim(20, 2);
    CHECK(heard.trimmed_after == -1);
    while (heard.acknowledged == 0 && heard.resolved == 1)
        pthread_cond_wait(&heard.changed, &heard.lock);
    CHECK(heard.acknowledged == 1 && heard.resolved == 1);
    pthread_mutex_unlock(&heard.lock);
    close(peer); /* a resolver that ends is waited for no longer */
    pthread_mutex_lock(&heard.lock);
    await_resolved(2);
    CHECK(heard.file == TRACE_UNKNOWN);
    pthread_mutex_unlock(&heard.lock);
}

int main(int count, char **words)
{
    if (count != 2)
        return 2;
    directory = words[1];
    streams_keep_lifetimes_apart();
    counters_of_the_streams_add_up();
    random_operations_keep_the_invariants();
    too_many_streams_are_refused();
    interleaved_runs_have_streams_of_their_own();
    fifth_run_takes_the_stream_of_the_oldest();
    trace_is_read_as_it_was_written();
    damaged_trace_is_recognised();
    foreign_and_newer_files_are_refused();
    write_never_waits_for_ever();
    if (failures == 0)
        printf("10 tests of streams passed\n");
    return failures == 0 ? 0 : 1;
}
