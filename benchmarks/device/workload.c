#include "workload.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANDOM_BYTES 4096
#define SEQUENTIAL_BYTES (1 << 20)

const struct workload WORKLOADS[] = {
    {"random-qd1", MODEL_READ, RANDOM_BYTES, 1, 0},
    {"random-qd32", MODEL_READ, RANDOM_BYTES, 32, 0},
    {"sequential", MODEL_READ, SEQUENTIAL_BYTES, 4, 1},
    {"fdatasync", MODEL_WRITE, RANDOM_BYTES, 1, 1},
    {NULL, MODEL_READ, 0, 0, 0},
};

const struct workload *workload_named(const char *name)
{
    for (const struct workload *workload = WORKLOADS; workload->name != NULL; workload++)
        if (strcmp(workload->name, name) == 0)
            return workload;
    return NULL;
}

/* SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

int64_t workload_requests(const struct workload *workload, int64_t size)
{
    return workload->sequential && workload->op == MODEL_READ ? size / workload->length - workload->depth : INT64_MAX;
}

int64_t workload_offset(const struct workload *workload, int64_t number, int64_t size, uint64_t *random)
{
    uint64_t places = (uint64_t)(size / workload->length);
    if (workload->op == MODEL_WRITE)
        return 0;
    uint64_t place = workload->sequential ? (uint64_t)number : next_random(random);
    return (int64_t)(place % places) * workload->length;
}

static int compare(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one;
    int64_t b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

void workload_print(const struct workload *workload, int64_t *latency_nanos, int64_t count, int64_t elapsed_nanos)
{
    double sum = 0;
    for (int64_t i = 0; i < count; i++)
        sum += (double)latency_nanos[i];
    qsort(latency_nanos, (size_t)count, sizeof *latency_nanos, compare);
    double seconds = (double)elapsed_nanos / 1e9;
    printf("workload=%s count=%lld iops=%.2f mb_per_second=%.2f mean_micros=%.2f p50_micros=%.2f p99_micros=%.2f\n",
           workload->name, (long long)count, (double)count / seconds,
           (double)(count * workload->length) / seconds / 1e6, sum / (double)count / 1e3,
           (double)latency_nanos[count / 2] / 1e3, (double)latency_nanos[count * 99 / 100] / 1e3);
    fflush(stdout);
}
