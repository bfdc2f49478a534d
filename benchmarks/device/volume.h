/*
 * A network volume: no heads, no dies, a latency with a tail, and a cap of requests and of bytes a second. Virtual time
 * only, as in model.h; not safe for concurrent use.
 *
 * The latency is log-normal, given by its median and its 99th percentile. The cap of requests is a token bucket: a request
 * takes a token for each `io_bytes` of its length, tokens come back at a constant rate, and as many as the bucket holds may
 * be taken at once. A write is durable when it is answered, so a flush takes no time.
 */
#ifndef SSDTIER_VOLUME_H
#define SSDTIER_VOLUME_H

#include <stdint.h>

struct volume_config {
    double iops;             /* tokens a second */
    double bucket;           /* tokens that may be saved up */
    double io_bytes;         /* of a request, for each token */
    double typical_micros;   /* median of the latency */
    double tail_micros;      /* its 99th percentile */
    double bytes_per_second; /* of all requests */
};

struct volume {
    struct volume_config config;
    double sigma;        /* of the logarithm of the latency */
    uint64_t random;     /* state of the generator */
    int64_t full_at;     /* when the bucket is full again */
    int64_t link_free_at;
};

/* A volume with a full bucket. */
void volume_init(struct volume *volume, const struct volume_config *config);

/* What is wrong with a config: a name of a field, or NULL. */
const char *volume_check(const struct volume_config *config);

/* Tokens that a request takes. */
int64_t volume_tokens(const struct volume *volume, int64_t length);

/* When a request is answered that arrives now. Requests take their tokens in the order of their arrival. */
int64_t volume_due(struct volume *volume, int64_t length, int64_t now);

#endif
