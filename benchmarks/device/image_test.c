/*
 * Tests of a drive's data with a base below. Prints a line for each failed check and ends 1 if there was one.
 *
 *   image_test DIRECTORY      for the files it makes
 */
#define _GNU_SOURCE
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SIZE (100 * IMAGE_BLOCK_BYTES)
#define PATH_BYTES 4096
#define SECTOR 512
#define WRITERS 4

static int failures;
static char path[PATH_BYTES];
static char base[PATH_BYTES];
static char content[SIZE]; /* of the base */

#define CHECK(condition) check((condition), #condition, __func__, __LINE__)

static void check(int holds, const char *condition, const char *test, int line)
{
    if (!holds) {
        printf("image_test.c:%d: %s: not true: %s\n", line, test, condition);
        failures++;
    }
}

static uint64_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return *state >> 33;
}

/* Makes a file of a size; with the content, or of zeros. */
static void make(const char *name, const char *data, size_t size)
{
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    CHECK(file >= 0 && ftruncate(file, (off_t)size) == 0);
    if (data != NULL)
        CHECK(pwrite(file, data, size, 0) == (ssize_t)size);
    close(file);
}

static void open_of_size(struct image *image, size_t size)
{
    make(path, NULL, size);
    make(base, content, size);
    CHECK(image_open(image, path, base, (int64_t)size) == 0);
}

static void open_fresh(struct image *image)
{
    open_of_size(image, SIZE);
}

/* Reads and writes at random, of sectors, some beyond the end of a block: as if it were one array. */
static void reads_and_writes_are_those_of_one_array(size_t size)
{
    static char expected[SIZE];
    static char data[SIZE];
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct image image;
        uint64_t random = seed;
        open_of_size(&image, size);
        memcpy(expected, content, size);
        for (int step = 0; step < 300; step++) {
            int64_t offset = (int64_t)(next_random(&random) % (size / SECTOR)) * SECTOR;
            size_t length = (1 + next_random(&random) % 40) * SECTOR;
            if (offset + (int64_t)length > (int64_t)size)
                length = size - (size_t)offset;
            if (next_random(&random) % 2 == 0) {
                memset(data, (int)next_random(&random), length);
                memcpy(expected + offset, data, length);
                CHECK(image_write(&image, data, length, offset) == 0);
            } else {
                CHECK(image_read(&image, data, length, offset) == (ssize_t)length);
                CHECK(memcmp(data, expected + offset, length) == 0);
            }
        }
        CHECK(image_read(&image, data, SIZE, 0) == (ssize_t)size && memcmp(data, expected, size) == 0);
        image_close(&image);
    }
}

static void the_base_is_not_written(void)
{
    static char data[SIZE];
    struct image image;
    open_fresh(&image);
    memset(data, 7, SIZE);
    CHECK(image_write(&image, data, SIZE - SECTOR, SECTOR) == 0);
    image_close(&image);
    int file = open(base, O_RDONLY);
    CHECK(pread(file, data, SIZE, 0) == SIZE && memcmp(data, content, SIZE) == 0);
    close(file);
}

static void a_read_ends_with_the_data(void)
{
    static char data[2 * IMAGE_BLOCK_BYTES];
    struct image image;
    open_fresh(&image);
    CHECK(image_read(&image, data, sizeof data, SIZE - IMAGE_BLOCK_BYTES) == IMAGE_BLOCK_BYTES);
    CHECK(image_read(&image, data, sizeof data, SIZE) == 0);
    CHECK(image_write(&image, data, SECTOR, SIZE - SECTOR) == 0);
    CHECK(image_read(&image, data, sizeof data, SIZE - IMAGE_BLOCK_BYTES) == IMAGE_BLOCK_BYTES);
    image_close(&image);
}

static void a_base_of_another_size_is_refused(void)
{
    struct image image;
    make(path, NULL, SIZE);
    make(base, content, SIZE - IMAGE_BLOCK_BYTES);
    CHECK(image_open(&image, path, base, SIZE) == EINVAL);
    CHECK(image_open(&image, path, "/nowhere/base", SIZE) == ENOENT);
    CHECK(image_open(&image, "/nowhere/image", NULL, SIZE) == ENOENT);
}

static void without_a_base_the_file_is_the_data(void)
{
    char data[SECTOR];
    struct image image;
    make(path, content, SIZE);
    CHECK(image_open(&image, path, NULL, SIZE) == 0);
    CHECK(image_read(&image, data, SECTOR, 3 * SECTOR) == SECTOR && memcmp(data, content + 3 * SECTOR, SECTOR) == 0);
    memset(data, 9, SECTOR);
    CHECK(image_write(&image, data, SECTOR, 3 * SECTOR) == 0);
    memset(data, 0, SECTOR);
    CHECK(image_read(&image, data, SECTOR, 3 * SECTOR) == SECTOR && data[0] == 9 && data[SECTOR - 1] == 9);
    image_close(&image);
}

struct writer {
    struct image *image;
    int first; /* of the sectors that it writes, every WRITERS-th */
};

static void *write_sectors(void *argument)
{
    struct writer *writer = argument;
    char data[SECTOR];
    memset(data, 100 + writer->first, SECTOR);
    for (int sector = writer->first; sector < SIZE / SECTOR; sector += WRITERS)
        CHECK(image_write(writer->image, data, SECTOR, (int64_t)sector * SECTOR) == 0);
    return NULL;
}

/* Threads that write to the same blocks of the base: none is lost when one takes the block over. */
static void writes_of_threads_to_one_block_are_all_kept(void)
{
    static char data[SIZE];
    for (int round = 0; round < 50; round++) {
        struct image image;
        pthread_t threads[WRITERS];
        struct writer writers[WRITERS];
        open_fresh(&image);
        for (int i = 0; i < WRITERS; i++) {
            writers[i] = (struct writer){&image, i};
            CHECK(pthread_create(&threads[i], NULL, write_sectors, &writers[i]) == 0);
        }
        for (int i = 0; i < WRITERS; i++)
            pthread_join(threads[i], NULL);
        CHECK(image_read(&image, data, SIZE, 0) == SIZE);
        int wrong = 0;
        for (int at = 0; at < SIZE; at++)
            wrong += data[at] != 100 + at / SECTOR % WRITERS;
        CHECK(wrong == 0);
        image_close(&image);
    }
}

/* The number of blocks of a range that are mapped. */
static int mapped(const struct keep *keep, int64_t offset, int64_t length)
{
    static uint64_t entries[SIZE / IMAGE_BLOCK_BYTES];
    int64_t first = offset / IMAGE_BLOCK_BYTES;
    int64_t blocks = (offset + length - 1) / IMAGE_BLOCK_BYTES + 1 - first;
    int count = 0;
    int file = open("/proc/self/pagemap", O_RDONLY);
    CHECK(file >= 0);
    ssize_t bytes = blocks * (ssize_t)sizeof *entries;
    CHECK(pread(file, entries, (size_t)bytes, ((off_t)(uintptr_t)keep->map / IMAGE_BLOCK_BYTES + first) * (off_t)sizeof *entries)
          == bytes);
    close(file);
    for (int64_t block = 0; block < blocks; block++)
        count += (int)(entries[block] >> 63);
    return count;
}

/* Takes the pages of a range out of memory, as a kernel could that finds them in no process. */
static void evict(const char *name)
{
    int file = open(name, O_RDONLY);
    CHECK(file >= 0 && fsync(file) == 0 && posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED) == 0);
    close(file);
}

static void what_is_written_and_the_base_stay_mapped(void)
{
    static char data[SIZE];
    struct image image;
    open_fresh(&image);
    evict(base);
    image_keep(&image);
    CHECK(image.kept_file.map != NULL && image.kept_base.map != NULL);
    CHECK(mapped(&image.kept_file, 0, SIZE) == 0 && mapped(&image.kept_base, 0, SIZE) == 0);
    CHECK(image_write(&image, data, 2 * IMAGE_BLOCK_BYTES, 90 * IMAGE_BLOCK_BYTES) == 0);
    CHECK(mapped(&image.kept_file, 90 * IMAGE_BLOCK_BYTES, 2 * IMAGE_BLOCK_BYTES) == 2);
    CHECK(mapped(&image.kept_file, 0, 64 * IMAGE_BLOCK_BYTES) == 0);
    image_keep_base(&image);
    CHECK(mapped(&image.kept_base, 0, SIZE) == SIZE / IMAGE_BLOCK_BYTES);
    evict(path);
    evict(base);
    CHECK(mapped(&image.kept_file, 90 * IMAGE_BLOCK_BYTES, 2 * IMAGE_BLOCK_BYTES) == 2);
    CHECK(mapped(&image.kept_base, 0, SIZE) == SIZE / IMAGE_BLOCK_BYTES);
    image_close(&image);
}

/* A range of zeros has lost its pages: what is written there later is kept again. */
static void what_is_written_after_zeros_stays_mapped(void)
{
    static char data[2 * IMAGE_BLOCK_BYTES];
    struct image image;
    make(path, content, SIZE);
    CHECK(image_open(&image, path, NULL, SIZE) == 0);
    image_keep(&image);
    memset(data, 1, sizeof data);
    CHECK(image_write(&image, data, sizeof data, 4 * IMAGE_BLOCK_BYTES) == 0);
    CHECK(image_zero(&image, 4 * IMAGE_BLOCK_BYTES, sizeof data) == 0);
    CHECK(mapped(&image.kept_file, 4 * IMAGE_BLOCK_BYTES, sizeof data) == 0);
    CHECK(image_read(&image, data, sizeof data, 4 * IMAGE_BLOCK_BYTES) == sizeof data && data[0] == 0 && data[4097] == 0);
    CHECK(image_write(&image, data, sizeof data, 4 * IMAGE_BLOCK_BYTES) == 0);
    CHECK(mapped(&image.kept_file, 4 * IMAGE_BLOCK_BYTES, sizeof data) == 2);
    CHECK(image_zero(&image, SIZE - IMAGE_BLOCK_BYTES, (int64_t)1 << 30) == 0); /* beyond the end */
    image_close(&image);
}

int main(int count, char **words)
{
    if (count != 2) {
        fprintf(stderr, "image_test DIRECTORY\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/image", words[1]);
    snprintf(base, sizeof base, "%s/base", words[1]);
    uint64_t random = 42;
    for (int at = 0; at < SIZE; at++)
        content[at] = (char)next_random(&random);
    reads_and_writes_are_those_of_one_array(SIZE);
    reads_and_writes_are_those_of_one_array(SIZE - 3 * SECTOR); /* the last block is a part of one */
    the_base_is_not_written();
    a_read_ends_with_the_data();
    a_base_of_another_size_is_refused();
    without_a_base_the_file_is_the_data();
    writes_of_threads_to_one_block_are_all_kept();
    what_is_written_and_the_base_stay_mapped();
    what_is_written_after_zeros_stays_mapped();
    unlink(path);
    unlink(base);
    if (failures == 0)
        printf("tests of the image passed\n");
    return failures == 0 ? 0 : 1;
}
