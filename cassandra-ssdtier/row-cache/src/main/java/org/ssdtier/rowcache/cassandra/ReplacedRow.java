package org.ssdtier.rowcache.cassandra;

import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.COMPLETE;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.FINGERPRINT_OFFSET;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.FLAGS_OFFSET;
import static org.ssdtier.rowcache.cassandra.RowImageDescriptor.HEADER_BYTES;

import java.nio.ByteBuffer;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.vint.VIntCoding;
import org.jspecify.annotations.Nullable;

/**
 * The fast path of a flush: a row that replaces its whole partition needs no merge, so the image need not be decoded.
 *
 * <p>It applies to tables with one row per partition and simple columns. Both the image's row and the memtable's row must be of the
 * form written by an {@code INSERT} of all columns, without TTL and deletions, and everything in the memtable's row must be newer.
 * Only the flags and timestamps of the image are read, as Cassandra's {@code UnfilteredSerializer} writes them to messages.
 */
final class ReplacedRow {
    /** Flags of a row that has its own timestamp and all columns, and nothing else. */
    private static final int ROW_FLAGS = 0x24;
    /** Flags that mark the end of the partition. */
    private static final int END_OF_PARTITION = 0x01;
    /** Flags of a cell with the timestamp of its row. */
    private static final int CELL_FLAGS = 0x08;
    /** Flags of the same kind of cell without a value. */
    private static final int EMPTY_CELL_FLAGS = CELL_FLAGS | 0x04;

    private static final long NEVER = Cell.MAX_DELETION_TIME - 1;
    private static final long TIMESTAMP_EPOCH = EncodingStats.NO_STATS.minTimestamp;

    private final ImageLayout layout;
    private final int[] valueLengths;

    private ReplacedRow(ImageLayout layout) {
        this.layout = layout;
        this.valueLengths = new int[layout.columns.regulars.size()];
        int column = 0;
        for (ColumnMetadata regular : layout.columns.regulars) {
            valueLengths[column++] = regular.type.valueLengthIfFixed();
        }
    }

    /** Returns the fast path for a table; null if it does not apply. */
    static @Nullable ReplacedRow of(ImageLayout layout) {
        TableMetadata metadata = layout.metadata;
        boolean isSimple = metadata.clusteringColumns().isEmpty()
                && layout.columns.statics.isEmpty()
                && !layout.columns.regulars.isEmpty()
                && !layout.columns.regulars.hasComplex()
                && !metadata.isCounter()
                && metadata.droppedColumns.isEmpty();
        return isSimple ? new ReplacedRow(layout) : null;
    }

    /**
     * Returns the memtable's row if it replaces everything in the image.
     *
     * @param rows rows of the memtable's partition; read, not closed
     * @param image the image, from position to limit
     * @return the row; null if a merge is necessary
     */
    @Nullable
    Row of(UnfilteredRowIterator rows, ByteBuffer image) {
        if (!rows.partitionLevelDeletion().isLive() || !rows.hasNext()) {
            return null;
        }
        Unfiltered first = rows.next();
        if (!(first instanceof Row row) || rows.hasNext() || !isWholeAndLasting(row)) {
            return null;
        }
        long timestamp = timestampOfAll(image);
        return timestamp != Long.MAX_VALUE && isNewer(row, timestamp) ? row : null;
    }

    private boolean isWholeAndLasting(Row row) {
        return row.columnCount() == valueLengths.length
                && row.deletion().isLive()
                && !row.hasDeletion(NEVER)
                && row.primaryKeyLivenessInfo().timestamp() != LivenessInfo.NO_TIMESTAMP;
    }

    private static boolean isNewer(Row row, long timestamp) {
        if (row.primaryKeyLivenessInfo().timestamp() <= timestamp) {
            return false;
        }
        for (Cell<?> cell : row.cells()) {
            if (cell.timestamp() <= timestamp) {
                return false;
            }
        }
        return true;
    }

    /** Returns the timestamp shared by everything in the image; {@link Long#MAX_VALUE} if the image is of another form. */
    private long timestampOfAll(ByteBuffer image) {
        int at = image.position();
        if (image.remaining() <= HEADER_BYTES
                || image.getInt(at + FINGERPRINT_OFFSET) != layout.fingerprint
                || image.get(at + FLAGS_OFFSET) != COMPLETE) {
            return Long.MAX_VALUE;
        }
        at += HEADER_BYTES;
        long minTimestamp = VIntCoding.getUnsignedVInt(image, at) + TIMESTAMP_EPOCH;
        for (int stat = 0; stat < 3; stat++) {
            at += vintBytes(image, at);
        }
        if ((image.get(at++) & 0xff) != ROW_FLAGS) {
            return Long.MAX_VALUE;
        }
        long timestamp = VIntCoding.getUnsignedVInt(image, at) + minTimestamp;
        at += vintBytes(image, at);
        return isOfRowOnly(image, at) ? timestamp : Long.MAX_VALUE;
    }

    /** Returns whether only cells with the row's timestamp follow, one for each column. */
    private boolean isOfRowOnly(ByteBuffer image, int from) {
        int at = from;
        for (int length : valueLengths) {
            int flags = image.get(at++);
            if (flags == CELL_FLAGS) {
                int bytes = length >= 0 ? length : VIntCoding.getUnsignedVInt32(image, at);
                at += bytes + (length >= 0 ? 0 : vintBytes(image, at));
            } else if (flags != EMPTY_CELL_FLAGS) {
                return false;
            }
        }
        return at + 1 == image.limit() && image.get(at) == END_OF_PARTITION;
    }

    private static int vintBytes(ByteBuffer image, int at) {
        byte first = image.get(at);
        return first >= 0 ? 1 : 1 + VIntCoding.numberOfExtraBytesToRead(first);
    }
}
