/*
 * The data of a drive: a file, and optionally a base below it, a file that is only read. What was never written is the base's.
 * So drives that begin with the same data have it once on the host's disk and in its page cache. Blocks are noted in memory:
 * the file alone is not the data, and ends with the drive. What is written, and the base, stay in the page cache (keep.h),
 * if wanted.
 */
#ifndef SSDTIER_IMAGE_H
#define SSDTIER_IMAGE_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "keep.h"

#define IMAGE_BLOCK_BYTES 4096

struct image {
    int file;
    int base; /* -1: none */
    int64_t size;
    uint64_t *own;        /* a bit for each block that is in the file; NULL without a base */
    pthread_mutex_t lock; /* of writes to blocks that may be the base's; a bit is never cleared */
    struct keep kept_file;
    struct keep kept_base;
};

/*
 * Opens the file for reading and writing, and the base for reading if it is not NULL; both have the size. Returns 0 or the
 * errno: EINVAL if the base has another size.
 */
int image_open(struct image *image, const char *path, const char *base, int64_t size);

/* From now on, what is written stays in the page cache. No other thread may use the image yet; see keep_open. */
void image_keep(struct image *image);

/* Reads all data of the base, if there is one, into the page cache, where it stays. Threads may use the image meanwhile. */
void image_keep_base(struct image *image);

/* Reads what is at an offset. Returns the number of bytes, fewer only at the end of the file, or -1 and sets errno. */
ssize_t image_read(struct image *image, char *data, size_t length, int64_t offset);

/* Writes all of the data, within the size. Returns 0 or the errno. Threads may write and read at once. */
int image_write(struct image *image, const char *data, size_t length, int64_t offset);

/*
 * Makes a range zeros, of an image without a base, and gives it back to the host's disk if it cannot do otherwise. Returns 0 or
 * the errno.
 */
int image_zero(struct image *image, int64_t offset, int64_t length);

/* Closes the files. No other thread may use the image. */
void image_close(struct image *image);

#endif
