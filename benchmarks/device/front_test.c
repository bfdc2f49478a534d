/*
 * Tests of the block cache in front of a drive: its decisions, and what they cost in virtual time. Prints a line for each
 * failed check and ends 1 if there was one.
 */
#include "front.h"
#include "model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 4096LL
#define MILLIS 1000000LL

static int failures;

#define CHECK(condition) check((condition), #condition, __func__, __LINE__)

static void check(int holds, const char *condition, const char *test, int line)
{
    if (!holds) {
        printf("front_test.c:%d: %s: not true: %s\n", line, test, condition);
        failures++;
    }
}

static struct front *cache(enum front_policy policy, int blocks, int64_t block_bytes)
{
    struct front_config config = {.device_bytes = 1000.0 * (double)block_bytes,
                                  .bytes = (double)(blocks * block_bytes),
                                  .block_bytes = (double)block_bytes,
                                  .policy = policy};
    CHECK(front_check(&config) == NULL);
    return front_new(&config);
}

static bool read_block(struct front *front, int64_t number)
{
    return front_read(front, number * BLOCK, BLOCK).hit;
}

static void lru_takes_each_miss_and_drops_the_block_used_longest_ago(void)
{
    struct front *front = cache(FRONT_LRU, 3, BLOCK);
    CHECK(!read_block(front, 1) && !read_block(front, 2) && !read_block(front, 3));
    CHECK(read_block(front, 1)); /* now 2 was used longest ago */
    CHECK(!read_block(front, 4));
    CHECK(read_block(front, 1) && read_block(front, 3) && read_block(front, 4));
    CHECK(!read_block(front, 2));
    struct front_counters counters = front_counted(front);
    CHECK(counters.reads == 9 && counters.hits == 4 && counters.promoted == 5 && counters.evicted == 2);
    CHECK(front_blocks(front) == 3);
    front_free(front);
}

static void smq_takes_a_block_at_its_second_miss(void)
{
    struct front *front = cache(FRONT_SMQ, 2, BLOCK);
    CHECK(!read_block(front, 1) && front_blocks(front) == 0);
    CHECK(!read_block(front, 1) && front_blocks(front) == 1);
    CHECK(read_block(front, 1));
    /* Read once each: they leave the cached block alone, and are forgotten but for the last eight. */
    for (int number = 10; number < 20; number++)
        CHECK(!read_block(front, number));
    CHECK(read_block(front, 1) && front_blocks(front) == 1);
    CHECK(!read_block(front, 10) && front_blocks(front) == 1);
    CHECK(!read_block(front, 19) && front_blocks(front) == 2);
    CHECK(read_block(front, 19));
    front_free(front);
}

static void emptied_cache_has_no_block_and_remembers_none(void)
{
    struct front *front = cache(FRONT_SMQ, 2, BLOCK);
    for (int number = 1; number < 4; number++)
        read_block(front, number);
    read_block(front, 1);
    front_empty(front);
    CHECK(front_blocks(front) == 0 && front_counted(front).reads == 4);
    CHECK(!read_block(front, 1) && !read_block(front, 2) && front_blocks(front) == 0);
    CHECK(!read_block(front, 1) && read_block(front, 1));
    front_free(front);
}

static void read_of_several_blocks_is_a_hit_if_all_are_there(void)
{
    struct front *front = cache(FRONT_LRU, 8, BLOCK);
    CHECK(front_read(front, 0, 2 * BLOCK).written_blocks == 2);
    CHECK(front_read(front, 0, 2 * BLOCK).hit);
    struct front_work work = front_read(front, BLOCK, 2 * BLOCK);
    CHECK(!work.hit && work.written_blocks == 1 && work.fetched_bytes == 0);
    CHECK(front_read(front, 0, 3 * BLOCK).hit);
    front_free(front);
}

/* A small read of a large block has the rest of it fetched. */
static void large_block_is_fetched_whole(void)
{
    struct front *front = cache(FRONT_LRU, 8, 16 * BLOCK);
    struct front_work work = front_read(front, 20 * BLOCK, BLOCK);
    CHECK(!work.hit && work.written_blocks == 1 && work.fetched_bytes == 15 * BLOCK);
    CHECK(front_read(front, 16 * BLOCK, 16 * BLOCK).hit);
    front_free(front);
}

static void write_updates_cached_blocks_and_takes_no_other(void)
{
    struct front *front = cache(FRONT_LRU, 8, BLOCK);
    CHECK(front_write(front, 0, BLOCK).written_blocks == 0 && front_blocks(front) == 0);
    read_block(front, 0);
    CHECK(front_write(front, 0, 3 * BLOCK).written_blocks == 1);
    CHECK(read_block(front, 0));
    CHECK(front_counted(front).updated == 1);
    front_free(front);
}

/* Against a list of the blocks in the order of their use. */
static void lru_agrees_with_a_plain_list(void)
{
    int order[16];
    int count = 0;
    struct front *front = cache(FRONT_LRU, 16, BLOCK);
    srand(42);
    for (int i = 0; i < 20000; i++) {
        int number = rand() % 8 * (rand() % 8);
        int at = 0;
        while (at < count && order[at] != number)
            at++;
        CHECK(read_block(front, number) == (at < count));
        if (at == count && count < 16)
            count++;
        memmove(order + 1, order, sizeof order[0] * (size_t)(at < count ? at : count - 1));
        order[0] = number;
        CHECK(front_blocks(front) == count);
    }
    front_free(front);
}

/* A disk with a head in 10 ms a rotation, and an SSD in front of it. */
static struct model_config disk(const char *block_bytes)
{
    struct model_config config;
    static const char *const WORDS[] = {
        "kind=hdd", "size_bytes=1e9", "link_bytes_per_second=300e6", "cache_bytes=1e6", "rpm=6000",
        "settle_micros=1000", "stroke_micros=9000", "media_bytes_per_second=100e6", "queue_depth=32",
        "read_ahead_bytes=2e6", "dies=4", "page_bytes=16384", "read_micros=100", "program_micros=400",
        "overhead_micros=10", "front_bytes=1e7", "front_policy=0", "front_cache_bytes=65536",
        "front_link_bytes_per_second=400e6"};
    model_defaults(&config);
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++)
        CHECK(model_configure(&config, WORDS[i]) == 0);
    CHECK(model_configure(&config, block_bytes) == 0);
    CHECK(model_check(&config) == NULL);
    CHECK(model_has_front(&config));
    return config;
}

static struct model *fronted(const struct model_config *config, struct front **front)
{
    struct front_config front_config = model_front(config);
    *front = front_new(&front_config);
    struct model *model = model_new(config);
    model_use_front(model, *front);
    return model;
}

static int64_t one(struct model *model, enum model_op op, int64_t offset, int64_t length, int64_t now)
{
    struct model_request request = {.op = op, .offset = offset, .length = length};
    model_submit(model, &request, now);
    struct model_request *answered = NULL;
    while (answered == NULL)
        answered = model_take(model, model_next(model));
    CHECK(answered == &request);
    return request.due - now;
}

static int near(int64_t value, double expected)
{
    return fabs((double)value - expected) < 5000;
}

static void miss_takes_the_disks_time_and_hit_the_ssds(void)
{
    struct model_config config = disk("front_block_bytes=4096");
    struct front *front;
    struct model *model = fronted(&config, &front);
    int64_t miss = one(model, MODEL_READ, 249856000, BLOCK, 0); /* as without a block cache */
    CHECK(miss > 5 * MILLIS);
    CHECK(near(one(model, MODEL_READ, 249856000, BLOCK, 100 * MILLIS), 100000 + 10240 + 10000));
    struct model_busy disk_busy = model_busy(model);
    struct model_busy ssd_busy = model_front_busy(model);
    CHECK(disk_busy.die_nanos == 0 && near(disk_busy.head_nanos, (double)miss));
    CHECK(ssd_busy.die_nanos == 200000 && ssd_busy.head_nanos == 0); /* a quarter of a page programmed, one read */
    model_free(model);
    front_free(front);
}

/* What completes a block comes after the miss and keeps the head from the next one: nearly a rotation later, the block. */
static void completing_a_block_keeps_the_head_busy(void)
{
    struct model_config config = disk("front_block_bytes=65536");
    struct front *front;
    struct model *model = fronted(&config, &front);
    int64_t miss = one(model, MODEL_READ, 249856000, BLOCK, 0);
    int64_t after = one(model, MODEL_READ, 249954304, BLOCK, miss); /* of the next block */
    CHECK(near(after, 10 * MILLIS + (249954304 - 249860096) / 100e6 * 1e9 + 40960)); /* else a tenth of that */
    model_free(model); /* with the rest of the second block under way */
    front_free(front);
}

static void write_waits_for_both(void)
{
    struct model_config config = disk("front_block_bytes=4096");
    struct front *front;
    struct model *model = fronted(&config, &front);
    int64_t uncached = one(model, MODEL_WRITE, 0, BLOCK, 0);
    one(model, MODEL_READ, 0, BLOCK, 100 * MILLIS);
    int64_t die_nanos = model_front_busy(model).die_nanos;
    int64_t cached = one(model, MODEL_WRITE, 0, BLOCK, 200 * MILLIS);
    CHECK(uncached < MILLIS / 10 && cached >= uncached && cached < MILLIS);
    CHECK(model_front_busy(model).die_nanos - die_nanos == 100000);
    model_free(model);
    front_free(front);
}

/* Zipf-like reads: each request comes back once, and the SSD's share of them is what the decisions say. */
static void every_request_comes_back_once(void)
{
    static struct model_request requests[32];
    for (int large = 0; large < 2; large++) {
        struct model_config config = disk(large ? "front_block_bytes=65536" : "front_block_bytes=4096");
        struct front *front;
        struct model *model = fronted(&config, &front);
        int64_t now = 0;
        int answered = 0;
        srand(7);
        for (int i = 0; i < 32; i++) {
            requests[i] = (struct model_request){.op = MODEL_READ, .offset = rand() % 4000 * BLOCK, .length = BLOCK};
            model_submit(model, &requests[i], now);
        }
        while (answered < 5000) {
            now = model_next(model);
            struct model_request *done = model_take(model, now);
            if (done == NULL)
                continue;
            CHECK(done >= requests && done < requests + 32 && done->due >= done->arrival);
            answered++;
            done->op = rand() % 10 == 0 ? MODEL_WRITE : rand() % 50 == 0 ? MODEL_FLUSH : MODEL_READ;
            done->length = done->op == MODEL_FLUSH ? 0 : BLOCK;
            done->offset = rand() % 4000 * BLOCK;
            model_submit(model, done, now);
        }
        int left = 0;
        for (struct model_request *rest; (rest = model_drain(model)) != NULL; left++)
            CHECK(rest >= requests && rest < requests + 32);
        CHECK(left == 32);
        CHECK(front_counted(front).hits > 1000);
        model_free(model);
        front_free(front);
    }
}

static void wrong_words_are_refused(void)
{
    struct model_config config = disk("front_block_bytes=4096");
    config.front_block_bytes = 512;
    CHECK(strcmp(model_check(&config), "front_block_bytes") == 0);
    config = disk("front_block_bytes=4096");
    config.front_bytes = 4095;
    CHECK(strcmp(model_check(&config), "front_bytes") == 0);
    config = disk("front_block_bytes=4096");
    config.front_policy = 2;
    CHECK(strcmp(model_check(&config), "front_policy") == 0);
    config = disk("front_block_bytes=4096");
    config.dies = 0;
    CHECK(strcmp(model_check(&config), "dies") == 0);
    config = disk("front_block_bytes=4096");
    config.kind = MODEL_SSD;
    CHECK(strcmp(model_check(&config), "front_bytes") == 0); /* an SSD has no other before it */
}

int main(void)
{
    lru_takes_each_miss_and_drops_the_block_used_longest_ago();
    smq_takes_a_block_at_its_second_miss();
    emptied_cache_has_no_block_and_remembers_none();
    read_of_several_blocks_is_a_hit_if_all_are_there();
    large_block_is_fetched_whole();
    write_updates_cached_blocks_and_takes_no_other();
    lru_agrees_with_a_plain_list();
    miss_takes_the_disks_time_and_hit_the_ssds();
    completing_a_block_keeps_the_head_busy();
    write_waits_for_both();
    every_request_comes_back_once();
    wrong_words_are_refused();
    if (failures == 0)
        printf("12 tests of the block cache passed\n");
    return failures == 0 ? 0 : 1;
}
