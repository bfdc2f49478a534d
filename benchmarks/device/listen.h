/*
 * The drive's side of the conversation with the resolver (resolver.c), which looks up the file behind each write before
 * the drive programs its pages. A UNIX socket of packets, made by the drive:
 *
 *   drive to resolver    LISTEN_QUERY    id, sector, count      whose are these sectors?
 *                        LISTEN_TRIMMED  -, sector, count       they are nobody's any more; no answer
 *   resolver to drive    LISTEN_ANSWER   id, pieces             in the order of the queries
 *                        LISTEN_NAME     file, hint, path       before the first answer with this file
 *
 * Writes wait in a queue, in their order, and discards with them. The resolver must never wait for the drive for ever: it
 * may need a read of the drive (reads do not queue here), or a lock of a file whose writer waits for a write to be
 * answered. So a write that has waited for LISTEN_HOLD_NANOS is answered from the drive's buffer and goes on waiting
 * there, as long as that holds no more than LISTEN_BUFFER_SECTORS; one that has waited for LISTEN_PATIENCE_NANOS, or that
 * comes when no resolver is there, belongs to TRACE_UNKNOWN.
 */
#ifndef SSDTIER_LISTEN_H
#define SSDTIER_LISTEN_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "trace.h"

#define LISTEN_HOLD_NANOS 5000000LL
#define LISTEN_PATIENCE_NANOS 2000000000LL
#define LISTEN_BUFFER_SECTORS 8192
#define LISTEN_MAX_PIECES 300 /* of a request of 256 sectors, with room */

enum listen_kind { LISTEN_QUERY = 1, LISTEN_TRIMMED, LISTEN_ANSWER, LISTEN_NAME };

/* Sectors that follow each other and belong to the same file. */
struct listen_piece {
    uint32_t count;
    uint32_t file;
    uint32_t hint;
};

struct listen_query {
    uint32_t kind;
    uint32_t id;
    uint32_t sector;
    uint32_t count;
};

struct listen_answer {
    uint32_t kind;
    uint32_t id;
    uint32_t piece_count;
    struct listen_piece pieces[LISTEN_MAX_PIECES];
};

struct listen_name {
    uint32_t kind;
    uint32_t file;
    uint32_t hint;
    char path[TRACE_PATH_BYTES];
};

/* A write or a discard that waits. */
struct listen_entry {
    struct listen_entry *next;
    void *job; /* of the write; NULL: it has been answered already, or is a discard */
    int64_t sector;
    int64_t count;
    int64_t arrival;
    uint32_t id;
    bool is_trim;
};

/* What the drive does; called with its lock held. */
struct listen_calls {
    /* A write's pieces are known. The entry is freed afterwards; its job is the drive's. */
    void (*resolved)(const struct listen_entry *entry, const struct listen_piece *pieces, int count);
    void (*trimmed)(int64_t sector, int64_t count);
    /* A write has waited long enough for its answer to the host. */
    void (*acknowledge)(void *job);
    void (*named)(uint32_t file, uint32_t hint, const char *path);
};

/* Serves the socket at a path from a thread of its own. Returns 0 or an errno. */
int listen_start(const char *path, const struct listen_calls *calls, pthread_mutex_t *lock);

/* Whether writes go through the queue: a resolver has come once. The lock is held, here and below. */
bool listen_is_on(void);

/* Queues a write. Returns false without memory; the write is the caller's then. */
bool listen_write(void *job, int64_t sector, int64_t count, int64_t arrival);

/* Queues a discard behind the writes, or applies it at once if none waits. */
void listen_trim(int64_t sector, int64_t count);

#endif
