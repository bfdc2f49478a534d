package org.ssdtier.catalogue.cassandra.estimate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.schema.CompressionParams;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;
import org.apache.cassandra.tools.Util;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.cassandra.row.WriteCounters;

/**
 * The estimator of what the catalogue would save and cost for a table. It reads the first partitions of the largest
 * SSTables; their order is that of hashed keys, so that they stand for the others. The rows are written in memory as
 * Cassandra does and as catalogued, and compressed as the SSTable is. The files are only read.
 */
public final class TableEstimate implements AutoCloseable {
    /** The most SSTables that are read. */
    private static final int MOST_SSTABLES = 8;
    /** The rows of a batch. */
    private static final int BATCH = 512;

    private final SampleBounds bounds;
    private final List<WrittenTwice> written = new ArrayList<>();
    private long rows;
    private double sampledBytes;
    private double cataloguedBytes;

    private TableEstimate(SampleBounds bounds) {
        this.bounds = bounds;
    }

    /**
     * Estimates.
     *
     * @param dataFiles {@code Data.db} of each SSTable of a table, none of them catalogued
     * @throws IOException if an SSTable cannot be read, or none has rows; the message says which
     */
    public static Estimate of(List<Path> dataFiles, SampleBounds bounds) throws IOException {
        DatabaseDescriptor.clientInitialization(false);
        try (TableEstimate estimate = new TableEstimate(bounds)) {
            return estimate.run(dataFiles);
        }
    }

    private Estimate run(List<Path> dataFiles) throws IOException {
        long bytesNow = 0;
        List<SizedFile> files = new ArrayList<>();
        for (Path file : dataFiles) {
            files.add(new SizedFile(file, Files.size(file)));
            bytesNow += Files.size(file);
        }
        files.sort(Comparator.comparingLong(SizedFile::bytes).reversed());
        List<SizedFile> largest = files.subList(0, Math.min(MOST_SSTABLES, files.size()));
        long all = largest.stream().mapToLong(SizedFile::bytes).sum();
        for (SizedFile file : largest) {
            try {
                sample(file, bounds.part((double) file.bytes / Math.max(1, all)));
            } catch (IOException | RuntimeException | AssertionError e) {
                throw new IOException("file=" + file.path + ": cannot be read: " + e, e);
            }
        }
        if (rows == 0) {
            throw new IOException("file=" + files.get(0).path + ": no rows");
        }
        return result(dataFiles.size(), bytesNow);
    }

    private record SizedFile(Path path, long bytes) {}

    private void sample(SizedFile file, SampleBounds part) throws IOException {
        try (LinkedSstable links = new LinkedSstable(file.path)) {
            Descriptor descriptor = links.descriptor("sample", "rows");
            TableMetadata table = Util.metadataFromSSTable(descriptor);
            DatabaseDescriptor.setPartitionerUnsafe(table.partitioner);
            SSTableReader reader =
                    SSTableReader.openNoValidation(null, descriptor, TableMetadataRef.forOfflineTools(table));
            try {
                SerializationHeader header =
                        new SerializationHeader(true, table, reader.header.columns(), reader.header.stats());
                CompressionParams compression = reader.compression
                        ? reader.getCompressionMetadata().parameters
                        : CompressionParams.noCompression();
                WrittenTwice twice = new WrittenTwice(header, table, descriptor.version, compression);
                written.add(twice);
                boolean isWhole = read(reader, twice, part);
                twice.finish();
                sampledBytes += file.bytes;
                cataloguedBytes += file.bytes * twice.ratio(isWhole, file.bytes);
            } finally {
                reader.selfRef().release();
            }
        }
    }

    /** Writes the first rows of an SSTable, within the bounds; returns whether these are all. */
    private boolean read(SSTableReader reader, WrittenTwice twice, SampleBounds part) throws IOException {
        List<Run> batch = new ArrayList<>();
        long read = 0;
        int inBatch = 0;
        try (ISSTableScanner partitions = reader.getScanner()) {
            while (partitions.hasNext()) {
                try (UnfilteredRowIterator partition = partitions.next()) {
                    boolean isFirst = true;
                    do {
                        if (read >= part.rows() || twice.stockBytes() >= part.bytes()) {
                            twice.write(batch);
                            return false;
                        }
                        long room = Math.min(BATCH - inBatch, part.rows() - read);
                        Run run = next(partition, isFirst, room);
                        isFirst = false;
                        batch.add(run);
                        int added = Math.max(1, run.rows().size());
                        read += added;
                        rows += added;
                        inBatch += added;
                        if (inBatch >= BATCH) {
                            twice.write(batch);
                            batch.clear();
                            inBatch = 0;
                        }
                    } while (partition.hasNext());
                }
            }
        }
        twice.write(batch);
        return true;
    }

    private static Run next(UnfilteredRowIterator partition, boolean isFirst, long most) {
        List<Unfiltered> rows = new ArrayList<>();
        while (rows.size() < most && partition.hasNext()) {
            rows.add(partition.next());
        }
        return new Run(
                partition.partitionKey(),
                partition.partitionLevelDeletion(),
                partition.staticRow(),
                rows,
                isFirst,
                !partition.hasNext());
    }

    private Estimate result(int sstables, long bytesNow) {
        double ratio = cataloguedBytes / sampledBytes;
        @Nullable Double cpu = WrittenTwice.cpuRatio(written);
        List<SchemaDefinition> most = written.stream()
                .map(sstable -> sstable.schemas().definitions())
                .max(Comparator.comparingInt(List::size))
                .orElseThrow();
        return new Estimate(
                sstables,
                written.size(),
                rows,
                written.stream().mapToLong(WrittenTwice::stockBytes).sum(),
                bytesNow,
                Math.round(bytesNow * ratio),
                1 - ratio,
                cpu,
                forms(),
                most.size(),
                most.stream().mapToLong(SchemaDefinition::heapBytes).sum(),
                Estimate.advice(1 - ratio, cpu));
    }

    private Estimate.Forms forms() {
        double cells = 0;
        double uniform = 0;
        double all = 0;
        for (WrittenTwice sstable : written) {
            WriteCounters counters = sstable.counters();
            cells += counters.cellsRows();
            uniform += counters.uniformRows();
            all += counters.rows();
        }
        return all == 0
                ? new Estimate.Forms(1, 0, 0)
                : new Estimate.Forms((all - cells - uniform) / all, cells / all, uniform / all);
    }

    @Override
    public void close() {
        written.forEach(WrittenTwice::close);
    }
}
