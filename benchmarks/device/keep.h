/*
 * A file of which ranges stay in the page cache. Some kernels take pages that no process maps and nobody has read for a while,
 * although there is memory (schemes of DAMON, for one), and a drive whose data they are is then as slow as the host's disk. So
 * they are mapped. They are not locked: if memory is short, they go.
 */
#ifndef SSDTIER_KEEP_H
#define SSDTIER_KEEP_H

#include <stdint.h>

#define KEEP_BLOCK_BYTES 4096

struct keep {
    char *map;      /* NULL: nothing is kept */
    int64_t size;
    uint64_t *kept; /* a bit for each block that is mapped */
};

/*
 * Begins to keep a file. Without memory, or with a kernel that cannot map pages ahead (Linux before 5.14), nothing is kept. Call
 * it when later mappings are not locked (mlockall), or the whole file is read.
 */
void keep_open(struct keep *keep, int file, int64_t size);

/* Keeps the blocks that a range touches; reads those that are not in memory. Threads may call it at once. */
void keep_range(struct keep *keep, int64_t offset, int64_t length);

/* Keeps all blocks of the file that have data. */
void keep_data(struct keep *keep, int file);

/* Says that the blocks inside a range lost their pages. */
void keep_forget(struct keep *keep, int64_t offset, int64_t length);

void keep_close(struct keep *keep);

#endif
