package org.ssdtier.benchmarks.curves.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RecoverOnStart;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.rowcache.SteppedCache;
import org.ssdtier.ycsb.generator.Mix;

/**
 * The real cache: a read is a look-up and, on a miss, a publish; a write drops the image, or goes into a memtable whose
 * flush refreshes the images. The writer finishes its work before the next request.
 */
final class SimulatedTiers implements SimulatedCache, AutoCloseable {
    private static final UUID TABLE = new UUID(0x5500_0000_0000_4000L, 0x8000_0000_0000_0002L);
    private static final int SMALL_IMAGE_BYTES = 64;
    private static final int SMALL_KEY_BYTES = 8;
    private static final int KEY_BYTES = 25;
    private static final int IO_ERROR_THRESHOLD = 1;

    private final CurveCase of;
    private final SteppedCache stepped;
    private final CachedTable table;
    private final ByteBuffer image;
    private final int keyBytes;
    private final BitSet memtable = new BitSet();
    private long writesInMemtable;

    /** Opens an empty cache for a case. */
    SimulatedTiers(CurveCase of) {
        this.of = of;
        this.keyBytes = of.imageBytes() < SMALL_IMAGE_BYTES ? SMALL_KEY_BYTES : KEY_BYTES;
        this.image = ByteBuffer.allocate(of.imageBytes());
        long memoryBytes = Math.max(1, of.memoryRows()) * rowBytes();
        this.stepped = SteppedCache.open(memoryBytes, ssd(), of.seed());
        this.table = stepped.cache().table(TABLE);
    }

    @Override
    public boolean read(int row) {
        RowKey key = key(row);
        long ticket = table.ticket();
        Image found = stepped.cache().get(key, ticket);
        if (found != null) {
            found.close();
        } else {
            stepped.cache().publish(key, ticket, image);
        }
        stepped.step();
        return found != null;
    }

    @Override
    public void write(int row) {
        if (of.isInvalidating()) {
            table.beginChange();
            stepped.cache().drop(key(row));
            table.endChange();
            return;
        }
        memtable.set(row);
        writesInMemtable++;
        if (writesInMemtable == of.writesPerFlush()) {
            flush();
        }
    }

    CacheStats stats() {
        return stepped.cache().stats();
    }

    @Override
    public void close() {
        stepped.close();
    }

    private void flush() {
        table.beginChange();
        for (int row = memtable.nextSetBit(0); row >= 0; row = memtable.nextSetBit(row + 1)) {
            stepped.cache().refresh(key(row), old -> image, true);
            stepped.step();
        }
        table.endChange();
        memtable.clear();
        writesInMemtable = 0;
    }

    private RowKey key(int row) {
        byte[] key = new byte[keyBytes];
        ByteBuffer.wrap(key).order(ByteOrder.LITTLE_ENDIAN).putLong(0, row);
        return new RowKey(table, key, Mix.of(row));
    }

    /** Returns the memory of a row in the memory tier, measured with the tier's own accounting. */
    private long rowBytes() {
        try (SteppedCache scale = SteppedCache.open(1 << 20, null, 0)) {
            CachedTable one = scale.cache().table(TABLE);
            scale.cache().publish(new RowKey(one, new byte[keyBytes], 0), one.ticket(), image);
            return scale.cache().stats().memory().memoryBytes();
        }
    }

    private @Nullable SsdOptions ssd() {
        if (of.ssdRows() == 0) {
            return null;
        }
        SsdSize size = SsdSize.of(of.ssdRows(), keyBytes, of.imageBytes());
        return SsdOptions.of(
                        Path.of("unused"),
                        new SsdOptions.Geometry(size.capacityBytes(), size.segmentBytes(), 16 << 10, size.indexBytes()),
                        of.admission())
                .withRecovery(RecoverOnStart.NEVER)
                .withIoErrorThreshold(IO_ERROR_THRESHOLD)
                .withReinsertedShare(of.reinsertedShare());
    }
}
