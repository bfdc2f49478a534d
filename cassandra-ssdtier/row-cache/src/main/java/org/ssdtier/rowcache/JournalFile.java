package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.OnHeapBytes;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/** A file of the journal, written sequentially; see {@link JournalDescriptor} for the layout. One thread at a time. */
final class JournalFile implements AutoCloseable {
    private static final int FIRST_BUFFER_BYTES = 64 << 10;
    private static final long GROWTH_BYTES = 64 << 10;

    private final Device device;
    private final JournalDescriptor.Fields fields;
    private OnHeapBytes payload = payload(FIRST_BUFFER_BYTES);
    private ByteBuffer buffer = AlignedBuffers.allocate(FIRST_BUFFER_BYTES);
    private long end = JournalDescriptor.HEADER_BYTES;
    private long forcedEnd = JournalDescriptor.HEADER_BYTES;
    private int lastChecksum;
    private int forcedChecksum;
    private long allocated;

    private JournalFile(Device device, JournalDescriptor.Fields fields) {
        this.device = device;
        this.fields = fields;
    }

    /** Creates a file durably. An existing file of the same name is deleted. */
    static JournalFile create(Storage storage, JournalDescriptor.Fields fields) throws IOException {
        String name = JournalDescriptor.name(fields.number());
        storage.delete(name);
        Device device = storage.open(name);
        try {
            JournalFile file = new JournalFile(device, fields);
            file.reserve(JournalDescriptor.HEADER_BYTES);
            ByteBuffer page = AlignedBuffers.allocate(JournalDescriptor.HEADER_BYTES);
            JournalDescriptor.encode(page, fields);
            device.write(page, 0);
            device.force();
            storage.force();
            return file;
        } catch (IOException | RuntimeException | OutOfMemoryError e) { // the last one outside the heap
            try (device) {
                storage.delete(name);
            } catch (IOException notDeleted) {
                e.addSuppressed(notDeleted);
            }
            throw e;
        }
    }

    /** Returns the fields of the header. */
    JournalDescriptor.Fields fields() {
        return fields;
    }

    /** Returns the offset of the next record. */
    long end() {
        return end;
    }

    /** Appends a record. It is durable after the next {@link #force}. */
    void append(JournalRecord record) throws IOException {
        assert end % JournalDescriptor.HEADER_BYTES == 0 && end >= forcedEnd : "end=" + end + " forced=" + forcedEnd;
        int payloadBytes = encode(record);
        int bytes = (int) SnapshotDescriptor.pageCeiling(JournalDescriptor.RECORD_HEADER_BYTES + payloadBytes);
        int checksum = JournalDescriptor.encodeRecord(
                buffer, payloadBytes, new JournalDescriptor.Place(fields.number(), end, lastChecksum));
        reserve(end + bytes);
        assert end + bytes <= allocated : "end=" + end + " bytes=" + bytes + " allocated=" + allocated;
        device.write(buffer.limit(bytes).position(0), end);
        end += bytes;
        lastChecksum = checksum;
    }

    void force() throws IOException {
        device.force();
        forcedEnd = end;
        forcedChecksum = lastChecksum;
    }

    /** Discards the records appended since the last successful force; the next record overwrites them. */
    void rewind() {
        end = forcedEnd;
        lastChecksum = forcedChecksum;
    }

    @Override
    public void close() throws IOException {
        device.close();
    }

    /** Writes the payload to its place in the buffer, pads it with zeros, and returns its length. */
    private int encode(JournalRecord record) throws IOException {
        int mostBytes = record.mostBytes();
        if (mostBytes > payload.realCapacity()) {
            payload = payload(mostBytes);
        }
        payload.clear();
        record.encode(payload);
        int payloadBytes = (int) payload.readRemaining();
        int bytes = JournalDescriptor.RECORD_HEADER_BYTES + payloadBytes;
        if (bytes > JournalDescriptor.MAX_PAYLOAD_BYTES) {
            throw new IOException("journal record too long: table=" + record.table() + " bytes=" + bytes
                    + ", largest allowed bytes=" + JournalDescriptor.MAX_PAYLOAD_BYTES);
        }
        while (buffer.capacity() < SnapshotDescriptor.pageCeiling(bytes)) {
            buffer = AlignedBuffers.allocate(2 * buffer.capacity());
        }
        buffer.clear().position(JournalDescriptor.RECORD_HEADER_BYTES);
        buffer.put(payload.underlyingObject(), 0, payloadBytes);
        while (buffer.position() % JournalDescriptor.HEADER_BYTES != 0) {
            buffer.put((byte) 0);
        }
        return payloadBytes;
    }

    private static OnHeapBytes payload(int bytes) {
        OnHeapBytes payload = Bytes.allocateElasticOnHeap(bytes);
        payload.singleThreadedCheckDisabled(true); // one thread at a time, but not always the same
        return payload;
    }

    private void reserve(long bytes) throws IOException {
        if (bytes > allocated) {
            allocated = (bytes + GROWTH_BYTES - 1) / GROWTH_BYTES * GROWTH_BYTES;
            device.allocate(allocated);
        }
    }

    // ---- read ----

    /**
     * Reads the header of a file.
     *
     * @throws FormatException if it is damaged or of another version
     */
    static JournalDescriptor.Fields readHeader(Storage storage, long number) throws IOException {
        String name = JournalDescriptor.name(number);
        try (Device device = storage.open(name)) {
            ByteBuffer page = AlignedBuffers.allocate(JournalDescriptor.HEADER_BYTES);
            if (device.read(page, 0) < JournalDescriptor.HEADER_BYTES) {
                throw new FormatException.Corrupt("file=" + name + " offset=0: no header");
            }
            return JournalDescriptor.decode(page, name);
        }
    }

    /** Makes a file durable whose records were read, because later files rely on these records. */
    static void force(Storage storage, long number) throws IOException {
        try (Device device = storage.open(JournalDescriptor.name(number))) {
            device.force();
        }
    }

    /**
     * Visits the records of a file up to the first incomplete one, or up to a limit, and returns the offset of the next
     * record.
     *
     * @param limit offset from which the next file continues; records behind it were discarded
     */
    static long read(Storage storage, long number, long limit, Consumer<JournalRecord> visitor) throws IOException {
        try (Device device = storage.open(JournalDescriptor.name(number))) {
            ByteBuffer buffer = AlignedBuffers.allocate(FIRST_BUFFER_BYTES);
            long offset = JournalDescriptor.HEADER_BYTES;
            int checksum = 0;
            while (true) {
                buffer.clear().limit(JournalDescriptor.HEADER_BYTES);
                if (offset >= limit || device.read(buffer, offset) < JournalDescriptor.HEADER_BYTES) {
                    return offset;
                }
                int payloadBytes =
                        JournalDescriptor.payloadBytes(buffer, new JournalDescriptor.Place(number, offset, checksum));
                int bytes = (int) SnapshotDescriptor.pageCeiling(
                        JournalDescriptor.RECORD_HEADER_BYTES + (long) Math.max(0, payloadBytes));
                if (buffer.capacity() < bytes) {
                    buffer = AlignedBuffers.allocate(bytes);
                }
                if (payloadBytes < 0
                        || device.read(buffer.clear().limit(bytes), offset) < bytes
                        || !JournalDescriptor.isIntact(buffer, payloadBytes)) {
                    return offset;
                }
                int start = JournalDescriptor.RECORD_HEADER_BYTES;
                visitor.accept(
                        JournalRecord.decode(buffer.limit(start + payloadBytes).position(start)));
                offset += bytes;
                checksum = JournalDescriptor.checksum(buffer);
            }
        }
    }
}
