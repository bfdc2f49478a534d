package org.ssdtier.benchmarks.micro.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.Partition;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.rowcache.cassandra.ImageCost;
import org.ssdtier.rowcache.cassandra.ImageForm;

/** Benchmarks of row images: encoding, decoding, and queries for one row of a cached partition. */
@State(Scope.Benchmark)
public class ImageCodecBenchmark {
    /** The partition. */
    @Param
    PartitionShape shape;

    private TableMetadata table;
    private TableMetadata[] definitions;
    private PartitionUpdate partition;
    private ImageForm form;
    private ColumnFilter columns;
    private ByteBuffer image;
    private TieredCache cache;
    private ImageCost images;

    /** Encodes the partition, and publishes it. */
    @Setup
    public void publish() throws IOException {
        table = PartitionShape.table();
        definitions = new TableMetadata[] {table, table.unbuild().build()};
        partition = shape.partition(table);
        form = new ImageForm(table, null);
        columns = ColumnFilter.all(table);
        cache = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(PartitionShape.CAPACITY_MIB << 20)
                .build());
        images = new ImageCost(cache, table);
        ByteBuffer encoded = encode();
        image = ByteBuffer.allocateDirect(encoded.remaining());
        image.put(encoded.duplicate()).flip();
        if (!images.publish(partition.partitionKey(), encoded)) {
            throw new IllegalStateException("the image of shape=" + shape + " was rejected");
        }
    }

    /** Frees the cache. */
    @TearDown
    public void close() {
        cache.close();
    }

    /** Encodes the partition. */
    @Benchmark
    public ByteBuffer encode() throws IOException {
        try (UnfilteredRowIterator rows = partition.unfilteredIterator()) {
            return images.encode(rows);
        }
    }

    /** Decodes the whole image. */
    @Benchmark
    public Partition decode() throws IOException {
        return form.decode(partition.partitionKey(), image, columns);
    }

    /** Looks up the image, decodes the slices of one row, and reads it. */
    @Benchmark
    public int readOneRow(RowChoice choice) throws IOException {
        int row = choice.below(shape.rows());
        return one(images.read(table, partition.partitionKey(), PartitionShape.oneRow(table, row)));
    }

    /**
     * Runs the same query under one of two definition objects at random, as after a change elsewhere in the keyspace: statements
     * stay prepared with the table's old definition.
     */
    @Benchmark
    public int readOneRowOfTwoDefinitions(RowChoice choice) throws IOException {
        int row = choice.below(shape.rows());
        TableMetadata definition = definitions[choice.below(definitions.length)];
        return one(images.read(definition, partition.partitionKey(), PartitionShape.oneRow(definition, row)));
    }

    /** Looks up the image, decodes all of it, and reads one row. */
    @Benchmark
    public int readOneRowOfWholeImage(RowChoice choice) throws IOException {
        int row = choice.below(shape.rows());
        return one(images.readWhole(partition.partitionKey(), PartitionShape.oneRow(table, row)));
    }

    private int one(int found) {
        if (found != 1) {
            throw new IllegalStateException("rows=" + found + " of shape=" + shape + ", expected 1");
        }
        return found;
    }
}
