package org.ssdtier.benchmarks.micro.jmh;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SequenceBasedSSTableId;
import org.apache.cassandra.io.sstable.format.SSTableFormat.Components;
import org.apache.cassandra.io.util.File;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ssdtier.rowcache.cassandra.DigestCost;

/**
 * Benchmarks of the digest that says whether saved images still match their table's SSTables. Of each SSTable there are
 * the two files that are looked at, in the page cache.
 */
@State(Scope.Benchmark)
public class SSTableDigestsBenchmark {
    private static final int CHECKSUM_DIGITS = 10;

    /** The number of SSTables of the table. */
    @Param("10000")
    int sstables;

    private Path directory;
    private List<Descriptor> known;

    /** Writes the files. */
    @Setup
    public void write() throws IOException {
        PartitionShape.table(); // descriptors need Cassandra's configuration
        directory = Files.createTempDirectory("sstable-digests");
        known = descriptors();
        for (Descriptor sstable : known) {
            Files.write(sstable.fileFor(Components.DATA).toPath(), new byte[sstable.hashCode() & 0xFF]);
            Files.write(sstable.fileFor(Components.DIGEST).toPath(), checksum(sstable));
        }
        DigestCost.digest(known);
    }

    /** Deletes the files. */
    @TearDown
    public void delete() {
        new File(directory).deleteRecursive();
    }

    /** Makes the digest of SSTables that were not looked at before, as at a start. */
    @Benchmark
    public byte[] first() {
        return DigestCost.digest(descriptors());
    }

    /** Makes the digest of SSTables that are known, as at a stop. */
    @Benchmark
    public byte[] again() {
        return DigestCost.digest(known);
    }

    private List<Descriptor> descriptors() {
        return IntStream.range(0, sstables)
                .mapToObj(number ->
                        new Descriptor(new File(directory), "ycsb", "slices", new SequenceBasedSSTableId(number + 1)))
                .toList();
    }

    private static byte[] checksum(Descriptor sstable) {
        return String.format("%0" + CHECKSUM_DIGITS + "d", Integer.toUnsignedLong(sstable.hashCode()))
                .getBytes(StandardCharsets.US_ASCII);
    }
}
