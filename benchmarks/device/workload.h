/*
 * The four loads of a calibration, and what is said of their latencies. The same loads run against the model in virtual
 * time (predict.c) and against a device (probe.c).
 */
#ifndef SSDTIER_WORKLOAD_H
#define SSDTIER_WORKLOAD_H

#include <stdint.h>

#include "model.h"

#define WORKLOAD_MAX_DEPTH 64

struct workload {
    const char *name;
    enum model_op op;
    int64_t length; /* of a request, bytes */
    int depth;      /* requests under way */
    int sequential;
};

/* random-qd1, random-qd32, sequential, fdatasync; NULL ends the list's names. fdatasync overwrites one place. */
extern const struct workload WORKLOADS[];

/* The load of a name, or NULL. */
const struct workload *workload_named(const char *name);

/* How many requests the load may make on a drive of `size` bytes: a sequential one ends with the drive. */
int64_t workload_requests(const struct workload *workload, int64_t size);

/* Where the request of this number goes, on a drive of `size` bytes; `random` is the state of the generator. */
int64_t workload_offset(const struct workload *workload, int64_t number, int64_t size, uint64_t *random);

/* Prints one line of name=value: count, iops, mb_per_second, mean_micros, p50_micros, p99_micros. Sorts the array. */
void workload_print(const struct workload *workload, int64_t *latency_nanos, int64_t count, int64_t elapsed_nanos);

#endif
