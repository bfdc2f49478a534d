package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;
import java.util.Arrays;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.marshal.ByteArrayAccessor;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.schema.ColumnMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;

/**
 * A reader of one row in a uniform layout. The lengths are known before the values, so unwanted values are skipped
 * without being read, and adjacent ones in one step.
 */
final class UniformReader {
    private static final byte[] NO_VALUE = ByteArrayAccessor.instance.empty();

    private final RowPlan plan;
    private final RowInput row;
    private final DataInputPlus in;
    private @Nullable DeletionTime oneDeletion;
    private DeletionTime[] deletions = {};
    private int[] lengths = {};
    private int next;
    private long unread;

    UniformReader(RowPlan plan, RowInput row) {
        this.plan = plan;
        this.row = row;
        this.in = row.in;
    }

    void read(int layout) throws IOException {
        int traits = layout == RowLayout.UNIFORM_TRAITS ? readTraits() : RowTraits.implied(row.liveness);
        readCommon(traits);
        if (row.complexDeletions) {
            readDeletions(traits, layout);
        }
        readLengths();
        for (int i = 0; i < plan.columnCount(); i++) {
            readColumn(i);
        }
        passOver();
    }

    private int readTraits() throws IOException {
        int traits = in.readUnsignedByte();
        if ((traits & ~RowTraits.ALL) != 0) {
            throw new IOException("Corrupt traits=" + traits + " of a row, allowed 0 to " + RowTraits.ALL);
        }
        return traits;
    }

    private void readCommon(int traits) throws IOException {
        row.timestamp =
                (traits & RowTraits.OWN_TIMESTAMP) != 0 ? row.header.readTimestamp(in) : row.liveness.timestamp();
        if ((traits & RowTraits.OWN_EXPIRY) != 0) {
            row.deletionTime = row.header.readLocalDeletionTime(in);
            row.ttl = row.header.readTTL(in);
        } else if ((traits & RowTraits.EXPIRING) != 0) {
            row.deletionTime = row.liveness.localExpirationTime();
            row.ttl = row.liveness.ttl();
        }
    }

    private void readDeletions(int traits, int layout) throws IOException {
        if (layout == RowLayout.UNIFORM_INSERT) {
            oneDeletion = row.corrected(DeletionTime.build(row.timestamp - 1, row.header.readLocalDeletionTime(in)));
        } else if ((traits & RowTraits.ONE_DELETION) != 0) {
            oneDeletion = row.readComplexDeletion();
        } else {
            deletions = new DeletionTime[plan.columnCount()];
            for (int i = 0; i < deletions.length; i++) {
                deletions[i] = plan.isComplex(i) ? row.readComplexDeletion() : DeletionTime.LIVE;
            }
        }
    }

    private void readLengths() throws IOException {
        lengths = new int[plan.valueCount()];
        int at = 0;
        for (int i = 0; i < plan.columnCount(); i++) {
            int count = plan.valueCount(i);
            if (plan.fixedLength(i) >= 0) {
                Arrays.fill(lengths, at, at + count, plan.fixedLength(i));
            } else {
                row.readLengths(lengths, at, count);
            }
            at += count;
        }
    }

    private void readColumn(int index) throws IOException {
        ColumnMetadata column = plan.column(index);
        boolean wanted = row.wanted.includes(column);
        if (!wanted) {
            passOver(column, index);
            return;
        }
        if (!plan.isComplex(index)) {
            readSimple(column, index);
            return;
        }
        row.wanted.startOfComplexColumn(column);
        if (row.complexDeletions) {
            row.addComplexDeletion(column, oneDeletion != null ? oneDeletion : deletions[index]);
        }
        if (plan.form(index) == ColumnForm.INLINE) {
            passOver();
            StockLayout.readCells(column, row);
        } else {
            readCells(column, plan.paths(index));
        }
        row.wanted.endOfComplexColumn();
    }

    private void passOver(ColumnMetadata column, int index) throws IOException {
        if (plan.form(index) == ColumnForm.INLINE) {
            passOver();
            StockLayout.skipCells(column, row);
        } else {
            passOverValues(plan.valueCount(index));
        }
    }

    private void passOverValues(int count) {
        for (int i = count; i > 0; i--) {
            unread += lengths[next++];
        }
    }

    private void readSimple(ColumnMetadata column, int index) throws IOException {
        if (plan.form(index) == ColumnForm.SIMPLE) {
            readCell(column, null);
            return;
        }
        if (row.skipsValue(column, null)) {
            passOverValues(plan.valueCount(index));
            row.addCell(column, null, NO_VALUE);
        } else {
            passOver();
            row.readFrozenMap(column, plan.template(index), lengths, next);
            next += plan.valueCount(index);
        }
    }

    private void readCells(ColumnMetadata column, CellPath[] paths) throws IOException {
        for (CellPath path : paths) {
            if (row.wanted.includes(path)) {
                readCell(column, path);
            } else {
                unread += lengths[next++];
            }
        }
    }

    private void readCell(ColumnMetadata column, @Nullable CellPath path) throws IOException {
        int length = lengths[next++];
        byte[] value = NO_VALUE;
        if (row.skipsValue(column, path)) {
            unread += length;
        } else {
            passOver();
            value = row.readValue(length);
        }
        row.addCell(column, path, value);
    }

    private void passOver() throws IOException {
        for (; unread > 0; unread -= Math.min(unread, Integer.MAX_VALUE)) {
            in.skipBytesFully((int) Math.min(unread, Integer.MAX_VALUE));
        }
    }
}
