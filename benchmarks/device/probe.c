/*
 * probe FILE LOAD SECONDS [SEED]: one of the four loads of a calibration on a device or file, by Linux's asynchronous
 * I/O from one thread, past the page cache; prints one line. Sequential and random loads cover the whole file.
 */
#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "workload.h"

#define MAX_REQUESTS (1 << 22)
#define REAL_TIME_PRIORITY 5 /* it measures the drive, not how busy the machine is; below the drive's own */
#define NANOS_PER_SECOND 1000000000LL

static int64_t now_nanos(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * NANOS_PER_SECOND + time.tv_nsec;
}

static void fail(const char *what)
{
    fprintf(stderr, "probe: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* Overwrites the first page, time after time; returns when the last time was done. */
static int64_t write_and_sync(int file, int64_t until, int64_t *latency_nanos, int64_t *count)
{
    char *buffer = aligned_alloc(4096, 4096);
    if (buffer == NULL)
        fail("memory");
    memset(buffer, 'x', 4096);
    int64_t begin = now_nanos();
    while (begin < until && *count < MAX_REQUESTS) {
        if (pwrite(file, buffer, 4096, 0) != 4096 || fdatasync(file) != 0)
            fail("write");
        int64_t end = now_nanos();
        latency_nanos[(*count)++] = end - begin;
        begin = end;
    }
    free(buffer);
    return begin;
}

struct reader {
    int file;
    int64_t size;
    uint64_t random;
    int64_t submitted;
    aio_context_t context;
    struct iocb blocks[WORKLOAD_MAX_DEPTH];
    int64_t begun[WORKLOAD_MAX_DEPTH];
    char *buffers;
};

static void submit_read(struct reader *reader, const struct workload *workload, int slot)
{
    struct iocb *block = &reader->blocks[slot];
    memset(block, 0, sizeof *block);
    block->aio_lio_opcode = IOCB_CMD_PREAD;
    block->aio_fildes = (uint32_t)reader->file;
    block->aio_data = (uint64_t)slot;
    block->aio_buf = (uint64_t)(uintptr_t)(reader->buffers + slot * workload->length);
    block->aio_nbytes = (uint64_t)workload->length;
    block->aio_offset = workload_offset(workload, reader->submitted++, reader->size, &reader->random);
    reader->begun[slot] = now_nanos();
    if (syscall(SYS_io_submit, reader->context, 1, &block) != 1)
        fail("io_submit");
}

/* Keeps as many reads under way as the load says; returns when the last was answered that counts. */
static int64_t read_all(struct reader *reader, const struct workload *workload, int64_t until, int64_t *latency_nanos,
                        int64_t *count)
{
    int64_t last = 0;
    struct io_event events[WORKLOAD_MAX_DEPTH];
    int64_t requests = workload_requests(workload, reader->size);
    for (int slot = 0; slot < workload->depth; slot++)
        submit_read(reader, workload, slot);
    for (int under_way = workload->depth; under_way > 0;) {
        long got = syscall(SYS_io_getevents, reader->context, 1, WORKLOAD_MAX_DEPTH, events, NULL);
        if (got < 0)
            fail("io_getevents");
        int64_t now = now_nanos();
        for (long i = 0; i < got; i++) {
            int slot = (int)events[i].data;
            if (events[i].res != workload->length) {
                errno = events[i].res < 0 ? (int)-events[i].res : EIO;
                fail("read");
            }
            if (now < until && *count < MAX_REQUESTS && *count < requests) {
                latency_nanos[(*count)++] = now - reader->begun[slot];
                last = now;
                submit_read(reader, workload, slot);
            } else {
                under_way--;
            }
        }
    }
    return last;
}

int main(int count, char **words)
{
    const struct workload *workload = count < 4 ? NULL : workload_named(words[2]);
    if (workload == NULL) {
        fprintf(stderr, "probe FILE random-qd1|random-qd32|sequential|fdatasync SECONDS [SEED]\n");
        return 2;
    }
    struct sched_param priority = {.sched_priority = REAL_TIME_PRIORITY};
    prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);
    if (sched_setscheduler(0, SCHED_RR, &priority) != 0)
        perror("probe: SCHED_RR");
    int writes = workload->op == MODEL_WRITE;
    struct reader reader = {.file = open(words[1], (writes ? O_RDWR : O_RDONLY) | O_DIRECT | O_CLOEXEC),
                            .random = count > 4 ? strtoull(words[4], NULL, 10) : 7};
    if (reader.file < 0 || (reader.size = lseek(reader.file, 0, SEEK_END)) < workload->length)
        fail(words[1]);
    int64_t *latency_nanos = malloc(MAX_REQUESTS * sizeof *latency_nanos);
    reader.buffers = aligned_alloc(4096, (size_t)(workload->depth * workload->length));
    if (latency_nanos == NULL || reader.buffers == NULL)
        fail("memory");
    if (syscall(SYS_io_setup, WORKLOAD_MAX_DEPTH, &reader.context) != 0)
        fail("io_setup");
    int64_t done = 0;
    int64_t begin = now_nanos();
    int64_t until = begin + (int64_t)(strtod(words[3], NULL) * 1e9);
    int64_t end = writes ? write_and_sync(reader.file, until, latency_nanos, &done)
                         : read_all(&reader, workload, until, latency_nanos, &done);
    if (done == 0) {
        fprintf(stderr, "probe: nothing was answered in %s s\n", words[3]);
        return 1;
    }
    workload_print(workload, latency_nanos, done, end - begin);
    return 0;
}
