package org.ssdtier.benchmarks.tier.probe;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.cassandra.cache.ICache;
import org.apache.cassandra.cache.IRowCacheEntry;
import org.apache.cassandra.cache.OHCProvider;
import org.apache.cassandra.cache.RowCacheKey;
import org.apache.cassandra.cache.SerializingCacheProvider;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.CachedBTreePartition;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.rowcache.cassandra.ImageCost;

/**
 * A measurement of memory hits with the paper's rows for the tier, OHC and SerializingCache in turn, and of the memory
 * per row in each of them.
 */
final class MemoryProbe {
    private static final int COLUMNS = 5;
    private static final int VALUE_BYTES = 75;
    private static final long CAPACITY_MIB = 1024;

    /**
     * The inverse of the fraction of rows that are added before the first measurement of memory; until then the JVM
     * itself grows.
     */
    private static final int FIRST_SHARE = 5;

    /** A kind of cache to be filled. */
    enum Kind {
        OURS,
        OHC,
        SERIALIZING
    }

    /** A destination of rows. */
    private interface RowSink {
        void put(int row) throws IOException;
    }

    private final TierBench.Scale scale;
    private final TableMetadata table;
    private final DecoratedKey[] keys;

    private MemoryProbe(TierBench.Scale scale, int rows) {
        this.scale = scale;
        this.table = createTable();
        this.keys = new DecoratedKey[rows];
        for (int row = 0; row < keys.length; row++) {
            keys[row] = table.partitioner.decorateKey(ByteBufferUtil.bytes(String.format("user%021d", row)));
        }
    }

    static MemoryProbe ofHits(TierBench.Scale scale) {
        return new MemoryProbe(scale, scale.memoryRows());
    }

    static MemoryProbe ofBytes(TierBench.Scale scale) {
        return new MemoryProbe(scale, FIRST_SHARE * scale.memoryRows());
    }

    private static TableMetadata createTable() {
        TableMetadata.Builder builder =
                TableMetadata.builder("ycsb", "usertable").addPartitionKeyColumn("y_id", UTF8Type.instance);
        for (int column = 0; column < COLUMNS; column++) {
            builder.addRegularColumn("field" + column, UTF8Type.instance);
        }
        return ProbeSchema.create(builder, CAPACITY_MIB);
    }

    private PartitionUpdate row(int row) {
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

    private ImageCost createOurs() throws IOException {
        TieredCache cache = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(CAPACITY_MIB << 20)
                .build());
        return new ImageCost(cache, table);
    }

    private static ICache<RowCacheKey, IRowCacheEntry> createStock(Kind kind) {
        return kind == Kind.OHC ? new OHCProvider().create() : new SerializingCacheProvider().create();
    }

    private void put(ImageCost ours, int row) throws IOException {
        try (UnfilteredRowIterator rows = row(row).unfilteredIterator()) {
            ours.publish(keys[row], ours.encode(rows));
        }
    }

    private void put(ICache<RowCacheKey, IRowCacheEntry> stock, int row) {
        try (UnfilteredRowIterator rows = row(row).unfilteredIterator()) {
            stock.put(new RowCacheKey(table, keys[row]), CachedBTreePartition.create(rows, 0L));
        }
    }

    private static void fill(RowSink sink, int firstRow, int endRow) throws IOException {
        for (int row = firstRow; row < endRow; row++) {
            sink.put(row);
        }
    }

    private Loops.Operation ours(ImageCost cache, SplittableRandom random) {
        return () -> {
            if (cache.get(keys[random.nextInt(keys.length)]) == null) {
                throw new IllegalStateException("a row is missing in the memory tier");
            }
        };
    }

    private Loops.Operation stock(ICache<RowCacheKey, IRowCacheEntry> cache, SplittableRandom random) {
        return () -> {
            if (cache.get(new RowCacheKey(table, keys[random.nextInt(keys.length)])) == null) {
                throw new IllegalStateException("a row is missing in the stock cache");
            }
        };
    }

    List<Figure> run() throws Exception {
        ImageCost ours = createOurs();
        ICache<RowCacheKey, IRowCacheEntry> ohc = createStock(Kind.OHC);
        ICache<RowCacheKey, IRowCacheEntry> serializing = createStock(Kind.SERIALIZING);
        fill(row -> put(ours, row), 0, keys.length);
        fill(row -> put(ohc, row), 0, keys.length);
        fill(row -> put(serializing, row), 0, keys.length);
        Samples ourRates = new Samples();
        Samples toOhc = new Samples();
        Samples toSerializing = new Samples();
        for (int round = -2; round < scale.rounds(); round++) {
            double our = Loops.rate(2, scale.roundSeconds(), round, random -> ours(ours, random));
            double ohcRate = Loops.rate(2, scale.roundSeconds(), round, random -> stock(ohc, random));
            double serializingRate = Loops.rate(2, scale.roundSeconds(), round, random -> stock(serializing, random));
            if (round >= 0) {
                ourRates.add(our);
                toOhc.add(our / ohcRate);
                toSerializing.add(our / serializingRate);
            }
        }
        return List.of(
                Figure.report(
                        "memory_hits_per_second",
                        ourRates,
                        "2 threads, look-up and decoding, " + keys.length + " rows"),
                Figure.atLeast("memory_hits_to_ohc", toOhc, 1.0, "pairs of neighbouring rounds"),
                Figure.atLeast("memory_hits_to_serializing", toSerializing, 1.0, "pairs of neighbouring rounds"));
    }

    /**
     * Returns the on-heap and off-heap bytes per row of one cache, the only one in this JVM, whose heap is pre-touched.
     * The first rows are not counted, because during them the JVM compiles code, which also takes memory.
     */
    double bytesPerRow(Kind kind) throws Exception {
        RowSink sink = sink(kind);
        int first = keys.length / FIRST_SHARE;
        fill(sink, 0, first);
        long before = heapBytes() + offHeapBytes();
        fill(sink, first, keys.length);
        try {
            return (double) (heapBytes() + offHeapBytes() - before) / (keys.length - first);
        } finally {
            Reference.reachabilityFence(sink);
        }
    }

    private RowSink sink(Kind kind) throws IOException {
        if (kind == Kind.OURS) {
            ImageCost ours = createOurs();
            return row -> put(ours, row);
        }
        ICache<RowCacheKey, IRowCacheEntry> stock = createStock(kind);
        return row -> put(stock, row);
    }

    private static long heapBytes() throws InterruptedException {
        Runtime runtime = Runtime.getRuntime();
        for (int collection = 0; collection < 4; collection++) {
            System.gc();
            Thread.sleep(50);
        }
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Returns the resident anonymous memory; the heap's part of it is constant because the heap is pre-touched. */
    private static long offHeapBytes() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("RssAnon:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new IOException("no RssAnon in /proc/self/status");
    }
}
