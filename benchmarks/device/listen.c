#define _GNU_SOURCE

#include "listen.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define NANOS_PER_SECOND 1000000000LL
#define NANOS_PER_MILLI 1000000LL
#define SOCKET_BYTES (4 << 20)
#define LOOK_MILLIS 2

static struct {
    const struct listen_calls *calls;
    pthread_mutex_t *lock; /* guards all below */
    int server;
    int peer; /* -1: no resolver */
    int wake; /* an event for the thread: an entry waits */
    bool is_on;
    uint32_t last_id;
    struct listen_entry *first;
    struct listen_entry **last;
    int64_t buffered_sectors; /* of writes that are answered and wait */
} listener = {.server = -1, .peer = -1, .wake = -1};

static int64_t now_nanos(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NANOS_PER_SECOND + time.tv_nsec;
}

/* ---- the queue; the lock is held ---- */

static void append(struct listen_entry *entry)
{
    entry->next = NULL;
    *listener.last = entry;
    listener.last = &entry->next;
}

static struct listen_entry *take_first(void)
{
    struct listen_entry *entry = listener.first;
    listener.first = entry->next;
    if (listener.first == NULL)
        listener.last = &listener.first;
    return entry;
}

/* Ends the first entry, a write. */
static void resolve_first(const struct listen_piece *pieces, int count)
{
    struct listen_entry *entry = take_first();
    if (entry->job == NULL)
        listener.buffered_sectors -= entry->count;
    listener.calls->resolved(entry, pieces, count);
    free(entry);
}

static void give_up_first(void)
{
    struct listen_piece unknown = {(uint32_t)listener.first->count, TRACE_UNKNOWN, 0};
    resolve_first(&unknown, 1);
}

/* Applies the discards that no write is before any more. */
static void apply_trims(void)
{
    while (listener.first != NULL && listener.first->is_trim) {
        struct listen_entry *entry = take_first();
        listener.calls->trimmed(entry->sector, entry->count);
        free(entry);
    }
}

/* Answers and gives up what has waited long enough. */
static void expire(int64_t now)
{
    apply_trims();
    while (listener.first != NULL
           && (listener.peer < 0 || now - listener.first->arrival > LISTEN_PATIENCE_NANOS)) {
        give_up_first();
        apply_trims();
    }
    for (struct listen_entry *entry = listener.first; entry != NULL; entry = entry->next) {
        if (entry->job == NULL)
            continue;
        if (now - entry->arrival < LISTEN_HOLD_NANOS
            || listener.buffered_sectors + entry->count > LISTEN_BUFFER_SECTORS)
            return;
        listener.calls->acknowledge(entry->job);
        entry->job = NULL;
        listener.buffered_sectors += entry->count;
    }
}

static void end_peer(void)
{
    if (listener.peer >= 0)
        close(listener.peer);
    listener.peer = -1;
    expire(now_nanos());
}

/* Sends a message; a resolver that is so far behind that there is no room for it is not heard any more. */
static void tell(uint32_t kind, uint32_t id, int64_t sector, int64_t count)
{
    struct listen_query query = {kind, id, (uint32_t)sector, (uint32_t)count};
    if (listener.peer >= 0
        && send(listener.peer, &query, sizeof query, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)sizeof query) {
        fprintf(stderr, "drive: resolver: %s\n", strerror(errno));
        shutdown(listener.peer, SHUT_RDWR); /* its thread sees that and closes it */
    }
}

static void wake_thread(void)
{
    uint64_t one = 1;
    if (write(listener.wake, &one, sizeof one) < 0 && errno != EAGAIN)
        perror("drive: resolver");
}

/* ---- messages ---- */

/* Whether the pieces cover the first entry, and their hints are hints. */
static bool is_answer_to_first(const struct listen_answer *answer, ssize_t size)
{
    int64_t sectors = 0;
    if (listener.first == NULL || answer->id != listener.first->id || answer->piece_count < 1
        || answer->piece_count > LISTEN_MAX_PIECES
        || (size_t)size != offsetof(struct listen_answer, pieces) + answer->piece_count * sizeof(struct listen_piece))
        return false;
    for (uint32_t i = 0; i < answer->piece_count; i++) {
        if (answer->pieces[i].hint >= TRACE_HINTS)
            return false;
        sectors += answer->pieces[i].count;
    }
    return sectors == listener.first->count;
}

/* Takes a message in. An answer to an entry that was given up comes too late and is dropped. */
static void take_message(void *message, ssize_t size)
{
    uint32_t kind = *(uint32_t *)message;
    if (kind == LISTEN_ANSWER && size > (ssize_t)offsetof(struct listen_answer, pieces)) {
        struct listen_answer *answer = message;
        if (is_answer_to_first(answer, size))
            resolve_first(answer->pieces, (int)answer->piece_count);
    } else if (kind == LISTEN_NAME && size == (ssize_t)sizeof(struct listen_name)) {
        struct listen_name *name = message;
        name->path[sizeof name->path - 1] = '\0';
        if (name->hint < TRACE_HINTS)
            listener.calls->named(name->file, name->hint, name->path);
    }
    expire(now_nanos());
}

static void receive(int peer)
{
    static union {
        uint32_t kind;
        struct listen_answer answer;
        struct listen_name name;
    } message;
    ssize_t size = recv(peer, &message, sizeof message, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    pthread_mutex_lock(listener.lock);
    if (size < (ssize_t)sizeof message.kind)
        end_peer();
    else
        take_message(&message, size);
    pthread_mutex_unlock(listener.lock);
}

static void welcome(void)
{
    int peer = accept4(listener.server, NULL, NULL, SOCK_CLOEXEC);
    if (peer < 0)
        return;
    int bytes = SOCKET_BYTES;
    setsockopt(peer, SOL_SOCKET, SO_SNDBUFFORCE, &bytes, sizeof bytes);
    pthread_mutex_lock(listener.lock);
    end_peer();
    listener.peer = peer;
    listener.is_on = true;
    pthread_mutex_unlock(listener.lock);
}

static void *serve(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(listener.lock);
        expire(now_nanos());
        int peer = listener.peer;
        bool waits = listener.first != NULL;
        pthread_mutex_unlock(listener.lock);
        struct pollfd files[] = {{listener.server, POLLIN, 0}, {listener.wake, POLLIN, 0}, {peer, POLLIN, 0}};
        poll(files, peer < 0 ? 2 : 3, waits ? LOOK_MILLIS : -1);
        if (files[0].revents != 0)
            welcome();
        uint64_t count;
        if (files[1].revents != 0 && read(listener.wake, &count, sizeof count) < 0 && errno != EAGAIN)
            perror("drive: resolver");
        if (peer >= 0 && files[2].revents != 0)
            receive(peer);
    }
    return NULL;
}

/* ---- the face ---- */

int listen_start(const char *path, const struct listen_calls *calls, pthread_mutex_t *lock)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path)
        return ENAMETOOLONG;
    strcpy(address.sun_path, path);
    listener.calls = calls;
    listener.lock = lock;
    listener.last = &listener.first;
    listener.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    listener.server = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    unlink(path);
    if (listener.wake < 0 || listener.server < 0
        || bind(listener.server, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener.server, 1) != 0)
        return errno;
    pthread_t thread;
    return pthread_create(&thread, NULL, serve, NULL);
}

bool listen_is_on(void)
{
    return listener.is_on;
}

bool listen_write(void *job, int64_t sector, int64_t count, int64_t arrival)
{
    struct listen_entry *entry = malloc(sizeof *entry);
    if (entry == NULL)
        return false;
    *entry = (struct listen_entry){NULL, job, sector, count, arrival, ++listener.last_id, false};
    bool first = listener.first == NULL;
    append(entry);
    tell(LISTEN_QUERY, entry->id, sector, count);
    if (first)
        wake_thread();
    return true;
}

void listen_trim(int64_t sector, int64_t count)
{
    tell(LISTEN_TRIMMED, 0, sector, count);
    struct listen_entry *entry = listener.first == NULL ? NULL : malloc(sizeof *entry);
    if (entry == NULL) {
        listener.calls->trimmed(sector, count);
        return;
    }
    *entry = (struct listen_entry){NULL, NULL, sector, count, now_nanos(), 0, true};
    append(entry);
}
