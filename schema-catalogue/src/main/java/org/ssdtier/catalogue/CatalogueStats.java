package org.ssdtier.catalogue;

import java.util.Map;

/**
 * The figures of a catalogue. Counters start at its opening.
 *
 * @param definitions definitions it has
 * @param pending of them, those that are not durable yet
 * @param highestId the highest ID given out, as an unsigned number
 * @param usedBytes bytes of the segments in use
 * @param liveBytes bytes of the definitions on the device
 * @param indexBytes memory of the index both ways
 * @param leases writers at work
 * @param resolveHits definitions that were still decoded
 * @param resolveMisses definitions that were read
 * @param interned definitions that were given a new ID
 * @param found definitions that had an ID already
 * @param refused definitions that were given none, and why
 * @param syncs groups made durable
 * @param syncFailures groups that could not be
 * @param syncNanos time of all syncs
 * @param longestSyncNanos time of the longest
 * @param reclaimed definitions dropped
 * @param checkpoints how often the segments were written anew
 */
public record CatalogueStats(
        long definitions,
        long pending,
        long highestId,
        long usedBytes,
        long liveBytes,
        long indexBytes,
        int leases,
        long resolveHits,
        long resolveMisses,
        long interned,
        long found,
        Map<Refusal, Long> refused,
        long syncs,
        long syncFailures,
        long syncNanos,
        long longestSyncNanos,
        long reclaimed,
        long checkpoints) {}
