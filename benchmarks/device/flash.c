#include "flash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LOW_FREE 2                   /* free units of a die at which it begins to collect */
#define OTHERS (UINT32_MAX - 1)      /* owner of a slot that holds other people's */
#define NOBODY UINT32_MAX            /* owner of a slot that holds nothing valid; place of a sector that has none */
#define NO_UNIT (-1)

struct unit {
    int valid;   /* sectors */
    int written; /* slots, from the first on */
    bool closed; /* written to its end, and not being collected */
    uint8_t stream;
};

struct die {
    int64_t valid;   /* sectors */
    int host_units[FLASH_MAX_STREAMS]; /* open for the host's sectors */
    int copy_units[FLASH_MAX_STREAMS]; /* open for copies */
    int victim;      /* being collected */
    int victim_slot; /* those before are done */
    int64_t price;   /* copies for each `gain` sectors of the host */
    int64_t gain;
    int64_t credit;
    int free_count;
    int *free_units;
};

struct flash {
    struct flash_config config;
    int unit_sectors;
    int die_units;
    int64_t valid;
    uint32_t *place; /* of each sector of the device */
    uint32_t *owner; /* of each slot of the flash: a sector of the device, OTHERS or NOBODY */
    uint8_t *stream; /* of each sector of the device, when it is written next */
    struct unit *units;
    struct die dies[FLASH_MAX_DIES];
    int next_die; /* for writes without a time */
    struct flash_counters counters[FLASH_MAX_STREAMS];
};

/* ---- geometry ---- */

static int64_t unit_sectors(const struct flash_config *config)
{
    return (int64_t)config->page_sectors * config->unit_pages;
}

static int64_t die_units(const struct flash_config *config)
{
    double sectors = (double)config->drive_sectors * (1 + config->spare_share);
    return (int64_t)ceil(sectors / (double)unit_sectors(config) / config->dies);
}

/* Units of a die beyond its valid sectors: free, open for the host and for copies of each stream, garbage. */
static int64_t kept_units(const struct flash_config *config)
{
    return LOW_FREE + 1 + 2 * (int64_t)config->streams;
}

const char *flash_check(const struct flash_config *config)
{
    if (config->dies < 1 || config->dies > FLASH_MAX_DIES)
        return "dies";
    if (config->page_sectors < 1)
        return "page_bytes";
    if (config->unit_pages < 1 || unit_sectors(config) > 1 << 20)
        return "erase_pages";
    if (!(config->spare_share > 0) || config->spare_share > 1)
        return "spare_share";
    if (config->streams < 1 || config->streams > FLASH_MAX_STREAMS)
        return "streams";
    if (config->device_sectors < 1 || config->drive_sectors > FLASH_MAX_SECTORS)
        return "size_bytes";
    if (config->filled_sectors < 0 || config->device_sectors + config->filled_sectors > config->drive_sectors)
        return "fill";
    /* The spare units must suffice for those that are never full of valid sectors. */
    int64_t usable = (die_units(config) - kept_units(config)) * unit_sectors(config) * config->dies;
    return usable < config->drive_sectors + config->dies ? "size_bytes" : NULL;
}

int64_t flash_memory_bytes(const struct flash_config *config)
{
    int64_t units = die_units(config) * config->dies;
    return (int64_t)sizeof(struct flash) + config->device_sectors * (int64_t)(sizeof(uint32_t) + sizeof(uint8_t))
         + units * (unit_sectors(config) * (int64_t)sizeof(uint32_t) + (int64_t)(sizeof(struct unit) + sizeof(int)));
}

int flash_die(const struct flash *flash, int64_t place)
{
    return (int)(place / flash->unit_sectors % flash->config.dies);
}

int64_t flash_page(const struct flash *flash, int64_t place)
{
    return place / flash->config.page_sectors;
}

int flash_stream(const struct flash *flash, int64_t place)
{
    return flash->units[place / flash->unit_sectors].stream;
}

/* The unit of this number on a die, among all units. */
static int unit_of(const struct flash *flash, int die, int number)
{
    return number * flash->config.dies + die;
}

/* ---- what random overwrites leave ---- */

double flash_steady_share(double utilisation)
{
    double low = 1e-12;
    double high = 1 - 1e-12;
    for (int i = 0; i < 100; i++) {
        double middle = (low + high) / 2;
        if ((1 - middle) / -log(middle) < utilisation)
            low = middle;
        else
            high = middle;
    }
    return (low + high) / 2;
}

/* Writes a unit to its end, with so many valid sectors of other people; in which slots makes no difference. */
static void lay_down(struct flash *flash, int unit, int64_t valid)
{
    uint32_t *owner = flash->owner + (int64_t)unit * flash->unit_sectors;
    for (int64_t slot = 0; slot < valid; slot++)
        owner[slot] = OTHERS;
    flash->units[unit] = (struct unit){(int)valid, flash->unit_sectors, true, 0};
}

/*
 * Uniform random overwrites take the same share of what is valid from every unit, so a unit's valid share falls
 * exponentially with its age, from 1 to that at which it is collected; units of all ages are there alike. The rest that
 * rounding leaves goes to units that have room.
 */
static void age(struct flash *flash, int die, int64_t valid)
{
    int closed = flash->die_units - LOW_FREE - 2;
    double steady = flash_steady_share((double)valid / ((double)closed * flash->unit_sectors));
    double owed = 0;
    int64_t left = valid;
    for (int i = 0; i < closed; i++) {
        owed += pow(steady, (i + 0.5) / closed) * flash->unit_sectors;
        int64_t count = llround(owed);
        int64_t least = left - (int64_t)(closed - i - 1) * flash->unit_sectors; /* what those after it have no room for */
        count = count < least ? least : count;
        count = count > flash->unit_sectors ? flash->unit_sectors : count;
        count = count > left ? left : count;
        owed -= (double)count;
        left -= count;
        lay_down(flash, unit_of(flash, die, i), count);
    }
    struct die *it = &flash->dies[die];
    it->valid = valid;
    it->free_count = 0;
    for (int i = flash->die_units - 1; i >= closed; i--)
        it->free_units[it->free_count++] = unit_of(flash, die, i);
}

struct flash *flash_new(const struct flash_config *config)
{
    struct flash *flash = calloc(1, sizeof *flash);
    if (flash == NULL)
        return NULL;
    flash->config = *config;
    flash->unit_sectors = (int)unit_sectors(config);
    flash->die_units = (int)die_units(config);
    int64_t units = (int64_t)flash->die_units * config->dies;
    flash->place = malloc((size_t)config->device_sectors * sizeof *flash->place);
    flash->owner = malloc((size_t)(units * flash->unit_sectors) * sizeof *flash->owner);
    flash->stream = calloc((size_t)config->device_sectors, sizeof *flash->stream);
    flash->units = calloc((size_t)units, sizeof *flash->units);
    int *free_units = calloc((size_t)units, sizeof *free_units);
    flash->dies[0].free_units = free_units;
    if (flash->place == NULL || flash->owner == NULL || flash->stream == NULL || flash->units == NULL
        || free_units == NULL) {
        flash_free(flash);
        return NULL;
    }
    memset(flash->place, 0xFF, (size_t)config->device_sectors * sizeof *flash->place);
    memset(flash->owner, 0xFF, (size_t)(units * flash->unit_sectors) * sizeof *flash->owner);
    flash->valid = config->filled_sectors;
    for (int i = 0; i < config->dies; i++) {
        struct die *die = &flash->dies[i];
        die->free_units = free_units + (int64_t)i * flash->die_units;
        die->victim = NO_UNIT;
        for (int stream = 0; stream < FLASH_MAX_STREAMS; stream++)
            die->host_units[stream] = die->copy_units[stream] = NO_UNIT;
        for (int number = flash->die_units - 1; number >= 0; number--)
            die->free_units[die->free_count++] = unit_of(flash, i, number);
        if (config->filled_sectors > 0)
            age(flash, i, config->filled_sectors / config->dies + (i < config->filled_sectors % config->dies));
    }
    return flash;
}

void flash_free(struct flash *flash)
{
    if (flash == NULL)
        return;
    free(flash->place);
    free(flash->owner);
    free(flash->stream);
    free(flash->units);
    free(flash->dies[0].free_units);
    free(flash);
}

/* ---- writing ---- */

int64_t flash_place(const struct flash *flash, int64_t sector)
{
    return flash->place[sector] == NOBODY ? FLASH_NOWHERE : (int64_t)flash->place[sector];
}

bool flash_has_room(const struct flash *flash, int die)
{
    return flash->dies[die].valid < (flash->die_units - kept_units(&flash->config)) * flash->unit_sectors;
}

/* Nothing valid is in a slot any more. */
static void forget(struct flash *flash, int64_t place)
{
    flash->owner[place] = NOBODY;
    flash->units[place / flash->unit_sectors].valid--;
    flash->dies[flash_die(flash, place)].valid--;
    flash->valid--;
}

/* Puts a sector into the next slot of a unit, which is closed when that was its last. */
static void put(struct flash *flash, int die, int *unit, uint32_t owner)
{
    struct unit *open = &flash->units[*unit];
    int64_t place = (int64_t)*unit * flash->unit_sectors + open->written++;
    flash->owner[place] = owner;
    if (owner != OTHERS)
        flash->place[owner] = (uint32_t)place;
    open->valid++;
    flash->dies[die].valid++;
    flash->valid++;
    if (open->written == flash->unit_sectors) {
        open->closed = true;
        *unit = NO_UNIT;
    }
}

static int take_free(struct flash *flash, struct die *die, int stream)
{
    int unit = die->free_units[--die->free_count];
    flash->units[unit].stream = (uint8_t)stream;
    return unit;
}

/* The closed unit of a die with the fewest valid sectors, if it has garbage. */
static int fewest_valid(const struct flash *flash, int die)
{
    int best = NO_UNIT;
    int fewest = flash->unit_sectors;
    for (int i = 0; i < flash->die_units; i++) {
        const struct unit *unit = &flash->units[unit_of(flash, die, i)];
        if (unit->closed && unit->valid < fewest) {
            fewest = unit->valid;
            best = unit_of(flash, die, i);
        }
    }
    return best;
}

static void choose_victim(struct flash *flash, int die)
{
    struct die *it = &flash->dies[die];
    it->victim = fewest_valid(flash, die);
    if (it->victim == NO_UNIT)
        return;
    struct unit *unit = &flash->units[it->victim];
    unit->closed = false;
    it->victim_slot = 0;
    it->credit = 0;
    it->price = unit->valid;
    it->gain = flash->unit_sectors - unit->valid;
}

/* Copies up to so many sectors of the victim; erases it when none is left. */
static void collect(struct flash *flash, int die, int64_t copies, struct flash_work *work)
{
    struct die *it = &flash->dies[die];
    struct unit *unit = &flash->units[it->victim];
    int64_t first = (int64_t)it->victim * flash->unit_sectors;
    for (; unit->valid > 0 && copies > 0; it->victim_slot++) {
        uint32_t owner = flash->owner[first + it->victim_slot];
        if (owner == NOBODY)
            continue;
        if (it->copy_units[unit->stream] == NO_UNIT)
            it->copy_units[unit->stream] = take_free(flash, it, unit->stream);
        forget(flash, first + it->victim_slot);
        put(flash, die, &it->copy_units[unit->stream], owner);
        flash->counters[unit->stream].copied++;
        work->copied++;
        copies--;
    }
    if (unit->valid > 0)
        return;
    memset(flash->owner + first, 0xFF, (size_t)flash->unit_sectors * sizeof *flash->owner);
    flash->counters[unit->stream].erased++;
    *unit = (struct unit){0, 0, false, 0};
    it->free_units[it->free_count++] = it->victim;
    it->victim = NO_UNIT;
    work->erased++;
}

/* The share of collecting that one sector of the host has to bear. */
static void keep_pace(struct flash *flash, int die, struct flash_work *work)
{
    struct die *it = &flash->dies[die];
    if (it->victim == NO_UNIT && it->free_count <= LOW_FREE)
        choose_victim(flash, die);
    if (it->victim == NO_UNIT)
        return;
    it->credit += it->price;
    int64_t copies = it->credit / it->gain;
    it->credit %= it->gain;
    if (copies > 0 || flash->units[it->victim].valid == 0)
        collect(flash, die, copies, work);
}

/* A unit for the host's sectors of a stream. The last free unit is for copies: before it is taken, garbage is collected at once. */
static void open_host_unit(struct flash *flash, int die, int stream, struct flash_work *work)
{
    struct die *it = &flash->dies[die];
    while (it->free_count <= 1) {
        if (it->victim == NO_UNIT)
            choose_victim(flash, die);
        collect(flash, die, flash->unit_sectors, work);
    }
    it->host_units[stream] = take_free(flash, it, stream);
}

void flash_assign(struct flash *flash, int64_t sector, int64_t count, int stream)
{
    memset(flash->stream + sector, stream, (size_t)count);
}

struct flash_work flash_write(struct flash *flash, int die, int64_t sector)
{
    struct flash_work work = {0, 0};
    if (flash->place[sector] != NOBODY)
        forget(flash, flash->place[sector]);
    int stream = flash->stream[sector];
    if (flash->dies[die].host_units[stream] == NO_UNIT)
        open_host_unit(flash, die, stream, &work);
    put(flash, die, &flash->dies[die].host_units[stream], (uint32_t)sector);
    keep_pace(flash, die, &work);
    flash->counters[stream].written++;
    return work;
}

void flash_write_all(struct flash *flash, int64_t sector, int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        if (i % flash->config.page_sectors == 0)
            flash->next_die = (flash->next_die + 1) % flash->config.dies;
        while (!flash_has_room(flash, flash->next_die))
            flash->next_die = (flash->next_die + 1) % flash->config.dies;
        flash_write(flash, flash->next_die, sector + i);
    }
}

void flash_trim(struct flash *flash, int64_t sector, int64_t count)
{
    for (int64_t i = sector; i < sector + count; i++)
        if (flash->place[i] != NOBODY) {
            flash->counters[flash->units[flash->place[i] / (uint32_t)flash->unit_sectors].stream].trimmed++;
            forget(flash, flash->place[i]);
            flash->place[i] = NOBODY;
        }
}

/* ---- looking ---- */

struct flash_counters flash_counted(const struct flash *flash)
{
    struct flash_counters all = {0, 0, 0, 0};
    for (int stream = 0; stream < flash->config.streams; stream++) {
        all.written += flash->counters[stream].written;
        all.copied += flash->counters[stream].copied;
        all.erased += flash->counters[stream].erased;
        all.trimmed += flash->counters[stream].trimmed;
    }
    return all;
}

struct flash_counters flash_stream_counted(const struct flash *flash, int stream)
{
    return flash->counters[stream];
}

double flash_filled(const struct flash *flash)
{
    return (double)flash->valid / (double)flash->config.drive_sectors;
}

double flash_victim_share(const struct flash *flash, int die)
{
    int unit = fewest_valid(flash, die);
    return unit == NO_UNIT ? 1 : (double)flash->units[unit].valid / flash->unit_sectors;
}

/* ---- invariants ---- */

/* Whether a unit's slots and its counts agree, and those before `written` are the only ones in use. */
static bool is_sound_unit(const struct flash *flash, int64_t unit)
{
    const struct unit *it = &flash->units[unit];
    int valid = 0;
    for (int slot = 0; slot < flash->unit_sectors; slot++) {
        int64_t place = unit * flash->unit_sectors + slot;
        uint32_t owner = flash->owner[place];
        if (owner == NOBODY)
            continue;
        if (slot >= it->written || (owner != OTHERS && flash->place[owner] != (uint32_t)place))
            return false;
        valid++;
    }
    return valid == it->valid && it->written <= flash->unit_sectors;
}

/* Whether a die's free units are empty, its open ones belong to their streams, and its valid sectors add up. */
static bool is_sound_die(const struct flash *flash, int die)
{
    const struct die *it = &flash->dies[die];
    int64_t valid = 0;
    for (int i = 0; i < flash->die_units; i++)
        valid += flash->units[unit_of(flash, die, i)].valid;
    if (valid != it->valid || it->free_count < 0 || it->free_count > flash->die_units)
        return false;
    for (int i = 0; i < it->free_count; i++)
        if (flash->units[it->free_units[i]].written != 0)
            return false;
    for (int stream = 0; stream < flash->config.streams; stream++)
        if ((it->host_units[stream] != NO_UNIT && flash->units[it->host_units[stream]].stream != stream)
            || (it->copy_units[stream] != NO_UNIT && flash->units[it->copy_units[stream]].stream != stream))
            return false;
    return true;
}

const char *flash_broken(const struct flash *flash)
{
    int64_t valid = 0;
    for (int64_t unit = 0; unit < (int64_t)flash->die_units * flash->config.dies; unit++) {
        if (!is_sound_unit(flash, unit))
            return "unit";
        valid += flash->units[unit].valid;
    }
    for (int die = 0; die < flash->config.dies; die++)
        if (!is_sound_die(flash, die))
            return "die";
    if (valid != flash->valid)
        return "valid";
    for (int64_t sector = 0; sector < flash->config.device_sectors; sector++)
        if (flash->place[sector] != NOBODY && flash->owner[flash->place[sector]] != (uint32_t)sector)
            return "place";
    return NULL;
}
