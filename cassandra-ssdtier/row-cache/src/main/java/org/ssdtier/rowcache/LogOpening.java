package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.index.HashKey;
import org.ssdtier.segmentlog.IoStatus;
import org.ssdtier.segmentlog.Recovery;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * One opening of the log at a start: the log, the key of the hashes, and what is left of the last stop. The thread that
 * waits for it may abandon it when the device hangs; it then closes everything once the device answers.
 *
 * <p>While it is under way, no other thread uses the journals, and nobody is shown the journal that it begins: an abandoned
 * opening continues a journal that lacks the changes since the start.
 */
final class LogOpening implements Runnable {
    /** The source of the log. */
    @FunctionalInterface
    interface LogSource {
        SegmentLog open() throws IOException;
    }

    /**
     * What was opened.
     *
     * @param snapshot index of a clean stop; null if there is none
     * @param recovered recovered state, without the index; null for a cold start
     */
    record Opened(SegmentLog log, HashKey hashKey, @Nullable IndexSnapshot snapshot, @Nullable Recovered recovered) {}

    private enum State {
        UNDER_WAY,
        ABANDONED,
        ENDED
    }

    private static final Logger logger = LoggerFactory.getLogger(LogOpening.class);

    private final SsdParts parts;
    private final TieredCacheOptions options;
    private final SsdOptions ssdOptions;
    private final LogSource source;
    private final JournalKeeper journals;
    private volatile State state = State.UNDER_WAY;
    private @Nullable Opened opened;
    private String failure = "";

    LogOpening(
            SsdParts parts,
            TieredCacheOptions options,
            SsdOptions ssdOptions,
            LogSource source,
            JournalKeeper journals) {
        this.parts = parts;
        this.options = options;
        this.ssdOptions = ssdOptions;
        this.source = source;
        this.journals = journals;
    }

    /** Returns the identity that files in a directory with this key must have to be used. */
    static byte[] identity(HashKey hashKey, TieredCacheOptions options) {
        return hashKey.identify(options.identity());
    }

    @Override
    public void run() {
        Opened result = null;
        try {
            result = open();
        } catch (IOException | RuntimeException | AssertionError e) {
            logger.debug("opening failed", e);
            failure = e.toString();
        } finally {
            end(result);
        }
    }

    /**
     * Abandons the opening, unless it has ended.
     *
     * @return false if it has ended
     */
    synchronized boolean abandon() {
        if (state == State.UNDER_WAY) {
            state = State.ABANDONED;
        }
        return state == State.ABANDONED;
    }

    /** Returns whether the opening has not ended yet. Any thread; never waits for the device. */
    boolean isUnderWay() {
        return state != State.ENDED;
    }

    /** Returns what was opened; null if the opening failed. Called after it has ended. */
    synchronized @Nullable Opened opened() {
        assert state == State.ENDED : "state=" + state;
        return opened;
    }

    /** Returns why the opening failed. Called after it has ended. */
    synchronized String failure() {
        assert state == State.ENDED && opened == null : "state=" + state;
        return failure;
    }

    private synchronized void end(@Nullable Opened result) {
        if (state == State.ABANDONED) {
            logger.debug("the device answers again after an abandoned opening");
            journals.close();
            if (result != null) {
                parts.compression.store().forget();
                close(result.snapshot());
                result.log().close();
            }
        } else {
            opened = result;
        }
        state = State.ENDED;
    }

    private Opened open() throws IOException {
        SegmentLog log = source.open();
        IndexSnapshot snapshot = null;
        boolean isOpen = false;
        try {
            HashKey hashKey = HashKeyFile.openOrCreate(log.storage(), options.randomLongs());
            byte[] identity = identity(hashKey, options);
            Recovery recovery = log.recovery();
            snapshot = snapshotOf(log, recovery, identity);
            Recovered recovered = journals.recover(log, identity, recovery.state(), snapshot);
            if (recovered == null) {
                if (recovery.state() != Recovery.State.NEW && log.clear(ByteBuffer.allocate(0)) != IoStatus.OK) {
                    throw new IOException("the manifest cannot be written");
                }
                journals.beginEmpty(log, identity);
            }
            parts.compression.store().open(log.storage(), recovered != null);
            isOpen = true;
            return new Opened(log, hashKey, snapshot, recovered);
        } finally {
            if (!isOpen) {
                parts.compression.store().forget();
                journals.close();
                close(snapshot);
                log.close();
            }
        }
    }

    private @Nullable IndexSnapshot snapshotOf(SegmentLog log, Recovery recovery, byte[] identity) {
        if (recovery.state() == Recovery.State.NEW) {
            return null;
        }
        try {
            if (ssdOptions.recover() == RecoverOnStart.NEVER) {
                throw new IOException("recover_on_start=never");
            }
            if (recovery.state() == Recovery.State.CRASHED && ssdOptions.recover() == RecoverOnStart.CRASH) {
                return null;
            }
            if (recovery.state() != Recovery.State.CLEAN) {
                throw new IOException("it was not stopped cleanly");
            }
            return IndexSnapshot.open(
                    log.storage(),
                    recovery.ownerPayload(),
                    ByteBuffer.wrap(identity),
                    ssdOptions.geometry().segmentBytes(),
                    parts.index.sizeBytes());
        } catch (IOException e) {
            if (ssdOptions.recover() == RecoverOnStart.CRASH) {
                logger.info("Row cache on SSD recovers from its journal, as after a crash: {}", e.getMessage());
            } else {
                logger.warn("Row cache on SSD starts cold; its contents are dropped: {}", e.getMessage());
            }
            return null;
        }
    }

    private static void close(@Nullable IndexSnapshot snapshot) {
        try (snapshot) {
            logger.trace("closing the snapshot");
        } catch (IOException e) {
            logger.debug("closing failed", e);
        }
    }
}
