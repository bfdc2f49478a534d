/*
 * validate: the translation layer (flash.h) against closed forms of its write amplification. One line a case:
 *
 *   load=sequential|random spare=SHARE streams=N measured=WA expected=WA deviation=SHARE
 *
 * Overwritten from its first sector to its last, again and again, a drive copies nothing: 1. Under uniform random
 * overwrites, collected greedily, write amplification is 1 / (1 - v), where v is the valid share of the victims and solves
 * u = (1 - v) / -ln v; u is the valid share of the units that can be collected. Desnoyers, "Analytic modeling of SSD write
 * performance", SYSTOR 2012, the limit for many pages a unit, which is that of Bux and Iliadis, "Performance of greedy
 * garbage collection in flash-based solid-state drives", Performance Evaluation 67, 2010.
 * The exit code is 1 if a sequential case copies anything or a random one is off by more than 2 %.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "flash.h"

#define SECTORS (1 << 19)
#define DIES 2
#define PAGE_SECTORS 4
#define UNIT_PAGES 256 /* with 64, a finite unit lies up to 3 % below the limit */
#define ROUNDS 6 /* of overwriting as many sectors as the drive has; the last two are measured */
#define TOLERANCE 0.02
#define LOW_FREE 2

static const double SPARES[] = {0.07, 0.12, 0.20, 0.28, 0.40, 0.60};

static uint64_t next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return *state >> 33;
}

static struct flash_config config_of(double spare, int streams)
{
    return (struct flash_config){.device_sectors = SECTORS, .drive_sectors = SECTORS, .dies = DIES,
                                 .page_sectors = PAGE_SECTORS, .unit_pages = UNIT_PAGES, .spare_share = spare,
                                 .streams = streams};
}

static double amplification(const struct flash *flash, const struct flash_counters *before)
{
    struct flash_counters after = flash_counted(flash);
    return 1 + (double)(after.copied - before->copied) / (double)(after.written - before->written);
}

/*
 * The units that can be collected: not those that are free, of which a die keeps two and takes the next when it has fewer,
 * nor those that are open, which are half full of valid sectors on average.
 */
static double expected(const struct flash_config *config)
{
    double unit = PAGE_SECTORS * UNIT_PAGES;
    double units = ceil(config->drive_sectors * (1 + config->spare_share) / unit / config->dies) * config->dies;
    double open = config->dies * 2.0;
    double valid = (double)config->drive_sectors - open * unit / 2;
    double steady = flash_steady_share(valid / ((units - open - config->dies * LOW_FREE) * unit));
    return 1 / (1 - steady);
}

static void print(const char *load, const struct flash_config *config, double measured, double wanted)
{
    printf("load=%s spare=%.2f streams=%d measured=%.4f expected=%.4f deviation=%+.4f\n", load, config->spare_share,
           config->streams, measured, wanted, measured / wanted - 1);
}

/* Each stream overwrites its own part of the drive, in turn with the others. */
static int sequential(double spare, int streams)
{
    struct flash_config config = config_of(spare, streams);
    struct flash *flash = flash_new(&config);
    if (flash == NULL)
        return 1;
    int64_t part = SECTORS / streams;
    for (int stream = 0; stream < streams; stream++)
        flash_assign(flash, stream * part, part, stream);
    struct flash_counters none = {0, 0, 0, 0};
    for (int round = 0; round < ROUNDS; round++)
        for (int64_t sector = 0; sector < part; sector += PAGE_SECTORS)
            for (int stream = 0; stream < streams; stream++)
                flash_write_all(flash, stream * part + sector, PAGE_SECTORS);
    double measured = amplification(flash, &none);
    print("sequential", &config, measured, 1);
    flash_free(flash);
    return measured > 1;
}

static int uniform(double spare)
{
    struct flash_config config = config_of(spare, 1);
    struct flash *flash = flash_new(&config);
    if (flash == NULL)
        return 1;
    uint64_t state = 1;
    flash_write_all(flash, 0, SECTORS);
    for (int64_t i = 0; i < (int64_t)(ROUNDS - 2) * SECTORS; i++)
        flash_write_all(flash, (int64_t)(next_random(&state) % SECTORS), 1);
    struct flash_counters before = flash_counted(flash);
    for (int64_t i = 0; i < 2LL * SECTORS; i++)
        flash_write_all(flash, (int64_t)(next_random(&state) % SECTORS), 1);
    double measured = amplification(flash, &before);
    double wanted = expected(&config);
    print("random", &config, measured, wanted);
    flash_free(flash);
    return fabs(measured / wanted - 1) > TOLERANCE;
}

int main(void)
{
    int wrong = 0;
    for (size_t i = 0; i < sizeof SPARES / sizeof SPARES[0]; i++)
        wrong += sequential(SPARES[i], 1);
    wrong += sequential(0.07, 4);
    for (size_t i = 0; i < sizeof SPARES / sizeof SPARES[0]; i++)
        wrong += uniform(SPARES[i]);
    return wrong > 0;
}
