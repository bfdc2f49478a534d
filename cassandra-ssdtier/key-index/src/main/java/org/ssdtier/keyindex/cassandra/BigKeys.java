package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.dht.IPartitioner;
import org.apache.cassandra.io.sstable.format.big.BigTableReader;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.ssdtier.keyindex.KeySource;

/**
 * The keys of an SSTable of Cassandra's format {@code big}, read from its index component: for each partition the key, the
 * position in the data file, and the length of the index of its rows, which is 0 for a small partition (Cassandra's {@code
 * RowIndexEntry.Serializer}).
 */
final class BigKeys implements KeySource {
    private final BigTableReader sstable;
    private final Throttle throttle;

    /**
     * Creates a source.
     *
     * @param sstable the SSTable; the caller holds a reference to it
     * @param throttle limit of the reading
     */
    BigKeys(BigTableReader sstable, Throttle throttle) {
        this.sstable = sstable;
        this.throttle = throttle;
    }

    @Override
    public void forEach(KeySink sink) throws IOException {
        IPartitioner partitioner = sstable.getPartitioner();
        try (RandomAccessReader in = sstable.getIndexFile().createReader()) {
            long begin = 0;
            while (!in.isEOF()) {
                ByteBuffer key = ByteBufferUtil.readWithShortLength(in);
                long position = in.readUnsignedVInt();
                int rowIndexBytes = in.readUnsignedVInt32();
                in.skipBytesFully(rowIndexBytes);
                sink.accept(partitioner.getToken(key).getLongValue(), position, rowIndexBytes > 0);
                long end = in.getFilePointer();
                throttle.acquire(end - begin);
                begin = end;
            }
        }
    }
}
