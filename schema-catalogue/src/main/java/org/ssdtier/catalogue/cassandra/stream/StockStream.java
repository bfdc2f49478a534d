package org.ssdtier.catalogue.cassandra.stream;

import java.io.IOError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.Collection;
import java.util.List;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.db.streaming.CassandraStreamHeader;
import org.apache.cassandra.io.compress.BufferType;
import org.apache.cassandra.io.sstable.SSTableSimpleIterator;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.PartitionPositionBounds;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.io.util.BufferedDataOutputStreamPlus;
import org.apache.cassandra.io.util.FileHandle;
import org.apache.cassandra.io.util.RandomAccessReader;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.streaming.ProgressInfo;
import org.apache.cassandra.streaming.StreamManager;
import org.apache.cassandra.streaming.StreamSession;
import org.apache.cassandra.streaming.StreamingDataOutputPlus;
import org.apache.cassandra.streaming.async.StreamCompressionSerializer;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.memory.BufferPools;
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedHeader;

/**
 * A stream of parts of an SSTable of the format {@code catalogued} to a node that cannot read the format or does not accept the
 * SSTable's dictionary, or of few rows of an SSTable with a long dictionary: they are sent as if Cassandra itself had written the
 * SSTable. Not thread-safe.
 *
 * <p>The receiver needs the length of all rows before the rows. So they are serialized twice, the first time only to
 * measure them; the limit of streams holds for both.
 *
 * <p>An aborted session interrupts the thread, which closes the file that it reads. So the stream reads a file of its own, as
 * Cassandra's streams do, and an interrupt is no sign of a corrupt SSTable.
 */
public final class StockStream {
    private static final int BUFFER_BYTES = 64 << 10;
    /**
     * The first version of {@code big} with the deletion times of {@code bti}. Every Cassandra 5 reads it in a stream.
     */
    private static final String BIG_VERSION = "oa";
    /** Length of a dictionary that is sent whatever the length of the rows. */
    private static final long SHORT_DICTIONARY_BYTES = 64 << 10;

    private final SSTableReader sstable;
    private final Collection<PartitionPositionBounds> sections;
    private final SerializationHeader header;
    private final SerializationHelper helper;
    private final DeserializationHelper reading;
    private final Version version;

    private StockStream(SSTableReader sstable, Collection<PartitionPositionBounds> sections) {
        this.sstable = sstable;
        this.sections = sections;
        this.header = CataloguedHeader.unwrap(sstable.header);
        this.helper = new SerializationHelper(header);
        this.reading = new DeserializationHelper(
                sstable.metadata(),
                sstable.descriptor.version.correspondingMessagingVersion(),
                DeserializationHelper.Flag.LOCAL);
        this.version = version(DatabaseDescriptor.getSelectedSSTableFormat());
    }

    private static Version version(SSTableFormat<?, ?> format) {
        Version latest = format.getLatestVersion();
        return latest.hasUIntDeletionTime() ? latest : format.getVersion(BIG_VERSION);
    }

    /**
     * Sends parts of an SSTable, if it is of our format and the peer cannot read it, or if its dictionary, which would be sent
     * with them, is longer than they are, or than the peer accepts.
     *
     * @param ours the header that Cassandra would send
     * @return whether they were sent; if not, Cassandra sends them
     * @throws IOException if the SSTable cannot be read, or writing to the peer fails
     * @throws ClosedChannelException if the thread is interrupted
     */
    public static boolean send(
            SSTableReader sstable,
            CassandraStreamHeader ours,
            StreamSession session,
            StreamingDataOutputPlus out,
            int messagingVersion)
            throws IOException {
        if (ours.isEntireSSTable
                || !(sstable.descriptor.getFormat() instanceof CataloguedFormat)
                || (StreamPeers.readsParts(session.peer, sstable)
                        && !isDictionaryTooLong(sstable, ours.sections)
                        && StreamPeers.acceptsDictionary(session.peer, sstable, ours))) {
            return false;
        }
        try {
            new StockStream(sstable, ours.sections).send(ours, session, out, messagingVersion);
        } catch (IOError | DefinitionUnavailableException e) {
            if (e.getCause() instanceof ClosedChannelException interrupted) {
                throw interrupted; // no failure of the disk, for which the node might stop
            }
            throw e;
        }
        return true;
    }

    private static boolean isDictionaryTooLong(SSTableReader sstable, Collection<PartitionPositionBounds> sections) {
        long bytes = sstable.descriptor.fileFor(CataloguedFormat.SCHEMAS).length();
        return bytes > SHORT_DICTIONARY_BYTES
                && bytes
                        > sections.stream()
                                .mapToLong(section -> section.upperPosition - section.lowerPosition)
                                .sum();
    }

    private void send(CassandraStreamHeader ours, StreamSession session, StreamingDataOutputPlus out, int version)
            throws IOException {
        StreamManager.StreamRateLimiter limiter = StreamManager.getRateLimiter(session.peer);
        long bytes = write((buffer, position) -> {
            limiter.acquire(buffer.remaining());
            buffer.position(buffer.limit());
        });
        CassandraStreamHeader.serializer.serialize(headerOf(ours, bytes), out, version);
        out.flush();
        LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
        long sent = write((buffer, position) -> {
            int length = buffer.remaining();
            out.writeToChannel(
                    StreamCompressionSerializer.serialize(compressor, buffer, MessagingService.current_version),
                    limiter);
            session.progress(sstable.getFilename(), ProgressInfo.Direction.OUT, position + length, length, bytes);
        });
        if (sent != bytes) {
            throw new IOException("SSTable=" + sstable + " sent bytes=" + sent + ", expected " + bytes);
        }
        out.flush();
    }

    private CassandraStreamHeader headerOf(CassandraStreamHeader ours, long bytes) {
        return CassandraStreamHeader.builder()
                .withSSTableVersion(version)
                .withSSTableLevel(ours.sstableLevel)
                .withEstimatedKeys(ours.estimatedKeys)
                .withSections(List.of(new PartitionPositionBounds(0, bytes)))
                .withSerializationHeader(header.toComponent())
                .withTableId(ours.tableId)
                .build();
    }

    /** Writes all partitions and returns their length in bytes. */
    private long write(Sink sink) throws IOException {
        ByteBuffer buffer = BufferPools.forNetworking().get(BUFFER_BYTES, BufferType.OFF_HEAP);
        try (FileHandle file = dataFile();
                RandomAccessReader data = file.createReader()) {
            Output out = new Output(buffer, sink);
            for (PartitionPositionBounds section : sections) {
                data.seek(section.lowerPosition);
                while (data.getFilePointer() < section.upperPosition) {
                    writePartition(data, out);
                }
            }
            out.flush();
            return out.position();
        } finally {
            BufferPools.forNetworking().put(buffer);
        }
    }

    private FileHandle dataFile() {
        FileHandle.Builder file = new FileHandle.Builder(sstable.descriptor.fileFor(SSTableFormat.Components.DATA))
                .bufferSize(BUFFER_BYTES)
                .withCrcCheckChance(sstable::getCrcCheckChance);
        if (sstable.compression) {
            file.withCompressionMetadata(sstable.getCompressionMetadata());
        }
        return file.complete();
    }

    /** Writes a partition as {@code SortedTablePartitionWriter} does. */
    private void writePartition(RandomAccessReader data, Output out) throws IOException {
        int messagingVersion = version.correspondingMessagingVersion();
        long start = out.position();
        ByteBufferUtil.writeWithShortLength(ByteBufferUtil.readWithShortLength(data), out);
        DeletionTime deletion =
                DeletionTime.getSerializer(sstable.descriptor.version).deserialize(data);
        DeletionTime.getSerializer(version).serialize(deletion, out);
        SSTableSimpleIterator rows =
                SSTableSimpleIterator.create(sstable.metadata(), data, sstable.header, reading, deletion);
        Row staticRow = rows.readStaticRow();
        if (header.hasStatic()) {
            UnfilteredSerializer.serializer.serializeStaticRow(staticRow, helper, out, messagingVersion);
        }
        long previous = start;
        while (rows.hasNext()) {
            Unfiltered unfiltered = rows.next();
            long at = out.position();
            UnfilteredSerializer.serializer.serialize(unfiltered, helper, out, at - previous, messagingVersion);
            previous = at;
        }
        UnfilteredSerializer.serializer.writeEndOfPartition(out);
    }

    /** The receiver of the contents of full buffers. */
    private interface Sink {
        /**
         * Consumes all bytes of a buffer.
         *
         * @param position the position of the first byte among all bytes written
         */
        void accept(ByteBuffer buffer, long position) throws IOException;
    }

    /** An output that passes each full buffer to a sink and counts the bytes. */
    private static final class Output extends BufferedDataOutputStreamPlus {
        private final Sink sink;
        private long flushed;

        Output(ByteBuffer buffer, Sink sink) {
            super(buffer);
            this.sink = sink;
        }

        @Override
        protected void doFlush(int count) throws IOException {
            buffer.flip();
            int length = buffer.remaining();
            if (length > 0) {
                sink.accept(buffer, flushed);
                flushed += length;
            }
            buffer.clear();
        }

        @Override
        public long position() {
            return flushed + buffer.position();
        }

        @Override
        public boolean hasPosition() {
            return true;
        }
    }
}
