package org.ssdtier.keyindex.cassandra;

import java.io.IOException;
import org.apache.cassandra.io.sstable.format.bti.BtiKeyScan;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.ssdtier.keyindex.KeySource;

/**
 * The keys of an SSTable of Cassandra's format {@code bti}, or of one based on it. The keys are read from the data file, so
 * this is for SSTables that were written without a draft: before key indexes were switched on, or streamed as files.
 */
record BtiKeys(BtiTableReader sstable, Throttle throttle) implements KeySource {
    @Override
    public void forEach(KeySink sink) throws IOException {
        BtiKeyScan.forEach(sstable, sink, throttle::acquire);
    }
}
