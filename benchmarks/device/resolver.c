/*
 * resolver --socket PATH --root DIR
 *
 * Tells a drive (listen.h) to which file of the file system mounted on it the sectors of a write belong, and that file's
 * lifetime hint (fcntl F_GET_RW_HINT). It keeps the owner of each sector, from the extents of the files below DIR (FIEMAP,
 * without a sync: what is not allocated yet cannot be written yet). A query whose sectors all have an owner that still
 * exists unchanged is answered from there; else the files that changed last are looked at again, then all. What belongs to
 * no file after that is the file system's own: journal, tables, directories.
 *
 * It holds no file open, as the blocks of a deleted file would not be freed then. It ends when the drive does.
 */
#define _GNU_SOURCE

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "listen.h"

#define SECTOR_BYTES 4096
#define HOT_FILES 24
#define BATCH_EXTENTS 128
#define MAX_DEPTH 16
#define PRIORITY (-15) /* writes wait for the answers */

#ifndef F_GET_RW_HINT
#define F_GET_RW_HINT 1035
#endif

/* Owners of a sector: nobody looked yet, the file system, or a file's number plus one. */
#define UNSEEN 0U
#define SYSTEM 1U

struct extent {
    int64_t sector;
    int64_t count;
};

/* A file as it was when it was looked at. */
struct file {
    char *path;
    uint64_t inode;
    uint64_t blocks;
    struct statx_timestamp born;
    struct statx_timestamp changed;
    bool is_unsettled; /* a part of it was not allocated */
    bool is_gone;
    bool is_named;
    uint32_t hint;
    struct extent *extents;
    int extent_count;
    int extent_room;
};

static struct {
    int peer;
    const char *root;
    uint32_t *owner; /* by sector */
    int64_t sectors;
    struct file *files; /* by number; 0 is none */
    uint32_t file_count;
    uint32_t file_room;
    uint32_t *by_inode; /* numbers */
    uint64_t inode_room;
    uint32_t hot[HOT_FILES]; /* the newest first */
} resolver;

static void fail(const char *what)
{
    fprintf(stderr, "resolver: %s: %s\n", what, strerror(errno));
    exit(1);
}

static void *grown(void *memory, size_t bytes)
{
    void *more = realloc(memory, bytes);
    if (more == NULL)
        fail("memory");
    return more;
}

/* ---- owners ---- */

static void reserve_sectors(int64_t sectors)
{
    if (sectors <= resolver.sectors)
        return;
    int64_t room = sectors + sectors / 2;
    resolver.owner = grown(resolver.owner, (size_t)room * sizeof *resolver.owner);
    memset(resolver.owner + resolver.sectors, 0, (size_t)(room - resolver.sectors) * sizeof *resolver.owner);
    resolver.sectors = room;
}

static void forget_extents(struct file *file, uint32_t number)
{
    for (int i = 0; i < file->extent_count; i++)
        for (int64_t sector = file->extents[i].sector; sector < file->extents[i].sector + file->extents[i].count; sector++)
            if (resolver.owner[sector] == number + 1)
                resolver.owner[sector] = UNSEEN;
    file->extent_count = 0;
}

static void own_extent(struct file *file, uint32_t number, const struct fiemap_extent *extent)
{
    int64_t sector = (int64_t)(extent->fe_physical / SECTOR_BYTES);
    int64_t count = (int64_t)((extent->fe_length + SECTOR_BYTES - 1) / SECTOR_BYTES);
    if (file->extent_count == file->extent_room) {
        file->extent_room = file->extent_room == 0 ? 4 : 2 * file->extent_room;
        file->extents = grown(file->extents, (size_t)file->extent_room * sizeof *file->extents);
    }
    file->extents[file->extent_count++] = (struct extent){sector, count};
    reserve_sectors(sector + count);
    for (int64_t i = sector; i < sector + count; i++)
        resolver.owner[i] = number + 1;
}

/* ---- files ---- */

static bool is_same_time(struct statx_timestamp one, struct statx_timestamp other)
{
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

static void map_extents(struct file *file, uint32_t number, int descriptor)
{
    static union {
        struct fiemap map;
        char room[sizeof(struct fiemap) + BATCH_EXTENTS * sizeof(struct fiemap_extent)];
    } batch;
    file->is_unsettled = false;
    for (uint64_t start = 0;;) {
        memset(&batch.map, 0, sizeof batch.map);
        batch.map.fm_start = start;
        batch.map.fm_length = FIEMAP_MAX_OFFSET - start;
        batch.map.fm_extent_count = BATCH_EXTENTS;
        if (ioctl(descriptor, FS_IOC_FIEMAP, &batch.map) != 0 || batch.map.fm_mapped_extents == 0)
            return;
        const struct fiemap_extent *extent = NULL;
        for (uint32_t i = 0; i < batch.map.fm_mapped_extents; i++) {
            extent = &batch.map.fm_extents[i];
            if ((extent->fe_flags & (FIEMAP_EXTENT_UNKNOWN | FIEMAP_EXTENT_DELALLOC)) != 0)
                file->is_unsettled = true;
            else
                own_extent(file, number, extent);
        }
        if ((extent->fe_flags & FIEMAP_EXTENT_LAST) != 0)
            return;
        start = extent->fe_logical + extent->fe_length;
    }
}

/* Reads a file's hint and extents. */
static void look_into(uint32_t number)
{
    struct file *file = &resolver.files[number];
    int descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NOATIME);
    if (descriptor < 0)
        return;
    uint64_t hint = 0;
    if (fcntl(descriptor, F_GET_RW_HINT, &hint) == 0 && hint != 0 && hint < TRACE_HINTS && hint != file->hint) {
        file->hint = (uint32_t)hint;
        file->is_named = false;
    }
    forget_extents(file, number);
    map_extents(file, number, descriptor);
    close(descriptor);
}

static uint32_t new_file(const char *path, const struct statx *stat)
{
    if (resolver.file_count == resolver.file_room) {
        resolver.file_room = resolver.file_room == 0 ? 1024 : 2 * resolver.file_room;
        resolver.files = grown(resolver.files, resolver.file_room * sizeof *resolver.files);
    }
    if (resolver.file_count == 0)
        resolver.file_count = 1;
    uint32_t number = resolver.file_count++;
    resolver.files[number] = (struct file){.path = strdup(path), .inode = stat->stx_ino, .born = stat->stx_btime};
    if (resolver.files[number].path == NULL)
        fail("memory");
    if (stat->stx_ino >= resolver.inode_room) {
        uint64_t room = stat->stx_ino + 4096;
        resolver.by_inode = grown(resolver.by_inode, room * sizeof *resolver.by_inode);
        memset(resolver.by_inode + resolver.inode_room, 0, (room - resolver.inode_room) * sizeof *resolver.by_inode);
        resolver.inode_room = room;
    }
    resolver.by_inode[stat->stx_ino] = number;
    return number;
}

static void end_file(uint32_t number)
{
    struct file *file = &resolver.files[number];
    forget_extents(file, number);
    free(file->extents);
    free(file->path);
    file->extents = NULL;
    file->path = NULL;
    file->extent_room = 0;
    file->is_gone = true;
}

static bool statx_of(const char *path, struct statx *stat)
{
    return statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW | AT_STATX_DONT_SYNC,
                 STATX_TYPE | STATX_INO | STATX_BTIME | STATX_CTIME | STATX_BLOCKS, stat) == 0;
}

static bool is_changed(const struct file *file, const struct statx *stat)
{
    return file->is_unsettled || file->blocks != stat->stx_blocks || !is_same_time(file->changed, stat->stx_ctime);
}

static void heat(uint32_t number)
{
    int at = 0;
    while (at < HOT_FILES - 1 && resolver.hot[at] != number)
        at++;
    memmove(resolver.hot + 1, resolver.hot, (size_t)at * sizeof *resolver.hot);
    resolver.hot[0] = number;
}

/* The file of this name, which may be a new one; looks into it if it has changed. */
static void visit(const char *path)
{
    struct statx stat;
    if (!statx_of(path, &stat) || !S_ISREG(stat.stx_mode))
        return;
    uint32_t number = stat.stx_ino < resolver.inode_room ? resolver.by_inode[stat.stx_ino] : 0;
    if (number != 0 && !is_same_time(resolver.files[number].born, stat.stx_btime)) {
        if (!resolver.files[number].is_gone)
            end_file(number);
        number = 0;
    }
    if (number == 0 || resolver.files[number].is_gone)
        number = new_file(path, &stat);
    struct file *file = &resolver.files[number];
    if (strcmp(file->path, path) != 0) {
        free(file->path);
        file->path = strdup(path);
        if (file->path == NULL)
            fail("memory");
    }
    if (!is_changed(file, &stat))
        return;
    file->blocks = stat.stx_blocks;
    file->changed = stat.stx_ctime;
    look_into(number);
}

/* Whether a file is what it was when it was looked at; looks into it again if it has changed. */
static bool is_current(uint32_t number)
{
    struct file *file = &resolver.files[number];
    struct statx stat;
    if (file->is_gone)
        return false;
    if (!statx_of(file->path, &stat) || stat.stx_ino != file->inode || !is_same_time(file->born, stat.stx_btime)) {
        end_file(number);
        return false;
    }
    if (is_changed(file, &stat)) {
        file->blocks = stat.stx_blocks;
        file->changed = stat.stx_ctime;
        look_into(number);
        return false;
    }
    return true;
}

static void visit_all(const char *directory, int depth)
{
    DIR *entries = depth > MAX_DEPTH ? NULL : opendir(directory);
    if (entries == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        char path[TRACE_PATH_BYTES];
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0
            || snprintf(path, sizeof path, "%s/%s", directory, entry->d_name) >= (int)sizeof path)
            continue;
        if (entry->d_type == DT_DIR)
            visit_all(path, depth + 1);
        else
            visit(path);
    }
    closedir(entries);
}

/* ---- queries ---- */

static bool is_all_seen(const struct listen_query *query)
{
    for (uint32_t i = 0; i < query->count; i++)
        if (resolver.owner[query->sector + i] == UNSEEN)
            return false;
    return true;
}

/* Whether the owners of all sectors are known and still are what they were. */
static bool is_known(const struct listen_query *query)
{
    uint32_t last = UNSEEN;
    for (uint32_t i = 0; i < query->count; i++) {
        uint32_t owner = resolver.owner[query->sector + i];
        if (owner == UNSEEN)
            return false;
        if (owner != last && owner != SYSTEM && !is_current(owner - 1) && resolver.owner[query->sector + i] == UNSEEN)
            return false;
        last = owner;
    }
    return is_all_seen(query);
}

static void find_owners(const struct listen_query *query)
{
    reserve_sectors((int64_t)query->sector + query->count);
    if (is_known(query))
        return;
    for (int i = 0; i < HOT_FILES; i++)
        if (resolver.hot[i] != 0 && !is_current(resolver.hot[i]) && is_all_seen(query))
            return;
    visit_all(resolver.root, 0);
    for (uint32_t i = 0; i < query->count; i++)
        if (resolver.owner[query->sector + i] == UNSEEN)
            resolver.owner[query->sector + i] = SYSTEM;
}

static void send_message(const void *message, size_t size)
{
    if (send(resolver.peer, message, size, MSG_NOSIGNAL) != (ssize_t)size)
        exit(0);
}

static void name_file(uint32_t number)
{
    struct file *file = &resolver.files[number];
    if (file->is_named || file->path == NULL)
        return;
    static struct listen_name name;
    name = (struct listen_name){.kind = LISTEN_NAME, .file = number, .hint = file->hint};
    snprintf(name.path, sizeof name.path, "%s", file->path + strlen(resolver.root));
    send_message(&name, sizeof name);
    file->is_named = true;
}

static void answer(const struct listen_query *query)
{
    static struct listen_answer answer;
    answer.kind = LISTEN_ANSWER;
    answer.id = query->id;
    answer.piece_count = 0;
    uint32_t last = UNSEEN;
    for (uint32_t i = 0; i < query->count; i++) {
        uint32_t owner = resolver.owner[query->sector + i];
        if (owner != last) {
            uint32_t number = owner == SYSTEM ? TRACE_SYSTEM : owner - 1;
            if (number != TRACE_SYSTEM) {
                heat(number);
                name_file(number);
            }
            answer.pieces[answer.piece_count++] =
                (struct listen_piece){0, number, number == TRACE_SYSTEM ? 0 : resolver.files[number].hint};
            last = owner;
        }
        answer.pieces[answer.piece_count - 1].count++;
    }
    send_message(&answer, offsetof(struct listen_answer, pieces) + answer.piece_count * sizeof answer.pieces[0]);
}

static void serve(void)
{
    struct listen_query query;
    while (recv(resolver.peer, &query, sizeof query, 0) == (ssize_t)sizeof query) {
        if (query.kind == LISTEN_TRIMMED) {
            reserve_sectors((int64_t)query.sector + query.count);
            memset(resolver.owner + query.sector, 0, query.count * sizeof *resolver.owner);
        } else if (query.kind == LISTEN_QUERY && query.count > 0 && query.count <= LISTEN_MAX_PIECES) {
            find_owners(&query);
            answer(&query);
        }
    }
}

int main(int count, char **words)
{
    static const struct option OPTIONS[] = {{"socket", required_argument, NULL, 's'},
                                            {"root", required_argument, NULL, 'r'},
                                            {NULL, 0, NULL, 0}};
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    for (int option; (option = getopt_long(count, words, "", OPTIONS, NULL)) != -1;) {
        if (option == 's')
            snprintf(address.sun_path, sizeof address.sun_path, "%s", optarg);
        else if (option == 'r')
            resolver.root = optarg;
        else
            return 2;
    }
    if (address.sun_path[0] == '\0' || resolver.root == NULL) {
        fprintf(stderr, "resolver: --socket and --root: missing\n");
        return 2;
    }
    if (setpriority(PRIO_PROCESS, 0, PRIORITY) != 0)
        perror("resolver: priority");
    visit_all(resolver.root, 0);
    resolver.peer = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    int bytes = 4 << 20;
    setsockopt(resolver.peer, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    if (resolver.peer < 0 || connect(resolver.peer, (struct sockaddr *)&address, sizeof address) != 0)
        fail(address.sun_path);
    serve();
    return 0;
}
