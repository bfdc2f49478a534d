#define _GNU_SOURCE
#include "keep.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define WORD_BITS 64
#define STEP_BYTES (128 << 10) /* of a file that is read ahead: what kernels read at once by default */

static uint64_t bit(int64_t block)
{
    return UINT64_C(1) << (block % WORD_BITS);
}

static bool is_kept(const struct keep *keep, int64_t block)
{
    return (__atomic_load_n(&keep->kept[block / WORD_BITS], __ATOMIC_RELAXED) & bit(block)) != 0;
}

void keep_open(struct keep *keep, int file, int64_t size)
{
    int64_t blocks = (size + KEEP_BLOCK_BYTES - 1) / KEEP_BLOCK_BYTES;
    *keep = (struct keep){.size = size};
    keep->kept = calloc((size_t)(blocks / WORD_BITS + 1), sizeof *keep->kept);
    void *map = keep->kept == NULL ? MAP_FAILED : mmap(NULL, (size_t)size, PROT_READ, MAP_SHARED, file, 0);
    if (map == MAP_FAILED) {
        keep_close(keep);
        return;
    }
    keep->map = map;
    /* Pages around one that is read are no more likely to be wanted: a drive reads at random. */
    madvise(map, (size_t)size, MADV_RANDOM);
}

void keep_range(struct keep *keep, int64_t offset, int64_t length)
{
    if (keep->map == NULL || length <= 0)
        return;
    int64_t end = offset + length < keep->size ? offset + length : keep->size;
    int64_t last = (end + KEEP_BLOCK_BYTES - 1) / KEEP_BLOCK_BYTES;
    for (int64_t block = offset / KEEP_BLOCK_BYTES; block < last; block++) {
        int64_t first = block;
        while (block < last && !is_kept(keep, block))
            block++;
        if (block > first && madvise(keep->map + first * KEEP_BLOCK_BYTES, (size_t)((block - first) * KEEP_BLOCK_BYTES),
                                     MADV_POPULATE_READ) == 0)
            for (int64_t at = first; at < block; at++)
                __atomic_fetch_or(&keep->kept[at / WORD_BITS], bit(at), __ATOMIC_RELAXED);
    }
}

void keep_data(struct keep *keep, int file)
{
    off_t at = 0;
    while ((at = lseek(file, at, SEEK_DATA)) >= 0) {
        off_t end = lseek(file, at, SEEK_HOLE);
        for (; at < end; at += STEP_BYTES) {
            int64_t length = end - at < STEP_BYTES ? end - at : STEP_BYTES;
            readahead(file, at, (size_t)length);
            keep_range(keep, at, length);
        }
        at = end;
    }
}

void keep_forget(struct keep *keep, int64_t offset, int64_t length)
{
    if (keep->map == NULL)
        return;
    int64_t end = (offset + length < keep->size ? offset + length : keep->size) / KEEP_BLOCK_BYTES;
    for (int64_t block = (offset + KEEP_BLOCK_BYTES - 1) / KEEP_BLOCK_BYTES; block < end; block++)
        __atomic_fetch_and(&keep->kept[block / WORD_BITS], ~bit(block), __ATOMIC_RELAXED);
}

void keep_close(struct keep *keep)
{
    if (keep->map != NULL)
        munmap(keep->map, (size_t)keep->size);
    free(keep->kept);
    *keep = (struct keep){0};
}
