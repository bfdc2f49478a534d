package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/** A complete checkpoint of the index; see {@link CheckpointDescriptor} for the file layout. */
final class Checkpoint implements AutoCloseable {
    private final Device device;
    private final String name;
    private final CheckpointDescriptor.Fields fields;
    private int[] sequences = {};
    private final List<JournalRecord> tables = new ArrayList<>();

    private Checkpoint(Device device, String name, CheckpointDescriptor.Fields fields) {
        this.device = device;
        this.name = name;
        this.fields = fields;
    }

    /**
     * Opens a checkpoint.
     *
     * @throws IOException if it is incomplete, is damaged, or cannot be read
     */
    static Checkpoint open(Storage storage, long number) throws IOException {
        String name = CheckpointDescriptor.name(number);
        Device device = storage.open(name);
        try {
            ByteBuffer page = read(device, name, 0, CheckpointDescriptor.HEADER_BYTES);
            Checkpoint checkpoint = new Checkpoint(device, name, CheckpointDescriptor.decode(page, name));
            checkpoint.readOwner();
            return checkpoint;
        } catch (IOException | RuntimeException e) {
            device.close();
            throw e;
        }
    }

    CheckpointDescriptor.Fields fields() {
        return fields;
    }

    /** Returns the tables as they were when the journal file of the same number began. */
    List<JournalRecord> tables() {
        return tables;
    }

    /** Returns the sequence number of the segment that was in a segment slot; 0 if there was none. */
    int sequence(int slot) {
        return slot < sequences.length ? sequences[slot] : 0;
    }

    /**
     * Fills the index.
     *
     * @throws IOException if a chunk cannot be read or is damaged; the caller must then clear the index
     */
    void load(LocationIndex index) throws IOException {
        int chunks = CheckpointDescriptor.chunks(fields.indexBytes());
        long at = CheckpointDescriptor.checksumsOffset(fields.ownerBytes(), fields.indexBytes());
        ByteBuffer checksums = read(device, name, at, CheckpointDescriptor.checksumsBytes(fields.indexBytes()));
        int stored = checksums.getInt(chunks * Integer.BYTES);
        if (stored != SnapshotDescriptor.checksum(checksums.slice(0, chunks * Integer.BYTES))) {
            throw new FormatException.Corrupt("file=" + name + " offset=" + at + ": the checksums are damaged");
        }
        ByteBuffer read = AlignedBuffers.allocate(
                (int) Math.min(CheckpointDescriptor.CHUNK_BYTES, SnapshotDescriptor.pageCeiling(fields.indexBytes())));
        for (int chunk = 0; chunk < chunks; chunk++) {
            long from = (long) chunk * CheckpointDescriptor.CHUNK_BYTES;
            int bytes = (int) Math.min(CheckpointDescriptor.CHUNK_BYTES, fields.indexBytes() - from);
            long offset = CheckpointDescriptor.indexOffset(fields.ownerBytes()) + from;
            read.clear().limit((int) SnapshotDescriptor.pageCeiling(bytes));
            fill(read, device, name, offset);
            read.limit(bytes);
            if (SnapshotDescriptor.checksum(read) != checksums.getInt(chunk * Integer.BYTES)) {
                throw new FormatException.Corrupt(
                        "file=" + name + " offset=" + offset + ": a chunk of the index is damaged");
            }
            index.memory(from, bytes).put(read);
        }
    }

    @Override
    public void close() throws IOException {
        device.close();
    }

    private void readOwner() throws IOException {
        int padded = (int) SnapshotDescriptor.pageCeiling(fields.ownerBytes());
        ByteBuffer owner =
                read(device, name, CheckpointDescriptor.HEADER_BYTES, padded).limit(fields.ownerBytes());
        if (SnapshotDescriptor.checksum(owner) != fields.ownerChecksum()) {
            throw new FormatException.Corrupt(
                    "file=" + name + " offset=" + CheckpointDescriptor.HEADER_BYTES + ": the owner section is damaged");
        }
        try {
            sequences = new int[owner.getInt()];
            for (int slot = 0; slot < sequences.length; slot++) {
                sequences[slot] = owner.getInt();
            }
            for (int left = owner.getInt(); left > 0; left--) {
                int bytes = owner.getInt();
                ByteBuffer table = owner.slice(owner.position(), bytes).order(owner.order());
                owner.position(owner.position() + bytes);
                tables.add(JournalRecord.decode(table));
            }
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new FormatException.Corrupt("file=" + name + " owner section ends at byte " + owner.position());
        }
    }

    private static ByteBuffer read(Device device, String name, long offset, int bytes) throws IOException {
        ByteBuffer buffer = AlignedBuffers.allocate(bytes);
        fill(buffer, device, name, offset);
        return buffer;
    }

    private static void fill(ByteBuffer buffer, Device device, String name, long offset) throws IOException {
        int bytes = buffer.remaining();
        int count = device.read(buffer, offset);
        if (count != bytes) {
            throw new FormatException.Corrupt(
                    "file=" + name + " offset=" + offset + ": bytes=" + count + ", expected " + bytes);
        }
        buffer.flip();
    }
}
