#include "model.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NANOS_PER_SECOND 1e9
#define NANOS_PER_MICRO 1e3
#define WAIT_SLACK_NANOS 2000.0 /* a sector that passed this short ago is where rounding put it */
#define ROUNDING 1e-9
#define DESTAGE_WINDOW 128      /* cached writes that a drive looks through for the nearest */

/* A request's share on one spindle. A cached write has no request: it was answered before. */
struct command {
    struct model_request *request;
    bool write;
    int64_t start; /* on the spindle */
    int64_t length;
    int64_t serial; /* order of arrival on the spindle */
    int64_t arrival;
    struct command *next;
};

struct list {
    struct command *first;
    struct command **last;
};

/* One head over one surface. At most one command is active; the rest wait in three lists, oldest first. */
struct spindle {
    struct list reads;
    struct list dirty;   /* writes in the cache */
    struct list blocked; /* writes that wait for room in the cache */
    struct list flushes; /* serial: the last write that must be on the surface */
    int64_t dirty_bytes;
    int64_t last_serial;
    struct command *active;
    int64_t free_at; /* end of the active command, or of the last */
    int64_t head;    /* position */
    bool streaming;  /* the head has not moved since a read, and reads ahead */
    int64_t stream_at;
};

/*
 * A die under a translation layer. What it has begun it ends; what waits in the background gives way to reads. Copies and
 * erasures come before the host's pages, which need the room.
 */
struct die {
    int64_t busy_until;
    int64_t erasures;
    int64_t copy_nanos;
    int64_t program_nanos;
};

/* An SSD without a translation layer, one of a RAID-0. */
struct ssd {
    int64_t die_free_at[MODEL_MAX_DIES];
    int64_t controller_free_at;
    int64_t link_free_at;
};

struct model {
    struct model_config config;
    struct model_busy busy;
    int drive_count; /* of the RAID-0 */
    struct spindle spindles[MODEL_MAX_SPINDLES];
    int spindle_count; /* 0 without heads */
    double spindle_bytes;  /* of the whole drive */
    int64_t spindle_start; /* of the device: other people's data lies before it */
    double rotation_nanos;
    double track_bytes; /* of the first track */
    struct ssd ssds[MODEL_MAX_SPINDLES];
    struct flash *flash; /* of the only SSD; NULL: no translation layer */
    struct die dies[MODEL_MAX_DIES];
    struct volume volume;
    struct front *front;      /* NULL: no block cache */
    struct model *front_disk; /* its SSD; its requests are answered by the model around it */
    struct model_request *answered; /* sorted by due */
    struct model_request *waiting;  /* requests with parts left */
};

/* ---- configuration ---- */

static const struct {
    const char *name;
    size_t offset;
} NUMBERS[] = {
#define NUMBER(field) {#field, offsetof(struct model_config, field)}
    NUMBER(size_bytes),    NUMBER(link_bytes_per_second), NUMBER(cache_bytes),      NUMBER(spindles),
    NUMBER(stripe_bytes),  NUMBER(rpm),                   NUMBER(settle_micros),    NUMBER(stroke_micros),
    NUMBER(queue_depth),   NUMBER(media_bytes_per_second), NUMBER(read_ahead_bytes), NUMBER(dies),
    NUMBER(page_bytes),    NUMBER(read_micros),           NUMBER(program_micros),   NUMBER(age_weight),
    NUMBER(overhead_micros), NUMBER(share),              NUMBER(fill),             NUMBER(inner_share),
    NUMBER(erase_pages),   NUMBER(erase_micros),          NUMBER(spare_share),      NUMBER(die_bytes),
    NUMBER(streams),       NUMBER(trim),                  NUMBER(iops),             NUMBER(bucket),
    NUMBER(io_bytes),      NUMBER(typical_micros),        NUMBER(tail_micros),      NUMBER(front_bytes),
    NUMBER(front_block_bytes), NUMBER(front_policy),      NUMBER(front_cache_bytes),
    NUMBER(front_link_bytes_per_second),
#undef NUMBER
};

void model_defaults(struct model_config *config)
{
    memset(config, 0, sizeof *config);
    config->kind = MODEL_NONE;
    config->spindles = 1;
    config->size_bytes = 1;
    config->share = 1;
    config->inner_share = 1;
    config->streams = 1;
    config->trim = 1;
}

int model_configure(struct model_config *config, const char *word)
{
    const char *equals = strchr(word, '=');
    if (equals == NULL)
        return -1;
    const char *value = equals + 1;
    if (strncmp(word, "kind=", 5) == 0) {
        static const char *const KINDS[] = {"none", "hdd", "ssd", "volume"};
        for (int kind = MODEL_NONE; kind <= MODEL_VOLUME; kind++)
            if (strcmp(value, KINDS[kind]) == 0) {
                config->kind = (enum model_kind)kind;
                return 0;
            }
        return -1;
    }
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++)
        if (strlen(NUMBERS[i].name) == (size_t)(equals - word) && strncmp(NUMBERS[i].name, word, equals - word) == 0) {
            char *end;
            double number = strtod(value, &end);
            if (end == value || *end != '\0' || !isfinite(number) || number < 0)
                return -1;
            memcpy((char *)config + NUMBERS[i].offset, &number, sizeof number);
            return 0;
        }
    return -1;
}

static struct volume_config volume_config(const struct model_config *config)
{
    return (struct volume_config){.iops = config->iops,
                                  .bucket = config->bucket,
                                  .io_bytes = config->io_bytes,
                                  .typical_micros = config->typical_micros,
                                  .tail_micros = config->tail_micros,
                                  .bytes_per_second = config->link_bytes_per_second};
}

int model_dies(const struct model_config *config)
{
    double needed = config->die_bytes > 0 ? ceil(config->size_bytes / config->share / config->die_bytes) : INFINITY;
    return (int)fmin(config->dies, needed);
}

bool model_has_flash(const struct model_config *config)
{
    return config->kind == MODEL_SSD && config->erase_pages > 0;
}

struct flash_config model_flash(const struct model_config *config)
{
    double sectors = ceil(config->size_bytes / FLASH_SECTOR_BYTES);
    double drive = ceil(fmin(sectors / config->share, (double)FLASH_MAX_SECTORS + 1));
    return (struct flash_config){.device_sectors = (int64_t)sectors,
                                 .drive_sectors = (int64_t)drive,
                                 .filled_sectors = (int64_t)floor(config->fill * drive),
                                 .dies = model_dies(config),
                                 .page_sectors = (int)(config->page_bytes / FLASH_SECTOR_BYTES),
                                 .unit_pages = (int)config->erase_pages,
                                 .spare_share = config->spare_share,
                                 .streams = (int)config->streams};
}

static double copy_nanos(const struct model_config *config)
{
    double page_sectors = config->page_bytes / FLASH_SECTOR_BYTES;
    return (config->read_micros + config->program_micros) / page_sectors * NANOS_PER_MICRO;
}

int64_t model_collect_nanos(const struct model_config *config, int64_t copied_sectors, int64_t erased_units)
{
    return llround((double)copied_sectors * copy_nanos(config)
                   + (double)erased_units * config->erase_micros * NANOS_PER_MICRO);
}

bool model_has_front(const struct model_config *config)
{
    return config->front_bytes > 0;
}

struct front_config model_front(const struct model_config *config)
{
    return (struct front_config){.device_bytes = config->size_bytes,
                                 .bytes = config->front_bytes,
                                 .block_bytes = config->front_block_bytes,
                                 .policy = config->front_policy};
}

/* The SSD of the block cache. */
static struct model_config front_disk(const struct model_config *config)
{
    struct model_config disk;
    model_defaults(&disk);
    disk.kind = MODEL_SSD;
    disk.size_bytes = config->size_bytes;
    disk.link_bytes_per_second = config->front_link_bytes_per_second;
    disk.cache_bytes = config->front_cache_bytes;
    disk.dies = config->dies;
    disk.page_bytes = config->page_bytes;
    disk.overhead_micros = config->overhead_micros;
    disk.read_micros = config->read_micros;
    disk.program_micros = config->program_micros;
    return disk;
}

static const char *check_front(const struct model_config *config)
{
    struct front_config front = model_front(config);
    struct model_config disk = front_disk(config);
    const char *wrong = front_check(&front);
    return wrong != NULL ? wrong : model_check(&disk);
}

static const char *check_flash(const struct model_config *config)
{
    if (config->page_bytes < 1)
        return "page_bytes";
    if (!model_has_flash(config))
        return config->fill > 0 || config->share < 1 ? "erase_pages" : NULL;
    if (config->erase_pages > 1 << 20)
        return "erase_pages";
    struct flash_config flash = model_flash(config);
    return flash_check(&flash);
}

static const char *check_drive(const struct model_config *config)
{
    if (config->size_bytes < 1)
        return "size_bytes";
    if (config->spindles < 1 || config->spindles > MODEL_MAX_SPINDLES)
        return "spindles";
    if (config->kind == MODEL_NONE)
        return NULL;
    if (config->link_bytes_per_second < 1)
        return "link_bytes_per_second";
    if (config->kind == MODEL_VOLUME) {
        struct volume_config volume = volume_config(config);
        return config->spindles > 1 ? "spindles" : volume_check(&volume);
    }
    if (!(config->share > 0) || config->share > 1)
        return "share";
    if (config->fill + config->share > 1 + ROUNDING)
        return "fill";
    if (config->spindles > 1 && config->stripe_bytes < 4096)
        return "stripe_bytes";
    if (config->kind == MODEL_SSD) {
        if (config->dies < 1 || config->dies > MODEL_MAX_DIES)
            return "dies";
        if (config->spindles > 1 && model_has_flash(config))
            return "spindles"; /* a translation layer is that of one drive */
        return check_flash(config);
    }
    if (!(config->inner_share > 0) || config->inner_share > 1)
        return "inner_share";
    if (config->rpm < 1)
        return "rpm";
    if (config->media_bytes_per_second < 1)
        return "media_bytes_per_second";
    return config->queue_depth < 1 ? "queue_depth" : NULL;
}

const char *model_check(const struct model_config *config)
{
    const char *wrong = check_drive(config);
    if (wrong != NULL || !model_has_front(config))
        return wrong;
    return config->kind == MODEL_HDD || config->kind == MODEL_VOLUME ? check_front(config) : "front_bytes";
}

/* ---- lists ---- */

static void list_clear(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void list_append(struct list *list, struct command *command)
{
    command->next = NULL;
    *list->last = command;
    list->last = &command->next;
}

static struct command *list_remove(struct list *list, struct command **where)
{
    struct command *command = *where;
    *where = command->next;
    if (command->next == NULL)
        list->last = where;
    return command;
}

static void list_free(struct list *list)
{
    while (list->first != NULL)
        free(list_remove(list, &list->first));
}

struct model *model_new(const struct model_config *config)
{
    struct model *model = calloc(1, sizeof *model);
    if (model == NULL)
        return NULL;
    model->config = *config;
    model->config.dies = model_dies(config);
    model->drive_count = (int)config->spindles;
    model->spindle_count = config->kind == MODEL_HDD ? model->drive_count : 0;
    model->spindle_bytes = config->size_bytes / config->share / config->spindles;
    model->spindle_start = llround(config->fill * model->spindle_bytes);
    if (config->kind == MODEL_HDD) {
        model->rotation_nanos = 60 * NANOS_PER_SECOND / config->rpm;
        model->track_bytes = config->media_bytes_per_second * 60 / config->rpm;
    }
    if (config->kind == MODEL_VOLUME) {
        struct volume_config volume = volume_config(config);
        volume_init(&model->volume, &volume);
    }
    for (int i = 0; i < model->spindle_count; i++) {
        list_clear(&model->spindles[i].reads);
        list_clear(&model->spindles[i].dirty);
        list_clear(&model->spindles[i].blocked);
        list_clear(&model->spindles[i].flushes);
    }
    return model;
}

void model_free(struct model *model)
{
    for (int i = 0; i < model->spindle_count; i++) {
        struct spindle *spindle = &model->spindles[i];
        list_free(&spindle->reads);
        list_free(&spindle->dirty);
        list_free(&spindle->blocked);
        list_free(&spindle->flushes);
        free(spindle->active);
    }
    while (model->waiting != NULL) {
        struct model_request *request = model->waiting;
        model->waiting = request->next;
        if (request->is_own)
            free(request);
    }
    if (model->front_disk != NULL)
        model_free(model->front_disk);
    free(model);
}

/* ---- answers ---- */

static void answer(struct model *model, struct model_request *request)
{
    if (request->is_own) {
        free(request);
        return;
    }
    struct model_request **where = &model->answered;
    while (*where != NULL && (*where)->due <= request->due)
        where = &(*where)->next;
    request->next = *where;
    *where = request;
}

static void complete_blocks(struct model *model, const struct model_request *missed);

/* One spindle has done its share. */
static void part_done(struct model *model, struct model_request *request, int64_t at)
{
    if (request->due < at)
        request->due = at;
    if (--request->parts > 0)
        return;
    struct model_request **where = &model->waiting;
    while (*where != request)
        where = &(*where)->next;
    *where = request->next;
    if (request->completes)
        complete_blocks(model, request);
    answer(model, request);
}

static int64_t link_nanos(const struct model *model, int64_t length)
{
    return llround((double)length / model->config.link_bytes_per_second * NANOS_PER_SECOND);
}

/* ---- heads ---- */

/* Whether the outer tracks hold more than the inner ones. */
static bool is_zoned(const struct model *model)
{
    return model->config.inner_share < 1;
}

/*
 * How many tracks lie before a position: the sum of 1 / track length, which falls linearly from the first to the last.
 * Drives have a few dozen zones of equal tracks instead; Van Meter, "Observing the effects of multi-zone disks", USENIX
 * 1997.
 */
static double tracks_before(const struct model *model, double position)
{
    if (!is_zoned(model))
        return position / model->track_bytes;
    double loss = 1 - model->config.inner_share;
    return -model->spindle_bytes / (model->track_bytes * loss) * log1p(-loss * position / model->spindle_bytes);
}

/* The rate at a position. */
static double media_rate(const struct model *model, double position)
{
    double loss = 1 - model->config.inner_share;
    return model->config.media_bytes_per_second * (1 - loss * position / model->spindle_bytes);
}

static double media_nanos(const struct model *model, int64_t position, double length)
{
    if (is_zoned(model))
        return length / media_rate(model, (double)position + length / 2) * NANOS_PER_SECOND;
    return length / model->config.media_bytes_per_second * NANOS_PER_SECOND;
}

/* A distance as a share of the full stroke, which is one of tracks. */
static double stroke_share(const struct model *model, double from, double to)
{
    if (is_zoned(model))
        return fabs(tracks_before(model, to) - tracks_before(model, from)) / tracks_before(model, model->spindle_bytes);
    return fabs(to - from) / model->spindle_bytes;
}

/* Where on its track a position is, from 0 to 1. */
static double track_angle(const struct model *model, int64_t position)
{
    if (is_zoned(model))
        return fmod(tracks_before(model, (double)position), 1);
    return fmod((double)position, model->track_bytes) / model->track_bytes;
}

/* How far the drive has read ahead of the last read, in bytes. */
static double read_ahead(const struct model *model, const struct spindle *spindle, int64_t now)
{
    double passed = (double)(now - spindle->stream_at) / NANOS_PER_SECOND * media_rate(model, (double)spindle->head);
    return fmax(0, fmin(model->config.read_ahead_bytes, passed));
}

static bool is_read_ahead(const struct model *model, const struct spindle *spindle, const struct command *command,
                          int64_t now)
{
    return !command->write && spindle->streaming && command->start >= spindle->head
        && (double)(command->start - spindle->head) <= read_ahead(model, spindle, now);
}

/* Seek and rotation from where the head is to where the command begins. */
static double positioning_nanos(const struct model *model, const struct spindle *spindle,
                                const struct command *command, int64_t now)
{
    double from = (double)spindle->head;
    double to = (double)command->start;
    double seek = 0;
    if (floor(tracks_before(model, from)) != floor(tracks_before(model, to)))
        seek = (model->config.settle_micros + model->config.stroke_micros * sqrt(stroke_share(model, from, to)))
             * NANOS_PER_MICRO;
    double sector = track_angle(model, command->start) * model->rotation_nanos;
    double angle = fmod((double)now + seek, model->rotation_nanos);
    double wait = sector - angle;
    if (wait < 0)
        wait += model->rotation_nanos;
    return seek + (wait > model->rotation_nanos - WAIT_SLACK_NANOS ? 0 : wait);
}

/*
 * The list position of the command that the head reaches first among the first `window` of a list, with a bonus for
 * those that wait long: "aged shortest access time first", Jacobson and Wilkes, "Disk scheduling algorithms based on
 * rotational position", 1991.
 */
static struct command **nearest(const struct model *model, const struct spindle *spindle, struct list *list,
                                int window, int64_t now, double *best)
{
    struct command **found = NULL;
    struct command **where = &list->first;
    for (int i = 0; i < window && *where != NULL; i++, where = &(*where)->next) {
        double nanos = is_read_ahead(model, spindle, *where, now) ? 0 : positioning_nanos(model, spindle, *where, now);
        nanos -= model->config.age_weight * (double)(now - (*where)->arrival);
        if (nanos < *best) {
            *best = nanos;
            found = where;
        }
    }
    return found;
}

/* Reads come before the cache is emptied, unless somebody waits for that or the cache is half full. */
static bool destage_now(const struct model *model, const struct spindle *spindle)
{
    return spindle->reads.first == NULL || spindle->flushes.first != NULL || spindle->blocked.first != NULL
        || (double)spindle->dirty_bytes > model->config.cache_bytes / 2;
}

/* Moves the head: until when the command takes, from `now` on. */
static int64_t perform(const struct model *model, struct spindle *spindle, const struct command *command, int64_t now)
{
    int64_t end = command->start + command->length;
    double until;
    if (is_read_ahead(model, spindle, command, now)) {
        /* With a full buffer the head has waited, and goes on from there. */
        double full_at = (double)now - media_nanos(model, spindle->head, model->config.read_ahead_bytes);
        double from = fmax((double)spindle->stream_at, full_at);
        double media = from + media_nanos(model, spindle->head, (double)(end - spindle->head));
        until = fmax(media, (double)(now + link_nanos(model, command->length)));
        spindle->stream_at = llround(media);
    } else {
        until = (double)now + positioning_nanos(model, spindle, command, now)
              + media_nanos(model, command->start, (double)command->length);
        spindle->stream_at = llround(until);
    }
    spindle->streaming = !command->write;
    spindle->head = end;
    return llround(until);
}

static void start_next(struct model *model, struct spindle *spindle, int64_t now)
{
    double best = INFINITY;
    struct list *list = &spindle->reads;
    struct command **chosen =
        nearest(model, spindle, &spindle->reads, (int)model->config.queue_depth, now, &best);
    if (destage_now(model, spindle)) {
        struct command **write = nearest(model, spindle, &spindle->dirty, DESTAGE_WINDOW, now, &best);
        if (write != NULL) {
            chosen = write;
            list = &spindle->dirty;
        }
    }
    if (chosen == NULL)
        return;
    spindle->active = list_remove(list, chosen);
    spindle->free_at = perform(model, spindle, spindle->active, now);
    model->busy.head_nanos += spindle->free_at - now;
}

/* A write enters the cache, and is answered as soon as it has crossed the link. */
static void cache_write(struct model *model, struct spindle *spindle, struct command *command, int64_t now)
{
    spindle->dirty_bytes += command->length;
    struct model_request *request = command->request;
    command->request = NULL;
    list_append(&spindle->dirty, command);
    part_done(model, request, now + link_nanos(model, request->length));
}

static bool has_room(const struct model *model, const struct spindle *spindle, int64_t length)
{
    return spindle->dirty_bytes == 0 || (double)(spindle->dirty_bytes + length) <= model->config.cache_bytes;
}

/* Answers the flushes whose writes are all on the surface. */
static void end_flushes(struct model *model, struct spindle *spindle, int64_t now)
{
    int64_t oldest = spindle->dirty.first == NULL ? INT64_MAX : spindle->dirty.first->serial;
    if (spindle->active != NULL && spindle->active->write && spindle->active->serial < oldest)
        oldest = spindle->active->serial;
    if (spindle->blocked.first != NULL && spindle->blocked.first->serial < oldest)
        oldest = spindle->blocked.first->serial;
    while (spindle->flushes.first != NULL && spindle->flushes.first->serial < oldest) {
        struct command *flush = list_remove(&spindle->flushes, &spindle->flushes.first);
        part_done(model, flush->request, now);
        free(flush);
    }
}

/* The active command ends. */
static void end_active(struct model *model, struct spindle *spindle)
{
    struct command *command = spindle->active;
    int64_t at = spindle->free_at;
    spindle->active = NULL;
    if (command->write) {
        spindle->dirty_bytes -= command->length;
        while (spindle->blocked.first != NULL && has_room(model, spindle, spindle->blocked.first->length))
            cache_write(model, spindle, list_remove(&spindle->blocked, &spindle->blocked.first), at);
        end_flushes(model, spindle, at);
    } else {
        part_done(model, command->request, at);
    }
    free(command);
}

/* Lets the heads work until `now`. Each starts its next command the moment the last one ends, not when asked. */
static void advance(struct model *model, int64_t now)
{
    for (int i = 0; i < model->spindle_count; i++) {
        struct spindle *spindle = &model->spindles[i];
        while (spindle->active != NULL && spindle->free_at <= now) {
            end_active(model, spindle);
            if (spindle->active == NULL) /* what completes a block may have started already */
                start_next(model, spindle, spindle->free_at);
        }
    }
}

/* What of [0, end) lies on one drive of the RAID-0, in bytes: stripes go round the drives. */
static int64_t share_below(const struct model *model, int drive, int64_t end)
{
    int64_t count = model->drive_count;
    if (count == 1)
        return end;
    int64_t stripe = (int64_t)model->config.stripe_bytes;
    int64_t row = end / (stripe * count);
    int64_t rest = end % (stripe * count) - drive * stripe;
    return row * stripe + (rest < 0 ? 0 : rest < stripe ? rest : stripe);
}

static void submit_part(struct model *model, struct spindle *spindle, struct model_request *request, int64_t start,
                        int64_t length)
{
    struct command *command = malloc(sizeof *command);
    if (command == NULL) {
        part_done(model, request, request->arrival);
        return;
    }
    *command = (struct command){request, request->op == MODEL_WRITE, start, length, spindle->last_serial,
                                request->arrival, NULL};
    if (request->op == MODEL_FLUSH) {
        list_append(&spindle->flushes, command);
        end_flushes(model, spindle, request->arrival);
    } else if (request->op == MODEL_READ) {
        list_append(&spindle->reads, command);
    } else {
        command->serial = ++spindle->last_serial;
        if (spindle->blocked.first == NULL && has_room(model, spindle, length))
            cache_write(model, spindle, command, request->arrival);
        else
            list_append(&spindle->blocked, command);
    }
    if (spindle->active == NULL)
        start_next(model, spindle, request->arrival > spindle->free_at ? request->arrival : spindle->free_at);
}

static void submit_hdd(struct model *model, struct model_request *request)
{
    request->next = model->waiting;
    model->waiting = request;
    request->parts = model->spindle_count + 1; /* one for this loop: no part may end the request before the last */
    for (int i = 0; i < model->spindle_count; i++) {
        int64_t start = share_below(model, i, request->offset);
        int64_t length = share_below(model, i, request->offset + request->length) - start;
        if (length == 0 && request->op != MODEL_FLUSH)
            request->parts--;
        else
            submit_part(model, &model->spindles[i], request, model->spindle_start + start, length);
    }
    part_done(model, request, request->arrival);
}

/* ---- flash ---- */

static int64_t later(int64_t one, int64_t other)
{
    return one > other ? one : other;
}

/* The die that is free first: where the next page is written, as flash is a log. */
static int idlest_die(const struct model *model, const struct ssd *ssd)
{
    int idlest = 0;
    for (int i = 1; i < (int)model->config.dies; i++)
        if (ssd->die_free_at[i] < ssd->die_free_at[idlest])
            idlest = i;
    return idlest;
}

/* Occupies the link for a transfer; returns when it is free again. */
static int64_t use_link(struct model *model, struct ssd *ssd, int64_t length, int64_t start)
{
    int64_t nanos = link_nanos(model, length);
    model->busy.link_nanos += nanos;
    ssd->link_free_at = later(ssd->link_free_at, start) + nanos;
    return ssd->link_free_at;
}

/* Every flash page that a read touches costs its die one read; the last then crosses the link. */
static int64_t flash_read(struct model *model, struct ssd *ssd, int64_t offset, int64_t length, int64_t start)
{
    int64_t page = (int64_t)model->config.page_bytes;
    int64_t read_nanos = llround(model->config.read_micros * NANOS_PER_MICRO);
    int64_t done = start;
    for (int64_t i = offset / page; i * page < offset + length; i++) {
        int64_t *die = &ssd->die_free_at[i % (int64_t)model->config.dies];
        *die = later(*die, start) + read_nanos;
        model->busy.die_nanos += read_nanos;
        done = later(done, *die);
    }
    int64_t link = use_link(model, ssd, length, start);
    return later(done + link_nanos(model, length < page ? length : page), link);
}

/* A write is answered from the buffer, as long as the dies are not further behind than the buffer holds. */
static int64_t flash_program(struct model *model, struct ssd *ssd, int64_t length, int64_t start)
{
    double page_nanos = model->config.program_micros * NANOS_PER_MICRO;
    double bytes_per_nano = page_nanos > 0 ? model->config.dies * model->config.page_bytes / page_nanos : INFINITY;
    int64_t behind_nanos = llround(model->config.cache_bytes / bytes_per_nano);
    int64_t programmed = start;
    double left = (double)length;
    for (; left > 0; left -= model->config.page_bytes) {
        int64_t *die = &ssd->die_free_at[idlest_die(model, ssd)];
        double share = fmin(left, model->config.page_bytes) / model->config.page_bytes;
        int64_t nanos = llround(share * page_nanos);
        *die = later(*die, start) + nanos;
        model->busy.die_nanos += nanos;
        programmed = later(programmed, *die);
    }
    return later(use_link(model, ssd, length, start), programmed - behind_nanos);
}

/* Waits for all dies, and for the page that is not full yet. */
static int64_t flash_flush(const struct model *model, const struct ssd *ssd, int64_t start)
{
    int64_t due = start;
    for (int i = 0; i < (int)model->config.dies; i++)
        due = later(due, ssd->die_free_at[i]);
    return due + llround(model->config.program_micros * NANOS_PER_MICRO);
}

/* ---- flash with a translation layer ---- */

/* Lets a die work off what waits in the background until `now`. */
static void settle(const struct model *model, struct die *die, int64_t now)
{
    int64_t copy = llround((model->config.read_micros + model->config.program_micros) * NANOS_PER_MICRO);
    int64_t program = llround(model->config.program_micros * NANOS_PER_MICRO);
    while (die->busy_until <= now && (die->erasures > 0 || die->copy_nanos > 0 || die->program_nanos > 0)) {
        if (die->erasures > 0) {
            die->erasures--;
            die->busy_until += llround(model->config.erase_micros * NANOS_PER_MICRO);
            continue;
        }
        int64_t *rest = die->copy_nanos > 0 ? &die->copy_nanos : &die->program_nanos;
        int64_t step = die->copy_nanos > 0 ? copy : program;
        step = step < 1 || step > *rest ? *rest : step;
        *rest -= step;
        die->busy_until += step;
    }
    die->busy_until = later(die->busy_until, now);
}

static int64_t background_nanos(const struct model *model, const struct die *die)
{
    return model_collect_nanos(&model->config, 0, die->erasures) + die->copy_nanos + die->program_nanos;
}

/* The die with room whose work ends first. */
static int idlest_with_room(const struct model *model)
{
    int idlest = -1;
    int64_t soonest = INT64_MAX;
    for (int i = 0; i < (int)model->config.dies; i++) {
        int64_t end = model->dies[i].busy_until + background_nanos(model, &model->dies[i]);
        if (end < soonest && flash_has_room(model->flash, i)) {
            soonest = end;
            idlest = i;
        }
    }
    return idlest;
}

/* Each flash page that holds a part of it is read once; what was never written is not read at all. */
static void submit_translated_read(struct model *model, struct model_request *request, int64_t start)
{
    int64_t last_page = -1;
    int64_t done = start;
    int64_t end = request->offset + request->length;
    for (int64_t sector = request->offset / FLASH_SECTOR_BYTES; sector * FLASH_SECTOR_BYTES < end; sector++) {
        int64_t place = flash_place(model->flash, sector);
        if (place == FLASH_NOWHERE || flash_page(model->flash, place) == last_page)
            continue;
        last_page = flash_page(model->flash, place);
        struct die *die = &model->dies[flash_die(model->flash, place)];
        int64_t read_nanos = llround(model->config.read_micros * NANOS_PER_MICRO);
        settle(model, die, start);
        die->busy_until += read_nanos;
        model->busy.die_nanos += read_nanos;
        done = later(done, die->busy_until);
    }
    int64_t page = (int64_t)model->config.page_bytes;
    int64_t link = use_link(model, &model->ssds[0], request->length, start);
    request->due = later(done + link_nanos(model, request->length < page ? request->length : page), link);
}

/* Writes the sectors of one flash page; returns when the buffer has room for them again. */
static int64_t program_page(struct model *model, int64_t sector, int64_t count, int64_t start)
{
    int chosen = idlest_with_room(model);
    struct die *die = &model->dies[chosen];
    settle(model, die, start);
    double page_nanos = model->config.program_micros * NANOS_PER_MICRO;
    double buffer_nanos = model->config.cache_bytes / model->config.page_bytes / model->config.dies * page_nanos;
    int64_t program_nanos = llround((double)count * FLASH_SECTOR_BYTES / model->config.page_bytes * page_nanos);
    for (int64_t i = 0; i < count; i++) {
        struct flash_work work = flash_write(model->flash, chosen, sector + i);
        die->copy_nanos += model_collect_nanos(&model->config, work.copied, 0);
        die->erasures += work.erased;
        model->busy.die_nanos += model_collect_nanos(&model->config, work.copied, work.erased);
    }
    die->program_nanos += program_nanos;
    model->busy.die_nanos += program_nanos;
    /* The buffer holds the host's pages only; they get their share of the die's time. */
    double waits = 1 - buffer_nanos / fmax(buffer_nanos, (double)die->program_nanos);
    return die->busy_until + llround(waits * (double)background_nanos(model, die));
}

static void submit_translated_write(struct model *model, struct model_request *request, int64_t start)
{
    int64_t page_sectors = (int64_t)(model->config.page_bytes / FLASH_SECTOR_BYTES);
    int64_t first = request->offset / FLASH_SECTOR_BYTES;
    int64_t end = (request->offset + request->length + FLASH_SECTOR_BYTES - 1) / FLASH_SECTOR_BYTES;
    int64_t buffered = start;
    for (int64_t sector = first; sector < end; sector += page_sectors) {
        int64_t count = end - sector < page_sectors ? end - sector : page_sectors;
        buffered = later(buffered, program_page(model, sector, count, start));
    }
    request->due = later(use_link(model, &model->ssds[0], request->length, start), buffered);
}

/* Waits for all dies, and for the page that is not full yet. */
static void submit_translated_flush(struct model *model, struct model_request *request, int64_t start)
{
    request->due = start;
    for (int i = 0; i < (int)model->config.dies; i++) {
        settle(model, &model->dies[i], start);
        request->due = later(request->due, model->dies[i].busy_until + background_nanos(model, &model->dies[i]));
    }
    request->due += llround(model->config.program_micros * NANOS_PER_MICRO);
}

static void submit_translated(struct model *model, struct model_request *request, int64_t start)
{
    if (request->op == MODEL_READ)
        submit_translated_read(model, request, start);
    else if (request->op == MODEL_WRITE)
        submit_translated_write(model, request, start);
    else
        submit_translated_flush(model, request, start);
}

/* The controller takes commands one after another; returns when it has taken this one. */
static int64_t use_controller(struct model *model, struct ssd *ssd, int64_t arrival)
{
    int64_t overhead = llround(model->config.overhead_micros * NANOS_PER_MICRO);
    model->busy.controller_nanos += overhead;
    ssd->controller_free_at = later(ssd->controller_free_at, arrival) + overhead;
    return ssd->controller_free_at;
}

/* The dies of a drive work side by side, and so do the drives; a request is answered when its last part is done. */
static void submit_ssd(struct model *model, struct model_request *request)
{
    if (model->flash != NULL) {
        submit_translated(model, request, use_controller(model, &model->ssds[0], request->arrival));
        return;
    }
    for (int i = 0; i < model->drive_count; i++) {
        struct ssd *ssd = &model->ssds[i];
        int64_t offset = share_below(model, i, request->offset);
        int64_t length = share_below(model, i, request->offset + request->length) - offset;
        if (length == 0 && request->op != MODEL_FLUSH)
            continue;
        int64_t start = use_controller(model, ssd, request->arrival);
        int64_t due = request->op == MODEL_READ  ? flash_read(model, ssd, offset, length, start)
                    : request->op == MODEL_WRITE ? flash_program(model, ssd, length, start)
                                                 : flash_flush(model, ssd, start);
        request->due = later(request->due, due);
    }
}

/* ---- network volumes ---- */

static void submit_volume(struct model *model, struct model_request *request)
{
    if (request->op == MODEL_FLUSH)
        return;
    int64_t front_due = request->due;
    int64_t tokens = volume_tokens(&model->volume, request->length);
    model->busy.volume_nanos += llround((double)tokens / model->config.iops * NANOS_PER_SECOND);
    model->busy.link_nanos += link_nanos(model, request->length);
    request->due = later(front_due, volume_due(&model->volume, request->length, request->arrival));
}

/* ---- a block cache in front ---- */

static void submit_slow(struct model *model, struct model_request *request)
{
    if (model->config.kind == MODEL_HDD) {
        submit_hdd(model, request);
        return;
    }
    submit_volume(model, request);
    if (request->completes)
        complete_blocks(model, request);
    answer(model, request);
}

/* Returns when the SSD of the block cache has done its part. */
static int64_t use_front_disk(struct model *model, enum model_op op, int64_t offset, int64_t length, int64_t now)
{
    struct model_request part = {.op = op, .offset = offset, .length = length, .arrival = now, .due = now};
    submit_ssd(model->front_disk, &part);
    return part.due;
}

/* Reads the blocks around a missed read whole; nobody waits for it. Without memory it takes no time. */
static void complete_blocks(struct model *model, const struct model_request *missed)
{
    int64_t block = (int64_t)model->config.front_block_bytes;
    int64_t begin = missed->offset / block * block;
    int64_t end = (missed->offset + missed->length + block - 1) / block * block;
    struct model_request *own = calloc(1, sizeof *own);
    if (own == NULL)
        return;
    if (end > (int64_t)model->config.size_bytes)
        end = (int64_t)model->config.size_bytes;
    *own = (struct model_request){.op = MODEL_READ, .offset = begin, .length = end - begin, .is_own = true,
                                  .arrival = missed->due, .due = missed->due};
    submit_slow(model, own);
}

/* A hit is the SSD's, a miss the slow drive's; blocks that are taken are written to the SSD, and nobody waits for that. */
static void submit_fronted(struct model *model, struct model_request *request)
{
    if (request->op == MODEL_FLUSH || request->length == 0) {
        submit_slow(model, request);
        return;
    }
    int64_t block = (int64_t)model->config.front_block_bytes;
    if (request->op == MODEL_WRITE) {
        struct front_work work = front_write(model->front, request->offset, request->length);
        int64_t bytes = work.written_blocks * block < request->length ? work.written_blocks * block : request->length;
        if (bytes > 0)
            request->due = use_front_disk(model, MODEL_WRITE, request->offset, bytes, request->arrival);
        submit_slow(model, request);
        return;
    }
    struct front_work work = front_read(model->front, request->offset, request->length);
    if (work.hit) {
        request->due = use_front_disk(model, MODEL_READ, request->offset, request->length, request->arrival);
        answer(model, request);
        return;
    }
    request->completes = work.fetched_bytes > 0;
    if (work.written_blocks > 0)
        use_front_disk(model, MODEL_WRITE, request->offset, work.written_blocks * block, request->arrival);
    submit_slow(model, request);
}

/* ---- the face ---- */

void model_use_front(struct model *model, struct front *front)
{
    struct model_config disk = front_disk(&model->config);
    model->front_disk = front == NULL ? NULL : model_new(&disk);
    model->front = model->front_disk == NULL ? NULL : front;
}

struct model_busy model_front_busy(const struct model *model)
{
    return model->front == NULL ? (struct model_busy){0} : model_busy(model->front_disk);
}

void model_use_flash(struct model *model, struct flash *flash)
{
    model->flash = flash;
}

struct model_busy model_busy(const struct model *model)
{
    return model->busy;
}

void model_submit(struct model *model, struct model_request *request, int64_t now)
{
    request->arrival = now;
    request->due = now;
    request->parts = 0;
    request->is_own = false;
    request->completes = false;
    request->next = NULL;
    advance(model, now);
    if (model->front != NULL) {
        submit_fronted(model, request);
        return;
    }
    if (model->config.kind == MODEL_HDD) {
        submit_hdd(model, request);
        return;
    }
    if (model->config.kind == MODEL_SSD)
        submit_ssd(model, request);
    else if (model->config.kind == MODEL_VOLUME)
        submit_volume(model, request);
    answer(model, request);
}

int64_t model_next(const struct model *model)
{
    int64_t next = model->answered == NULL ? MODEL_NEVER : model->answered->due;
    for (int i = 0; i < model->spindle_count; i++)
        if (model->spindles[i].active != NULL && model->spindles[i].free_at < next)
            next = model->spindles[i].free_at;
    return next;
}

struct model_request *model_take(struct model *model, int64_t now)
{
    advance(model, now);
    struct model_request *request = model->answered;
    if (request == NULL || request->due > now)
        return NULL;
    model->answered = request->next;
    return request;
}

struct model_request *model_drain(struct model *model)
{
    for (;;) {
        struct model_request **from = model->answered != NULL ? &model->answered : &model->waiting;
        struct model_request *request = *from;
        if (request == NULL)
            return NULL;
        *from = request->next;
        if (!request->is_own)
            return request;
        free(request);
    }
}
