package org.ssdtier.catalogue.cassandra.row;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.marshal.ByteType;
import org.apache.cassandra.db.marshal.ValueAccessor;
import org.apache.cassandra.db.rows.AbstractCell;
import org.apache.cassandra.db.rows.ArrayCell;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.ObjectSizes;
import org.jspecify.annotations.Nullable;

/**
 * A cell with a frozen map as a compaction reads it: its keys are the schema's, its values are stored one after another
 * as on disk and can be written again in that form. The whole value is assembled only if a caller reads it. Immutable.
 */
final class FrozenMapCell extends AbstractCell<byte[]> {
    private static final long EMPTY_BYTES = ObjectSizes.measure(new FrozenMapCell(
            ColumnMetadata.regularColumn("", "", "", ByteType.instance),
            new Times(0, 0, 0),
            new FrozenMapTemplate(java.util.List.of()),
            new int[0],
            new byte[0]));

    /**
     * The fields of a cell other than its value.
     *
     * @param timestamp as in Cassandra
     * @param ttl seconds, or {@link Cell#NO_TTL}
     * @param localDeletionTime as an unsigned 32-bit number
     */
    record Times(long timestamp, int ttl, int localDeletionTime) {}

    private final Times times;
    private final FrozenMapTemplate template;
    private final int[] lengths;
    private final byte[] values;
    private final int size;

    /** The whole value, once assembled. Volatile: a thread that sees the array also sees its contents. */
    private volatile byte @Nullable [] value;

    /**
     * Creates a cell.
     *
     * @param lengths the lengths of the values, in the order of the template's keys
     * @param values the values, one after another
     */
    FrozenMapCell(ColumnMetadata column, Times times, FrozenMapTemplate template, int[] lengths, byte[] values) {
        super(column);
        this.times = times;
        this.template = template;
        this.lengths = lengths;
        this.values = values;
        this.size = Math.toIntExact(template.bytes(lengths, 0));
    }

    FrozenMapTemplate template() {
        return template;
    }

    /** Returns the lengths of the values; not to be changed. */
    int[] lengths() {
        return lengths;
    }

    /** Returns the values, one after another; not to be changed. */
    byte[] values() {
        return values;
    }

    @Override
    public byte[] value() {
        byte[] whole = value;
        if (whole == null) {
            whole = template.assemble(lengths, values);
            value = whole;
        }
        return whole;
    }

    @Override
    public int valueSize() {
        return size;
    }

    @Override
    public ValueAccessor<byte[]> accessor() {
        return ByteArrayAccessor.instance;
    }

    @Override
    public long timestamp() {
        return times.timestamp;
    }

    @Override
    public int ttl() {
        return times.ttl;
    }

    @Override
    public @Nullable CellPath path() {
        return null;
    }

    @Override
    public Cell<?> withUpdatedColumn(ColumnMetadata newColumn) {
        return new FrozenMapCell(newColumn, times, template, lengths, values);
    }

    @Override
    public Cell<?> withUpdatedValue(ByteBuffer newValue) {
        return plain(times, ByteBufferUtil.getArray(newValue));
    }

    @Override
    public Cell<?> withUpdatedTimestampAndLocalDeletionTime(long newTimestamp, long newLocalDeletionTime) {
        Times updated = new Times(newTimestamp, times.ttl, deletionTimeLongToUnsignedInteger(newLocalDeletionTime));
        return new FrozenMapCell(column, updated, template, lengths, values);
    }

    @Override
    public Cell<?> withSkippedValue() {
        return plain(times, ByteArrayAccessor.instance.empty());
    }

    private Cell<?> plain(Times ofIt, byte[] content) {
        return new ArrayCell(column, ofIt.timestamp, ofIt.ttl, ofIt.localDeletionTime, content, null);
    }

    @Override
    public long unsharedHeapSize() {
        return EMPTY_BYTES + ObjectSizes.sizeOfArray(values) + ObjectSizes.sizeOfArray(lengths);
    }

    @Override
    public long unsharedHeapSizeExcludingData() {
        return unsharedHeapSize() - values.length;
    }

    @Override
    protected int localDeletionTimeAsUnsignedInt() {
        return times.localDeletionTime;
    }
}
