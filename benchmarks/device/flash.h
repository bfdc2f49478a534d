/*
 * The flash translation layer of an SSD: which sector lies where in the flash, and what it costs in copies and erasures to
 * write another one. No time: how long a copy takes is the model's business (model.h). Not safe for concurrent use.
 *
 *   die 0: erase unit 0, 32, 64 ...      a unit is written from its first slot to its last, and erased whole
 *   die 1: erase unit 1, 33, 65 ...      each die has, for each stream, one unit open for its host's
 *                                        sectors, and one for copies
 *
 * The drive is larger than the device that is served: the rest of it belongs to other people, whose sectors are valid but
 * never read or written here. They are laid down as a long time of random overwrites would have left them, by a formula
 * and without chance: the same config is the same drive.
 *
 * The host names a stream with each sector; a unit holds sectors of one stream only, and what garbage collection copies
 * stays in its stream. Kang and others, "The multi-streamed solid-state drive", HotStorage 2014.
 *
 * When a die runs low of free units, it collects garbage: it chooses the unit with the fewest valid sectors (greedy),
 * copies them, and erases it; for every sector that its host writes it copies as many as that unit's valid share asks for,
 * so that the work is spread. Agrawal and others, "Design tradeoffs for SSD performance", USENIX ATC 2008.
 */
#ifndef SSDTIER_FLASH_H
#define SSDTIER_FLASH_H

#include <stdbool.h>
#include <stdint.h>

#define FLASH_SECTOR_BYTES 4096
#define FLASH_MAX_DIES 64
#define FLASH_MAX_STREAMS 16
#define FLASH_MAX_SECTORS (1LL << 26) /* of a drive: 256 GiB, four bytes of memory each */
#define FLASH_NOWHERE (-1)

struct flash_config {
    int64_t device_sectors; /* what is served */
    int64_t drive_sectors;  /* what the drive is sold as */
    int64_t filled_sectors; /* other people's; 0: a drive that was never written to */
    int dies;
    int page_sectors;       /* of a flash page */
    int unit_pages;         /* of an erase unit */
    double spare_share;     /* flash beyond the drive's size, as a share of it */
    int streams;            /* 1: a drive that does not tell them apart */
};

/* What a write has caused. */
struct flash_work {
    int64_t copied; /* sectors */
    int64_t erased; /* units */
};

/* What has happened since the drive was made. */
struct flash_counters {
    int64_t written; /* sectors of the host */
    int64_t copied;  /* sectors */
    int64_t erased;  /* units */
    int64_t trimmed; /* sectors that the host has given up */
};

struct flash;

/* What is wrong with a config: a name of a field, or NULL. */
const char *flash_check(const struct flash_config *config);

/* The memory that it takes, in bytes. */
int64_t flash_memory_bytes(const struct flash_config *config);

/* A drive that holds other people's sectors and none of the device, or NULL without memory. */
struct flash *flash_new(const struct flash_config *config);
void flash_free(struct flash *flash);

/* Where a sector of the device lies: its place in the flash, in sectors; or FLASH_NOWHERE. */
int64_t flash_place(const struct flash *flash, int64_t sector);

/* The die, and the flash page, of a place. */
int flash_die(const struct flash *flash, int64_t place);
int64_t flash_page(const struct flash *flash, int64_t place);

/* The stream of the erase unit at a place. */
int flash_stream(const struct flash *flash, int64_t place);

/* Whether a die can take another sector; some die always can. */
bool flash_has_room(const struct flash *flash, int die);

/* Names the stream, from 0 and below the config's, for the next writes of some sectors; before, it is 0. */
void flash_assign(struct flash *flash, int64_t sector, int64_t count, int stream);

/* Writes a sector of the device to a die that has room, in its stream. */
struct flash_work flash_write(struct flash *flash, int die, int64_t sector);

/* Writes sectors of the device, a flash page to each die in turn. */
void flash_write_all(struct flash *flash, int64_t sector, int64_t count);

/* Sectors of the device that hold nothing any more. */
void flash_trim(struct flash *flash, int64_t sector, int64_t count);

struct flash_counters flash_counted(const struct flash *flash);

/* The same of one stream: copies and erasures of its units, and sectors trimmed in them. */
struct flash_counters flash_stream_counted(const struct flash *flash, int stream);

/*
 * Recounts everything: each sector has at most one valid slot and that slot is its own, the valid counts of units, dies
 * and drive add up, free units are empty, open ones belong to their stream. Returns what does not hold, or NULL.
 */
const char *flash_broken(const struct flash *flash);

/* Valid sectors of the drive, other people's and the device's, as a share of what it is sold as. */
double flash_filled(const struct flash *flash);

/* The valid share of the unit that a die would collect next; 1 if none can be collected. */
double flash_victim_share(const struct flash *flash, int die);

/*
 * The valid share at which a unit is collected, when uniform random overwrites keep `utilisation` of the flash valid: the
 * solution of utilisation = (1 - v) / -ln(v). Write amplification is 1 / (1 - v) then. Desnoyers, "Analytic modeling of
 * SSD write performance", SYSTOR 2012.
 */
double flash_steady_share(double utilisation);

#endif
