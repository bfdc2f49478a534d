package org.ssdtier.catalogue;

import java.util.Map;

/**
 * The figures of a catalogue. Counters start when it is opened.
 *
 * @param definitions number of definitions
 * @param pending number of those that wait for the log
 * @param pendingBytes bytes of heap that the waiting definitions take
 * @param unwritten number of definitions that are only in dictionaries of SSTables, because too many waited for the log
 * @param reservedIds number of IDs that can be assigned before more are reserved
 * @param highestId highest ID assigned, as an unsigned number
 * @param usedBytes bytes of the segments in use
 * @param liveBytes bytes of segments that the definitions in the log take, including those that wait for it
 * @param indexBytes bytes of memory of the index, in both directions
 * @param leases number of open leases, one per writer
 * @param definitionReads number of definitions read from the device
 * @param interned number of definitions that were assigned a new ID
 * @param found number of requests for a definition that already had an ID
 * @param refused number of requests for which no ID was assigned, by reason
 * @param syncs number of groups made durable
 * @param syncFailures number of groups that could not be made durable
 * @param syncNanos total time of all syncs, in nanoseconds
 * @param longestSyncNanos time of the longest sync, in nanoseconds
 * @param unqueued number of definitions that could not be queued, because too many waited for the log
 * @param adopted number of definitions taken from dictionaries of SSTables
 * @param unadopted number of times such a definition was not taken: a cap was reached, or no ID was reserved
 * @param rounds number of comparisons with all SSTables that have ended
 * @param roundsGivenUp number of those that could not read every dictionary, so that nothing was reclaimed
 * @param reclaimed number of definitions dropped
 * @param checkpoints number of times the live definitions were rewritten to new segments
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
