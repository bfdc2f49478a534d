package org.ssdtier.catalogue.cassandra.estimate;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.schema.CompressionParams;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.ssdtier.catalogue.cassandra.row.CataloguedRows;

/**
 * A stream of partitions as in {@code Data.db}, of which only the bytes are counted. If the header is ours, the rows are
 * catalogued; that does not depend on woven classes.
 */
final class RowStream implements AutoCloseable {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final SerializationHelper helper;
    private final Version version;
    private final ChunkCounter counter;
    /** Start of the row before, as an offset from the partition's start. */
    private long previousStart;

    private long partitionBytes;

    RowStream(SerializationHeader header, Version version, CompressionParams compression) {
        this.helper = new SerializationHelper(header);
        this.version = version;
        this.counter = new ChunkCounter(compression);
    }

    /** Writes rows and compresses chunks that are full; returns the nanoseconds of CPU time. */
    long write(List<Run> runs) throws IOException {
        long start = THREADS.getCurrentThreadCpuTime();
        for (Run run : runs) {
            write(run);
        }
        counter.drain();
        return THREADS.getCurrentThreadCpuTime() - start;
    }

    private void write(Run run) throws IOException {
        DataOutputBuffer out = counter.out;
        long before = out.position();
        if (run.isFirst()) {
            partitionBytes = 0;
            ByteBufferUtil.writeWithShortLength(run.key().getKey(), out);
            DeletionTime.getSerializer(version).serialize(run.deletion(), out);
            if (helper.header.hasStatic()) {
                writeStatic(run.staticRow(), out);
            }
            previousStart = out.position() - before;
        }
        for (Unfiltered unfiltered : run.rows()) {
            long here = partitionBytes + out.position() - before;
            long previousSize = here - previousStart;
            writeUnfiltered(unfiltered, previousSize, out);
            previousStart = here;
        }
        if (run.isLast()) {
            UnfilteredSerializer.serializer.writeEndOfPartition(out);
        }
        partitionBytes += out.position() - before;
    }

    private void writeStatic(Row row, DataOutputBuffer out) throws IOException {
        int messaging = version.correspondingMessagingVersion();
        if (!CataloguedRows.write(row, helper, out, 0, messaging)) {
            UnfilteredSerializer.serializer.serializeStaticRow(row, helper, out, messaging);
        }
    }

    private void writeUnfiltered(Unfiltered unfiltered, long previousSize, DataOutputBuffer out) throws IOException {
        int messaging = version.correspondingMessagingVersion();
        if (!(unfiltered instanceof Row row && CataloguedRows.write(row, helper, out, previousSize, messaging))) {
            UnfilteredSerializer.serializer.serialize(unfiltered, helper, out, previousSize, messaging);
        }
    }

    /** Compresses the last chunk. */
    void finish() throws IOException {
        counter.finish();
    }

    /** Returns the bytes of the chunks so far, before compression. */
    long written() {
        return counter.written();
    }

    /** Returns the bytes of the chunks so far, as in {@code Data.db}. */
    long stored() {
        return counter.stored();
    }

    @Override
    public void close() {
        counter.close();
    }
}
