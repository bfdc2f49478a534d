/*
 * predict word...: what the model of a drive says of the four loads of a calibration, in virtual time: each load runs
 * closed-loop, one request submitted the moment one is answered. One line a load.
 */
#include <stdio.h>
#include <stdlib.h>

#include "model.h"
#include "workload.h"

#define REQUESTS 40000

/* Runs a load to its end; `count` latencies go to the array. Returns the virtual time it took. */
static int64_t run(struct model *model, const struct workload *workload, int64_t size, int64_t count,
                   int64_t *latency_nanos)
{
    static struct model_request requests[WORKLOAD_MAX_DEPTH];
    uint64_t random = 1;
    int64_t submitted = 0;
    int64_t now = 0;
    for (; submitted < workload->depth; submitted++) {
        struct model_request *request = &requests[submitted];
        request->op = workload->op;
        request->length = workload->length;
        request->offset = workload_offset(workload, submitted, size, &random);
        model_submit(model, request, now);
    }
    for (int64_t done = 0; done < count;) {
        now = model_next(model);
        struct model_request *request = model_take(model, now);
        if (request == NULL)
            continue;
        if (workload->op == MODEL_WRITE && request->op == MODEL_WRITE) {
            int64_t begun = request->arrival;
            request->op = MODEL_FLUSH;
            request->length = 0;
            model_submit(model, request, now);
            request->arrival = begun;
            continue;
        }
        latency_nanos[done++] = request->due - request->arrival;
        request->op = workload->op;
        request->length = workload->length;
        request->offset = workload_offset(workload, submitted++, size, &random);
        model_submit(model, request, now);
    }
    return now;
}

int main(int count, char **words)
{
    struct model_config config;
    model_defaults(&config);
    for (int i = 1; i < count; i++)
        if (model_configure(&config, words[i]) != 0) {
            fprintf(stderr, "predict: %s: not a word of the model\n", words[i]);
            return 2;
        }
    const char *wrong = model_check(&config);
    if (wrong != NULL || config.kind == MODEL_NONE) {
        fprintf(stderr, "predict: %s: missing or out of range\n", wrong == NULL ? "kind" : wrong);
        return 2;
    }
    int64_t *latency_nanos = malloc(REQUESTS * sizeof *latency_nanos);
    if (latency_nanos == NULL)
        return 1;
    for (const struct workload *workload = WORKLOADS; workload->name != NULL; workload++) {
        struct model *model = model_new(&config);
        if (model == NULL)
            return 1;
        int64_t size = (int64_t)config.size_bytes;
        int64_t requests = workload_requests(workload, size);
        requests = requests < REQUESTS ? requests : REQUESTS;
        int64_t elapsed = run(model, workload, size, requests, latency_nanos);
        workload_print(workload, latency_nanos, requests, elapsed);
        model_free(model);
    }
    free(latency_nanos);
    return 0;
}
