package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.apache.cassandra.io.FSError;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.big.BigTableReader;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.ssdtier.keyindex.KeySource;

/**
 * The keys of any SSTable that can have a key index.
 *
 * @param sstable the SSTable
 * @param source its keys
 * @param isStopped whether they are not needed any more
 */
record SSTableKeys(SSTableReader sstable, KeySource source, BooleanSupplier isStopped) implements KeySource {
    /** Returns the keys of an SSTable, to which the caller holds a reference. */
    static KeySource of(SSTableReader sstable, Throttle throttle, BooleanSupplier isStopped) {
        KeySource source = sstable instanceof BigTableReader big
                ? new BigKeys(big, throttle)
                : new BtiKeys((BtiTableReader) sstable, throttle);
        return new SSTableKeys(sstable, source, isStopped);
    }

    /**
     * Passes the keys on. Ends with {@link KeySource.Ended} once the SSTable is not live any more, for the caller's reference
     * keeps its files on the disk. Cassandra's own exceptions become an {@link IOException}: the keeper has to go on.
     */
    @Override
    public void forEach(KeySink sink) throws IOException {
        try {
            source.forEach((token, position, hasOwnIndex) -> {
                if (sstable.isMarkedCompacted() || isStopped.getAsBoolean()) {
                    throw new Ended(sstable.descriptor.toString());
                }
                sink.accept(token, position, hasOwnIndex);
            });
        } catch (FSError | RuntimeException | AssertionError e) {
            throw new IOException("the SSTable cannot be read", e);
        }
    }
}
