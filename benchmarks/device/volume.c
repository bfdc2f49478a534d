#include "volume.h"

#include <math.h>
#include <stddef.h>

#define NANOS_PER_SECOND 1e9
#define NANOS_PER_MICRO 1e3
#define NORMAL_P99 2.3263478740408408 /* 99th percentile of the standard normal distribution */
#define TWO_PI 6.283185307179586

void volume_init(struct volume *volume, const struct volume_config *config)
{
    *volume = (struct volume){.config = *config, .random = 1, .full_at = INT64_MIN};
    volume->sigma = log(config->tail_micros / config->typical_micros) / NORMAL_P99;
}

const char *volume_check(const struct volume_config *config)
{
    if (config->iops < 1)
        return "iops";
    if (config->bucket < 1)
        return "bucket";
    if (config->io_bytes < 1)
        return "io_bytes";
    if (!(config->typical_micros > 0))
        return "typical_micros";
    return config->tail_micros < config->typical_micros ? "tail_micros" : NULL;
}

/* From 0 to 1, without 0. SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014. */
static double next_random(struct volume *volume)
{
    uint64_t z = volume->random += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return ((double)((z ^ (z >> 31)) >> 11) + 1) / 9007199254740992.0;
}

/* Box and Muller, "A note on the generation of random normal deviates", 1958. */
static double next_normal(struct volume *volume)
{
    double radius = sqrt(-2 * log(next_random(volume)));
    return radius * cos(TWO_PI * next_random(volume));
}

int64_t volume_tokens(const struct volume *volume, int64_t length)
{
    return length <= 0 ? 1 : (int64_t)ceil((double)length / volume->config.io_bytes);
}

/* When the bucket has the tokens of a request: Turner's leaky bucket as a meter, by the time at which it is full again. */
static int64_t take_tokens(struct volume *volume, int64_t tokens, int64_t now)
{
    double token_nanos = NANOS_PER_SECOND / volume->config.iops;
    int64_t full_at = volume->full_at < now ? now : volume->full_at;
    volume->full_at = full_at + llround((double)tokens * token_nanos);
    int64_t start = volume->full_at - llround(volume->config.bucket * token_nanos);
    return start < now ? now : start;
}

int64_t volume_due(struct volume *volume, int64_t length, int64_t now)
{
    int64_t start = take_tokens(volume, volume_tokens(volume, length), now);
    double latency_nanos = volume->config.typical_micros * NANOS_PER_MICRO * exp(volume->sigma * next_normal(volume));
    if (volume->link_free_at < start)
        volume->link_free_at = start;
    volume->link_free_at += llround((double)length / volume->config.bytes_per_second * NANOS_PER_SECOND);
    int64_t answered = start + llround(latency_nanos);
    return answered > volume->link_free_at ? answered : volume->link_free_at;
}
