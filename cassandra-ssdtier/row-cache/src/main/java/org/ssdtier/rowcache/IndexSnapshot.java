package org.ssdtier.rowcache;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A snapshot of the index, saved by a clean stop in a file beside the segments; see {@link SnapshotDescriptor} for the
 * layout.
 *
 * <p>The manifest of the log names the snapshot that belongs to it, and does so only once the snapshot is durable.
 * {@link #open} reads and checks the header and the owner section; {@link #load} reads the index chunk by chunk and
 * checks it against the checksums behind it. The file is kept until the first change, so that a start that fails before
 * that leaves it to the next start. It is then deleted, because it is out of date.
 */
final class IndexSnapshot implements AutoCloseable {
    /**
     * The bytes of an index that are written between two forces. Without direct I/O, one force at the end of a large index
     * would take so long that the device seems to hang.
     */
    static final int BYTES_PER_FORCE = 64 << 20;

    private static final int CHUNKS_PER_FORCE = BYTES_PER_FORCE / SnapshotDescriptor.CHUNK_BYTES;

    private static final int PAYLOAD_MAGIC = 0x53534450;
    private static final int PAYLOAD_BYTES = Integer.BYTES + Long.BYTES;

    /**
     * The state saved with the index.
     *
     * @param identity identity of the cache, which must be the same at the next start
     * @param stampBase stamp above those of all existing images
     * @param tables the tables whose images may answer again
     */
    record Owner(ByteBuffer identity, int stampBase, List<TableSnapshot> tables) {}

    private final Device device;
    private final SnapshotDescriptor.Fields fields;
    private final Owner owner;

    private IndexSnapshot(Device device, SnapshotDescriptor.Fields fields, Owner owner) {
        this.device = device;
        this.fields = fields;
        this.owner = owner;
    }

    /** Returns the payload for the manifest, which names the snapshot that belongs to it. */
    static ByteBuffer payload(long id) {
        return ByteBuffer.allocate(PAYLOAD_BYTES)
                .putInt(PAYLOAD_MAGIC)
                .putLong(id)
                .flip();
    }

    /** Saves an index durably. The index must no longer be in use. If that fails, no snapshot is left. */
    static void write(Storage storage, long id, int segmentBytes, Owner owner, LocationIndex index) throws IOException {
        byte[] ownerBytes = encode(owner);
        ByteBuffer page = AlignedBuffers.allocate(SnapshotDescriptor.HEADER_BYTES);
        delete(storage);
        try {
            try (Device device = storage.open(SnapshotDescriptor.NAME)) {
                device.allocate(lengthBytes(ownerBytes.length, index.sizeBytes()));
                SnapshotDescriptor.encode(
                        page,
                        new SnapshotDescriptor.Fields(
                                id,
                                index.sizeBytes(),
                                segmentBytes,
                                owner.stampBase(),
                                ownerBytes.length,
                                SnapshotDescriptor.checksum(ByteBuffer.wrap(ownerBytes))));
                device.write(page, 0);
                device.write(aligned(ownerBytes), SnapshotDescriptor.HEADER_BYTES);
                writeIndex(device, index, indexOffset(ownerBytes.length));
                device.force();
            }
            storage.force();
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            try {
                delete(storage); // what was written of it would take the space of the journal
            } catch (IOException notDeleted) {
                e.addSuppressed(notDeleted);
            }
            throw e;
        }
    }

    /**
     * Opens the snapshot that belongs to a manifest.
     *
     * @param payload the payload of the manifest
     * @param identity the identity of the cache; must equal the saved one
     * @param segmentBytes the bytes of a segment; must equal the saved ones
     * @param indexBytes the bytes of the index; must equal the saved ones
     * @throws IOException if the snapshot is missing, cannot be read, or does not match; the message gives the reason
     */
    static IndexSnapshot open(
            Storage storage, ByteBuffer payload, ByteBuffer identity, int segmentBytes, long indexBytes)
            throws IOException {
        if (payload.remaining() != PAYLOAD_BYTES || payload.getInt(payload.position()) != PAYLOAD_MAGIC) {
            throw new FormatException.Corrupt("the manifest names no snapshot");
        }
        long id = payload.getLong(payload.position() + Integer.BYTES);
        if (!storage.names().contains(SnapshotDescriptor.NAME)) {
            throw new IOException("file=" + SnapshotDescriptor.NAME + " is missing");
        }
        Device device = storage.open(SnapshotDescriptor.NAME);
        try {
            ByteBuffer page = read(device, 0, SnapshotDescriptor.HEADER_BYTES);
            SnapshotDescriptor.Fields fields = SnapshotDescriptor.decode(page);
            check("snapshot id", fields.id(), id);
            check("index bytes", fields.indexBytes(), indexBytes);
            check("segment bytes", fields.segmentBytes(), segmentBytes);
            Owner owner = readOwner(device, fields);
            if (!owner.identity().equals(identity)) {
                throw new IOException("the snapshot was written under identity=" + text(owner.identity())
                        + ", expected identity=" + text(identity));
            }
            return new IndexSnapshot(device, fields, owner);
        } catch (IOException | RuntimeException e) {
            device.close();
            throw e;
        }
    }

    /** Returns the state saved with the index. */
    Owner owner() {
        return owner;
    }

    /**
     * Fills the index.
     *
     * @throws IOException if a chunk cannot be read or is damaged; the caller must then clear the index
     */
    void load(LocationIndex index) throws IOException {
        long offset = indexOffset(fields.ownerBytes());
        int chunks = chunks(fields.indexBytes());
        long trailer = offset + SnapshotDescriptor.pageCeiling(fields.indexBytes());
        ByteBuffer checksums =
                read(device, trailer, (int) SnapshotDescriptor.pageCeiling((chunks + 1L) * Integer.BYTES));
        int stored = checksums.getInt(chunks * Integer.BYTES);
        if (stored != SnapshotDescriptor.checksum(checksums.slice(0, chunks * Integer.BYTES))) {
            throw new FormatException.Corrupt(
                    "file=" + SnapshotDescriptor.NAME + " offset=" + trailer + ": the checksums are damaged");
        }
        ByteBuffer buffer = chunkBuffer(fields.indexBytes());
        for (int chunk = 0; chunk < chunks; chunk++) {
            long at = (long) chunk * SnapshotDescriptor.CHUNK_BYTES;
            int bytes = (int) Math.min(SnapshotDescriptor.CHUNK_BYTES, fields.indexBytes() - at);
            buffer.clear().limit((int) SnapshotDescriptor.pageCeiling(bytes));
            fill(device, offset + at, buffer);
            buffer.limit(bytes);
            if (SnapshotDescriptor.checksum(buffer) != checksums.getInt(chunk * Integer.BYTES)) {
                throw new FormatException.Corrupt("file=" + SnapshotDescriptor.NAME + " offset=" + (offset + at)
                        + ": a chunk of the index is damaged");
            }
            index.memory(at, bytes).put(buffer);
        }
    }

    /** Deletes the snapshot file of a storage, if it exists. */
    static void delete(Storage storage) throws IOException {
        storage.delete(SnapshotDescriptor.NAME);
    }

    /** Closes the file. */
    @Override
    public void close() throws IOException {
        device.close();
    }

    // ---- write ----

    private static void writeIndex(Device device, LocationIndex index, long offset) throws IOException {
        int chunks = chunks(index.sizeBytes());
        ByteBuffer checksums =
                AlignedBuffers.allocate((int) SnapshotDescriptor.pageCeiling((chunks + 1L) * Integer.BYTES));
        ByteBuffer buffer = chunkBuffer(index.sizeBytes());
        for (int chunk = 0; chunk < chunks; chunk++) {
            long at = (long) chunk * SnapshotDescriptor.CHUNK_BYTES;
            int bytes = (int) Math.min(SnapshotDescriptor.CHUNK_BYTES, index.sizeBytes() - at);
            buffer.clear().put(index.memory(at, bytes)).flip();
            checksums.putInt(chunk * Integer.BYTES, SnapshotDescriptor.checksum(buffer));
            buffer.limit((int) SnapshotDescriptor.pageCeiling(bytes));
            device.write(buffer, offset + at);
            if ((chunk + 1) % CHUNKS_PER_FORCE == 0) {
                device.force();
            }
        }
        checksums.putInt(
                chunks * Integer.BYTES, SnapshotDescriptor.checksum(checksums.slice(0, chunks * Integer.BYTES)));
        device.write(checksums, offset + SnapshotDescriptor.pageCeiling(index.sizeBytes()));
    }

    private static ByteBuffer chunkBuffer(long indexBytes) {
        return AlignedBuffers.allocate(
                (int) Math.min(SnapshotDescriptor.CHUNK_BYTES, SnapshotDescriptor.pageCeiling(indexBytes)));
    }

    private static byte[] encode(Owner owner) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        writeBytes(out, owner.identity());
        out.writeInt(owner.tables().size());
        for (TableSnapshot table : owner.tables()) {
            out.writeLong(table.id().getMostSignificantBits());
            out.writeLong(table.id().getLeastSignificantBits());
            out.writeInt(table.floor());
            writeBytes(out, table.digest());
            out.writeInt(table.marks().size());
            for (RangeMarks.Mark mark : table.marks()) {
                out.writeInt(mark.stamp());
                out.writeLong(mark.leftToken());
                out.writeLong(mark.rightToken());
            }
        }
        if (out.size() > SnapshotDescriptor.MAX_OWNER_BYTES) {
            throw new IOException("owner bytes=" + out.size() + ", allowed 0 to " + SnapshotDescriptor.MAX_OWNER_BYTES);
        }
        return bytes.toByteArray();
    }

    private static void writeBytes(DataOutputStream out, ByteBuffer bytes) throws IOException {
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        out.writeInt(copy.length);
        out.write(copy);
    }

    private static ByteBuffer aligned(byte[] bytes) {
        ByteBuffer buffer = AlignedBuffers.allocate((int) SnapshotDescriptor.pageCeiling(bytes.length));
        buffer.put(0, bytes);
        return buffer;
    }

    // ---- read ----

    private static Owner readOwner(Device device, SnapshotDescriptor.Fields fields) throws IOException {
        ByteBuffer bytes = read(
                device, SnapshotDescriptor.HEADER_BYTES, (int) SnapshotDescriptor.pageCeiling(fields.ownerBytes()));
        bytes.limit(fields.ownerBytes()).order(ByteOrder.BIG_ENDIAN);
        if (SnapshotDescriptor.checksum(bytes) != fields.ownerChecksum()) {
            throw new FormatException.Corrupt("file=" + SnapshotDescriptor.NAME + " offset="
                    + SnapshotDescriptor.HEADER_BYTES + ": the owner section is damaged");
        }
        try {
            ByteBuffer identity = readBytes(bytes);
            List<TableSnapshot> tables = new ArrayList<>();
            for (int left = bytes.getInt(); left > 0; left--) {
                tables.add(readTable(bytes));
            }
            return new Owner(identity, fields.stampBase(), tables);
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new FormatException.Corrupt(
                    "file=" + SnapshotDescriptor.NAME + " owner section ends at byte " + bytes.position() + ": " + e);
        }
    }

    private static TableSnapshot readTable(ByteBuffer bytes) {
        UUID id = new UUID(bytes.getLong(), bytes.getLong());
        int floor = bytes.getInt();
        ByteBuffer digest = readBytes(bytes);
        List<RangeMarks.Mark> marks = new ArrayList<>();
        for (int left = bytes.getInt(); left > 0; left--) {
            marks.add(new RangeMarks.Mark(bytes.getInt(), bytes.getLong(), bytes.getLong()));
        }
        return new TableSnapshot(id, floor, List.copyOf(marks), digest);
    }

    private static ByteBuffer readBytes(ByteBuffer from) {
        int length = from.getInt();
        if (length > from.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] bytes = new byte[length];
        from.get(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer read(Device device, long offset, int bytes) throws IOException {
        ByteBuffer buffer = AlignedBuffers.allocate(bytes);
        fill(device, offset, buffer);
        return buffer;
    }

    private static void fill(Device device, long offset, ByteBuffer buffer) throws IOException {
        int wanted = buffer.remaining();
        int count = device.read(buffer, offset);
        if (count != wanted) {
            throw new FormatException.Corrupt("file=" + SnapshotDescriptor.NAME + " offset=" + offset + ": bytes="
                    + count + ", expected " + wanted);
        }
        buffer.flip();
    }

    // ---- geometry ----

    private static long indexOffset(int ownerBytes) {
        return SnapshotDescriptor.HEADER_BYTES + SnapshotDescriptor.pageCeiling(ownerBytes);
    }

    private static int chunks(long indexBytes) {
        return (int) ((indexBytes + SnapshotDescriptor.CHUNK_BYTES - 1) / SnapshotDescriptor.CHUNK_BYTES);
    }

    private static long lengthBytes(int ownerBytes, long indexBytes) {
        return indexOffset(ownerBytes)
                + SnapshotDescriptor.pageCeiling(indexBytes)
                + SnapshotDescriptor.pageCeiling((chunks(indexBytes) + 1L) * Integer.BYTES);
    }

    private static void check(String what, long found, long expected) throws IOException {
        if (found != expected) {
            throw new IOException(what + "=" + found + ", expected " + expected);
        }
    }

    private static String text(ByteBuffer identity) {
        return UTF_8.decode(identity.duplicate()).toString();
    }
}
