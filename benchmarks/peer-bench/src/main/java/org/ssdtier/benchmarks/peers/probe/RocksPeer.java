package org.ssdtier.benchmarks.peers.probe;

import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/** RocksDB with direct reads; its write-ahead log is on and not synced, which is the default. */
final class RocksPeer implements Peer {
    private static final long WRITE_BUFFER_BYTES = 8L << 20;
    private static final long BLOCK_BYTES = 4096;
    private static final int BLOOM_BITS = 10;

    private final Options options;
    private final LRUCache blocks;
    private final BloomFilter bloom;
    private final RocksDB database;

    private RocksPeer(Options options, LRUCache blocks, BloomFilter bloom, RocksDB database) {
        this.options = options;
        this.blocks = blocks;
        this.bloom = bloom;
        this.database = database;
    }

    static RocksPeer open(PeerSettings settings) throws RocksDBException {
        RocksDB.loadLibrary();
        LRUCache blocks = new LRUCache(settings.memoryBytes());
        BloomFilter bloom = new BloomFilter(BLOOM_BITS);
        Options options = new Options()
                .setCreateIfMissing(true)
                .setUseDirectReads(true)
                .setUseDirectIoForFlushAndCompaction(true)
                .setCompressionType(CompressionType.NO_COMPRESSION)
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setStatsDumpPeriodSec(0)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(blocks)
                        .setBlockSize(BLOCK_BYTES)
                        .setFilterPolicy(bloom));
        RocksDB database =
                RocksDB.open(options, settings.directory().resolve("rocks").toString());
        return new RocksPeer(options, blocks, bloom, database);
    }

    @Override
    public void put(long number, byte[] value) throws RocksDBException {
        database.put(Rows.key(number), value);
    }

    @Override
    public byte @Nullable [] get(long number) throws RocksDBException {
        return database.get(Rows.key(number));
    }

    @Override
    public void settle() throws RocksDBException, InterruptedException {
        try (FlushOptions flush = new FlushOptions().setWaitForFlush(true)) {
            database.flush(flush);
        }
        while (database.getLongProperty("rocksdb.num-running-compactions") > 0
                || database.getLongProperty("rocksdb.compaction-pending") > 0) {
            Thread.sleep(5);
        }
    }

    @Override
    public void close() throws RocksDBException {
        database.closeE();
        options.close();
        bloom.close();
        blocks.close();
    }
}
