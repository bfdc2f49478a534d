#include "detect.h"

#include <stddef.h>
#include <string.h>

#define NEVER (-1)

void detect_init(struct detector *detector, int streams)
{
    memset(detector, 0, sizeof *detector);
    detector->streams = streams;
    for (int i = 0; i < DETECT_MAX_STREAMS; i++)
        detector->runs[i] = (struct detect_run){NEVER, NEVER};
    for (int i = 0; i < DETECT_RECENT; i++)
        detector->recent[i] = (struct detect_run){NEVER, NEVER};
}

/* The run that a request continues, or NULL. */
static struct detect_run *continued(struct detect_run *runs, int count, int64_t sector)
{
    for (int i = 0; i < count; i++)
        if (runs[i].next == sector)
            return &runs[i];
    return NULL;
}

static struct detect_run *oldest(struct detect_run *runs, int count)
{
    struct detect_run *found = runs;
    for (int i = 1; i < count; i++)
        if (runs[i].touched < found->touched)
            found = &runs[i];
    return found;
}

int detect_stream(struct detector *detector, int64_t sector, int64_t count)
{
    struct detect_run moved = {sector + count, ++detector->now};
    detector->sectors += count;
    struct detect_run *run = continued(detector->runs, detector->streams, sector);
    if (run == NULL) {
        struct detect_run *begun = continued(detector->recent, DETECT_RECENT, sector);
        if (begun == NULL) {
            *oldest(detector->recent, DETECT_RECENT) = moved;
            return 0;
        }
        *begun = (struct detect_run){NEVER, NEVER};
        run = oldest(detector->runs, detector->streams);
    }
    *run = moved;
    detector->sequential_sectors += count;
    return (int)(run - detector->runs) + 1;
}
