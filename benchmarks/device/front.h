/*
 * Which blocks of a slow drive a block cache keeps on an SSD in front of it, as dm-cache and bcache do. Decisions only: no
 * time, no data; not safe for concurrent use. It is a model of them, not their code.
 *
 * Write-through: a write goes to the slow drive, and to the SSD as well where the block is cached; an uncached block stays
 * uncached. A read is a hit if all its blocks are cached. After a miss, LRU takes every block that was missing; the policy
 * like dm-cache's smq takes those that have missed before: it remembers four times as many missed blocks as the SSD holds.
 * Both then drop the blocks that were used longest ago. smq's queues of hot blocks and bcache's bypass of sequential reads
 * are left out.
 */
#ifndef SSDTIER_FRONT_H
#define SSDTIER_FRONT_H

#include <stdbool.h>
#include <stdint.h>

enum front_policy { FRONT_LRU, FRONT_SMQ };

struct front_config {
    double device_bytes; /* of the slow drive */
    double bytes;        /* of blocks on the SSD; 0: no block cache */
    double block_bytes;
    double policy;       /* enum front_policy */
};

/* What a request means for the SSD and the slow drive. */
struct front_work {
    bool hit;               /* of a read: the SSD has it all */
    int64_t written_blocks; /* to the SSD: of a read those taken, of a write those that are cached */
    int64_t fetched_bytes;  /* read from the slow drive only to complete the blocks that were taken */
};

struct front_counters {
    int64_t reads;
    int64_t hits;
    int64_t promoted; /* blocks */
    int64_t evicted;  /* blocks */
    int64_t updated;  /* blocks that were cached when they were written */
};

struct front;

/* What is wrong with a config: a name of a field, or NULL. */
const char *front_check(const struct front_config *config);

/* An empty block cache, or NULL without memory. */
struct front *front_new(const struct front_config *config);
void front_free(struct front *front);

/* Forgets all blocks; the counters stay. */
void front_empty(struct front *front);

/* Notes a request of at least one byte. */
struct front_work front_read(struct front *front, int64_t offset, int64_t length);
struct front_work front_write(struct front *front, int64_t offset, int64_t length);

struct front_counters front_counted(const struct front *front);

/* How many blocks are cached. */
int64_t front_blocks(const struct front *front);

#endif
