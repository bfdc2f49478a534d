/*
 * A block trace with the files behind the addresses, in one file. All numbers are little-endian; sectors have 4 KiB.
 *
 *   0        8         12             16             20             24               32              40
 *   +--------+---------+--------------+--------------+--------------+----------------+---------------+
 *   | magic  | version | header bytes | record bytes | sector bytes | device sectors | begun, micros |
 *   +--------+---------+--------------+--------------+--------------+----------------+---------------+
 *   then records:
 *   0                  8        12      16     20   21     22           24
 *   +------------------+--------+-------+------+----+------+------------+
 *   | nanos since then | sector | count | file | op | hint | name bytes |
 *   +------------------+--------+-------+------+----+------+------------+
 *
 *   op R, W, D   a read, a write, a discard; in the order in which the drive has done them
 *   op F         a flush
 *   op N         a file's number and hint, followed by its path and zeros up to a multiple of 8 bytes
 *   op E         the end: `sector` is the number of records before it modulo 2^32, `file` the CRC-32 of all their bytes
 *
 * A file's number begins with 1 and is not used again; 0 is what belongs to no file: the file system's own. `hint` is that
 * of F_GET_RW_HINT, 0 (not set) to 5 (extreme). A trace without an end is that of a drive that was killed: it is read up
 * to its last whole record.
 */
#ifndef SSDTIER_TRACE_H
#define SSDTIER_TRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define TRACE_MAGIC "SSDTRACE"
#define TRACE_VERSION 1
#define TRACE_HINTS 6
#define TRACE_SYSTEM 0U          /* the file system's own */
#define TRACE_UNKNOWN UINT32_MAX /* not known in time */
#define TRACE_PATH_BYTES 1024

struct trace_header {
    char magic[8];
    uint32_t version;
    uint32_t header_bytes;
    uint32_t record_bytes;
    uint32_t sector_bytes;
    uint64_t device_sectors;
    uint64_t begun_micros; /* since 1970 */
};

struct trace_record {
    uint64_t nanos;
    uint32_t sector;
    uint32_t count;
    uint32_t file;
    uint8_t op;
    uint8_t hint;
    uint16_t name_bytes;
};

_Static_assert(sizeof(struct trace_header) == 40, "header");
_Static_assert(sizeof(struct trace_record) == 24, "record");

/* A trace that is written or read; it owns its stream. */
struct trace {
    FILE *stream;
    struct trace_header header;
    uint64_t records;
    uint32_t crc;
};

enum trace_error { TRACE_OK, TRACE_END, TRACE_CUT, TRACE_IO, TRACE_FOREIGN, TRACE_TOO_NEW, TRACE_CORRUPT };

/* What an error is called. */
const char *trace_error_text(enum trace_error error);

/* Begins a trace; truncates the file. */
enum trace_error trace_create(struct trace *trace, const char *path, int64_t device_sectors);

/* Appends a record; `name` is that of an N, else NULL. */
enum trace_error trace_append(struct trace *trace, const struct trace_record *record, const char *name);

/* Appends the end and closes the file. */
enum trace_error trace_finish(struct trace *trace);

/* Opens a trace for reading. */
enum trace_error trace_open(struct trace *trace, const char *path);

/*
 * Reads the next record, with the path of an N in `name` of TRACE_PATH_BYTES. TRACE_END: that was all; TRACE_CUT: likewise,
 * but the trace has no end.
 */
enum trace_error trace_next(struct trace *trace, struct trace_record *record, char *name);

void trace_close(struct trace *trace);

#endif
