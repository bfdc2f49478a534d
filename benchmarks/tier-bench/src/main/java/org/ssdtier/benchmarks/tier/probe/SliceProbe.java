package org.ssdtier.benchmarks.tier.probe;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.rowcache.cassandra.ImageCost;

/**
 * A measurement of time and allocated bytes of a query for one row of a cached partition, in turn with decoding the
 * whole image.
 */
final class SliceProbe {
    private static final long CAPACITY_MIB = 64;
    private static final int ALLOCATION_READS = 500;
    private static final double MOST_MICROS = 50;
    private static final double MOST_ALLOCATED_BYTES = 16 << 10;

    /**
     * A cached partition, named by the approximate size of its image; defined by its number of rows and the size of
     * their values.
     */
    private enum Shape {
        ONE_ROW(1, 100),
        ROWS_1KIB(9, 100),
        ROWS_16KIB(145, 100),
        ROWS_1MIB(9_000, 100),
        SMALL_ROWS_1MIB(95_000, 1);

        private final int rows;
        private final int valueBytes;

        Shape(int rows, int valueBytes) {
            this.rows = rows;
            this.valueBytes = valueBytes;
        }

        private boolean isLarge() {
            return this == ROWS_1MIB || this == SMALL_ROWS_1MIB;
        }
    }

    /** One arm of a comparison. */
    private interface Read {
        int rows(DecoratedKey key, Slices slices) throws IOException;
    }

    private final TierBench.Scale scale;
    private final TableMetadata table;
    private final ImageCost cache;
    private final List<Figure> figures = new ArrayList<>();

    SliceProbe(TierBench.Scale scale) {
        this.scale = scale;
        this.table = ProbeSchema.create(
                TableMetadata.builder("ycsb", "slices")
                        .addPartitionKeyColumn("k", Int32Type.instance)
                        .addClusteringColumn("c", Int32Type.instance)
                        .addRegularColumn("v", UTF8Type.instance),
                CAPACITY_MIB);
        this.cache = new ImageCost(
                TieredCache.open(TieredCacheOptions.builder()
                        .memoryCapacityBytes(CAPACITY_MIB << 20)
                        .build()),
                table);
    }

    List<Figure> run() throws Exception {
        for (Shape shape : Shape.values()) {
            measure(shape, publish(shape));
        }
        return figures;
    }

    private DecoratedKey publish(Shape shape) throws IOException {
        DecoratedKey key = table.partitioner.decorateKey(Int32Type.instance.decompose(shape.rows));
        PartitionUpdate.SimpleBuilder update = PartitionUpdate.simpleBuilder(table, key);
        for (int row = 0; row < shape.rows; row++) {
            update.timestamp(1_700_000_000_000_000L).row(row).add("v", "x".repeat(shape.valueBytes));
        }
        try (UnfilteredRowIterator rows = update.build().unfilteredIterator()) {
            if (!cache.publish(key, cache.encode(rows))) {
                throw new IllegalStateException("the image of shape=" + shape + " was rejected");
            }
        }
        return key;
    }

    private void measure(Shape shape, DecoratedKey key) throws Exception {
        Samples slice = new Samples();
        Samples whole = new Samples();
        Samples ratio = new Samples();
        for (int round = -2; round < scale.rounds(); round++) {
            double micros = micros(shape, key, round, cache::read);
            double wholeMicros = micros(shape, key, round, cache::readWhole);
            if (round >= 0) {
                slice.add(micros);
                whole.add(wholeMicros);
                ratio.add(wholeMicros / micros);
            }
        }
        String name = "one_row_of_" + shape.name().toLowerCase(Locale.ROOT);
        String note = "look-up, decoding, the row; rows=" + shape.rows;
        Samples bytes = Samples.of(allocatedBytes(shape, key, cache::read));
        figures.add(
                shape.isLarge() ? Figure.atMost(name + "_us", slice, MOST_MICROS, note) : report(name, slice, note));
        figures.add(report(name + "_whole", whole, "the whole image is decoded"));
        figures.add(Figure.report(name + "_whole_to_slice", ratio, "pairs of neighbouring rounds"));
        figures.add(
                shape.isLarge()
                        ? Figure.atMost(name + "_allocated_bytes", bytes, MOST_ALLOCATED_BYTES, "on the heap, a hit")
                        : Figure.report(name + "_allocated_bytes", bytes, "on the heap, a hit"));
        figures.add(Figure.report(
                name + "_whole_allocated_bytes",
                Samples.of(allocatedBytes(shape, key, cache::readWhole)),
                "the whole image is decoded"));
    }

    private static Figure report(String name, Samples samples, String note) {
        return Figure.report(name + "_us", samples, note);
    }

    private double micros(Shape shape, DecoratedKey key, int seed, Read read) throws Exception {
        return 1e6 / Loops.rate(1, scale.roundSeconds(), seed, random -> () -> readOne(shape, key, random, read));
    }

    private void readOne(Shape shape, DecoratedKey key, SplittableRandom random, Read read) throws IOException {
        int row = random.nextInt(shape.rows);
        Slices slices = Slices.with(table.comparator, Slice.make(Clustering.make(Int32Type.instance.decompose(row))));
        int found = read.rows(key, slices);
        if (found != 1) {
            throw new IllegalStateException("rows=" + found + " of shape=" + shape + " row=" + row + ", expected 1");
        }
    }

    private double allocatedBytes(Shape shape, DecoratedKey key, Read read) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        SplittableRandom random = new SplittableRandom(1);
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < ALLOCATION_READS; i++) {
            readOne(shape, key, random, read);
        }
        return (double) (threads.getCurrentThreadAllocatedBytes() - before) / ALLOCATION_READS;
    }
}
