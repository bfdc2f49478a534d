/*
 * Tests of the faults. Prints a line for each failed check and ends 1 if there was one.
 */
#include "fault.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLOCKS 20000
#define BLOCK FAULT_BLOCK_BYTES
#define SECTOR FAULT_SECTOR_BYTES

static int failures;

#define CHECK(condition) check((condition), #condition, __func__, __LINE__)

static void check(int holds, const char *condition, const char *test, int line)
{
    if (!holds) {
        printf("fault_test.c:%d: %s: not true: %s\n", line, test, condition);
        failures++;
    }
}

static struct fault parsed(const char *text)
{
    struct fault fault = {0};
    CHECK(fault_parse(&fault, text) == 0);
    return fault;
}

static void words_are_read_and_printed(void)
{
    char text[FAULT_TEXT_BYTES];
    struct fault fault = parsed("kind=latency delay_micros=1500000 seed=7\n");
    CHECK(fault.kind == FAULT_LATENCY && fault.delay_micros == 1500000 && fault.seed == 7 && fault.share == 1);
    int length = fault_print(&fault, text);
    CHECK(length == (int)strlen(text));
    CHECK(strcmp(text, "kind=latency\nshare=1\ndelay_micros=1500000\nseed=7\n") == 0);
    struct fault again = parsed(text);
    CHECK(again.kind == fault.kind && again.delay_micros == fault.delay_micros && again.seed == fault.seed);
    CHECK(parsed("off").kind == FAULT_OFF);
    CHECK(parsed("kind=bit-flip share=0.25").share == 0.25);
}

static void wrong_words_are_refused_and_change_nothing(void)
{
    const char *wrong[] = {"", "kind=", "kind=smoke", "hang", "kind=hang share=0", "kind=hang share=1.5", "share=1",
                           "kind=latency delay_micros=0", "kind=latency delay_micros=9e9", "kind=hang seed=x",
                           "kind=hang colour=red", "off colour"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct fault fault = parsed("kind=hang seed=3");
        CHECK(fault_parse(&fault, wrong[i]) == -1);
        CHECK(fault.kind == FAULT_HANG && fault.seed == 3);
    }
    char much[2 * FAULT_TEXT_BYTES];
    memset(much, ' ', sizeof much);
    much[sizeof much - 1] = '\0';
    struct fault fault = {0};
    CHECK(fault_parse(&fault, much) == -1);
}

static void errors_hit_what_they_are_for(void)
{
    struct fault reads = parsed("kind=read-error");
    struct fault writes = parsed("kind=write-error");
    struct fault both = parsed("kind=io-error");
    struct fault none = parsed("off");
    CHECK(fault_error(&reads, MODEL_READ, 0, BLOCK) == EIO);
    CHECK(fault_error(&reads, MODEL_WRITE, 0, BLOCK) == 0 && fault_error(&reads, MODEL_FLUSH, 0, 0) == 0);
    CHECK(fault_error(&writes, MODEL_READ, 0, BLOCK) == 0);
    CHECK(fault_error(&writes, MODEL_WRITE, 0, BLOCK) == EIO && fault_error(&writes, MODEL_FLUSH, 0, 0) == EIO);
    CHECK(fault_error(&both, MODEL_READ, 0, BLOCK) == EIO && fault_error(&both, MODEL_WRITE, 0, BLOCK) == EIO);
    CHECK(fault_error(&none, MODEL_READ, 0, BLOCK) == 0 && fault_error(&none, MODEL_WRITE, 0, BLOCK) == 0);
    CHECK(fault_delay_nanos(&both) == 0 && !fault_loses(&both, 0, BLOCK));
}

static int hits(const struct fault *fault)
{
    int count = 0;
    for (int64_t block = 0; block < BLOCKS; block++)
        count += fault_error(fault, MODEL_READ, block * BLOCK, BLOCK) != 0;
    return count;
}

static void share_is_of_the_blocks_and_follows_the_seed(void)
{
    struct fault fault = parsed("kind=io-error share=0.1 seed=5");
    struct fault same = parsed("kind=io-error share=0.1 seed=5");
    struct fault other = parsed("kind=io-error share=0.1 seed=6");
    int differences = 0;
    for (int64_t block = 0; block < BLOCKS; block++) {
        int error = fault_error(&fault, MODEL_READ, block * BLOCK, BLOCK);
        CHECK(error == fault_error(&same, MODEL_READ, block * BLOCK, BLOCK));
        differences += error != fault_error(&other, MODEL_READ, block * BLOCK, BLOCK);
    }
    CHECK(hits(&fault) > BLOCKS * 0.08 && hits(&fault) < BLOCKS * 0.12);
    CHECK(differences > BLOCKS * 0.1);
    CHECK(fault_error(&fault, MODEL_READ, 0, (int64_t)BLOCKS * BLOCK) == EIO); /* one of them is hit */
    CHECK(fault_error(&fault, MODEL_FLUSH, 0, 0) == 0);
}

static void delays_are_of_latency_and_hang(void)
{
    struct fault slow = parsed("kind=latency delay_micros=3");
    struct fault stopped = parsed("kind=hang");
    CHECK(fault_delay_nanos(&slow) == 3000);
    CHECK(fault_delay_nanos(&stopped) == FAULT_FOREVER);
    CHECK(fault_error(&slow, MODEL_READ, 0, BLOCK) == 0 && fault_error(&stopped, MODEL_WRITE, 0, BLOCK) == 0);
}

static int flipped_bits(const char *data, size_t length)
{
    int bits = 0;
    for (size_t i = 0; i < length; i++)
        bits += __builtin_popcount((unsigned char)data[i]);
    return bits;
}

static void one_bit_a_block_flips_whatever_the_request(void)
{
    static char whole[64 * BLOCK], parts[64 * BLOCK];
    struct fault fault = parsed("kind=bit-flip share=0.5 seed=11");
    memset(whole, 0, sizeof whole);
    memset(parts, 0, sizeof parts);
    int flipped = fault_flip(&fault, whole, 1000 * BLOCK, sizeof whole);
    CHECK(flipped > 16 && flipped < 48);
    CHECK(flipped_bits(whole, sizeof whole) == flipped);
    for (int64_t at = 0; at < (int64_t)sizeof parts; at += SECTOR)
        fault_flip(&fault, parts + at, 1000 * BLOCK + at, SECTOR);
    CHECK(memcmp(whole, parts, sizeof whole) == 0);
    CHECK(fault_flip(&fault, whole, 1000 * BLOCK, sizeof whole) == flipped);
    CHECK(flipped_bits(whole, sizeof whole) == 0); /* twice is as it was */
    struct fault none = parsed("kind=hang");
    CHECK(fault_flip(&none, whole, 0, sizeof whole) == 0);
}

static void torn_writes_keep_a_part(void)
{
    struct fault fault = parsed("kind=torn-write share=0.3 seed=2");
    int torn = 0;
    for (int64_t block = 0; block < BLOCKS; block++) {
        int64_t length = BLOCK * (1 + block % 4), kept = 0;
        if (!fault_loses(&fault, block * BLOCK, length))
            continue;
        torn++;
        for (int64_t sector = block * 8; sector < block * 8 + length / SECTOR; sector++)
            kept += fault_keeps_sector(&fault, block * BLOCK, length, sector);
        CHECK(kept >= 1 && kept < length / SECTOR);
    }
    CHECK(torn > BLOCKS * 0.27 && torn < BLOCKS * 0.33);
    struct fault all = parsed("kind=torn-write");
    CHECK(fault_loses(&all, 0, SECTOR) && !fault_keeps_sector(&all, 0, SECTOR, 0));
}

static void lost_writes_keep_nothing(void)
{
    struct fault fault = parsed("kind=lost-write");
    CHECK(fault_loses(&fault, 8 * BLOCK, 2 * BLOCK));
    for (int64_t sector = 64; sector < 80; sector++)
        CHECK(!fault_keeps_sector(&fault, 8 * BLOCK, 2 * BLOCK, sector));
    CHECK(!fault_loses(&fault, 0, 0));
    CHECK(fault_error(&fault, MODEL_WRITE, 0, BLOCK) == 0);
}

int main(void)
{
    words_are_read_and_printed();
    wrong_words_are_refused_and_change_nothing();
    errors_hit_what_they_are_for();
    share_is_of_the_blocks_and_follows_the_seed();
    delays_are_of_latency_and_hang();
    one_bit_a_block_flips_whatever_the_request();
    torn_writes_keep_a_part();
    lost_writes_keep_nothing();
    if (failures == 0)
        printf("all tests of the faults passed\n");
    return failures == 0 ? 0 : 1;
}
