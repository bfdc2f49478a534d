package org.ssdtier.benchmarks.schema.probe;

import com.google.common.collect.Iterables;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.cassandra.db.DataRange;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.SSTableTxnWriter;
import org.apache.cassandra.io.sstable.SequenceBasedSSTableId;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a data set as one SSTable of a variant, in a directory of its own. All times are CPU times of the calling
 * thread.
 */
final class WrittenTable implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final Variant variant;
    private final TableMetadata table;
    private final Path directory;
    private int sstables;
    private @Nullable SSTableReader reader;

    WrittenTable(Variant variant, TableMetadata table, Path directory) throws IOException {
        this.variant = variant;
        this.table = table;
        this.directory = Files.createDirectories(directory);
    }

    /** Replaces the SSTable by one with rows from memory and opens it, as a flush does; returns nanoseconds. */
    long flush(List<ImmutableBTreePartition> partitions, EncodingStats stats) throws IOException {
        release();
        Descriptor descriptor = nextDescriptor();
        long start = THREADS.getCurrentThreadCpuTime();
        try (SSTableTxnWriter writer = writer(descriptor, partitions.size(), stats)) {
            for (ImmutableBTreePartition partition : partitions) {
                writer.append(partition.unfilteredIterator());
            }
            reader = Iterables.getOnlyElement(writer.finish(true));
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }

    /**
     * Reads the SSTable and writes its rows to another one, which is then deleted, as in a compaction; returns
     * nanoseconds.
     */
    long rewrite(int partitions, EncodingStats stats) throws IOException {
        Descriptor descriptor = nextDescriptor();
        long start = THREADS.getCurrentThreadCpuTime();
        try (SSTableTxnWriter writer = writer(descriptor, partitions, stats);
                ISSTableScanner rows = sstable().getScanner()) {
            while (rows.hasNext()) {
                try (UnfilteredRowIterator partition = rows.next()) {
                    writer.append(partition);
                }
            }
            writer.finish(false);
        }
        long nanos = THREADS.getCurrentThreadCpuTime() - start;
        delete(descriptor);
        return nanos;
    }

    /** Opens the SSTable again, as after a restart; returns nanoseconds. */
    long reopen() {
        SSTableReader last = sstable();
        Descriptor descriptor = last.descriptor;
        reader = null;
        last.selfRef().release();
        long start = THREADS.getCurrentThreadCpuTime();
        reader = SSTableReader.openNoValidation(null, descriptor, TableMetadataRef.forOfflineTools(table));
        return THREADS.getCurrentThreadCpuTime() - start;
    }

    /** Reads the columns selected by a filter in every row; returns nanoseconds. */
    long scan(ColumnFilter filter, long expectedRows) {
        long start = THREADS.getCurrentThreadCpuTime();
        long rows = 0;
        try (UnfilteredPartitionIterator partitions = sstable()
                .partitionIterator(filter, DataRange.allData(table.partitioner), SSTableReadsListener.NOOP_LISTENER)) {
            while (partitions.hasNext()) {
                try (UnfilteredRowIterator partition = partitions.next()) {
                    while (partition.hasNext()) {
                        partition.next();
                        rows++;
                    }
                }
            }
        }
        if (rows != expectedRows) {
            throw new IllegalStateException("rows=" + rows + " of " + variant + ", expected " + expectedRows);
        }
        return THREADS.getCurrentThreadCpuTime() - start;
    }

    /** Returns the size of rows and schemas: {@code Data.db} and, if it exists, {@code Schemas.db}. */
    long bytes() throws IOException {
        long bytes = 0;
        for (Path file : files(sstable().descriptor)) {
            String name = file.getFileName().toString();
            bytes += name.endsWith("-Data.db") || name.endsWith("-Schemas.db") ? Files.size(file) : 0;
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        release();
    }

    SSTableReader sstable() {
        if (reader == null) {
            throw new IllegalStateException("variant=" + variant + ": nothing was written");
        }
        return reader;
    }

    private SSTableTxnWriter writer(Descriptor descriptor, long partitions, EncodingStats stats) {
        SerializationHeader header = new SerializationHeader(true, table, table.regularAndStaticColumns(), stats);
        return SSTableTxnWriter.create(
                TableMetadataRef.forOfflineTools(table),
                descriptor,
                partitions,
                0,
                null,
                false,
                header,
                List.of(),
                null);
    }

    private Descriptor nextDescriptor() {
        return new Descriptor(
                new File(directory), table.keyspace, table.name, new SequenceBasedSSTableId(++sstables), variant.use());
    }

    private void release() throws IOException {
        SSTableReader last = reader;
        if (last != null) {
            reader = null;
            last.selfRef().release();
            delete(last.descriptor);
        }
    }

    private void delete(Descriptor descriptor) throws IOException {
        for (Path file : files(descriptor)) {
            Files.delete(file);
        }
    }

    private List<Path> files(Descriptor descriptor) throws IOException {
        String prefix = descriptor
                .fileFor(descriptor.getFormat().allComponents().iterator().next())
                .name();
        String ofSSTable = prefix.substring(0, prefix.lastIndexOf('-') + 1);
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(ofSSTable))
                    .sorted(Comparator.naturalOrder())
                    .toList();
        }
    }
}
