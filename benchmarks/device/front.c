#include "front.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NONE (-1)
#define MAX_BLOCKS (1 << 28)
#define LEAST_BLOCK_BYTES 4096
/* Missed blocks that are remembered, to those that the SSD holds. */
#define GHOSTS 4

/* Where a block of the device is remembered. */
enum place { ABSENT, GHOST, CACHED, PLACES };

/* A list of blocks, that which was used last first. */
struct order {
    int32_t first;
    int32_t last;
    int64_t count;
};

struct block {
    int32_t before;
    int32_t after;
    uint8_t place;
};

struct front {
    struct front_config config;
    int64_t capacity; /* blocks */
    struct order orders[PLACES];
    struct front_counters counters;
    struct block blocks[]; /* of the device */
};

static int64_t device_blocks(const struct front_config *config)
{
    return (int64_t)ceil(config->device_bytes / config->block_bytes);
}

const char *front_check(const struct front_config *config)
{
    if (config->block_bytes < LEAST_BLOCK_BYTES || device_blocks(config) > MAX_BLOCKS)
        return "front_block_bytes";
    if (config->bytes < config->block_bytes)
        return "front_bytes";
    return config->policy == FRONT_LRU || config->policy == FRONT_SMQ ? NULL : "front_policy";
}

struct front *front_new(const struct front_config *config)
{
    int64_t count = device_blocks(config);
    struct front *front = calloc(1, sizeof *front + (size_t)count * sizeof front->blocks[0]);
    if (front == NULL)
        return NULL;
    front->config = *config;
    front->capacity = (int64_t)(config->bytes / config->block_bytes);
    front_empty(front);
    return front;
}

void front_empty(struct front *front)
{
    memset(front->blocks, 0, (size_t)device_blocks(&front->config) * sizeof front->blocks[0]);
    for (int place = ABSENT; place < PLACES; place++)
        front->orders[place] = (struct order){NONE, NONE, 0};
}

void front_free(struct front *front)
{
    free(front);
}

static void take_out(struct front *front, int32_t number)
{
    struct block *block = &front->blocks[number];
    struct order *order = &front->orders[block->place];
    if (block->place != ABSENT) {
        *(block->before == NONE ? &order->first : &front->blocks[block->before].after) = block->after;
        *(block->after == NONE ? &order->last : &front->blocks[block->after].before) = block->before;
        order->count--;
    }
    block->place = ABSENT;
}

/* Makes a block the one used last in its place, and forgets the one used longest ago if there are too many. */
static void put_first(struct front *front, int32_t number, enum place place)
{
    take_out(front, number);
    struct order *order = &front->orders[place];
    front->blocks[number] = (struct block){NONE, order->first, (uint8_t)place};
    *(order->first == NONE ? &order->last : &front->blocks[order->first].before) = number;
    order->first = number;
    order->count++;
    if (order->count > front->capacity * (place == GHOST ? GHOSTS : 1)) {
        take_out(front, order->last);
        front->counters.evicted += place == CACHED;
    }
}

/* What of a block a request does not cover. */
static int64_t uncovered(const struct front *front, int64_t number, int64_t offset, int64_t end)
{
    int64_t block = (int64_t)front->config.block_bytes;
    int64_t from = number * block > offset ? number * block : offset;
    int64_t to = (number + 1) * block < end ? (number + 1) * block : end;
    return block - (to - from);
}

static void miss(struct front *front, int32_t number, int64_t offset, int64_t end, struct front_work *work)
{
    if (front->config.policy == FRONT_SMQ && front->blocks[number].place == ABSENT) {
        put_first(front, number, GHOST);
        return;
    }
    put_first(front, number, CACHED);
    front->counters.promoted++;
    work->written_blocks++;
    work->fetched_bytes += uncovered(front, number, offset, end);
}

struct front_work front_read(struct front *front, int64_t offset, int64_t length)
{
    int64_t block = (int64_t)front->config.block_bytes;
    int64_t end = offset + length;
    struct front_work work = {.hit = true};
    for (int64_t number = offset / block; number * block < end; number++)
        work.hit = work.hit && front->blocks[number].place == CACHED;
    for (int64_t number = offset / block; number * block < end; number++) {
        if (front->blocks[number].place == CACHED)
            put_first(front, (int32_t)number, CACHED);
        else
            miss(front, (int32_t)number, offset, end, &work);
    }
    front->counters.reads++;
    front->counters.hits += work.hit;
    return work;
}

struct front_work front_write(struct front *front, int64_t offset, int64_t length)
{
    int64_t block = (int64_t)front->config.block_bytes;
    struct front_work work = {0};
    for (int64_t number = offset / block; number * block < offset + length; number++)
        work.written_blocks += front->blocks[number].place == CACHED;
    front->counters.updated += work.written_blocks;
    return work;
}

struct front_counters front_counted(const struct front *front)
{
    return front->counters;
}

int64_t front_blocks(const struct front *front)
{
    return front->orders[CACHED].count;
}
