package org.ssdtier.catalogue.cassandra.sstable;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The schema IDs that the definitions of an SSTable have in a catalogue, by ordinal: four bytes each, outside the heap
 * if there are many. Immutable.
 *
 * <p>A definition's number in {@link NodeDefinitions} consists of the catalogue's space and its ID or, without an ID,
 * of the SSTable's own space and its ordinal. Spaces are never reused while the process lives, so no number ever stands
 * for two definitions, whatever happens to catalogues and their IDs.
 */
final class SchemaNumbers {
    /** The maximum number of IDs that are kept on the heap. */
    private static final int FEW = 512;

    private static final IdBuffers OUTSIDE = new IdBuffers(ByteBuffer::allocateDirect, NanoClock.SYSTEM);
    private static final AtomicInteger LAST_SPACE = new AtomicInteger();
    private static final ConcurrentMap<Long, Integer> SPACES = new ConcurrentHashMap<>();

    private final long instanceId;
    private final int space;
    /** Null if none has an ID. */
    private final @Nullable IntBuffer ids;

    private final boolean isComplete;
    private final int epoch;

    private SchemaNumbers(long instanceId, int space, @Nullable IntBuffer ids, boolean isComplete, int epoch) {
        this.instanceId = instanceId;
        this.space = space;
        this.ids = ids;
        this.isComplete = isComplete;
        this.epoch = epoch;
    }

    /** Returns an unused space of numbers. */
    static int newSpace() {
        return LAST_SPACE.incrementAndGet();
    }

    /** Returns a number in a space. */
    static long number(int space, int idOrOrdinal) {
        return ((long) space << 32) | Integer.toUnsignedLong(idOrOrdinal);
    }

    /** Returns the space of a catalogue's IDs. There is one for each catalogue identity that this process has seen. */
    static int spaceOf(long instanceId) {
        return SPACES.computeIfAbsent(instanceId, unseen -> newSpace());
    }

    /**
     * Returns the numbers of definitions with the given IDs.
     *
     * @param instanceId identity of the catalogue that assigned the IDs
     * @param ids schema IDs by ordinal, from 1 on; {@link SchemaIds#NONE} for a definition without one
     * @param epoch the {@link CurrentCatalogue#epoch} when they were looked up
     */
    static SchemaNumbers of(long instanceId, int[] ids, int epoch) {
        int none = 0;
        for (int id : ids) {
            none += id == SchemaIds.NONE ? 1 : 0;
        }
        @Nullable IntBuffer kept = none == ids.length ? null : kept(ids);
        return new SchemaNumbers(instanceId, spaceOf(instanceId), kept, none == 0, epoch);
    }

    private static IntBuffer kept(int[] ids) {
        return ids.length <= FEW ? IntBuffer.wrap(ids.clone()) : OUTSIDE.copy(ids);
    }

    /** Returns the ID of an ordinal; {@link SchemaIds#NONE} if it has none. */
    int id(int ordinal) {
        return ids == null ? SchemaIds.NONE : ids.get(ordinal - 1);
    }

    long instanceId() {
        return instanceId;
    }

    int space() {
        return space;
    }

    /** Returns whether a look-up in the catalogue that the node has now would find the same IDs. */
    boolean isUpToDate(long currentInstanceId, int currentEpoch) {
        return (isComplete && instanceId == currentInstanceId) || epoch == currentEpoch;
    }
}
