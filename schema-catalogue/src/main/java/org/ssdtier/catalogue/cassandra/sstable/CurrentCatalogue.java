package org.ssdtier.catalogue.cassandra.sstable;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaCatalogue;

/**
 * The schema catalogue of this node, as the readers and writers of SSTables use it. Whatever opens the catalogue sets
 * it here. Tools and clients have none.
 */
public final class CurrentCatalogue {
    private static volatile @Nullable SchemaCatalogue opened;
    /** True if the node has a catalogue, also before it is opened, and if it cannot be. */
    private static volatile boolean isExpected;
    /** True if it has been compared with the SSTables; no ID is given out before. */
    private static volatile boolean isCompared;
    /** Incremented when a look-up of a definition may find an ID that it did not find before. */
    private static final AtomicInteger EPOCH = new AtomicInteger();

    private CurrentCatalogue() {}

    /** Returns the node's catalogue; null if it has none. */
    public static @Nullable SchemaCatalogue get() {
        return opened;
    }

    /**
     * Returns the node's catalogue once it has been compared with the SSTables, so that its IDs match theirs; null
     * before.
     */
    public static @Nullable SchemaCatalogue compared() {
        SchemaCatalogue catalogue = opened;
        return isCompared ? catalogue : null;
    }

    /** Returns whether the node has a catalogue, open or not. */
    static boolean isExpected() {
        return isExpected;
    }

    /** Records whether the node has a catalogue, once its configuration has been read. */
    public static void expect(boolean expected) {
        isExpected = expected;
    }

    /** Returns the identity of the node's catalogue; 0 if it has none. */
    public static long instanceId() {
        SchemaCatalogue catalogue = opened;
        return catalogue == null ? 0 : catalogue.instanceId();
    }

    /** Returns a number that changes whenever it is worth looking up definitions without an ID again. */
    static int epoch() {
        return EPOCH.get();
    }

    /** Sets the node's catalogue; null if it has none any more. */
    public static void set(@Nullable SchemaCatalogue catalogue) {
        opened = catalogue;
    }

    /** Records that the node's catalogue has been compared with the SSTables, and fits them. */
    public static void markCompared() {
        isCompared = true;
        raiseEpoch();
    }

    /** Records that the node's catalogue gives out no more IDs. */
    public static void unmarkCompared() {
        isCompared = false;
    }

    /** Makes it worth looking up definitions without an ID again. */
    public static void raiseEpoch() {
        EPOCH.incrementAndGet();
    }
}
