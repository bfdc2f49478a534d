package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.Location;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentState;
import org.ssdtier.segmentlog.SegmentStatus;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;

/**
 * A writer of a checkpoint, one chunk at a time, while the index is in use; see {@link CheckpointDescriptor} for the
 * file layout. It is created and used by the writer's thread only, so that no record is appended between the switch of
 * the journal file and the reading of the log's segments.
 */
final class CheckpointWriter implements AutoCloseable {
    private static final int CHUNKS_PER_FORCE = IndexSnapshot.BYTES_PER_FORCE / CheckpointDescriptor.CHUNK_BYTES;

    private final Journal journal;
    private final LocationIndex index;
    private final Storage storage;
    private final Device device;
    private final Journal.Switched start;
    private final long instanceId;
    private final long segmentBytes;
    private final long first;
    private final byte[] owner;
    private final ByteBuffer buffer;
    private final ByteBuffer checksums;
    private int chunk;
    private boolean isComplete;

    private CheckpointWriter(
            Journal journal, LocationIndex index, SegmentLog log, Journal.Switched start, Device device)
            throws IOException {
        List<SegmentStatus> segments = log.segments();
        this.journal = journal;
        this.index = index;
        this.storage = log.storage();
        this.device = device;
        this.start = start;
        this.instanceId = log.instanceId();
        this.segmentBytes = log.stats().segmentBytes();
        this.first = next(segments);
        this.owner = encode(segments, start.tables());
        this.buffer = AlignedBuffers.allocate(
                (int) Math.min(CheckpointDescriptor.CHUNK_BYTES, SnapshotDescriptor.pageCeiling(index.sizeBytes())));
        this.checksums = AlignedBuffers.allocate(CheckpointDescriptor.checksumsBytes(index.sizeBytes()));
    }

    /** Begins a checkpoint: switches the journal to the file that continues from it, and writes the owner section. */
    static CheckpointWriter begin(Journal journal, int stampLimit, LocationIndex index, SegmentLog log)
            throws IOException {
        long number = journal.position().number() + 1;
        String name = CheckpointDescriptor.name(number);
        log.storage().delete(name);
        Device device = log.storage().open(name);
        try {
            // before the switch, so that an attempt without space leaves no journal file
            device.allocate(CheckpointDescriptor.checksumsOffset(0, index.sizeBytes())
                    + CheckpointDescriptor.checksumsBytes(index.sizeBytes()));
            Journal.Switched start = journal.switchFile(stampLimit);
            if (start.number() != number) {
                throw new IOException("journal file=" + start.number() + ", expected " + number);
            }
            CheckpointWriter writer = new CheckpointWriter(journal, index, log, start, device);
            writer.writeOwner();
            return writer;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            try (device) {
                log.storage().delete(name);
            } catch (IOException notDeleted) {
                e.addSuppressed(notDeleted);
            }
            throw e;
        }
    }

    /**
     * Writes the next chunk or, after the last one, the checksums and the header that make the file complete.
     *
     * @return whether the checkpoint is complete and durable
     */
    boolean step() throws IOException {
        assert chunk >= 0 && chunk <= CheckpointDescriptor.chunks(index.sizeBytes()) : "chunk=" + chunk;
        int chunks = CheckpointDescriptor.chunks(index.sizeBytes());
        if (chunk < chunks) {
            writeChunk();
            return false;
        }
        checksums.putInt(
                chunks * Integer.BYTES, SnapshotDescriptor.checksum(checksums.slice(0, chunks * Integer.BYTES)));
        device.write(checksums.clear(), CheckpointDescriptor.checksumsOffset(owner.length, index.sizeBytes()));
        device.force();
        ByteBuffer page = AlignedBuffers.allocate(CheckpointDescriptor.HEADER_BYTES);
        CheckpointDescriptor.encode(
                page,
                new CheckpointDescriptor.Fields(
                        instanceId,
                        start.number(),
                        index.sizeBytes(),
                        segmentBytes,
                        owner.length,
                        SnapshotDescriptor.checksum(ByteBuffer.wrap(owner)),
                        Location.sequence(first),
                        Location.offset(first),
                        journal.position()));
        device.write(page, 0);
        device.force();
        storage.force(); // the file name must be durable, too: the files that the checkpoint replaces are deleted next
        isComplete = true;
        return true;
    }

    /** Returns the number of the checkpoint. */
    long number() {
        return start.number();
    }

    /** Closes the file. Deletes it if it is incomplete, because nobody reads it, and the next one needs the space. */
    @Override
    public void close() throws IOException {
        try (device) {
            if (!isComplete) {
                storage.delete(CheckpointDescriptor.name(start.number()));
            }
        }
    }

    private void writeOwner() throws IOException {
        device.allocate(CheckpointDescriptor.checksumsOffset(owner.length, index.sizeBytes())
                + CheckpointDescriptor.checksumsBytes(index.sizeBytes()));
        ByteBuffer bytes = AlignedBuffers.allocate((int) SnapshotDescriptor.pageCeiling(owner.length));
        bytes.put(0, owner);
        device.write(bytes, CheckpointDescriptor.HEADER_BYTES);
    }

    private void writeChunk() throws IOException {
        long at = (long) chunk * CheckpointDescriptor.CHUNK_BYTES;
        int bytes = (int) Math.min(CheckpointDescriptor.CHUNK_BYTES, index.sizeBytes() - at);
        assert bytes > 0 && bytes <= CheckpointDescriptor.CHUNK_BYTES : "chunk=" + chunk + " bytes=" + bytes;
        buffer.clear();
        index.copy(at, bytes, buffer);
        buffer.flip();
        checksums.putInt(chunk * Integer.BYTES, SnapshotDescriptor.checksum(buffer));
        buffer.limit((int) SnapshotDescriptor.pageCeiling(bytes));
        device.write(buffer, CheckpointDescriptor.indexOffset(owner.length) + at);
        chunk++;
        if (chunk % CHUNKS_PER_FORCE == 0) {
            device.force();
        }
    }

    /** Returns the location of the next record, or a location before it. */
    private static long next(List<SegmentStatus> segments) {
        int last = 0;
        for (SegmentStatus segment : segments) {
            if (segment.state() == SegmentState.ACTIVE) {
                return Location.of(segment.sequence(), (int) segment.usedBytes());
            }
            last = Math.max(last, segment.sequence());
        }
        return Location.of(last + 1, 0);
    }

    private static byte[] encode(List<SegmentStatus> segments, List<JournalRecord> tables) throws IOException {
        long mostBytes = (long) (2 + segments.size()) * Integer.BYTES;
        for (JournalRecord table : tables) {
            mostBytes += Integer.BYTES + table.mostBytes();
        }
        Bytes<?> bytes = Bytes.allocateElasticOnHeap((int) Math.min(mostBytes, CheckpointDescriptor.MAX_OWNER_BYTES));
        bytes.writeInt(segments.size());
        for (SegmentStatus segment : segments) {
            bytes.writeInt(segment.sequence());
        }
        bytes.writeInt(tables.size());
        for (JournalRecord table : tables) {
            long at = bytes.writePosition();
            bytes.writeInt(0);
            table.encode(bytes);
            bytes.writeInt(at, (int) (bytes.writePosition() - at - Integer.BYTES));
            if (bytes.writePosition() > CheckpointDescriptor.MAX_OWNER_BYTES) {
                throw new IOException("owner section too long: bytes=" + bytes.writePosition() + ", allowed 0 to "
                        + CheckpointDescriptor.MAX_OWNER_BYTES);
            }
        }
        return bytes.toByteArray();
    }
}
