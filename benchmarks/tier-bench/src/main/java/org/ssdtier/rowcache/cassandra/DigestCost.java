package org.ssdtier.rowcache.cassandra;

import java.util.Collection;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.io.sstable.Descriptor;
import org.ssdtier.segmentlog.device.NanoClock;

/** The digest of a table's SSTables at a start and a stop, for the benchmark. Part of the testing seam. */
public final class DigestCost {
    private DigestCost() {}

    /**
     * Returns the digest of SSTables. The files of an SSTable are read at the first call with this descriptor object.
     *
     * @throws IllegalStateException if that takes an hour
     */
    public static byte[] digest(Collection<Descriptor> sstables) {
        byte[] digest = StartDigests.digestOf(sstables, NanoClock.SYSTEM.getAsLong() + TimeUnit.HOURS.toNanos(1));
        if (digest == null) {
            throw new IllegalStateException("sstables=" + sstables.size() + ": no digest within an hour");
        }
        return digest;
    }
}
