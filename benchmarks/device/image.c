#define _GNU_SOURCE
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define WORD_BITS 64

static bool is_own(const struct image *image, int64_t block)
{
    return __atomic_load_n(&image->own[block / WORD_BITS], __ATOMIC_ACQUIRE) >> (block % WORD_BITS) & 1;
}

static void own(struct image *image, int64_t block)
{
    __atomic_fetch_or(&image->own[block / WORD_BITS], UINT64_C(1) << (block % WORD_BITS), __ATOMIC_RELEASE);
}

int image_open(struct image *image, const char *path, const char *base, int64_t size)
{
    *image = (struct image){.base = -1, .size = size};
    if ((image->file = open(path, O_RDWR | O_CLOEXEC)) < 0)
        return errno;
    pthread_mutex_init(&image->lock, NULL);
    if (base == NULL)
        return 0;
    struct stat found;
    int64_t blocks = (size + IMAGE_BLOCK_BYTES - 1) / IMAGE_BLOCK_BYTES;
    int error = 0;
    if ((image->base = open(base, O_RDONLY | O_CLOEXEC)) < 0 || fstat(image->base, &found) != 0)
        error = errno;
    else if (found.st_size != size)
        error = EINVAL;
    else if ((image->own = calloc((size_t)(blocks / WORD_BITS + 1), sizeof *image->own)) == NULL)
        error = ENOMEM;
    if (error != 0)
        image_close(image);
    return error;
}

void image_keep(struct image *image)
{
    keep_open(&image->kept_file, image->file, image->size);
    if (image->base >= 0)
        keep_open(&image->kept_base, image->base, image->size);
}

void image_keep_base(struct image *image)
{
    if (image->base >= 0)
        keep_data(&image->kept_base, image->base);
}

/* Reads from one file. Returns the number of bytes, or -1. */
static ssize_t get(int file, char *data, size_t length, int64_t offset)
{
    size_t done = 0;
    while (done < length) {
        ssize_t count = pread(file, data + done, length - done, offset + (int64_t)done);
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        done += (size_t)count;
    }
    return (ssize_t)done;
}

ssize_t image_read(struct image *image, char *data, size_t length, int64_t offset)
{
    if (image->own == NULL)
        return get(image->file, data, length, offset);
    int64_t end = offset + (int64_t)length < image->size ? offset + (int64_t)length : image->size;
    int64_t at = offset;
    while (at < end) {
        /* as far as the blocks are of the same file */
        bool mine = is_own(image, at / IMAGE_BLOCK_BYTES);
        int64_t block = at / IMAGE_BLOCK_BYTES + 1;
        while (block * IMAGE_BLOCK_BYTES < end && is_own(image, block) == mine)
            block++;
        int64_t until = block * IMAGE_BLOCK_BYTES < end ? block * IMAGE_BLOCK_BYTES : end;
        ssize_t count = get(mine ? image->file : image->base, data + (at - offset), (size_t)(until - at), at);
        if (count < 0)
            return -1;
        at += count;
        if (at < until)
            break;
    }
    return (ssize_t)(at - offset);
}

/* Writes to the file. Returns 0 or the errno. */
static int put(struct image *image, const char *data, size_t length, int64_t offset)
{
    for (size_t done = 0; done < length;) {
        ssize_t count = pwrite(image->file, data + done, length - done, offset + (int64_t)done);
        if (count < 0)
            return errno;
        done += (size_t)count;
    }
    keep_range(&image->kept_file, offset, (int64_t)length);
    return 0;
}

/* Takes a block over from the base, of which a part will be written. Returns 0 or the errno. */
static int take_over(struct image *image, int64_t block)
{
    char data[IMAGE_BLOCK_BYTES];
    ssize_t count = get(image->base, data, sizeof data, block * IMAGE_BLOCK_BYTES);
    return count < 0 ? errno : put(image, data, (size_t)count, block * IMAGE_BLOCK_BYTES);
}

int image_write(struct image *image, const char *data, size_t length, int64_t offset)
{
    if (image->own == NULL || length == 0)
        return put(image, data, length, offset);
    int64_t end = offset + (int64_t)length;
    int64_t first = offset / IMAGE_BLOCK_BYTES;
    int64_t last = (end - 1) / IMAGE_BLOCK_BYTES;
    bool mine = true;
    for (int64_t block = first; block <= last && mine; block++)
        mine = is_own(image, block);
    if (mine)
        return put(image, data, length, offset);
    pthread_mutex_lock(&image->lock);
    int error = 0;
    if (offset % IMAGE_BLOCK_BYTES != 0 && !is_own(image, first))
        error = take_over(image, first);
    if (error == 0 && end % IMAGE_BLOCK_BYTES != 0 && !is_own(image, last))
        error = take_over(image, last);
    if (error == 0)
        error = put(image, data, length, offset);
    for (int64_t block = first; block <= last && error == 0; block++)
        own(image, block);
    pthread_mutex_unlock(&image->lock);
    return error;
}

int image_zero(struct image *image, int64_t offset, int64_t length)
{
    /* Zeros that keep their place on the host's disk, where it can do that. */
    if (fallocate(image->file, FALLOC_FL_ZERO_RANGE | FALLOC_FL_KEEP_SIZE, offset, length) != 0
        && fallocate(image->file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, length) != 0)
        return errno;
    keep_forget(&image->kept_file, offset, length);
    return 0;
}

void image_close(struct image *image)
{
    keep_close(&image->kept_file);
    keep_close(&image->kept_base);
    if (image->file >= 0)
        close(image->file);
    if (image->base >= 0)
        close(image->base);
    free(image->own);
    pthread_mutex_destroy(&image->lock);
    image->file = -1;
    image->base = -1;
    image->own = NULL;
}
