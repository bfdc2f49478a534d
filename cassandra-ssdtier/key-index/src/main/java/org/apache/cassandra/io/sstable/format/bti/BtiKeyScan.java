package org.apache.cassandra.io.sstable.format.bti;

import java.io.IOException;
import org.ssdtier.keyindex.KeySource.KeySink;

/** A scan of the keys of an SSTable of format {@code bti}, in the package of the types that it needs. */
public final class BtiKeyScan {
    /** Bytes that the reading of a key takes at most: a chunk, and what the kernel reads ahead. */
    private static final long MOST_BYTES_OF_A_KEY = 128 << 10;

    private BtiKeyScan() {}

    /** A limit of the reading. */
    public interface Progress {
        /** Counts bytes of the data file that were read. */
        void passed(long bytes);
    }

    /**
     * Passes every key to a sink, as {@link org.ssdtier.keyindex.KeySource#forEach} does. The keys are read from the data
     * file, because the index has only their distinguishing prefixes.
     */
    public static void forEach(BtiTableReader sstable, KeySink sink, Progress progress) throws IOException {
        try (PartitionIterator partitions = sstable.keyReader()) {
            long before = 0;
            while (partitions.decoratedKey() != null) {
                TrieIndexEntry entry = partitions.entry();
                sink.accept(partitions.decoratedKey().getToken().getLongValue(), entry.position, entry.isIndexed());
                progress.passed(Math.min(entry.position - before, MOST_BYTES_OF_A_KEY));
                before = entry.position;
                partitions.advance();
            }
        }
    }
}
