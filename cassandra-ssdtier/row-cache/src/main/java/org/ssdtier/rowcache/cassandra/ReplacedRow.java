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
 * The short way of a flush: a row that replaces all there is of its partition needs no merge, and the image need not be decoded.
 *
 * <p>It is for tables of one row a partition with simple columns. The image's row and the memtable's must both be written as
 * {@code INSERT} of all columns writes them, without TTL and deletions, and everything in the memtable's row must be newer. Of the image
 * only what says so is read: flags and timestamps, as Cassandra's {@code UnfilteredSerializer} writes them to messages.
 */
final class ReplacedRow {
    /** A row with a timestamp of its own and all columns, and nothing else. */
    private static final int ROW_FLAGS = 0x24;
    /** What follows the last row. */
    private static final int END_OF_PARTITION = 0x01;
    /** A cell with the timestamp of its row. */
    private static final int CELL_FLAGS = 0x08;
    /** The same without a value. */
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

    /** Returns the short way for a table; null if there is none. */
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
     * Returns the row that takes the place of all that is in the image.
     *
     * @param rows of the memtable's partition; read, not closed
     * @param image from position to limit
     * @return null if there must be a merge
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

    /** Returns the timestamp that everything in the image has; {@link Long#MAX_VALUE} if the image is of another kind. */
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

    /** Returns whether cells with the row's timestamp follow, one for each column, and nothing else. */
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
