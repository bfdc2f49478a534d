/*
 * Detection of sequential writes in the drive, without a word from the host: a request that begins where an earlier one
 * ended continues its run. The first continuation gives the run a stream; with all of them taken, that of the run that
 * was continued longest ago. Everything else is stream 0. Kang and others, "The multi-streamed solid-state drive",
 * HotStorage 2014, section 4.2: four runs at a time, the least recently used one gives way.
 */
#ifndef SSDTIER_DETECT_H
#define SSDTIER_DETECT_H

#include <stdint.h>

#define DETECT_MAX_STREAMS 15
#define DETECT_RECENT 32 /* ends of single requests that are remembered as the beginning of a run */

/* A run: where its next request begins, and when it was continued last; never: there is no such run. */
struct detect_run {
    int64_t next;
    int64_t touched;
};

struct detector {
    int streams; /* runs that it tells apart; they are the streams 1 and up */
    int64_t now;
    int64_t sectors;            /* of all requests */
    int64_t sequential_sectors; /* of those with a stream other than 0 */
    struct detect_run runs[DETECT_MAX_STREAMS];
    struct detect_run recent[DETECT_RECENT];
};

/* A detector that has seen nothing; `streams` from 1 to DETECT_MAX_STREAMS. */
void detect_init(struct detector *detector, int streams);

/* The stream of a write. */
int detect_stream(struct detector *detector, int64_t sector, int64_t count);

#endif
