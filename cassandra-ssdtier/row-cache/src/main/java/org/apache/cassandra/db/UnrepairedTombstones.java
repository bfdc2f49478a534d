package org.apache.cassandra.db;

/** Gives the row cache's read path the one package-private verb of {@link ReadExecutionController} that it needs. */
public final class UnrepairedTombstones {
    private UnrepairedTombstones() {}

    /**
     * Tells the controller of the oldest tombstone in a source of a read, so that purging with
     * {@code only_purge_repaired_tombstones} keeps what it must.
     *
     * @param localDeletionTimeSeconds the source's smallest local deletion time, in seconds since 1970
     */
    public static void observe(ReadExecutionController controller, long localDeletionTimeSeconds) {
        controller.updateMinOldestUnrepairedTombstone(localDeletionTimeSeconds);
    }
}
