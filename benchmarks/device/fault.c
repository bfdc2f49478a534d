#define _POSIX_C_SOURCE 200809L

#include "fault.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KINDS ((int)(sizeof NAMES / sizeof *NAMES))
#define DEFAULT_DELAY_MICROS 2000000

static const char *const NAMES[] = {
    [FAULT_OFF] = "off",
    [FAULT_READ_ERROR] = "read-error",
    [FAULT_WRITE_ERROR] = "write-error",
    [FAULT_IO_ERROR] = "io-error",
    [FAULT_LATENCY] = "latency",
    [FAULT_HANG] = "hang",
    [FAULT_BIT_FLIP] = "bit-flip",
    [FAULT_TORN_WRITE] = "torn-write",
    [FAULT_LOST_WRITE] = "lost-write",
};

/* ---- words ---- */

static int parse_kind(const char *name)
{
    for (int kind = 0; kind < KINDS; kind++)
        if (strcmp(NAMES[kind], name) == 0)
            return kind;
    return -1;
}

static int parse_word(struct fault *fault, const char *word)
{
    const char *equals = strchr(word, '=');
    if (equals == NULL || equals[1] == '\0')
        return -1;
    size_t length = (size_t)(equals - word);
    const char *value = equals + 1;
    char *end = NULL;
    errno = 0;
    if (length == strlen("kind") && strncmp(word, "kind", length) == 0) {
        int kind = parse_kind(value);
        fault->kind = kind < 0 ? FAULT_OFF : (enum fault_kind)kind;
        return kind < 0 ? -1 : 0;
    }
    if (length == strlen("share") && strncmp(word, "share", length) == 0) {
        fault->share = strtod(value, &end);
        return *end == '\0' && fault->share > 0 && fault->share <= 1 ? 0 : -1;
    }
    if (length == strlen("delay_micros") && strncmp(word, "delay_micros", length) == 0) {
        fault->delay_micros = strtoll(value, &end, 10);
        return *end == '\0' && fault->delay_micros > 0 && fault->delay_micros <= FAULT_MAX_DELAY_MICROS ? 0 : -1;
    }
    if (length == strlen("seed") && strncmp(word, "seed", length) == 0) {
        fault->seed = strtoull(value, &end, 10);
        return *end == '\0' && errno == 0 ? 0 : -1;
    }
    return -1;
}

int fault_parse(struct fault *fault, const char *text)
{
    char words[FAULT_TEXT_BYTES];
    if (strlen(text) >= sizeof words)
        return -1;
    strcpy(words, text);
    struct fault parsed = {.kind = FAULT_OFF, .share = 1, .delay_micros = DEFAULT_DELAY_MICROS, .seed = 1};
    bool has_kind = false;
    char *rest = words;
    for (char *word; (word = strtok_r(rest, " \n", &rest)) != NULL;) {
        bool is_off = strcmp(word, "off") == 0;
        if (!is_off && parse_word(&parsed, word) != 0)
            return -1;
        has_kind = has_kind || is_off || strncmp(word, "kind=", strlen("kind=")) == 0;
    }
    if (!has_kind)
        return -1;
    *fault = parsed;
    return 0;
}

int fault_print(const struct fault *fault, char text[FAULT_TEXT_BYTES])
{
    return snprintf(text, FAULT_TEXT_BYTES, "kind=%s\nshare=%g\ndelay_micros=%" PRId64 "\nseed=%" PRIu64 "\n",
                    NAMES[fault->kind], fault->share, fault->delay_micros, fault->seed);
}

/* ---- chance ---- */

/* A number that follows from seed and address: the finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
static uint64_t mix(uint64_t seed, uint64_t address)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15ULL * (address + 1);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static bool is_hit(const struct fault *fault, int64_t block)
{
    return fault->share >= 1 || (double)(mix(fault->seed, (uint64_t)block) >> 11) * 0x1p-53 < fault->share;
}

static bool is_any_hit(const struct fault *fault, int64_t offset, int64_t length)
{
    for (int64_t block = offset / FAULT_BLOCK_BYTES; block * FAULT_BLOCK_BYTES < offset + length; block++)
        if (is_hit(fault, block))
            return true;
    return false;
}

/* ---- what happens to a request ---- */

int fault_error(const struct fault *fault, enum model_op op, int64_t offset, int64_t length)
{
    bool reads = fault->kind == FAULT_READ_ERROR || fault->kind == FAULT_IO_ERROR;
    bool writes = fault->kind == FAULT_WRITE_ERROR || fault->kind == FAULT_IO_ERROR;
    switch (op) {
    case MODEL_READ:
        return reads && is_any_hit(fault, offset, length) ? EIO : 0;
    case MODEL_WRITE:
        return writes && is_any_hit(fault, offset, length) ? EIO : 0;
    case MODEL_FLUSH:
        return writes && fault->share >= 1 ? EIO : 0;
    }
    return 0;
}

int64_t fault_delay_nanos(const struct fault *fault)
{
    switch (fault->kind) {
    case FAULT_LATENCY:
        return fault->delay_micros * 1000;
    case FAULT_HANG:
        return FAULT_FOREVER;
    default:
        return 0;
    }
}

int fault_flip(const struct fault *fault, char *data, int64_t offset, int64_t length)
{
    int flipped = 0;
    if (fault->kind != FAULT_BIT_FLIP)
        return 0;
    for (int64_t block = offset / FAULT_BLOCK_BYTES; block * FAULT_BLOCK_BYTES < offset + length; block++) {
        uint64_t bit = mix(~fault->seed, (uint64_t)block) % (FAULT_BLOCK_BYTES * 8);
        int64_t at = block * FAULT_BLOCK_BYTES + (int64_t)(bit / 8) - offset;
        if (is_hit(fault, block) && at >= 0 && at < length) {
            data[at] ^= (char)(1 << (bit % 8));
            flipped++;
        }
    }
    return flipped;
}

bool fault_loses(const struct fault *fault, int64_t offset, int64_t length)
{
    return (fault->kind == FAULT_TORN_WRITE || fault->kind == FAULT_LOST_WRITE) && length > 0
           && is_hit(fault, offset / FAULT_BLOCK_BYTES);
}

bool fault_keeps_sector(const struct fault *fault, int64_t offset, int64_t length, int64_t sector)
{
    int64_t first = offset / FAULT_SECTOR_BYTES;
    int64_t sectors = (offset + length + FAULT_SECTOR_BYTES - 1) / FAULT_SECTOR_BYTES - first;
    if (fault->kind != FAULT_TORN_WRITE || sectors < 2)
        return false;
    int64_t kept = first + (int64_t)(mix(~fault->seed, (uint64_t)first) % (uint64_t)sectors);
    int64_t lost = first + (kept - first + 1) % sectors;
    if (sector == kept || sector == lost)
        return sector == kept;
    return (mix(~fault->seed, (uint64_t)sector) >> 63) != 0;
}
