/*
 * How long a drive takes. Virtual time only: whoever calls says what time it is, and gets each request back when the
 * drive would have answered it. No I/O, no threads, no clock; not safe for concurrent use.
 *
 * Times are nanoseconds from any origin, and must not go backwards by more than the caller's own jitter. Lengths and
 * offsets are bytes.
 */
#ifndef SSDTIER_MODEL_H
#define SSDTIER_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "flash.h"
#include "front.h"
#include "volume.h"

#define MODEL_NEVER INT64_MAX
#define MODEL_MAX_SPINDLES 32
#define MODEL_MAX_DIES 64

enum model_kind { MODEL_NONE, MODEL_HDD, MODEL_SSD, MODEL_VOLUME };

enum model_op { MODEL_READ, MODEL_WRITE, MODEL_FLUSH };

/* What a profile says of a drive; see model_configure for the words. */
struct model_config {
    enum model_kind kind;
    double size_bytes;             /* of all spindles together */
    double link_bytes_per_second;  /* the interface: SATA, SAS */
    double cache_bytes;            /* write cache, of each spindle */
    double share;                  /* the device, as a share of the drive it is a part of: 1 */
    double fill;                   /* the share of the drive before it, which holds other people's data: 0 */
    double spindles;               /* RAID-0 of so many, also of SSDs without a translation layer: 1 */
    double stripe_bytes;
    /* disks with heads */
    double rpm;
    double settle_micros;          /* every seek takes this, */
    double stroke_micros;          /* and this times the square root of its share of the full stroke */
    double media_bytes_per_second; /* what passes under the head, on the first track */
    double inner_share;            /* the same on the last track, as a share of that; linear in between: 1 */
    double read_ahead_bytes;       /* track buffer */
    double queue_depth;            /* commands the drive chooses among */
    double age_weight;             /* what a nanosecond of waiting is worth against one of positioning */
    /* network volumes; see volume.h */
    double iops;
    double bucket;
    double io_bytes;
    double typical_micros;
    double tail_micros;
    /* disks with flash */
    double dies;                   /* the most that a drive has */
    double die_bytes;              /* of a die: a smaller drive has fewer of them; 0: all drives have the most */
    double page_bytes;             /* one flash page: a die reads it at once */
    double overhead_micros;        /* of the controller, for one command after another */
    double read_micros;            /* of a flash page */
    double program_micros;         /* of a flash page */
    /* its translation layer (flash.h) */
    double erase_pages;            /* flash pages of an erase unit; 0: no translation layer */
    double erase_micros;           /* of an erase unit */
    double spare_share;            /* flash beyond the size of the drive, as a share of it */
    double streams;                /* that it tells apart: 1 */
    double trim;                   /* 0: the drive ignores what the file system gives up: 1 */
    /* a block cache on an SSD in front of a drive that is none (front.h); its dies, pages and times are those above */
    double front_bytes;            /* 0: no block cache */
    double front_block_bytes;
    double front_policy;
    double front_cache_bytes;      /* buffer of the SSD's writes */
    double front_link_bytes_per_second;
};

/* One request. The caller owns it from model_take on; before that it belongs to the model. */
struct model_request {
    enum model_op op;
    int64_t offset;
    int64_t length;
    int64_t arrival; /* set by model_submit */
    int64_t due;     /* when the drive answers; set by the model */
    int parts;       /* spindles that still work on it */
    bool is_own;     /* made by the model, which frees it; this and the next are set by model_submit */
    bool completes;  /* its blocks are read whole when it is done */
    struct model_request *next;
};

/*
 * How long the parts of the drives have worked, of all drives together: what was begun counts whole. Waiting does not
 * count: a drive with one request after another is less busy than the clock says.
 */
struct model_busy {
    int64_t head_nanos;       /* positioning and transfer */
    int64_t controller_nanos; /* of SSDs */
    int64_t die_nanos;        /* of SSDs */
    int64_t link_nanos;       /* of SSDs and of volumes */
    int64_t volume_nanos;     /* of a volume: what its cap of requests a second allows in this time was used */
};

struct model;

/* A config with nothing said: no delay at all. */
void model_defaults(struct model_config *config);

/* Takes one word, "kind=hdd" or the name of a number above, "rpm=7200". Returns 0, or -1 for a word it does not know. */
int model_configure(struct model_config *config, const char *word);

/* What is wrong with a config: a name of a field, or NULL. */
const char *model_check(const struct model_config *config);

/* How many dies the drive has: as many as its size asks for, at most those that its config names. */
int model_dies(const struct model_config *config);

/* Whether the drive has a translation layer, and what it is like then. */
bool model_has_flash(const struct model_config *config);
struct flash_config model_flash(const struct model_config *config);

/* What copies and erasures cost, in nanoseconds of a die. */
int64_t model_collect_nanos(const struct model_config *config, int64_t copied_sectors, int64_t erased_units);

/* A drive at rest, or NULL without memory. */
struct model *model_new(const struct model_config *config);
void model_free(struct model *model);

/*
 * Gives a model its translation layer, before the first request. It stays the caller's: it remembers what lies where
 * while the model is switched off.
 */
void model_use_flash(struct model *model, struct flash *flash);

/* Whether the drive has a block cache in front of it, and what it is like then. */
bool model_has_front(const struct model_config *config);
struct front_config model_front(const struct model_config *config);

/*
 * Gives a model its block cache, before the first request. It stays the caller's: it remembers which blocks are cached
 * while the model is switched off.
 */
void model_use_front(struct model *model, struct front *front);

/* What the drives have done since the model is new. */
struct model_busy model_busy(const struct model *model);

/* The same of the SSD of the block cache; nothing without one. */
struct model_busy model_front_busy(const struct model *model);

/* A request arrives. Without memory to remember it, it takes no time. */
void model_submit(struct model *model, struct model_request *request, int64_t now);

/* When the model must be asked again at the latest, MODEL_NEVER if nothing is under way. */
int64_t model_next(const struct model *model);

/* The earliest request due at or before now, or NULL. */
struct model_request *model_take(struct model *model, int64_t now);

/* Any request still inside, in no order, or NULL: for switching the model off. */
struct model_request *model_drain(struct model *model);

#endif
