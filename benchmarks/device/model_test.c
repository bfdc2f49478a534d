/*
 * Tests of the model, in virtual time. Prints a line for each failed check and ends 1 if there was one.
 */
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MILLIS 1000000LL
#define MAX_DEPTH 64

static int failures;

#define CHECK(condition) check((condition), #condition, __func__, __LINE__)

static void check(int holds, const char *condition, const char *test, int line)
{
    if (!holds) {
        printf("model_test.c:%d: %s: not true: %s\n", line, test, condition);
        failures++;
    }
}

static struct model_config disk(void)
{
    struct model_config config;
    static const char *const WORDS[] = {"kind=hdd",         "size_bytes=1e9",        "link_bytes_per_second=300e6",
                                        "cache_bytes=1e6",  "rpm=6000",              "settle_micros=1000",
                                        "stroke_micros=9000", "media_bytes_per_second=100e6", "queue_depth=32",
                                        "read_ahead_bytes=2e6", "stripe_bytes=65536"};
    model_defaults(&config);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        CHECK(model_configure(&config, WORDS[i]) == 0);
    CHECK(model_check(&config) == NULL);
    return config; /* 10 ms a rotation, 1 MB a track */
}

static struct model_config flash(void)
{
    struct model_config config;
    static const char *const WORDS[] = {"kind=ssd",   "size_bytes=1e9",   "link_bytes_per_second=400e6",
                                        "dies=4", "page_bytes=16384", "cache_bytes=65536",
                                        "read_micros=100", "program_micros=400", "overhead_micros=10"};
    model_defaults(&config);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        CHECK(model_configure(&config, WORDS[i]) == 0);
    CHECK(model_check(&config) == NULL);
    return config;
}

static struct model_config volume(void)
{
    struct model_config config;
    static const char *const WORDS[] = {"kind=volume", "size_bytes=1e9",       "link_bytes_per_second=100e6",
                                        "iops=1000",   "bucket=10",            "io_bytes=262144",
                                        "typical_micros=1000", "tail_micros=3000"};
    model_defaults(&config);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        CHECK(model_configure(&config, WORDS[i]) == 0);
    CHECK(model_check(&config) == NULL);
    return config;
}

/* Submits one request and runs the model until it is answered; returns how long it took. */
static int64_t one(struct model *model, enum model_op op, int64_t offset, int64_t length, int64_t now)
{
    struct model_request request = {.op = op, .offset = offset, .length = length};
    model_submit(model, &request, now);
    struct model_request *answered = NULL;
    while (answered == NULL) {
        CHECK(model_next(model) != MODEL_NEVER);
        answered = model_take(model, model_next(model));
    }
    CHECK(answered == &request);
    return request.due - now;
}

static int near(int64_t value, double expected)
{
    return fabs((double)value - expected) < 5000; /* 5 us: rounding, and the link's time of a small request */
}

static void read_at_rest_waits_for_its_sector(void)
{
    struct model_config config = disk();
    struct model *model = model_new(&config);
    /* Half round the first track: no seek, half a rotation, 4,096 bytes of transfer. */
    CHECK(near(one(model, MODEL_READ, 500000, 4096, 0), 5 * MILLIS + 40960));
    model_free(model);
}

static void read_far_away_seeks(void)
{
    struct model_config config = disk();
    struct model *model = model_new(&config);
    /* A quarter of the stroke: 1 + 9 * 0.5 = 5.5 ms; then the start of a track comes by at 10 ms. */
    CHECK(near(one(model, MODEL_READ, 250000000, 4096, 0), 10 * MILLIS + 40960));
    /* The same from a start at 5 ms: the head arrives at 10.5 ms, too late, and waits until 20. */
    struct model *late = model_new(&config);
    CHECK(near(one(late, MODEL_READ, 250000000, 4096, 5 * MILLIS), 15 * MILLIS + 40960));
    model_free(model);
    model_free(late);
}

static void sequential_reads_run_at_the_medium(void)
{
    struct model_config config = disk();
    struct model *model = model_new(&config);
    int64_t now = 0;
    for (int i = 0; i < 1000; i++) /* 20 us of thinking between the reads: the drive reads ahead meanwhile */
        now += one(model, MODEL_READ, i * 100000LL, 100000, now) + 20000;
    CHECK(now > 998 * MILLIS && now < 1015 * MILLIS);
    model_free(model);
}

static void overwrite_and_flush_takes_a_rotation(void)
{
    struct model_config config = disk();
    struct model *model = model_new(&config);
    int64_t now = 0;
    for (int i = 0; i < 5; i++) {
        int64_t begin = now;
        now += one(model, MODEL_WRITE, 0, 4096, now);
        CHECK(now - begin < MILLIS / 10);
        now += one(model, MODEL_FLUSH, 0, 0, now);
        if (i > 0)
            CHECK(near(now - begin, 10 * MILLIS));
    }
    model_free(model);
}

static void flush_without_writes_is_immediate(void)
{
    struct model_config config = disk();
    struct model *model = model_new(&config);
    CHECK(one(model, MODEL_FLUSH, 0, 0, 7) == 0);
    model_free(model);
}

static void full_cache_makes_writes_wait_for_the_surface(void)
{
    struct model_config config = disk();
    struct model *model = model_new(&config);
    int64_t now = 0;
    for (int i = 0; i < 200; i++) /* 20 MB through a cache of 1 MB */
        now += one(model, MODEL_WRITE, i * 100000LL, 100000, now);
    CHECK(now > 185 * MILLIS && now < 205 * MILLIS);
    model_free(model);
}

static void read_comes_before_cached_writes(void)
{
    struct model_config config = disk();
    struct model *model = model_new(&config);
    int64_t now = 0;
    for (int i = 0; i < 20; i++) /* written all over the disk, 80 KB: far from half of the cache */
        now += one(model, MODEL_WRITE, (i * 7 % 20) * 50000000LL, 4096, now);
    CHECK(now < MILLIS);
    CHECK(one(model, MODEL_READ, 400000000, 4096, now) < 45 * MILLIS); /* behind one write at most */
    model_free(model);
}

/* Random reads, closed loop; returns reads a second, and the longest latency. */
static double random_reads(const struct model_config *config, int depth, int count, int64_t *longest)
{
    static struct model_request requests[MAX_DEPTH];
    struct model *model = model_new(config);
    int64_t now = 0;
    srand(42);
    *longest = 0;
    for (int i = 0; i < depth; i++) {
        requests[i] = (struct model_request){.op = MODEL_READ, .offset = rand() % 240000 * 4096LL, .length = 4096};
        model_submit(model, &requests[i], now);
    }
    for (int done = 0; done < count;) {
        now = model_next(model);
        struct model_request *request = model_take(model, now);
        if (request == NULL)
            continue;
        if (request->due - request->arrival > *longest)
            *longest = request->due - request->arrival;
        request->offset = rand() % 240000 * 4096LL;
        model_submit(model, request, now);
        done++;
    }
    model_free(model);
    return count / ((double)now / 1e9);
}

static void random_reads_take_the_mean_seek_and_half_a_rotation(void)
{
    struct model_config config = disk();
    int64_t longest;
    /* The mean of the root of the distance of two places is 8/15: 1 + 9 * 8/15 + 5 + 0.04 ms. */
    double expected = 1000 / (1 + 9 * 8 / 15.0 + 5 + 0.04);
    CHECK(fabs(random_reads(&config, 1, 20000, &longest) / expected - 1) < 0.03);
    CHECK(longest < 21 * MILLIS);
}

static void queue_shortens_positioning_and_age_bounds_the_wait(void)
{
    struct model_config config = disk();
    int64_t longest;
    int64_t aged_longest;
    double alone = random_reads(&config, 1, 20000, &longest);
    double queued = random_reads(&config, 32, 20000, &longest);
    CHECK(queued > 2 * alone);
    CHECK(model_configure(&config, "age_weight=0.05") == 0);
    double aged = random_reads(&config, 32, 20000, &aged_longest);
    CHECK(aged > 1.4 * alone && aged < queued);
    CHECK(aged_longest < longest / 2);
    CHECK(model_configure(&config, "queue_depth=1") == 0); /* no choice: first come, first served */
    CHECK(fabs(random_reads(&config, 32, 20000, &longest) / alone - 1) < 0.03);
}

static void stripes_spread_over_spindles(void)
{
    struct model_config config = disk();
    int64_t longest;
    double single = random_reads(&config, 16, 20000, &longest);
    CHECK(model_configure(&config, "spindles=4") == 0);
    double striped = random_reads(&config, 64, 20000, &longest);
    CHECK(striped > 3 * single && striped < 4.2 * single);
    /* 1 MB lies on all four: a quarter of the time on the medium, plus at most a rotation. */
    struct model *model = model_new(&config);
    CHECK(one(model, MODEL_READ, 0, 1 << 20, 0) < 13 * MILLIS);
    model_free(model);
}

static void flash_read_takes_page_link_and_controller(void)
{
    struct model_config config = flash();
    struct model *model = model_new(&config);
    CHECK(near(one(model, MODEL_READ, 8192, 4096, 0), 100000 + 10240 + 10000));
    /* 1 MB is 62 pages on 4 dies, 16 after one another, then the link for the last; the link alone takes 2.5 ms. */
    CHECK(near(one(model, MODEL_READ, 0, 1000000, 10 * MILLIS), 2500000 + 10000));
    model_free(model);
}

static void flash_dies_work_side_by_side(void)
{
    struct model_config config = flash();
    int64_t longest;
    double alone = random_reads(&config, 1, 20000, &longest);
    double queued = random_reads(&config, 32, 20000, &longest);
    CHECK(alone > 8200 && alone < 8400);
    CHECK(queued > 32000 && queued <= 40000); /* 4 dies, 100 us */
    CHECK(model_configure(&config, "overhead_micros=40") == 0);
    CHECK(fabs(random_reads(&config, 32, 20000, &longest) / 25000 - 1) < 0.03); /* the controller is slower than they */
}

static void ssds_of_a_raid_work_side_by_side(void)
{
    struct model_config config = flash();
    int64_t longest;
    CHECK(model_configure(&config, "overhead_micros=40") == 0);
    double single = random_reads(&config, 32, 20000, &longest); /* the controller is the limit */
    CHECK(model_configure(&config, "spindles=2") == 0);
    CHECK(strcmp(model_check(&config), "stripe_bytes") == 0);
    CHECK(model_configure(&config, "stripe_bytes=65536") == 0);
    CHECK(model_check(&config) == NULL);
    double striped = random_reads(&config, 32, 20000, &longest);
    CHECK(striped > 1.85 * single && striped < 2.05 * single);
    struct model *model = model_new(&config);
    CHECK(near(one(model, MODEL_READ, 65536, 1 << 20, 0), 40000 + 1310720)); /* half a MB over each link */
    CHECK(one(model, MODEL_FLUSH, 0, 0, 10 * MILLIS) == 440000);
    model_free(model);
    CHECK(model_configure(&config, "erase_pages=64") == 0);
    CHECK(strcmp(model_check(&config), "spindles") == 0); /* a translation layer is that of one drive */
}

static void busy_time_is_that_of_the_work(void)
{
    struct model_config config = flash();
    struct model *model = model_new(&config);
    one(model, MODEL_READ, 8192, 4096, 0);
    one(model, MODEL_WRITE, 0, 16384, 100 * MILLIS);
    struct model_busy busy = model_busy(model);
    CHECK(busy.controller_nanos == 20000 && busy.die_nanos == 500000 && busy.head_nanos == 0);
    CHECK(near(busy.link_nanos, 10240 + 40960));
    model_free(model);
    config = disk();
    model = model_new(&config);
    one(model, MODEL_READ, 500000, 4096, 0);
    one(model, MODEL_READ, 500000, 4096, 103 * MILLIS); /* between them the head rests */
    busy = model_busy(model);
    CHECK(near(busy.head_nanos, 5 * MILLIS + 40960 + 2 * MILLIS + 40960));
    CHECK(busy.die_nanos + busy.controller_nanos + busy.link_nanos == 0);
    model_free(model);
}

static void flash_flush_waits_for_the_program(void)
{
    struct model_config config = flash();
    struct model *model = model_new(&config);
    int64_t now = one(model, MODEL_WRITE, 0, 4096, 0);
    CHECK(now < MILLIS / 10);
    now += one(model, MODEL_FLUSH, 0, 0, now);
    CHECK(now > 500000 && now < 540000); /* a quarter of a page, and the page that is not full */
    model_free(model);
}

static void flash_buffer_full_writes_at_the_dies_rate(void)
{
    struct model_config config = flash();
    struct model *model = model_new(&config);
    int64_t now = 0;
    for (int i = 0; i < 1000; i++) /* 4 dies * 16 KiB / 400 us = 164 MB/s */
        now += one(model, MODEL_WRITE, i * 65536LL, 65536, now);
    CHECK(now > 390 * MILLIS && now < 410 * MILLIS);
    model_free(model);
}

/* The flash above as a part of a drive: 3,200 units of 1 MiB, and other people's data in `fill` of it. */
static struct model_config part(const char *share, const char *fill)
{
    struct model_config config = flash();
    static const char *const WORDS[] = {"size_bytes=157286400", "erase_pages=64", "erase_micros=3000", "spare_share=0.07"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        CHECK(model_configure(&config, WORDS[i]) == 0);
    CHECK(model_configure(&config, share) == 0);
    CHECK(model_configure(&config, fill) == 0);
    CHECK(model_check(&config) == NULL);
    return config;
}

static struct model *translated(const struct model_config *config, struct flash **flash)
{
    struct flash_config flash_config = model_flash(config);
    struct model *model = model_new(config);
    *flash = flash_new(&flash_config);
    model_use_flash(model, *flash);
    return model;
}

static void translated_read_takes_page_link_and_controller(void)
{
    struct model_config config = part("share=0.1", "fill=0");
    struct flash *flash;
    struct model *model = translated(&config, &flash);
    CHECK(near(one(model, MODEL_READ, 8192, 4096, 0), 10240 + 10000)); /* never written: no flash is read */
    flash_write_all(flash, 0, 10000);
    CHECK(near(one(model, MODEL_READ, 8192, 4096, MILLIS), 100000 + 10240 + 10000));
    CHECK(near(one(model, MODEL_READ, 0, 1000000, 10 * MILLIS), 2500000 + 10000)); /* as without the layer: the link */
    model_free(model);
    flash_free(flash);
}

/* Sixteen pages at once: on as many dies as the drive has flash for. */
static void smaller_drive_has_fewer_dies(void)
{
    static const struct {
        const char *die_bytes;
        int dies;
    } CASES[] = {{"die_bytes=0", 4}, {"die_bytes=1e6", 4}, {"die_bytes=800e6", 2}, {"die_bytes=1573e6", 1}, {"die_bytes=1e12", 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct model_config config = part("share=0.1", "fill=0");
        CHECK(model_configure(&config, CASES[i].die_bytes) == 0);
        CHECK(model_dies(&config) == CASES[i].dies);
        struct flash *flash;
        struct model *model = translated(&config, &flash);
        flash_write_all(flash, 0, 16 * 4);
        double dies_nanos = 16 * 100000.0 / CASES[i].dies + 16384 / 0.4;
        double link_nanos = 16 * 16384 / 0.4;
        CHECK(near(one(model, MODEL_READ, 0, 16 * 16384, 0), fmax(dies_nanos, link_nanos) + 10000));
        model_free(model);
        flash_free(flash);
    }
}

/* A read waits for the page that is being programmed, not for those that wait in the buffer. */
static void translated_read_goes_before_waiting_writes(void)
{
    struct model_config config = part("share=0.1", "fill=0");
    struct flash *flash;
    struct model *model = translated(&config, &flash);
    flash_write_all(flash, 0, 1000);
    CHECK(one(model, MODEL_WRITE, 8 << 20, 1 << 20, 0) > 5 * MILLIS); /* 64 pages on 4 dies, a buffer of 4 */
    int64_t alone = 100000 + 10240 + 10000;
    int64_t waited = one(model, MODEL_READ, 0, 4096, 4 * MILLIS) - alone; /* the link is free, each die has 6 to go */
    CHECK(waited > 0 && waited <= 400000 + 10000);
    model_free(model);
    flash_free(flash);
}

/* Writes at random, flat out; returns bytes a second. */
static double random_writes(const struct model_config *config, int64_t *collect_nanos)
{
    struct flash *flash;
    struct model *model = translated(config, &flash);
    srand(42);
    int64_t now = 0;
    int count = 10000;
    flash_write_all(flash, 0, 30000);
    struct flash_counters before = flash_counted(flash);
    for (int i = 0; i < count; i++)
        now += one(model, MODEL_WRITE, rand() % 9000 * 16384LL, 16384, now);
    struct flash_counters after = flash_counted(flash);
    *collect_nanos = model_collect_nanos(config, after.copied - before.copied, after.erased - before.erased);
    model_free(model);
    flash_free(flash);
    return count * 16384.0 / ((double)now / 1e9);
}

/* What is collected is time that the dies do not write in; no buffer hides it for long. */
static void full_drive_writes_slower(void)
{
    int64_t collect_nanos;
    struct model_config empty = part("share=0.05", "fill=0");
    double fast = random_writes(&empty, &collect_nanos);
    CHECK(collect_nanos == 0);
    CHECK(fabs(fast / (4 * 16384 / 400e-6) - 1) < 0.03);
    struct model_config full = part("share=0.05", "fill=0.9");
    double slow = random_writes(&full, &collect_nanos);
    double seconds = 10000 * 16384.0 / slow;
    CHECK(fabs(10000 * 400e-6 / 4 + (double)collect_nanos / 1e9 / 4 - seconds) < 0.1 * seconds);
    CHECK(slow < fast / 3);
}

/* One read of a page after each write of one, far apart: the dies are collecting when the read comes. */
static void reads_wait_for_garbage_collection(void)
{
    int64_t waited[2];
    for (int full = 0; full < 2; full++) {
        struct model_config config = part("share=0.05", full ? "fill=0.9" : "fill=0");
        struct flash *flash;
        struct model *model = translated(&config, &flash);
        flash_write_all(flash, 0, 30000);
        srand(42);
        waited[full] = 0;
        for (int i = 0; i < 10000; i++) {
            one(model, MODEL_WRITE, rand() % 1800 * 65536LL, 65536, i * 10 * MILLIS);
            waited[full] += one(model, MODEL_READ, rand() % 30000 * 4096LL, 4096, i * 10 * MILLIS + MILLIS) - 120240;
        }
        model_free(model);
        flash_free(flash);
    }
    CHECK(waited[0] == 0);
    CHECK(waited[1] / 10000 > 100000 && waited[1] / 10000 < 2000000);
}

/* Twice 50 MB from one end to the other: at the end of the drive it takes as much longer as the profile says. */
static void inner_tracks_are_slower(void)
{
    struct model_config config = disk();
    CHECK(model_configure(&config, "inner_share=0.5") == 0);
    CHECK(model_configure(&config, "size_bytes=50e6") == 0);
    CHECK(model_configure(&config, "share=0.05") == 0);
    double seconds[2];
    for (int full = 0; full < 2; full++) {
        CHECK(model_configure(&config, full ? "fill=0.95" : "fill=0") == 0);
        CHECK(model_check(&config) == NULL);
        struct model *model = model_new(&config);
        int64_t now = 0;
        for (int i = 0; i < 500; i++)
            now += one(model, MODEL_READ, i * 100000LL, 100000, now) + 20000;
        seconds[full] = (double)now / 1e9;
        model_free(model);
    }
    CHECK(fabs(seconds[0] / (0.5 / 0.9875) - 1) < 0.03);
    CHECK(fabs(seconds[1] / (0.5 / 0.5125) - 1) < 0.03);
}

/* The same bytes are more tracks on the inner side, and fewer than the whole stroke on either. */
static void zones_and_share_shape_the_seek(void)
{
    struct model_config config = disk();
    int64_t longest;
    double whole = random_reads(&config, 1, 20000, &longest);
    CHECK(model_configure(&config, "share=0.05") == 0);
    double share = random_reads(&config, 1, 20000, &longest);
    CHECK(fabs(share / (1000 / (1 + 9 * sqrt(0.05) * 8 / 15.0 + 5 + 0.04)) - 1) < 0.03);
    CHECK(model_configure(&config, "inner_share=0.5") == 0);
    double outer = random_reads(&config, 1, 20000, &longest);
    CHECK(model_configure(&config, "fill=0.95") == 0);
    double inner = random_reads(&config, 1, 20000, &longest);
    CHECK(whole < inner && inner < share && share < outer);
    /* Tracks a byte: 1 at the outer end, 2 at the inner, 2 ln 2 on average. */
    CHECK(fabs(inner / (1000 / (1 + 9 * sqrt(0.05 * 1.95 / 1.386) * 8 / 15.0 + 5 + 0.08)) - 1) < 0.03);
}

static int ascending(const void *left, const void *right)
{
    int64_t difference = *(const int64_t *)left - *(const int64_t *)right;
    return difference < 0 ? -1 : difference > 0;
}

/* One after the other, far below the cap: the median and the 99th percentile are those of the config. */
static void volume_latency_has_its_median_and_its_tail(void)
{
    static int64_t nanos[20000];
    struct model_config config = volume();
    struct model *model = model_new(&config);
    int64_t now = 0;
    double sum = 0;
    for (int i = 0; i < 20000; i++) {
        nanos[i] = one(model, i % 2 == 0 ? MODEL_READ : MODEL_WRITE, i % 1000 * 4096LL, 4096, now);
        sum += (double)nanos[i];
        now += 10 * MILLIS;
    }
    qsort(nanos, 20000, sizeof nanos[0], ascending);
    CHECK(fabs((double)nanos[10000] / 1e6 - 1) < 0.02);
    CHECK(fabs((double)nanos[19800] / 3e6 - 1) < 0.05);
    double sigma = log(3) / 2.3263;
    CHECK(fabs(sum / 20000 / (1e6 * exp(sigma * sigma / 2)) - 1) < 0.02);
    CHECK(one(model, MODEL_FLUSH, 0, 0, now) == 0); /* what was answered is durable */
    model_free(model);
}

/* With enough requests under way the cap is reached and kept, whatever their latency. */
static void volume_keeps_its_cap_of_requests(void)
{
    struct model_config config = volume();
    int64_t longest;
    CHECK(fabs(random_reads(&config, 1, 5000, &longest) / 894 - 1) < 0.03); /* the mean of the latency: 1.118 ms */
    CHECK(fabs(random_reads(&config, 32, 5000, &longest) / 1000 - 1) < 0.01);
    CHECK(model_configure(&config, "iops=1e6") == 0);
    CHECK(fabs(random_reads(&config, 8, 20000, &longest) / (8 * 894) - 1) < 0.03);
}

/* After a rest the bucket gives ten at once, the next ones a millisecond apart; a large request takes several tokens. */
static void volume_bucket_allows_a_burst(void)
{
    struct model_config config = volume();
    CHECK(model_configure(&config, "tail_micros=1000") == 0); /* no tail: each takes 1 ms */
    for (int64_t begin = 0; begin <= 500 * MILLIS; begin += 500 * MILLIS) {
        static struct model_request requests[20];
        struct model *model = model_new(&config);
        for (int i = 0; i < 20; i++) {
            requests[i] = (struct model_request){.op = MODEL_READ, .offset = 0, .length = 4096};
            model_submit(model, &requests[i], begin);
        }
        for (int i = 0; i < 20; i++)
            CHECK(near(requests[i].due - begin, MILLIS + (i < 10 ? 0 : (i - 9) * MILLIS)));
        while (model_take(model, begin + 50 * MILLIS) != NULL)
            ;
        /* 13 tokens: the bucket has ten, the rest takes 3 ms; then 3.4 MB take 34 ms at 100 MB/s. */
        struct model_busy before = model_busy(model);
        CHECK(near(one(model, MODEL_READ, 0, 13 * 262144, begin + 100 * MILLIS), 3 * MILLIS + 34078720));
        struct model_busy after = model_busy(model);
        CHECK(after.volume_nanos - before.volume_nanos == 13 * MILLIS);
        model_free(model);
    }
}

static void no_model_answers_at_once(void)
{
    struct model_config config;
    model_defaults(&config);
    struct model *model = model_new(&config);
    CHECK(one(model, MODEL_READ, 0, 4096, 5) == 0);
    CHECK(one(model, MODEL_WRITE, 0, 4096, 5) == 0);
    CHECK(one(model, MODEL_FLUSH, 0, 0, 5) == 0);
    CHECK(model_next(model) == MODEL_NEVER);
    model_free(model);
}

/* Random requests of every kind: each comes back exactly once, whenever the caller asks, and drain gives the rest. */
static void every_request_comes_back_once(void)
{
    for (unsigned seed = 1; seed <= 200; seed++) {
        static struct model_request requests[MAX_DEPTH];
        int under_way[MAX_DEPTH] = {0};
        struct model_config config = seed % 4 == 0 ? flash()
                                   : seed % 4 == 1 ? disk()
                                   : seed % 4 == 2 ? volume()
                                                   : part("share=0.1", "fill=0.9");
        srand(seed);
        config.spindles = 1 + rand() % 3;
        config.stripe_bytes = 65536;
        config.age_weight = rand() % 2 * 0.05;
        struct flash_config flash_config = model_flash(&config);
        struct flash *flash = model_has_flash(&config) ? flash_new(&flash_config) : NULL;
        struct model *model = model_new(&config);
        model_use_flash(model, flash);
        int64_t now = 0;
        int left = 0;
        for (int i = 0; i < 500; i++) {
            int slot = rand() % MAX_DEPTH;
            if (!under_way[slot]) {
                int op = rand() % 5;
                requests[slot].op = op == 0 ? MODEL_FLUSH : op < 3 ? MODEL_WRITE : MODEL_READ;
                requests[slot].offset = rand() % 38000 * 4096LL;
                requests[slot].length = requests[slot].op == MODEL_FLUSH ? 0 : (1 + rand() % 64) * 4096LL;
                model_submit(model, &requests[slot], now);
                under_way[slot] = 1;
                left++;
            }
            now += rand() % (3 * MILLIS);
            for (struct model_request *done; (done = model_take(model, now)) != NULL; left--) {
                CHECK(under_way[done - requests]);
                CHECK(done->due <= now && done->due >= done->arrival);
                under_way[done - requests] = 0;
            }
        }
        for (struct model_request *rest; (rest = model_drain(model)) != NULL; left--) {
            CHECK(under_way[rest - requests]);
            under_way[rest - requests] = 0;
        }
        CHECK(left == 0);
        model_free(model);
        flash_free(flash);
    }
}

static void wrong_words_are_refused(void)
{
    struct model_config config = disk();
    CHECK(model_configure(&config, "rpm") != 0);
    CHECK(model_configure(&config, "rpm=fast") != 0);
    CHECK(model_configure(&config, "rpm=-1") != 0);
    CHECK(model_configure(&config, "kind=tape") != 0);
    CHECK(model_configure(&config, "heads=4") != 0);
    config.rpm = 0;
    CHECK(strcmp(model_check(&config), "rpm") == 0);
    config = flash();
    config.dies = MODEL_MAX_DIES + 1;
    CHECK(strcmp(model_check(&config), "dies") == 0);
    config = flash();
    config.fill = 0.5;
    CHECK(strcmp(model_check(&config), "fill") == 0); /* there is no room beside the device */
    config.share = 0.5;
    CHECK(strcmp(model_check(&config), "erase_pages") == 0); /* without a translation layer nothing is full */
    config = volume();
    config.iops = 0;
    CHECK(strcmp(model_check(&config), "iops") == 0);
    config = volume();
    config.tail_micros = 999;
    CHECK(strcmp(model_check(&config), "tail_micros") == 0);
    config = volume();
    config.spindles = 2;
    CHECK(strcmp(model_check(&config), "spindles") == 0);
    config = disk();
    config.inner_share = 0;
    CHECK(strcmp(model_check(&config), "inner_share") == 0);
}

int main(void)
{
    read_at_rest_waits_for_its_sector();
    read_far_away_seeks();
    sequential_reads_run_at_the_medium();
    overwrite_and_flush_takes_a_rotation();
    flush_without_writes_is_immediate();
    full_cache_makes_writes_wait_for_the_surface();
    read_comes_before_cached_writes();
    random_reads_take_the_mean_seek_and_half_a_rotation();
    queue_shortens_positioning_and_age_bounds_the_wait();
    stripes_spread_over_spindles();
    flash_read_takes_page_link_and_controller();
    flash_dies_work_side_by_side();
    ssds_of_a_raid_work_side_by_side();
    busy_time_is_that_of_the_work();
    flash_flush_waits_for_the_program();
    flash_buffer_full_writes_at_the_dies_rate();
    translated_read_takes_page_link_and_controller();
    smaller_drive_has_fewer_dies();
    translated_read_goes_before_waiting_writes();
    full_drive_writes_slower();
    reads_wait_for_garbage_collection();
    inner_tracks_are_slower();
    zones_and_share_shape_the_seek();
    volume_latency_has_its_median_and_its_tail();
    volume_keeps_its_cap_of_requests();
    volume_bucket_allows_a_burst();
    no_model_answers_at_once();
    every_request_comes_back_once();
    wrong_words_are_refused();
    if (failures == 0)
        printf("29 tests of the model passed\n");
    return failures == 0 ? 0 : 1;
}
