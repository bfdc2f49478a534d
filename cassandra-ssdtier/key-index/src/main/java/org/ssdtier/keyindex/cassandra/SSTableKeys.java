package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import org.apache.cassandra.io.FSError;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.big.BigTableReader;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.ssdtier.keyindex.KeySource;

/** The keys of any SSTable that can have a key index. */
record SSTableKeys(KeySource source) implements KeySource {
    /** Returns the keys of an SSTable, to which the caller holds a reference. */
    static KeySource of(SSTableReader sstable, Throttle throttle) {
        return new SSTableKeys(
                sstable instanceof BigTableReader big
                        ? new BigKeys(big, throttle)
                        : new BtiKeys((BtiTableReader) sstable, throttle));
    }

    /** Passes the keys on. Cassandra's own exceptions become an {@link IOException}: the keeper has to go on. */
    @Override
    public void forEach(KeySink sink) throws IOException {
        try {
            source.forEach(sink);
        } catch (FSError | RuntimeException | AssertionError e) {
            throw new IOException("the SSTable cannot be read", e);
        }
    }
}
