package org.ssdtier.catalogue;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The figures of a catalogue. Counters start when it is opened.
 *
 * @param content the definitions
 * @param ids the schema IDs
 * @param space the sizes
 * @param log the writes to the log
 * @param rounds the comparisons with the SSTables
 */
public record CatalogueStats(Content content, Ids ids, Space space, Log log, Rounds rounds) {
    /** The figures of a catalogue in which nothing has happened. */
    public static final CatalogueStats NONE = new CatalogueStats(
            new Content(0, 0, 0, 0, 0),
            new Ids(0, 0, 0, 0, 0, Arrays.stream(Refusal.values()).collect(Collectors.toMap(why -> why, why -> 0L))),
            new Space(0, 0, 0),
            new Log(0, 0, 0, 0, 0, 0),
            new Rounds(0, 0, 0, 0, 0));

    /**
     * The figures of the definitions.
     *
     * @param definitions number of definitions
     * @param definitionsPending number of those that wait for the log
     * @param definitionsPendingBytes bytes of heap that the waiting definitions take
     * @param definitionsUnwritten number of definitions that are only in dictionaries of SSTables, because too many
     *     waited for the log
     * @param definitionReads number of definitions read from the device
     */
    public record Content(
            long definitions,
            long definitionsPending,
            long definitionsPendingBytes,
            long definitionsUnwritten,
            long definitionReads) {}

    /**
     * The figures of the IDs and of the writers of SSTables that request them.
     *
     * @param reservedIds number of IDs that can be assigned before more are reserved
     * @param highestId highest ID assigned, as an unsigned number
     * @param leases number of open leases, one per writer
     * @param interned number of definitions that were assigned a new ID
     * @param found number of requests for a definition that already had an ID
     * @param refused number of requests for which no ID was assigned, by reason
     */
    public record Ids(
            long reservedIds, long highestId, int leases, long interned, long found, Map<Refusal, Long> refused) {}

    /**
     * The sizes of a catalogue.
     *
     * @param usedBytes bytes of the segments in use
     * @param liveBytes bytes of segments that the definitions in the log take, including those that wait for it
     * @param indexBytes bytes of memory of the index, in both directions
     */
    public record Space(long usedBytes, long liveBytes, long indexBytes) {}

    /**
     * The figures of the writes to the log.
     *
     * @param syncs number of groups made durable
     * @param syncFailures number of groups that could not be made durable
     * @param syncNanos total time of all syncs, in nanoseconds
     * @param longestSyncNanos time of the longest sync, in nanoseconds
     * @param unqueued number of definitions that could not be queued, because too many waited for the log
     * @param checkpoints number of times the live definitions were rewritten to new segments
     */
    public record Log(
            long syncs, long syncFailures, long syncNanos, long longestSyncNanos, long unqueued, long checkpoints) {}

    /**
     * The figures of the comparisons with the SSTables.
     *
     * @param rounds number of comparisons with all SSTables that have ended
     * @param roundsGivenUp number of those that could not read every dictionary, so that nothing was reclaimed
     * @param adopted number of definitions taken from dictionaries of SSTables
     * @param unadopted number of times such a definition was not taken: a cap was reached, or no ID was reserved
     * @param reclaimed number of definitions dropped
     */
    public record Rounds(long rounds, long roundsGivenUp, long adopted, long unadopted, long reclaimed) {}
}
