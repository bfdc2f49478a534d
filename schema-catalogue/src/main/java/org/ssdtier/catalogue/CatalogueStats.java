package org.ssdtier.catalogue;

import java.util.Map;

/**
 * The figures of a catalogue. Counters start at its opening.
 *
 * @param definitions definitions it has
 * @param pending of them, those that wait for the log
 * @param pendingBytes heap that these take
 * @param unwritten of all, those that are in dictionaries of SSTables only, since too many waited for the log
 * @param reservedIds how many IDs can be given out before more are reserved
 * @param highestId the highest ID given out, as an unsigned number
 * @param usedBytes bytes of the segments in use
 * @param liveBytes bytes of the definitions on the device
 * @param indexBytes memory of the index both ways
 * @param leases writers at work
 * @param definitionReads definitions that were read from the device
 * @param interned definitions that were given a new ID
 * @param found definitions that had an ID already
 * @param refused definitions that were given none, and why
 * @param syncs groups made durable
 * @param syncFailures groups that could not be
 * @param syncNanos time of all syncs
 * @param longestSyncNanos time of the longest
 * @param unqueued definitions that too many waited for the log before
 * @param adopted definitions taken from dictionaries of SSTables
 * @param unadopted how often one of them found no place: a cap is reached, or no ID is reserved
 * @param rounds comparisons with all SSTables
 * @param roundsGivenUp of them, those that could not read every dictionary, so that nothing was reclaimed
 * @param reclaimed definitions dropped
 * @param checkpoints how often the segments were written anew
 */
public record CatalogueStats(
        long definitions,
        long pending,
        long pendingBytes,
        long unwritten,
        long reservedIds,
        long highestId,
        long usedBytes,
        long liveBytes,
        long indexBytes,
        int leases,
        long definitionReads,
        long interned,
        long found,
        Map<Refusal, Long> refused,
        long syncs,
        long syncFailures,
        long syncNanos,
        long longestSyncNanos,
        long unqueued,
        long adopted,
        long unadopted,
        long rounds,
        long roundsGivenUp,
        long reclaimed,
        long checkpoints) {}
