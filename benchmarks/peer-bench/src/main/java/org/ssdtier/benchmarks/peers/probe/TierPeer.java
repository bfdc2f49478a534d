package org.ssdtier.benchmarks.peers.probe;

import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.CacheState;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.SsdOptions;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.rowcache.admission.Admission;

/** The row cache without a node: every evicted row goes to the SSD. */
final class TierPeer implements Peer {
    private static final UUID TABLE = new UUID(0x5500_0000_0000_4000L, 0x8000_0000_0000_0001L);
    private static final byte[] IDENTITY = {1};
    private static final byte[] DIGEST = {2};
    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int WRITE_BUFFER_BYTES = 16 << 10;
    private static final long INDEX_BYTES_PER_ROW = 12;
    private static final long INDEX_LEAST_BYTES = 64 << 10;
    private static final long BACKLOG_BYTES = 8L << 20;
    private static final int IO_ERRORS = 1_000;

    private final TieredCache cache;
    private final CachedTable table;

    private TierPeer(TieredCache cache) {
        this.cache = cache;
        this.table = cache.table(TABLE);
    }

    static TierPeer open(PeerSettings settings) throws InterruptedException {
        SsdOptions ssd = SsdOptions.of(
                        settings.directory().resolve("tier"),
                        new SsdOptions.Geometry(
                                settings.diskBytes() / SEGMENT_BYTES * SEGMENT_BYTES,
                                SEGMENT_BYTES,
                                WRITE_BUFFER_BYTES,
                                INDEX_LEAST_BYTES + settings.rows() * INDEX_BYTES_PER_ROW),
                        Admission.ALL)
                .withIoErrorThreshold(IO_ERRORS);
        TieredCache cache = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(settings.memoryBytes())
                .identity(IDENTITY)
                .ssd(ssd)
                .build());
        while (cache.state() == CacheState.RECOVERING) {
            Thread.sleep(1);
        }
        TierPeer peer = new TierPeer(cache);
        cache.confirm(peer.table, DIGEST);
        return peer;
    }

    /** Drops the old image from all tiers before publishing the new one, so that no later read returns the old one. */
    @Override
    public void put(long number, byte[] value) {
        RowKey key = key(number);
        cache.drop(key);
        cache.publish(key, table.ticket(), ByteBuffer.wrap(value));
    }

    @Override
    public byte @Nullable [] get(long number) {
        try (Image image = cache.get(key(number), table.ticket())) {
            if (image == null) {
                return null;
            }
            byte[] value = new byte[image.lengthBytes()];
            image.bytes().get(value);
            return value;
        }
    }

    @Override
    public void throttle() throws InterruptedException {
        awaitBacklog(BACKLOG_BYTES);
    }

    @Override
    public void settle() throws InterruptedException {
        awaitBacklog(0);
    }

    @Override
    public void close() {
        cache.cleanStop(IDENTITY, id -> DIGEST);
    }

    private void awaitBacklog(long bytes) throws InterruptedException {
        while (Objects.requireNonNull(cache.stats().ssd()).content().pendingBytes() > bytes) {
            Thread.sleep(1);
        }
    }

    private RowKey key(long number) {
        return new RowKey(table, Rows.key(number), number * 0x9E37_79B9_7F4A_7C15L);
    }
}
