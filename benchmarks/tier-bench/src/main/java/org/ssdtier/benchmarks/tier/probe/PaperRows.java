package org.ssdtier.benchmarks.tier.probe;

import java.util.SplittableRandom;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;

/** A table of the paper's rows: a key of 25 bytes and five columns of 75. A number always has the same row. */
public final class PaperRows {
    /** The size of a cache with room for all rows, MiB. */
    static final long CAPACITY_MIB = 1024;

    private static final int COLUMNS = 5;
    private static final int VALUE_BYTES = 75;

    private final TableMetadata table;
    private final DecoratedKey[] keys;

    /**
     * Creates the table and the keys of its rows.
     *
     * @param count number of rows
     */
    public PaperRows(int count) {
        this.table = createTable();
        this.keys = new DecoratedKey[count];
        for (int row = 0; row < count; row++) {
            keys[row] = table.partitioner.decorateKey(ByteBufferUtil.bytes(String.format("user%021d", row)));
        }
    }

    private static TableMetadata createTable() {
        TableMetadata.Builder builder =
                TableMetadata.builder("ycsb", "usertable").addPartitionKeyColumn("y_id", UTF8Type.instance);
        for (int column = 0; column < COLUMNS; column++) {
            builder.addRegularColumn("field" + column, UTF8Type.instance);
        }
        return ProbeSchema.create(builder, CAPACITY_MIB);
    }

    /** Returns the table. */
    TableMetadata table() {
        return table;
    }

    /** Returns the number of rows. */
    int count() {
        return keys.length;
    }

    /** Returns the key of a row, from 0. */
    public DecoratedKey key(int row) {
        return keys[row];
    }

    /** Returns the partition of a row, made anew. */
    public PartitionUpdate partition(int row) {
        SplittableRandom random = new SplittableRandom(row);
        PartitionUpdate.SimpleBuilder update = PartitionUpdate.simpleBuilder(table, keys[row]);
        Row.SimpleBuilder columns =
                update.timestamp(1_700_000_000_000_000L + row).row();
        for (int column = 0; column < COLUMNS; column++) {
            StringBuilder value = new StringBuilder(VALUE_BYTES);
            for (int at = 0; at < VALUE_BYTES; at++) {
                value.append((char) (' ' + random.nextInt(95)));
            }
            columns.add("field" + column, value.toString());
        }
        return update.build();
    }
}
