#define _GNU_SOURCE

#include "trace.h"

#include <string.h>
#include <time.h>

#define CRC_POLYNOMIAL 0xEDB88320U /* CRC-32 of IEEE 802.3, reflected */
#define NAME_UNIT 8

static uint32_t crc(uint32_t before, const void *bytes, size_t count)
{
    uint32_t value = ~before;
    for (const unsigned char *byte = bytes; count > 0; byte++, count--) {
        value ^= *byte;
        for (int bit = 0; bit < 8; bit++)
            value = (value >> 1) ^ (CRC_POLYNOMIAL & -(value & 1));
    }
    return ~value;
}

const char *trace_error_text(enum trace_error error)
{
    static const char *const TEXTS[] = {
        [TRACE_OK] = "no error",
        [TRACE_END] = "at its end",
        [TRACE_CUT] = "has no end: the drive was killed",
        [TRACE_IO] = "cannot be read or written",
        [TRACE_FOREIGN] = "not a block trace",
        [TRACE_TOO_NEW] = "of a later version",
        [TRACE_CORRUPT] = "corrupt",
    };
    return TEXTS[error];
}

static size_t padded(size_t bytes)
{
    return (bytes + NAME_UNIT - 1) / NAME_UNIT * NAME_UNIT;
}

enum trace_error trace_create(struct trace *trace, const char *path, int64_t device_sectors)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    memset(trace, 0, sizeof *trace);
    trace->header = (struct trace_header){.version = TRACE_VERSION, .header_bytes = sizeof(struct trace_header),
                                          .record_bytes = sizeof(struct trace_record), .sector_bytes = 4096,
                                          .device_sectors = (uint64_t)device_sectors,
                                          .begun_micros = (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000};
    memcpy(trace->header.magic, TRACE_MAGIC, sizeof trace->header.magic);
    trace->stream = fopen(path, "wbe");
    if (trace->stream == NULL || fwrite(&trace->header, sizeof trace->header, 1, trace->stream) != 1)
        return TRACE_IO;
    return TRACE_OK;
}

static enum trace_error put(struct trace *trace, const void *bytes, size_t count)
{
    trace->crc = crc(trace->crc, bytes, count);
    return fwrite(bytes, count, 1, trace->stream) == 1 ? TRACE_OK : TRACE_IO;
}

enum trace_error trace_append(struct trace *trace, const struct trace_record *record, const char *name)
{
    struct trace_record written = *record;
    size_t bytes = name == NULL ? 0 : strnlen(name, TRACE_PATH_BYTES - 1);
    written.name_bytes = (uint16_t)bytes;
    enum trace_error error = put(trace, &written, sizeof written);
    if (error == TRACE_OK && bytes > 0) {
        char text[TRACE_PATH_BYTES] = {0};
        memcpy(text, name, bytes);
        error = put(trace, text, padded(bytes));
    }
    trace->records++;
    return error;
}

enum trace_error trace_finish(struct trace *trace)
{
    struct trace_record end = {.op = 'E', .sector = (uint32_t)trace->records, .file = trace->crc};
    size_t written = fwrite(&end, sizeof end, 1, trace->stream);
    int closed = fclose(trace->stream);
    trace->stream = NULL;
    return written == 1 && closed == 0 ? TRACE_OK : TRACE_IO;
}

enum trace_error trace_open(struct trace *trace, const char *path)
{
    memset(trace, 0, sizeof *trace);
    trace->stream = fopen(path, "rbe");
    if (trace->stream == NULL)
        return TRACE_IO;
    enum trace_error error = TRACE_OK;
    if (fread(&trace->header, sizeof trace->header, 1, trace->stream) != 1
        || memcmp(trace->header.magic, TRACE_MAGIC, sizeof trace->header.magic) != 0)
        error = TRACE_FOREIGN;
    else if (trace->header.version > TRACE_VERSION)
        error = TRACE_TOO_NEW;
    else if (trace->header.version < 1 || trace->header.header_bytes != sizeof trace->header
             || trace->header.record_bytes != sizeof(struct trace_record) || trace->header.sector_bytes != 4096)
        error = TRACE_CORRUPT;
    if (error != TRACE_OK)
        trace_close(trace);
    return error;
}

static bool is_possible(const struct trace *trace, const struct trace_record *record)
{
    uint64_t end = (uint64_t)record->sector + record->count;
    return record->op != 0 && strchr("RWDFN", record->op) != NULL && record->hint < TRACE_HINTS
        && (record->op == 'N' || end <= trace->header.device_sectors)
        && (record->op == 'N') == (record->name_bytes > 0) && record->name_bytes < TRACE_PATH_BYTES;
}

enum trace_error trace_next(struct trace *trace, struct trace_record *record, char *name)
{
    if (fread(record, sizeof *record, 1, trace->stream) != 1)
        return ferror(trace->stream) ? TRACE_IO : TRACE_CUT;
    if (record->op == 'E')
        return record->sector == (uint32_t)trace->records && record->file == trace->crc ? TRACE_END : TRACE_CORRUPT;
    if (!is_possible(trace, record))
        return TRACE_CORRUPT;
    trace->crc = crc(trace->crc, record, sizeof *record);
    trace->records++;
    if (record->name_bytes == 0)
        return TRACE_OK;
    char text[TRACE_PATH_BYTES];
    size_t bytes = padded(record->name_bytes);
    if (fread(text, bytes, 1, trace->stream) != 1)
        return ferror(trace->stream) ? TRACE_IO : TRACE_CUT;
    trace->crc = crc(trace->crc, text, bytes);
    memcpy(name, text, record->name_bytes);
    name[record->name_bytes] = '\0';
    return TRACE_OK;
}

void trace_close(struct trace *trace)
{
    if (trace->stream != NULL)
        fclose(trace->stream);
    trace->stream = NULL;
}
