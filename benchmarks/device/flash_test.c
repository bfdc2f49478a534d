/*
 * Tests of the flash translation layer. Prints a line for each failed check and ends 1 if there was one.
 */
#include "flash.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

#define CHECK(condition) check((condition), #condition, __func__, __LINE__)

static void check(int holds, const char *condition, const char *test, int line)
{
    if (!holds) {
        printf("flash_test.c:%d: %s: not true: %s\n", line, test, condition);
        failures++;
    }
}

/* 4 dies of 100 units of 64 sectors, a tenth of it spare; all of the drive is the device's. */
static struct flash_config whole(void)
{
    return (struct flash_config){.device_sectors = 23000, .drive_sectors = 23000, .filled_sectors = 0, .dies = 4,
                                 .page_sectors = 4, .unit_pages = 16, .spare_share = 0.1, .streams = 1};
}

/* The same drive with a tenth for the device, and other people's data in nine tenths. */
static struct flash_config filled(void)
{
    struct flash_config config = whole();
    config.device_sectors = 2300;
    config.filled_sectors = 20700;
    return config;
}

static struct flash *made(const struct flash_config *config)
{
    CHECK(flash_check(config) == NULL);
    return flash_new(config);
}

/* Sectors copied for each that is written, while `count` random ones are. */
static double copies_a_write(struct flash *flash, int64_t sectors, int64_t count)
{
    struct flash_counters before = flash_counted(flash);
    for (int64_t i = 0; i < count; i++)
        flash_write_all(flash, rand() % sectors, 1);
    struct flash_counters after = flash_counted(flash);
    CHECK(after.written - before.written == count);
    return (double)(after.copied - before.copied) / (double)count;
}

static double mean_victim_share(const struct flash *flash, const struct flash_config *config)
{
    double sum = 0;
    for (int die = 0; die < config->dies; die++)
        sum += flash_victim_share(flash, die);
    return sum / config->dies;
}

static void steady_share_solves_its_equation(void)
{
    CHECK(fabs(flash_steady_share(0.5 / log(2)) - 0.5) < 1e-9);
    CHECK(flash_steady_share(0.1) < 1e-4);
    CHECK(flash_steady_share(0.99) > 0.97);
}

static void new_drive_holds_nothing_and_copies_nothing(void)
{
    struct flash_config config = whole();
    struct flash *flash = made(&config);
    CHECK(flash_filled(flash) == 0);
    CHECK(flash_place(flash, 17) == FLASH_NOWHERE);
    flash_write_all(flash, 0, config.device_sectors);
    CHECK(flash_filled(flash) == 1);
    CHECK(flash_counted(flash).copied == 0 && flash_counted(flash).erased == 0);
    flash_free(flash);
}

/* Written all over again and again, the copies are those of the formula, as are the shares of the victims. */
static void random_overwrites_cost_what_the_formula_says(void)
{
    srand(1);
    struct flash_config config = whole();
    struct flash *flash = made(&config);
    flash_write_all(flash, 0, config.device_sectors);
    copies_a_write(flash, config.device_sectors, 200000);
    double copies = copies_a_write(flash, config.device_sectors, 200000);
    /* 4 * 99 units; two a die are free, or open and empty. */
    double steady = flash_steady_share(23000 / (4.0 * (99 - 2) * 64));
    CHECK(fabs(copies / (steady / (1 - steady)) - 1) < 0.1);
    CHECK(fabs(mean_victim_share(flash, &config) / steady - 1) < 0.1);
    flash_free(flash);
}

/* What is laid down at once is like what a long time of overwrites leaves: the test above, for a drive nine tenths full. */
static void laid_down_drive_is_as_overwrites_leave_it(void)
{
    srand(2);
    struct flash_config config = filled();
    struct flash *laid = made(&config);
    CHECK(llround(flash_filled(laid) * (double)config.drive_sectors) == config.filled_sectors);
    struct flash_config other = whole();
    struct flash *overwritten = made(&other);
    flash_write_all(overwritten, 0, config.filled_sectors);
    copies_a_write(overwritten, config.filled_sectors, 200000);
    double simulated = mean_victim_share(overwritten, &other);
    CHECK(fabs(mean_victim_share(laid, &config) / simulated - 1) < 0.1);
    double copies = copies_a_write(laid, config.device_sectors, 1500);
    CHECK(fabs(copies / (simulated / (1 - simulated)) - 1) < 0.25);
    flash_free(laid);
    flash_free(overwritten);
}

/* Random writes, on dies that have room, and trims: every sector lies where it was put, and nothing is counted twice. */
static void every_sector_is_found_and_nothing_is_lost(void)
{
    for (unsigned seed = 1; seed <= 20; seed++) {
        srand(seed);
        struct flash_config config = filled();
        char *written = calloc((size_t)config.device_sectors, 1);
        char *taken = calloc((size_t)config.drive_sectors * 2, 1);
        struct flash *flash = made(&config);
        int64_t valid = 0;
        for (int i = 0; i < 30000; i++) {
            int64_t sector = rand() % config.device_sectors;
            int die = rand() % config.dies;
            int trims = rand() % 10 == 0;
            if (trims)
                flash_trim(flash, sector, 1);
            else if (flash_has_room(flash, die))
                flash_write(flash, die, sector);
            else
                continue;
            valid += !trims - written[sector];
            written[sector] = (char)!trims;
            CHECK(trims || flash_die(flash, flash_place(flash, sector)) == die);
        }
        CHECK(llround(flash_filled(flash) * (double)config.drive_sectors) == config.filled_sectors + valid);
        for (int64_t i = 0; i < config.device_sectors; i++) {
            int64_t place = flash_place(flash, i);
            CHECK((place != FLASH_NOWHERE) == written[i]);
            if (place != FLASH_NOWHERE) {
                CHECK(!taken[place]);
                taken[place] = 1;
            }
        }
        flash_free(flash);
        free(written);
        free(taken);
    }
}

/*
 * A drive that is full to its last sector takes overwrites for ever, also if all go to the first die that says it has
 * room. When flash_has_room always said so, that die was full of valid sectors one day, and nothing could be collected:
 * seen once.
 */
static void full_drive_has_room_for_overwrites(void)
{
    srand(3);
    struct flash_config config = filled();
    struct flash *flash = made(&config);
    flash_write_all(flash, 0, config.device_sectors);
    CHECK(flash_filled(flash) == 1);
    int64_t refused = 0;
    for (int i = 0; i < 100000; i++) {
        int die = 0;
        for (; !flash_has_room(flash, die); die++)
            refused++;
        flash_write(flash, die, rand() % config.device_sectors);
    }
    CHECK(flash_filled(flash) == 1);
    CHECK(refused > 0);
    flash_free(flash);
}

static void trimmed_sectors_are_not_copied(void)
{
    srand(4);
    struct flash_config config = filled();
    struct flash *kept = made(&config);
    struct flash *trimmed = made(&config);
    flash_write_all(kept, 0, config.device_sectors);
    flash_write_all(trimmed, 0, config.device_sectors);
    flash_trim(trimmed, 200, config.device_sectors - 200);
    CHECK(flash_counted(trimmed).trimmed == config.device_sectors - 200);
    CHECK(flash_place(trimmed, 200) == FLASH_NOWHERE && flash_place(trimmed, 199) != FLASH_NOWHERE);
    CHECK(copies_a_write(trimmed, 200, 20000) < 0.8 * copies_a_write(kept, 200, 20000));
    flash_free(kept);
    flash_free(trimmed);
}

static void work_is_spread_over_the_writes(void)
{
    struct flash_config config = filled();
    struct flash *flash = made(&config);
    int64_t most = 0;
    for (int i = 0; i < 5000; i++) {
        int die = i % config.dies;
        struct flash_work work = flash_write(flash, die, i * 31 % 2000);
        most = work.copied > most ? work.copied : most;
    }
    CHECK(flash_counted(flash).erased > 100);
    CHECK(most < 30); /* a unit has 64 */
    flash_free(flash);
}

static void memory_is_as_announced(void)
{
    struct flash_config config = {.device_sectors = 1 << 20, .drive_sectors = 20 << 20, .dies = 32, .page_sectors = 4,
                                  .unit_pages = 64, .spare_share = 0.07, .streams = 1};
    CHECK(flash_check(&config) == NULL);
    CHECK(llabs(flash_memory_bytes(&config) / (1 << 20) - 91) <= 2); /* 4 bytes a sector of the flash, 5 of the device */
}

static void wrong_configs_are_refused(void)
{
    struct flash_config config = filled();
    config.dies = FLASH_MAX_DIES + 1;
    CHECK(strcmp(flash_check(&config), "dies") == 0);
    config = filled();
    config.spare_share = 0;
    CHECK(strcmp(flash_check(&config), "spare_share") == 0);
    config = filled();
    config.filled_sectors = 20701;
    CHECK(strcmp(flash_check(&config), "fill") == 0);
    config = filled();
    config.drive_sectors = FLASH_MAX_SECTORS + 1;
    CHECK(strcmp(flash_check(&config), "size_bytes") == 0);
    config = whole();
    config.spare_share = 0.01; /* one unit a die: less than must be free */
    CHECK(strcmp(flash_check(&config), "size_bytes") == 0);
}

int main(void)
{
    steady_share_solves_its_equation();
    new_drive_holds_nothing_and_copies_nothing();
    random_overwrites_cost_what_the_formula_says();
    laid_down_drive_is_as_overwrites_leave_it();
    every_sector_is_found_and_nothing_is_lost();
    full_drive_has_room_for_overwrites();
    trimmed_sectors_are_not_copied();
    work_is_spread_over_the_writes();
    memory_is_as_announced();
    wrong_configs_are_refused();
    if (failures == 0)
        printf("10 tests of the flash translation layer passed\n");
    return failures == 0 ? 0 : 1;
}
