package org.ssdtier.catalogue;

import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.device.DeviceOperations;
import org.ssdtier.segmentlog.device.NanoClock;
import org.ssdtier.segmentlog.device.Patience;

/**
 * A writer of a catalogue's definitions and IDs to its log: groups of pending definitions, checkpoints, bounds of IDs,
 * new instance IDs.
 *
 * <p>Appending belongs to the holder of the sync lock, which is held during I/O: the follower's thread, a round,
 * {@link #sync}, {@link #close}. None of them keeps waiting for the lock if the device does not respond
 * ({@link Patience}).
 */
final class LogWriter {
    private static final Logger logger = LoggerFactory.getLogger(LogWriter.class);
    /**
     * After a checkpoint that failed because of damaged records the log is not rewritten for a pause, which doubles with each
     * failure between these bounds.
     */
    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final long LONGEST_PAUSE_NANOS = TimeUnit.HOURS.toNanos(12);

    private final CatalogueOptions options;
    private final String place;
    private final CatalogueLog log;
    private final DefinitionTable table;
    private final CatalogueCounters counters;
    private final CatalogueLog.Owner owner;
    private final ReentrantLock syncLock = new ReentrantLock();
    private final Patience patience;
    private volatile long instanceId;
    /** True if the log must be cleared before anything else, with a new instance ID. */
    private volatile boolean needsNewInstance;
    /** The pause since the last checkpoint; 0 if it may be repeated at once. Guarded by the sync lock, as the next two. */
    private long pauseNanos;

    private long failedAt;
    private boolean closed;

    /**
     * Creates a writer.
     *
     * @param place name of the directory, for messages
     * @param operations the operations of the log's device
     * @param threads the factory of the thread that waits for the device
     */
    LogWriter(
            CatalogueOptions options,
            String place,
            CatalogueLog log,
            DefinitionTable table,
            CatalogueCounters counters,
            DeviceOperations operations,
            ThreadFactory threads) {
        this.options = options;
        this.place = place;
        this.log = log;
        this.table = table;
        this.counters = counters;
        this.patience = new Patience(operations, threads, "schema-catalogue-sync", NanoClock.SYSTEM);
        this.instanceId = log.instanceId();
        this.owner = new CatalogueLog.Owner() {
            @Override
            public boolean isAt(int id, long location) {
                return table.location(id) == location;
            }

            @Override
            public void moved(int id, long from, long to) {
                table.move(id, from, to);
            }
        };
    }

    /** Returns the instance ID of the catalogue. */
    long instanceId() {
        return instanceId;
    }

    /** Clears the table; the next {@link #reserveIds} clears the log too and gives the catalogue a new instance ID. */
    void requireNewInstance() {
        table.clear();
        needsNewInstance = true;
    }

    /** Returns whether the log has room for a definition of a length. */
    boolean hasRoomFor(long definitionBytes) {
        return log.hasRoomFor(table.liveBytes() + CatalogueRecord.segmentBytes((int) definitionBytes));
    }

    /** Returns whether the log lacks anything that is in memory. */
    boolean isBehind() {
        return needsNewInstance || table.pendingSize() > 0 || needsIds();
    }

    /** Returns whether more IDs must be reserved: fewer than half of a reserve are left. */
    boolean needsIds() {
        return table.needsIds(options.idReserve() / 2);
    }

    /** Returns a description of what the log lacks, and why. */
    String problem() {
        return place + ": IDs or definitions=" + table.pendingSize() + " are not in the schema catalogue's log: "
                + (syncLock.isLocked() ? "the device does not respond" : log.lastFailure());
    }

    /**
     * Writes everything pending to the log, and waits for it as long as the device responds.
     *
     * @return whether the log has everything interned before, except definitions that could not be queued
     */
    boolean sync() {
        boolean[] done = {false};
        return isLocked(() -> done[0] = !closed && reserveIds() && writePending()) && done[0];
    }

    /**
     * Runs an action under the sync lock, on a separate thread. So a round, a schema change and the node's shutdown
     * wait for the device only as long as it responds.
     *
     * @return whether the action has ended; if not, it continues in the background, or was not started because an
     *     earlier one has not ended
     */
    boolean isLocked(Runnable action) {
        return patience.run(() -> {
            syncLock.lock();
            try {
                action.run();
            } finally {
                syncLock.unlock();
            }
        });
    }

    /** Returns whether the log is closed. Only under the sync lock. */
    boolean isClosed() {
        return closed;
    }

    private boolean writePending() {
        assert syncLock.isHeldByCurrentThread() : "the caller does not hold the sync lock";
        List<PendingDefinition> group = table.pending();
        if (group.isEmpty() || (isCheckpointDue() && checkpoint())) {
            return true;
        }
        long begin = nanoTime();
        long[] locations = log.write(group, table.liveBytes());
        counters.synced(nanoTime() - begin, locations != null);
        if (locations == null) {
            return false;
        }
        table.durable(group, locations);
        return true;
    }

    private boolean isCheckpointDue() {
        return log.needsCheckpoint(table.liveBytes()) && (pauseNanos == 0 || nanoTime() - failedAt >= pauseNanos);
    }

    /**
     * Rewrites the live definitions to new segments, including the pending ones. Only under the sync lock. Returns
     * whether that succeeded.
     */
    boolean checkpoint() {
        assert syncLock.isHeldByCurrentThread() : "the caller does not hold the sync lock";
        assert !closed : "the log is closed";
        List<PendingDefinition> group = table.pending();
        long begin = nanoTime();
        CatalogueLog.Checkpoint made = log.checkpoint(owner, table.durableSize(), group);
        counters.synced(nanoTime() - begin, made != null);
        if (made == null) {
            logger.debug("{}: checkpoint failed: {}", place, log.lastFailure());
            if (log.lacksDefinitions()) {
                pause();
            }
            return false;
        }
        pauseNanos = 0;
        table.durable(group, made.locations);
        table.setLiveBytes(made.copiedBytes + groupBytes(group));
        counters.checkpoints.increment();
        return true;
    }

    private void pause() {
        failedAt = nanoTime();
        pauseNanos = Math.min(LONGEST_PAUSE_NANOS, Math.max(SHORTEST_PAUSE_NANOS, 2 * pauseNanos));
        logger.warn(
                "{}: records of the catalogue's log are damaged, so that it cannot be rewritten and grows; the next attempt is in"
                        + " {} s at the earliest. Restart the node: what the log lacks is then taken from the SSTables",
                place,
                TimeUnit.NANOSECONDS.toSeconds(pauseNanos));
    }

    private static long groupBytes(List<PendingDefinition> group) {
        return group.stream()
                .mapToLong(
                        each -> CatalogueRecord.segmentBytes(each.definition().length()))
                .sum();
    }

    private long nanoTime() {
        return options.sources().nanoClock().getAsLong();
    }

    /**
     * Reserves IDs if few are left, after switching to a new instance ID if required. Only under the sync lock, or
     * while no other thread has the catalogue. Returns whether that succeeded.
     */
    boolean reserveIds() {
        if (needsNewInstance) {
            return renewInstance();
        }
        if (!needsIds()) {
            return true;
        }
        long bound = table.raisedIdBound(options.idReserve());
        if (!log.storePayload(bound, options.owner())) {
            return false;
        }
        table.setIdBound(bound);
        return true;
    }

    /**
     * Switches to a new instance ID; schema IDs continue where they were. No lease of the old instance gets an ID of
     * the new one. Returns whether that succeeded.
     */
    private boolean renewInstance() {
        long bound = table.raisedIdBound(options.idReserve());
        if (!log.clear(bound, options.owner())) {
            return false;
        }
        instanceId = log.instanceId();
        table.clear();
        table.setIdBound(bound);
        needsNewInstance = false;
        pauseNanos = 0;
        return true;
    }

    /**
     * Writes everything pending to the log, marks it as cleanly stopped and closes it. Idempotent.
     *
     * @param end called with whether the log was marked, once it is closed; not if it already was
     * @return false if the device does not respond, so that the log is not closed
     */
    boolean close(Consumer<Boolean> end) {
        return isLocked(() -> settleAndClose(end));
    }

    private void settleAndClose(Consumer<Boolean> end) {
        assert syncLock.isHeldByCurrentThread() : "the caller does not hold the sync lock";
        if (closed) {
            return;
        }
        if (!needsNewInstance && writePending() && table.pendingSize() == 0) {
            log.settle(table.liveBytes());
        }
        closed = true;
        table.seal();
        boolean clean = !needsNewInstance && log.cleanClose(table.highestId(), options.owner());
        if (needsNewInstance) {
            log.close();
        }
        end.accept(clean);
    }
}
