/*
 * A drive: serves one file, MOUNT/disk, through FUSE, and answers each request when the model says that such a drive
 * would. A loop device with direct I/O sits on the file, a file system on that; so the page cache, read-ahead and the
 * journal above are the kernel's, and what arrives here is what would arrive at a drive, with its addresses and its queue.
 *
 *   drive --image FILE [--base FILE] --size BYTES --mount DIR [--trace FILE] word...
 *
 * The words are the model's (model.h), that of the clock, and those of streams: `dilation=N`, a second of the model takes N
 * of the clock, so that the cores beside the drive are as N times faster ones; `map=DIGITS`, the stream of each lifetime
 * hint from 0 to 5; `detect=N`, up to N streams by sequential runs instead (detect.h); `resolver=SOCKET`, where to wait for
 * the program that names the file of each write (listen.h); `record=FILE`, a block trace with these files (trace.h). It starts
 * switched off: requests are answered at once. SIGUSR1 switches the model on, SIGUSR2 off again. A value queued with SIGUSR1
 * is what the way through the kernel takes, in microseconds: that much each answer is given earlier than the model says.
 * With a translation layer (flash.h) the drive also notes what lies where, switched on or off, takes what the file system
 * gives up (fallocate with a hole, which is what a loop device makes of a discard), and serves a second file, MOUNT/flash,
 * with what that layer has counted.
 * With a block cache (front.h) it likewise notes which blocks are cached, and serves MOUNT/front with what that has counted;
 * a write to MOUNT/front empties the block cache.
 * Another file, MOUNT/busy, says how long heads, controllers, dies, links and volumes have worked while the model was on, in
 * its own time.
 * The data is read and written as a request arrives, from a file that the page cache of the host may hold, or from the base
 * below it (image.h); only the answer waits. A flush does not reach the host's disk: the drive forgets nothing unless the
 * host does.
 */
#define _GNU_SOURCE
#define FUSE_USE_VERSION 312

#include <errno.h>
#include <fcntl.h>
#include <fuse_lowlevel.h>
#include <getopt.h>
#include <inttypes.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "detect.h"
#include "fault.h"
#include "front.h"
#include "image.h"
#include "listen.h"
#include "model.h"
#include "trace.h"

#define NANOS_PER_SECOND 1000000000LL
#define DISK_INODE 2
#define FLASH_INODE 3
#define FAULT_INODE 4
#define BUSY_INODE 5
#define FRONT_INODE 6
#define MAX_REQUEST_BYTES (1 << 20)
#define MAX_UNDER_WAY 512 /* FUSE's default of 12 would be the queue depth of every drive */
#define THREADS 4
#define REAL_TIME_PRIORITY 10 /* a drive does not wait for a core of the machine it sits in */
#define MAX_LATE_NANOS 100000
#define LATE_WEIGHT 64 /* the share of an answer's lateness that the next ones are given earlier */
#define ATTRIBUTES_SECONDS 3600.0
#define COUNTERS_BYTES 4096
#define MAX_DILATION 1024

/* A request under way: the model's view first, so that one pointer is both. */
struct job {
    struct model_request request;
    fuse_req_t fuse; /* NULL: answered already */
    int error;          /* the errno to answer with, or 0 */
    int64_t handed_at;  /* to the model: after the data was read or written */
    int64_t held_until; /* by a fault */
    struct job *next_held;
    char data[]; /* of a read */
};

static struct {
    struct image image;
    int64_t size;
    FILE *trace;
    int64_t dilation; /* nanoseconds of the clock for one of the model: 1 */
    struct model_config config;
    pthread_mutex_t lock; /* guards all below, and the trace */
    pthread_cond_t sooner;
    struct model *model; /* NULL: switched off */
    struct model_busy busy; /* of the models before this one */
    struct flash *flash; /* NULL: no translation layer */
    struct front *front; /* NULL: no block cache */
    struct model_busy front_busy; /* of the SSDs of the models before this one */
    int64_t path_nanos;  /* what the way through the kernel adds to every answer */
    int64_t late_nanos;  /* how late an answer is for waking up and for those before it, on average */
    int64_t awake_at;    /* when the answering thread looks again */
} drive = {.lock = PTHREAD_MUTEX_INITIALIZER, .dilation = 1, .awake_at = MODEL_NEVER};

/* The streams of the writes; guarded by the drive's lock. */
static struct {
    char map[TRACE_HINTS + 1]; /* a digit for each hint */
    int detect;                /* streams by sequential runs; 0: by the map */
    struct detector detector;
    const char *resolver; /* the socket, or NULL */
    bool is_recorded;
    struct trace record;
    int64_t record_begin;
    int64_t file_sectors;    /* written, of files */
    int64_t system_sectors;  /* of the file system's own */
    int64_t unknown_sectors; /* of those that the resolver did not name in time */
    int64_t early;           /* writes that were answered before */
    int64_t hint_sectors[TRACE_HINTS];
} streams = {.map = "000000"};

/* What is wrong with the drive, and the answers that wait for it. Its lock is taken last. */
static struct {
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t changed;
    struct fault fault;
    int64_t hits;     /* requests that it has changed or kept waiting since it was set */
    struct job *held; /* in no order */
} wrong = {.lock = PTHREAD_MUTEX_INITIALIZER, .fault = {.share = 1}};

static int64_t now_nanos(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NANOS_PER_SECOND + time.tv_nsec;
}

/* The model's time at a time of the clock. */
static int64_t model_time(int64_t nanos)
{
    return nanos / drive.dilation;
}

/* The time of the clock at a time of the model. */
static int64_t clock_time(int64_t nanos)
{
    return nanos == MODEL_NEVER ? MODEL_NEVER : nanos * drive.dilation;
}

/* ---- answers ---- */

static void reply(struct job *job)
{
    if (job->error != 0 || job->request.op == MODEL_FLUSH)
        fuse_reply_err(job->fuse, job->error);
    else if (job->request.op == MODEL_READ)
        fuse_reply_buf(job->fuse, job->data, (size_t)job->request.length);
    else
        fuse_reply_write(job->fuse, (size_t)job->request.length);
    free(job);
}

/* Answers a request, or has it wait for as long as a fault of the drive says. */
static void answer(struct job *job)
{
    if (job->fuse == NULL) {
        free(job);
        return;
    }
    pthread_mutex_lock(&wrong.lock);
    int64_t delay = fault_delay_nanos(&wrong.fault);
    if (delay > 0) {
        wrong.hits++;
        job->held_until = delay == FAULT_FOREVER ? FAULT_FOREVER : now_nanos() + delay;
        job->next_held = wrong.held;
        wrong.held = job;
        pthread_cond_signal(&wrong.changed);
    }
    pthread_mutex_unlock(&wrong.lock);
    if (delay == 0)
        reply(job);
}

/* Takes out what has been held long enough, and says until when the rest is. The fault's lock is held. */
static struct job *take_held(int64_t now, int64_t *until)
{
    *until = FAULT_FOREVER;
    for (struct job **link = &wrong.held; *link != NULL; link = &(*link)->next_held) {
        struct job *job = *link;
        if (job->held_until <= now) {
            *link = job->next_held;
            return job;
        }
        if (job->held_until < *until)
            *until = job->held_until;
    }
    return NULL;
}

static void *answer_held(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&wrong.lock);
    for (;;) {
        int64_t until;
        struct job *job = take_held(now_nanos(), &until);
        if (job != NULL) {
            pthread_mutex_unlock(&wrong.lock);
            reply(job);
            pthread_mutex_lock(&wrong.lock);
        } else if (until == FAULT_FOREVER) {
            pthread_cond_wait(&wrong.changed, &wrong.lock);
        } else {
            struct timespec time = {until / NANOS_PER_SECOND, until % NANOS_PER_SECOND};
            pthread_cond_clockwait(&wrong.changed, &wrong.lock, CLOCK_MONOTONIC, &time);
        }
    }
    return NULL;
}

/* ---- faults ---- */

/* Sets another fault; what the one before keeps waiting is answered now. */
static void set_fault(const struct fault *fault)
{
    pthread_mutex_lock(&wrong.lock);
    wrong.fault = *fault;
    wrong.hits = 0;
    for (struct job *job = wrong.held; job != NULL; job = job->next_held)
        job->held_until = 0;
    pthread_cond_signal(&wrong.changed);
    pthread_mutex_unlock(&wrong.lock);
}

static struct fault current_fault(void)
{
    pthread_mutex_lock(&wrong.lock);
    struct fault fault = wrong.fault;
    pthread_mutex_unlock(&wrong.lock);
    return fault;
}

static void count_hit(void)
{
    pthread_mutex_lock(&wrong.lock);
    wrong.hits++;
    pthread_mutex_unlock(&wrong.lock);
}

/* The errno that a request fails with, or 0. */
static int error_of(enum model_op op, off_t offset, size_t length)
{
    struct fault fault = current_fault();
    int error = fault_error(&fault, op, offset, (int64_t)length);
    if (error != 0)
        count_hit();
    return error;
}

/* A line of the trace: when the request arrived, what it was, where, how long, and until when it took. */
static void trace(const struct job *job, int64_t end)
{
    if (drive.trace != NULL)
        fprintf(drive.trace, "%" PRId64 " %c %" PRId64 " %" PRId64 " %" PRId64 "\n",
                clock_time(job->request.arrival), "RWF"[job->request.op], job->request.offset, job->request.length,
                end - clock_time(job->request.arrival));
}

/* How much earlier than the model says an answer must be on its way. */
static int64_t lead_nanos(void)
{
    return drive.path_nanos + drive.late_nanos;
}

static int64_t first_sector(const struct model_request *request)
{
    return request->offset / FLASH_SECTOR_BYTES;
}

static int64_t end_sector(const struct model_request *request)
{
    return (request->offset + request->length + FLASH_SECTOR_BYTES - 1) / FLASH_SECTOR_BYTES;
}

/* ---- streams; the drive's lock is held ---- */

/* Appends to the block trace; ends it when that fails. */
static void record(char op, int64_t sector, int64_t count, const struct listen_piece *piece)
{
    struct trace_record line = {.nanos = (uint64_t)(now_nanos() - streams.record_begin), .sector = (uint32_t)sector,
                                .count = (uint32_t)count, .op = (uint8_t)op};
    if (!streams.is_recorded)
        return;
    if (piece != NULL) {
        line.file = piece->file;
        line.hint = (uint8_t)piece->hint;
    }
    if (trace_append(&streams.record, &line, NULL) != TRACE_OK) {
        perror("drive: record");
        streams.is_recorded = false;
    }
}

/* Assigns a stream to the sectors of a write that belong to one file. */
static void assign_piece(int64_t sector, const struct listen_piece *piece)
{
    int stream = streams.map[piece->hint] - '0';
    if (streams.detect > 0)
        stream = detect_stream(&streams.detector, sector, piece->count);
    if (drive.flash != NULL)
        flash_assign(drive.flash, sector, piece->count, stream);
    if (piece->file == TRACE_UNKNOWN)
        streams.unknown_sectors += piece->count;
    else if (piece->file == TRACE_SYSTEM)
        streams.system_sectors += piece->count;
    else
        streams.file_sectors += piece->count;
    streams.hint_sectors[piece->hint] += piece->count;
    record('W', sector, piece->count, piece);
}

/* Hands a request to the model, or answers it if there is none. */
static void submit_now(struct job *job, int64_t arrival)
{
    if (drive.model != NULL) {
        job->handed_at = now_nanos();
        model_submit(drive.model, &job->request, model_time(arrival));
        if (clock_time(model_next(drive.model)) - lead_nanos() < drive.awake_at)
            pthread_cond_signal(&drive.sooner);
        return;
    }
    job->request.arrival = model_time(arrival);
    if (drive.flash != NULL && job->request.op == MODEL_WRITE)
        flash_write_all(drive.flash, first_sector(&job->request), end_sector(&job->request) - first_sector(&job->request));
    if (drive.front != NULL && job->request.op == MODEL_WRITE && job->request.length > 0)
        front_write(drive.front, job->request.offset, job->request.length);
    if (drive.front != NULL && job->request.op == MODEL_READ && job->request.length > 0)
        front_read(drive.front, job->request.offset, job->request.length);
    trace(job, now_nanos());
    answer(job);
}

/* The files of a write are known. One that was answered already still costs the dies their time. */
static void on_resolved(const struct listen_entry *entry, const struct listen_piece *pieces, int count)
{
    int64_t sector = entry->sector;
    for (int i = 0; i < count; sector += pieces[i].count, i++)
        assign_piece(sector, &pieces[i]);
    struct job *job = entry->job;
    if (job == NULL) {
        job = calloc(1, sizeof *job);
        if (job == NULL)
            return;
        job->request.op = MODEL_WRITE;
        job->request.offset = entry->sector * FLASH_SECTOR_BYTES;
        job->request.length = entry->count * FLASH_SECTOR_BYTES;
    }
    submit_now(job, entry->arrival);
}

static void on_trimmed(int64_t sector, int64_t count)
{
    if (drive.flash != NULL && drive.config.trim > 0)
        flash_trim(drive.flash, sector, count);
    record('D', sector, count, NULL);
}

static void on_acknowledge(void *job)
{
    streams.early++;
    answer(job);
}

static void on_named(uint32_t file, uint32_t hint, const char *path)
{
    struct trace_record line = {.nanos = (uint64_t)(now_nanos() - streams.record_begin), .file = file,
                                .hint = (uint8_t)hint, .op = 'N'};
    if (streams.is_recorded && trace_append(&streams.record, &line, path) != TRACE_OK)
        streams.is_recorded = false;
}

static const struct listen_calls LISTEN_CALLS = {on_resolved, on_trimmed, on_acknowledge, on_named};

/* Takes a request in: writes by way of the resolver if there is one, everything else at once. */
static void submit(struct job *job, int64_t arrival)
{
    int64_t sector = first_sector(&job->request);
    int64_t count = end_sector(&job->request) - sector;
    pthread_mutex_lock(&drive.lock);
    if (job->request.op == MODEL_WRITE) {
        if (listen_is_on() && listen_write(job, sector, count, arrival)) {
            pthread_mutex_unlock(&drive.lock);
            return;
        }
        struct listen_piece system = {(uint32_t)count, TRACE_SYSTEM, 0};
        assign_piece(sector, &system);
    } else {
        record(job->request.op == MODEL_READ ? 'R' : 'F', sector, count, NULL);
    }
    submit_now(job, arrival);
    pthread_mutex_unlock(&drive.lock);
}

/* Sleeps until the model's next answer, or until there is a sooner one. The lock is held. */
static void sleep_until_due(void)
{
    drive.awake_at = drive.model == NULL ? MODEL_NEVER : clock_time(model_next(drive.model));
    if (drive.awake_at == MODEL_NEVER) {
        pthread_cond_wait(&drive.sooner, &drive.lock);
        return;
    }
    drive.awake_at -= lead_nanos();
    struct timespec until = {drive.awake_at / NANOS_PER_SECOND, drive.awake_at % NANOS_PER_SECOND};
    if (drive.awake_at > now_nanos())
        pthread_cond_clockwait(&drive.sooner, &drive.lock, CLOCK_MONOTONIC, &until);
}

/*
 * Moves the lead by how late this answer is, if it could have been in time: one whose data came late from the host's disk must
 * not make others early. The lock is held.
 */
static void learn(const struct job *job, int64_t now)
{
    int64_t due = clock_time(job->request.due);
    if (due - lead_nanos() <= job->handed_at)
        return;
    drive.late_nanos += (now - (due - drive.path_nanos)) / LATE_WEIGHT;
    if (drive.late_nanos < 0)
        drive.late_nanos = 0;
    else if (drive.late_nanos > MAX_LATE_NANOS)
        drive.late_nanos = MAX_LATE_NANOS;
}

static void *answer_when_due(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&drive.lock);
    for (;;) {
        int64_t now = now_nanos();
        struct model_request *request =
            drive.model == NULL ? NULL : model_take(drive.model, model_time(now + lead_nanos()));
        if (request == NULL) {
            sleep_until_due();
            continue;
        }
        learn((struct job *)request, now);
        trace((struct job *)request, now);
        drive.awake_at = 0;
        pthread_mutex_unlock(&drive.lock);
        answer((struct job *)request);
        pthread_mutex_lock(&drive.lock);
    }
    return NULL;
}

/* ---- the model's switch ---- */

static struct model_busy plus(struct model_busy sum, struct model_busy more)
{
    sum.head_nanos += more.head_nanos;
    sum.controller_nanos += more.controller_nanos;
    sum.die_nanos += more.die_nanos;
    sum.link_nanos += more.link_nanos;
    sum.volume_nanos += more.volume_nanos;
    return sum;
}

/* What all models so far have done. The lock is held. */
static struct model_busy busy(void)
{
    return drive.model == NULL ? drive.busy : plus(drive.busy, model_busy(drive.model));
}

/* The same of the SSD of the block cache. The lock is held. */
static struct model_busy front_busy(void)
{
    return drive.model == NULL ? drive.front_busy : plus(drive.front_busy, model_front_busy(drive.model));
}

static void switch_model(bool on, int64_t path_nanos)
{
    pthread_mutex_lock(&drive.lock);
    drive.path_nanos = path_nanos;
    if (on && drive.model == NULL) {
        drive.late_nanos = 0;
        drive.model = drive.config.kind == MODEL_NONE ? NULL : model_new(&drive.config);
        if (drive.model != NULL) {
            model_use_flash(drive.model, drive.flash);
            model_use_front(drive.model, drive.front);
        }
    } else if (!on && drive.model != NULL) {
        for (struct model_request *job; (job = model_drain(drive.model)) != NULL;)
            answer((struct job *)job);
        drive.busy = busy();
        drive.front_busy = front_busy();
        model_free(drive.model);
        drive.model = NULL;
        if (drive.trace != NULL)
            fflush(drive.trace);
    }
    pthread_cond_signal(&drive.sooner);
    pthread_mutex_unlock(&drive.lock);
}

static void *await_signals(void *signals)
{
    for (siginfo_t signal;;)
        if (sigwaitinfo(signals, &signal) > 0)
            switch_model(signal.si_signo == SIGUSR1,
                         signal.si_code == SI_QUEUE ? signal.si_value.sival_int * 1000LL : 0);
    return NULL;
}

/* ---- FUSE ---- */

static bool is_served(fuse_ino_t inode)
{
    return inode == FUSE_ROOT_ID || inode == DISK_INODE || inode == FAULT_INODE || inode == BUSY_INODE
           || (inode == FLASH_INODE && drive.flash != NULL) || (inode == FRONT_INODE && drive.front != NULL);
}

static bool attributes(fuse_ino_t inode, struct stat *stat)
{
    memset(stat, 0, sizeof *stat);
    stat->st_ino = inode;
    stat->st_mode = inode == FUSE_ROOT_ID ? S_IFDIR | 0700 : S_IFREG | 0600;
    stat->st_nlink = inode == FUSE_ROOT_ID ? 2 : 1;
    stat->st_size = inode == DISK_INODE ? drive.size : 0;
    stat->st_blksize = 4096;
    return is_served(inode);
}

static void on_init(void *unused, struct fuse_conn_info *connection)
{
    (void)unused;
    connection->max_read = MAX_REQUEST_BYTES;
    connection->max_write = MAX_REQUEST_BYTES;
    connection->max_background = MAX_UNDER_WAY;
    connection->congestion_threshold = MAX_UNDER_WAY;
}

static fuse_ino_t inode_of(const char *name)
{
    if (strcmp(name, "disk") == 0)
        return DISK_INODE;
    if (strcmp(name, "flash") == 0)
        return FLASH_INODE;
    if (strcmp(name, "busy") == 0)
        return BUSY_INODE;
    if (strcmp(name, "front") == 0)
        return FRONT_INODE;
    return strcmp(name, "fault") == 0 ? FAULT_INODE : 0;
}

static void on_lookup(fuse_req_t fuse, fuse_ino_t parent, const char *name)
{
    struct fuse_entry_param entry = {.ino = inode_of(name),
                                     .attr_timeout = ATTRIBUTES_SECONDS, .entry_timeout = ATTRIBUTES_SECONDS};
    if (parent != FUSE_ROOT_ID || !attributes(entry.ino, &entry.attr)) {
        fuse_reply_err(fuse, ENOENT);
        return;
    }
    fuse_reply_entry(fuse, &entry);
}

static void on_getattr(fuse_req_t fuse, fuse_ino_t inode, struct fuse_file_info *file)
{
    (void)file;
    struct stat stat;
    if (attributes(inode, &stat))
        fuse_reply_attr(fuse, &stat, ATTRIBUTES_SECONDS);
    else
        fuse_reply_err(fuse, ENOENT);
}

static void on_open(fuse_req_t fuse, fuse_ino_t inode, struct fuse_file_info *file)
{
    file->direct_io = 1;
    if (inode != FUSE_ROOT_ID && is_served(inode))
        fuse_reply_open(fuse, file);
    else
        fuse_reply_err(fuse, EISDIR);
}

/* A job with room for the data of a read; answers ENOMEM and returns NULL without memory. */
static struct job *new_job(fuse_req_t fuse, enum model_op op, int64_t offset, size_t length)
{
    struct job *job = malloc(sizeof *job + (op == MODEL_READ ? length : 0));
    if (job == NULL) {
        fuse_reply_err(fuse, ENOMEM);
        return NULL;
    }
    job->fuse = fuse;
    job->error = 0;
    job->request.op = op;
    job->request.offset = offset;
    job->request.length = (int64_t)length;
    return job;
}

static void reply_text(fuse_req_t fuse, const char *text, int size, size_t length, off_t offset)
{
    off_t left = offset < size ? size - offset : 0;
    fuse_reply_buf(fuse, text + (left > 0 ? offset : 0), (size_t)left < length ? (size_t)left : length);
}

/* Prints what was written by owner and hint, and what each stream has counted. The drive's lock is held. */
static int print_streams(char *text, int size)
{
    size += snprintf(text + size, COUNTERS_BYTES - (size_t)size,
                     "file_sectors=%" PRId64 "\nsystem_sectors=%" PRId64 "\nunknown_sectors=%" PRId64
                     "\nearly_writes=%" PRId64 "\nsequential_sectors=%" PRId64 "\n",
                     streams.file_sectors, streams.system_sectors, streams.unknown_sectors, streams.early,
                     streams.detector.sequential_sectors);
    for (int hint = 0; hint < TRACE_HINTS; hint++)
        size += snprintf(text + size, COUNTERS_BYTES - (size_t)size, "hint.%d.written_sectors=%" PRId64 "\n", hint,
                         streams.hint_sectors[hint]);
    for (int stream = 0; stream < (int)drive.config.streams; stream++) {
        struct flash_counters counters = flash_stream_counted(drive.flash, stream);
        size += snprintf(text + size, COUNTERS_BYTES - (size_t)size,
                         "stream.%d.written_sectors=%" PRId64 "\nstream.%d.copied_sectors=%" PRId64
                         "\nstream.%d.erased_units=%" PRId64 "\nstream.%d.collect_micros=%" PRId64 "\n",
                         stream, counters.written, stream, counters.copied, stream, counters.erased, stream,
                         model_collect_nanos(&drive.config, counters.copied, counters.erased) / 1000);
    }
    return size;
}

/* Answers with what the translation layer has counted, one name=value a line; times are those of all dies together. */
static void read_flash(fuse_req_t fuse, size_t length, off_t offset)
{
    char text[COUNTERS_BYTES];
    pthread_mutex_lock(&drive.lock);
    struct flash_counters counters = flash_counted(drive.flash);
    double filled = flash_filled(drive.flash);
    int64_t collect_nanos = model_collect_nanos(&drive.config, counters.copied, counters.erased);
    int size = snprintf(text, sizeof text,
                        "written_sectors=%" PRId64 "\ncopied_sectors=%" PRId64 "\nerased_units=%" PRId64
                        "\ntrimmed_sectors=%" PRId64 "\ncollect_micros=%" PRId64 "\ndies=%d\nfilled=%.4f\n",
                        counters.written, counters.copied, counters.erased, counters.trimmed,
                        collect_nanos / 1000, model_dies(&drive.config), filled);
    size = print_streams(text, size);
    pthread_mutex_unlock(&drive.lock);
    reply_text(fuse, text, size, length, offset);
}

/* Answers with what the block cache has counted, and how long the busiest part of its SSD has worked. */
static void read_front(fuse_req_t fuse, size_t length, off_t offset)
{
    char text[COUNTERS_BYTES];
    pthread_mutex_lock(&drive.lock);
    struct front_counters counters = front_counted(drive.front);
    int64_t blocks = front_blocks(drive.front);
    struct model_busy sum = front_busy();
    pthread_mutex_unlock(&drive.lock);
    int64_t busiest = sum.die_nanos / (int64_t)drive.config.dies;
    if (busiest < sum.controller_nanos)
        busiest = sum.controller_nanos;
    if (busiest < sum.link_nanos)
        busiest = sum.link_nanos;
    int size = snprintf(text, sizeof text,
                        "reads=%" PRId64 "\nhits=%" PRId64 "\npromoted_blocks=%" PRId64 "\nevicted_blocks=%" PRId64
                        "\nupdated_blocks=%" PRId64 "\nblocks=%" PRId64 "\nbusy_nanos=%" PRId64 "\n",
                        counters.reads, counters.hits, counters.promoted, counters.evicted, counters.updated, blocks,
                        busiest);
    reply_text(fuse, text, size, length, offset);
}

/* Answers with the fault that is set, and how many requests it has hit since. */
static void read_fault(fuse_req_t fuse, size_t length, off_t offset)
{
    char text[2 * FAULT_TEXT_BYTES];
    pthread_mutex_lock(&wrong.lock);
    int size = fault_print(&wrong.fault, text);
    size += snprintf(text + size, sizeof text - (size_t)size, "hits=%" PRId64 "\n", wrong.hits);
    pthread_mutex_unlock(&wrong.lock);
    reply_text(fuse, text, size, length, offset);
}

/* Answers with the time that the parts of the drives have worked, and how many there are of each; 0 of what is none. */
static void read_busy(fuse_req_t fuse, size_t length, off_t offset)
{
    char text[COUNTERS_BYTES];
    int heads = drive.config.kind == MODEL_HDD ? (int)drive.config.spindles : 0;
    int ssds = drive.config.kind == MODEL_SSD ? (int)drive.config.spindles : 0;
    int volumes = drive.config.kind == MODEL_VOLUME ? 1 : 0;
    pthread_mutex_lock(&drive.lock);
    struct model_busy sum = busy();
    pthread_mutex_unlock(&drive.lock);
    int size = snprintf(text, sizeof text,
                        "heads=%d\nhead_nanos=%" PRId64 "\ncontrollers=%d\ncontroller_nanos=%" PRId64
                        "\ndies=%d\ndie_nanos=%" PRId64 "\nlinks=%d\nlink_nanos=%" PRId64
                        "\nvolumes=%d\nvolume_nanos=%" PRId64 "\n",
                        heads, sum.head_nanos, ssds, sum.controller_nanos, ssds * model_dies(&drive.config),
                        sum.die_nanos, ssds + volumes, sum.link_nanos, volumes, sum.volume_nanos);
    reply_text(fuse, text, size, length, offset);
}

static void on_read(fuse_req_t fuse, fuse_ino_t inode, size_t length, off_t offset, struct fuse_file_info *file)
{
    (void)file;
    if (inode == FLASH_INODE) {
        read_flash(fuse, length, offset);
        return;
    }
    if (inode == FAULT_INODE) {
        read_fault(fuse, length, offset);
        return;
    }
    if (inode == BUSY_INODE) {
        read_busy(fuse, length, offset);
        return;
    }
    if (inode == FRONT_INODE) {
        read_front(fuse, length, offset);
        return;
    }
    int64_t arrival = now_nanos();
    struct job *job = new_job(fuse, MODEL_READ, offset, length);
    if (job == NULL)
        return;
    ssize_t count = image_read(&drive.image, job->data, length, offset);
    if (count < 0) {
        fuse_reply_err(fuse, errno);
        free(job);
        return;
    }
    job->request.length = count;
    job->error = error_of(MODEL_READ, offset, (size_t)count);
    struct fault fault = current_fault();
    if (fault_flip(&fault, job->data, offset, count) > 0)
        count_hit();
    submit(job, arrival);
}

/* Sets the fault that some words name; the answer is EINVAL if they name none. */
static void write_fault(fuse_req_t fuse, const char *words, size_t length)
{
    char text[FAULT_TEXT_BYTES];
    struct fault fault;
    size_t copied = length < sizeof text ? length : sizeof text - 1;
    memcpy(text, words, copied);
    text[copied] = '\0';
    if (copied < length || fault_parse(&fault, text) != 0) {
        fuse_reply_err(fuse, EINVAL);
        return;
    }
    set_fault(&fault);
    fuse_reply_write(fuse, length);
}

/* Empties the block cache, whatever is written. */
static void empty_front(fuse_req_t fuse, size_t length)
{
    pthread_mutex_lock(&drive.lock);
    front_empty(drive.front);
    pthread_mutex_unlock(&drive.lock);
    fuse_reply_write(fuse, length);
}

/* Puts only those sectors of a write into the image that a torn or lost write keeps; 0 or the errno. */
static int put_kept(const struct fault *fault, const char *data, size_t length, off_t offset)
{
    int error = 0;
    for (off_t at = offset; at < offset + (off_t)length && error == 0;) {
        int64_t sector = at / FAULT_SECTOR_BYTES;
        off_t end = (sector + 1) * FAULT_SECTOR_BYTES;
        if (end > offset + (off_t)length)
            end = offset + (off_t)length;
        if (fault_keeps_sector(fault, offset, (int64_t)length, sector))
            error = image_write(&drive.image, data + (at - offset), (size_t)(end - at), at);
        at = end;
    }
    return error;
}

/* Does what a write does to the data of a drive that may be at fault; 0 or the errno. */
static int store(const char *data, size_t length, off_t offset)
{
    struct fault fault = current_fault();
    if (!fault_loses(&fault, offset, (int64_t)length))
        return image_write(&drive.image, data, length, offset);
    count_hit();
    return put_kept(&fault, data, length, offset);
}

static void on_write(fuse_req_t fuse, fuse_ino_t inode, const char *data, size_t length, off_t offset,
                     struct fuse_file_info *file)
{
    (void)file;
    if (inode == FAULT_INODE) {
        write_fault(fuse, data, length);
        return;
    }
    if (inode == FRONT_INODE && drive.front != NULL) {
        empty_front(fuse, length);
        return;
    }
    if (inode != DISK_INODE) {
        fuse_reply_err(fuse, EACCES);
        return;
    }
    int64_t arrival = now_nanos();
    if (offset + (off_t)length > drive.size) {
        fuse_reply_err(fuse, ENOSPC);
        return;
    }
    struct job *job = new_job(fuse, MODEL_WRITE, offset, length);
    if (job == NULL)
        return;
    job->error = error_of(MODEL_WRITE, offset, length);
    if (job->error == 0)
        job->error = store(data, length, offset);
    submit(job, arrival);
}

static void on_fsync(fuse_req_t fuse, fuse_ino_t inode, int data_only, struct fuse_file_info *file)
{
    (void)inode;
    (void)data_only;
    (void)file;
    struct job *job = new_job(fuse, MODEL_FLUSH, 0, 0);
    if (job == NULL)
        return;
    job->error = error_of(MODEL_FLUSH, 0, 0);
    submit(job, now_nanos());
}

/* The file system gives sectors up. Takes no time; without a translation layer the drive knows no such command. */
static void on_fallocate(fuse_req_t fuse, fuse_ino_t inode, int mode, off_t offset, off_t length,
                         struct fuse_file_info *file)
{
    (void)file;
    if ((drive.flash == NULL && !streams.is_recorded) || inode != DISK_INODE) {
        fuse_reply_err(fuse, ENOSYS);
        return;
    }
    if (mode != (FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE)) {
        fuse_reply_err(fuse, EOPNOTSUPP);
        return;
    }
    int error = image_zero(&drive.image, offset, length);
    if (error != 0) {
        fuse_reply_err(fuse, error);
        return;
    }
    int64_t first = (offset + FLASH_SECTOR_BYTES - 1) / FLASH_SECTOR_BYTES;
    int64_t end = (offset + length < drive.size ? offset + length : drive.size) / FLASH_SECTOR_BYTES;
    pthread_mutex_lock(&drive.lock);
    if (first < end && listen_is_on())
        listen_trim(first, end - first);
    else if (first < end)
        on_trimmed(first, end - first);
    pthread_mutex_unlock(&drive.lock);
    fuse_reply_err(fuse, 0);
}

static const struct fuse_lowlevel_ops OPERATIONS = {
    .init = on_init,
    .lookup = on_lookup,
    .getattr = on_getattr,
    .open = on_open,
    .read = on_read,
    .write = on_write,
    .fsync = on_fsync,
    .fallocate = on_fallocate,
};

/* ---- start ---- */

static void fail(const char *what)
{
    fprintf(stderr, "drive: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* What keeps a drive under a file system from waiting for itself, for memory, or for a late timer. */
static void be_a_drive(void)
{
    setsid();
    prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);
    if (prctl(PR_SET_IO_FLUSHER, 1UL, 0UL, 0UL, 0UL) != 0)
        perror("drive: PR_SET_IO_FLUSHER");
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 64 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
    if (mlockall(MCL_CURRENT) != 0)
        perror("drive: mlockall");
    image_keep(&drive.image); /* mapped between the two: its pages are kept, not locked */
    if (mlockall(MCL_FUTURE) != 0)
        perror("drive: mlockall");
    struct sched_param priority = {.sched_priority = REAL_TIME_PRIORITY};
    if (sched_setscheduler(0, SCHED_RR, &priority) != 0)
        perror("drive: SCHED_RR");
}

static void *keep_base(void *unused)
{
    (void)unused;
    image_keep_base(&drive.image);
    return NULL;
}

static void start_threads(void)
{
    static sigset_t signals;
    pthread_t thread;
    pthread_attr_t ordinary; /* without the priority of a drive */
    pthread_attr_init(&ordinary);
    pthread_attr_setinheritsched(&ordinary, PTHREAD_EXPLICIT_SCHED);
    sigemptyset(&signals);
    sigaddset(&signals, SIGUSR1);
    sigaddset(&signals, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &signals, NULL);
    pthread_cond_init(&drive.sooner, NULL);
    pthread_cond_init(&wrong.changed, NULL);
    if (pthread_create(&thread, NULL, await_signals, &signals) != 0
        || pthread_create(&thread, NULL, answer_when_due, NULL) != 0
        || pthread_create(&thread, NULL, answer_held, NULL) != 0
        || pthread_create(&thread, &ordinary, keep_base, NULL) != 0)
        fail("threads");
    pthread_attr_destroy(&ordinary);
}

static int serve(const char *mount)
{
    struct fuse_args args = FUSE_ARGS_INIT(0, NULL);
    char options[64];
    snprintf(options, sizeof options, "fsname=ssdtier-drive,max_read=%d", MAX_REQUEST_BYTES);
    if (fuse_opt_add_arg(&args, "drive") != 0 || fuse_opt_add_arg(&args, "-o") != 0
        || fuse_opt_add_arg(&args, options) != 0)
        fail("memory");
    struct fuse_session *session = fuse_session_new(&args, &OPERATIONS, sizeof OPERATIONS, NULL);
    if (session == NULL || fuse_session_mount(session, mount) != 0)
        fail(mount);
    struct fuse_loop_config *loop = fuse_loop_cfg_create();
    fuse_loop_cfg_set_clone_fd(loop, 0);
    fuse_loop_cfg_set_max_threads(loop, THREADS);
    fuse_loop_cfg_set_idle_threads(loop, THREADS);
    int result = fuse_session_loop_mt(session, loop);
    if (drive.trace != NULL)
        fflush(drive.trace);
    pthread_mutex_lock(&drive.lock);
    if (streams.is_recorded && trace_finish(&streams.record) != TRACE_OK)
        perror("drive: record");
    streams.is_recorded = false;
    pthread_mutex_unlock(&drive.lock);
    fuse_session_unmount(session);
    return result == 0 ? 0 : 1;
}

/* Takes the word of the clock. Returns 0, or -1 for another word or a wrong value. */
static int configure_clock(const char *word)
{
    if (strncmp(word, "dilation=", 9) != 0)
        return -1;
    drive.dilation = atoll(word + 9);
    return drive.dilation >= 1 && drive.dilation <= MAX_DILATION ? 0 : -1;
}

/* Takes one of the words of streams. Returns 0, or -1 for another word or a wrong value. */
static int configure_streams(const char *word)
{
    if (strncmp(word, "map=", 4) == 0 && strlen(word + 4) == TRACE_HINTS) {
        memcpy(streams.map, word + 4, TRACE_HINTS);
        return strspn(streams.map, "0123456789") == TRACE_HINTS ? 0 : -1;
    }
    if (strncmp(word, "detect=", 7) == 0) {
        streams.detect = atoi(word + 7);
        return streams.detect >= 0 && streams.detect <= DETECT_MAX_STREAMS ? 0 : -1;
    }
    if (strncmp(word, "resolver=", 9) == 0) {
        streams.resolver = word + 9;
        return 0;
    }
    if (strncmp(word, "record=", 7) == 0) {
        enum trace_error error = trace_create(&streams.record, word + 7, drive.size / FLASH_SECTOR_BYTES);
        streams.is_recorded = error == TRACE_OK;
        streams.record_begin = now_nanos();
        return streams.is_recorded ? 0 : -1;
    }
    return -1;
}

/* The name of a setting of streams that does not fit the drive, or NULL. */
static const char *check_streams(void)
{
    for (int hint = 0; hint < TRACE_HINTS; hint++)
        if (streams.map[hint] - '0' >= (int)drive.config.streams)
            return "map";
    return streams.detect >= (int)drive.config.streams ? "detect" : NULL;
}

static void start_streams(void)
{
    if (streams.detect > 0)
        detect_init(&streams.detector, streams.detect);
    int error = streams.resolver == NULL ? 0 : listen_start(streams.resolver, &LISTEN_CALLS, &drive.lock);
    if (error != 0) {
        errno = error;
        fail(streams.resolver);
    }
}

int main(int count, char **words)
{
    static const struct option OPTIONS[] = {{"image", required_argument, NULL, 'i'},
                                            {"base", required_argument, NULL, 'b'},
                                            {"size", required_argument, NULL, 's'},
                                            {"mount", required_argument, NULL, 'm'},
                                            {"trace", required_argument, NULL, 't'},
                                            {NULL, 0, NULL, 0}};
    const char *mount = NULL;
    const char *image = NULL;
    const char *base = NULL;
    model_defaults(&drive.config);
    for (int option; (option = getopt_long(count, words, "", OPTIONS, NULL)) != -1;) {
        if (option == 'i')
            image = optarg;
        else if (option == 'b')
            base = optarg;
        else if (option == 's')
            drive.size = strtoll(optarg, NULL, 10);
        else if (option == 'm')
            mount = optarg;
        else if (option == 't' && (drive.trace = fopen(optarg, "we")) == NULL)
            fail(optarg);
        else if (option == '?')
            return 2;
    }
    drive.config.size_bytes = (double)drive.size;
    for (int i = optind; i < count; i++)
        if (model_configure(&drive.config, words[i]) != 0 && configure_streams(words[i]) != 0
            && configure_clock(words[i]) != 0) {
            fprintf(stderr, "drive: %s: not a word of the model\n", words[i]);
            return 2;
        }
    const char *wrong = mount == NULL || image == NULL ? "--image and --mount" : model_check(&drive.config);
    wrong = wrong == NULL ? check_streams() : wrong;
    if (wrong != NULL) {
        fprintf(stderr, "drive: %s: missing or out of range\n", wrong);
        return 2;
    }
    if (base != NULL && (model_has_flash(&drive.config) || streams.is_recorded)) {
        fprintf(stderr, "drive: --base: not with a translation layer or a record, which have to see what lies where\n");
        return 2;
    }
    errno = image_open(&drive.image, image, base, drive.size);
    if (errno != 0) {
        fprintf(stderr, "drive: --image %s --base %s: %s\n", image, base == NULL ? "(none)" : base,
                base != NULL && errno == EINVAL ? "the base has another size" : strerror(errno));
        return 1;
    }
    if (model_has_flash(&drive.config)) {
        struct flash_config flash = model_flash(&drive.config);
        drive.flash = flash_new(&flash);
        if (drive.flash == NULL)
            fail("memory of the translation layer");
    }
    if (model_has_front(&drive.config)) {
        struct front_config front = model_front(&drive.config);
        drive.front = front_new(&front);
        if (drive.front == NULL)
            fail("memory of the block cache");
    }
    be_a_drive();
    start_threads();
    start_streams();
    return serve(mount);
}
