/*
 * What is wrong with a drive: which requests fail, wait, or do something else than they should. Decides only; whoever
 * serves the requests does what it says. No I/O, no threads, no clock, no state beside the fault itself.
 *
 * A fault hits a share of the blocks of 4 KiB. Which ones follows from the seed and the address alone, so the same
 * requests, in whatever order, meet the same faults. A request is hit when one of its blocks is; torn and lost writes go
 * by the first block.
 */
#ifndef SSDTIER_FAULT_H
#define SSDTIER_FAULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model.h"

#define FAULT_BLOCK_BYTES 4096
#define FAULT_SECTOR_BYTES 512
#define FAULT_FOREVER INT64_MAX
#define FAULT_TEXT_BYTES 256
#define FAULT_MAX_DELAY_MICROS 3600000000LL

enum fault_kind {
    FAULT_OFF,
    FAULT_READ_ERROR,  /* reads fail with EIO */
    FAULT_WRITE_ERROR, /* writes do, and flushes where all writes do */
    FAULT_IO_ERROR,    /* both */
    FAULT_LATENCY,     /* every request takes so much longer */
    FAULT_HANG,        /* no request is answered until the fault ends */
    FAULT_BIT_FLIP,    /* reads return each block with one bit flipped, the data stays as it is */
    FAULT_TORN_WRITE,  /* some sectors of a write do not reach the data; it is acknowledged */
    FAULT_LOST_WRITE   /* none does; it is acknowledged */
};

struct fault {
    enum fault_kind kind;
    double share;         /* of the blocks, above 0, up to 1; latency and hang hit all */
    int64_t delay_micros; /* of FAULT_LATENCY */
    uint64_t seed;
};

/*
 * Reads "off", or words: kind=NAME and optionally share=, delay_micros=, seed=. Returns 0, or -1 and leaves the fault
 * alone if a word is unknown or out of range.
 */
int fault_parse(struct fault *fault, const char *text);

/* Writes name=value lines that end with a null byte, and returns how long they are without it. */
int fault_print(const struct fault *fault, char text[FAULT_TEXT_BYTES]);

/* The errno that a request fails with, or 0. */
int fault_error(const struct fault *fault, enum model_op op, int64_t offset, int64_t length);

/* How much longer a request takes, in nanoseconds: 0, or FAULT_FOREVER until the fault ends. */
int64_t fault_delay_nanos(const struct fault *fault);

/* Flips bits in what a read returns; returns in how many blocks. */
int fault_flip(const struct fault *fault, char *data, int64_t offset, int64_t length);

/* Whether a write is torn or lost. */
bool fault_loses(const struct fault *fault, int64_t offset, int64_t length);

/*
 * Whether a sector of a write that fault_loses reaches the data. Of a torn write of several sectors at least one does and
 * one does not; of one sector none does.
 */
bool fault_keeps_sector(const struct fault *fault, int64_t offset, int64_t length, int64_t sector);

#endif
