package org.apache.cassandra.db;

/** Access to the one package-private method of {@link ReadExecutionController} that the row cache's read path needs. */
public final class UnrepairedTombstones {
    private UnrepairedTombstones() {}

    /**
     * Reports the oldest tombstone in a source of a read to the controller, so that purging with
     * {@code only_purge_repaired_tombstones} keeps the unrepaired tombstones.
     *
     * @param localDeletionTimeSeconds the source's smallest local deletion time, in seconds since 1970
     */
    public static void observe(ReadExecutionController controller, long localDeletionTimeSeconds) {
        controller.updateMinOldestUnrepairedTombstone(localDeletionTimeSeconds);
    }
}
