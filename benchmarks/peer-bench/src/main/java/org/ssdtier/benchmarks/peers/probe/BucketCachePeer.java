package org.ssdtier.benchmarks.peers.probe;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.jspecify.annotations.Nullable;

/**
 * HBase's BucketCache in a file, with its map saved for the next start. It caches blocks of files; here a row is a
 * block, and the 25 bytes of its key are a file name of 17 bytes and an offset of 8. It has no memory tier for values.
 */
final class BucketCachePeer implements Peer {
    private static final String FILE = "usertable-rows-01";
    private static final String MAP = "buckets.map";
    private static final int BLOCK_BYTES = 512;
    private static final int[] BUCKET_BYTES = {BLOCK_BYTES, 1024};
    private static final int BUCKET_MULTIPLE = 4 * 1024;
    private static final HFileContext CONTEXT =
            new HFileContextBuilder().withHBaseCheckSum(false).build();
    private static final int HEADER_BYTES = HFileBlock.headerSize(false);
    private static final int UNSET = -1;
    private static final int WRITERS = 3;
    private static final int WRITER_QUEUE = 64;
    private static final int IO_ERRORS_MILLIS = 60_000;
    private static final int QUEUE_WAIT_MILLIS = 1_000;

    private final BucketCache cache;

    private BucketCachePeer(BucketCache cache) {
        this.cache = cache;
    }

    /**
     * Opens the cache. A map truncated by a kill makes the constructor fail; the map is then removed, as an operator
     * would do.
     */
    static BucketCachePeer open(PeerSettings settings) throws IOException {
        try {
            return openWithMap(settings);
        } catch (RuntimeException mapIsCutShort) {
            Files.deleteIfExists(settings.directory().resolve(MAP));
            return openWithMap(settings);
        }
    }

    private static BucketCachePeer openWithMap(PeerSettings settings) throws IOException {
        Path directory = settings.directory();
        Configuration configuration = new Configuration(false);
        configuration.setInt(BucketCache.QUEUE_ADDITION_WAIT_TIME, QUEUE_WAIT_MILLIS);
        return new BucketCachePeer(new BucketCache(
                "file:" + directory.resolve("buckets"),
                settings.diskBytes() / BUCKET_MULTIPLE * BUCKET_MULTIPLE,
                BLOCK_BYTES,
                BUCKET_BYTES.clone(),
                WRITERS,
                WRITER_QUEUE,
                directory.resolve(MAP).toString(),
                IO_ERRORS_MILLIS,
                configuration));
    }

    /** Evicts the block first, because an existing block is not replaced. */
    @Override
    public void put(long number, byte[] value) {
        BlockCacheKey key = key(number);
        cache.evictBlock(key);
        cache.cacheBlock(key, block(number, value), false, true);
    }

    @Override
    public byte @Nullable [] get(long number) {
        Cacheable found = cache.getBlock(key(number), true, false, false);
        if (!(found instanceof HFileBlock block)) {
            return null;
        }
        byte[] value = new byte[Rows.VALUE_BYTES];
        block.getBufferReadOnly().get(block.headerSize(), value, 0, value.length);
        block.release();
        return value;
    }

    @Override
    public void close() {
        cache.shutdown();
    }

    /**
     * Returns an HFile block; only this type carries the time by which entries of a file are verified after a restart.
     */
    private static HFileBlock block(long number, byte[] value) {
        int bytes = HEADER_BYTES + value.length;
        ByteBuffer buffer = ByteBuffer.allocate(bytes).position(HEADER_BYTES).put(value);
        return new HFileBlock(
                BlockType.DATA,
                value.length,
                value.length,
                UNSET,
                ByteBuff.wrap(buffer),
                HFileBlock.FILL_HEADER,
                number,
                UNSET,
                bytes,
                CONTEXT,
                ByteBuffAllocator.HEAP);
    }

    private static BlockCacheKey key(long number) {
        return new BlockCacheKey(FILE, number);
    }
}
