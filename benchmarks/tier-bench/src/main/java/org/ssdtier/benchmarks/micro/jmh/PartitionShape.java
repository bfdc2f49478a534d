package org.ssdtier.benchmarks.micro.jmh;

import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.benchmarks.tier.probe.ProbeSchema;

/** A partition, named by the approximate size of its image: a number of rows, and the size of their values. */
public enum PartitionShape {
    ONE_ROW(1, 100),
    ROWS_1KIB(9, 100),
    ROWS_16KIB(145, 100),
    ROWS_1MIB(9_000, 100),
    SMALL_ROWS_1MIB(80_000, 1);

    /** The size of a cache with room for any of the partitions, MiB. */
    static final long CAPACITY_MIB = 64;

    private final int rows;
    private final int valueBytes;

    PartitionShape(int rows, int valueBytes) {
        this.rows = rows;
        this.valueBytes = valueBytes;
    }

    /** Returns the table of the partitions. */
    static TableMetadata table() {
        return ProbeSchema.create(
                TableMetadata.builder("ycsb", "slices")
                        .addPartitionKeyColumn("k", Int32Type.instance)
                        .addClusteringColumn("c", Int32Type.instance)
                        .addRegularColumn("v", UTF8Type.instance),
                CAPACITY_MIB);
    }

    /** Returns the number of rows. */
    int rows() {
        return rows;
    }

    /** Returns the partition, made anew. */
    PartitionUpdate partition(TableMetadata table) {
        DecoratedKey key = table.partitioner.decorateKey(Int32Type.instance.decompose(rows));
        PartitionUpdate.SimpleBuilder update = PartitionUpdate.simpleBuilder(table, key);
        for (int row = 0; row < rows; row++) {
            update.timestamp(1_700_000_000_000_000L + row).row(row).add("v", "x".repeat(valueBytes));
        }
        return update.build();
    }

    /** Returns the slices of a query for one row. */
    static Slices oneRow(TableMetadata table, int row) {
        return Slices.with(table.comparator, Slice.make(Clustering.make(Int32Type.instance.decompose(row))));
    }
}
