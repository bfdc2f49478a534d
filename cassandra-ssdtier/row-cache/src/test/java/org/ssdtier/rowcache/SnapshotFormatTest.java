package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.index.KeyHash;
import org.ssdtier.rowcache.index.LocationIndex;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.device.HookStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Tests of the snapshot's format: every version ever released can be read, and version 1 is still the one written.
 *
 * <p>The golden file contains an index of 4 KiB with the entries of {@link #index}, one table with a mark, and an
 * identity.
 */
@Tag("format")
class SnapshotFormatTest {
    private static final long ID = 0x0102030405060708L;
    private static final int SEGMENT_BYTES = 1 << 20;
    private static final int INDEX_BYTES = 4096;
    private static final String GOLDEN = "/format/index-snapshot-1.bin";

    @Test
    void version1_isReadBack() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        put(storage, golden());
        LocationIndex loaded = new LocationIndex(INDEX_BYTES);
        try (IndexSnapshot snapshot = open(storage)) {
            assertEquals(owner(), snapshot.owner());
            snapshot.load(loaded);
        }
        assertEquals(List.of(SnapshotDescriptor.NAME), storage.names());
        IndexSnapshot.delete(storage);
        assertEquals(List.of(), storage.names());
        assertEquals(index().memory(0, INDEX_BYTES), loaded.memory(0, INDEX_BYTES));
    }

    @Test
    void version1_isWhatIsWritten() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        IndexSnapshot.write(storage, ID, SEGMENT_BYTES, owner(), index());
        assertEquals(ByteBuffer.wrap(golden()), contents(storage));
    }

    /** Without direct I/O a force of the whole index would take so long that the device would be taken for a hanging one. */
    @Test
    void write_ofALargeIndex_forcesItInParts() throws IOException {
        HookStorage storage = new HookStorage();
        int[] writes = {0};
        int[] mostBetween = {0};
        int[] forces = {0};
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeWrite(String device) {
                writes[0]++;
                mostBetween[0] = Math.max(mostBetween[0], writes[0]);
            }

            @Override
            public void beforeForce(String device) {
                forces[0]++;
                writes[0] = 0;
            }
        });
        LocationIndex large = new LocationIndex(2L * IndexSnapshot.BYTES_PER_FORCE + LocationIndex.BUCKET_BYTES);
        IndexSnapshot.write(storage, ID, SEGMENT_BYTES, owner(), large);
        assertTrue(forces[0] >= 3, "forces=" + forces[0]);
        int ofHeader = 2; // header and owner section, before the first part
        int chunks = IndexSnapshot.BYTES_PER_FORCE / SnapshotDescriptor.CHUNK_BYTES;
        assertTrue(mostBetween[0] <= chunks + ofHeader, "writes=" + mostBetween[0]);
    }

    @Test
    void laterVersion_isTooNew_notCorrupt() throws IOException {
        ByteBuffer page = AlignedBuffers.allocate(SnapshotDescriptor.HEADER_BYTES);
        page.put(0, golden(), 0, SnapshotDescriptor.HEADER_BYTES);
        page.putInt(4, 2);
        page.putInt(44, SnapshotDescriptor.checksum(page.slice(0, 44)));
        assertThrows(FormatException.TooNew.class, () -> SnapshotDescriptor.decode(page));
        page.putInt(4, 0);
        page.putInt(44, SnapshotDescriptor.checksum(page.slice(0, 44)));
        assertThrows(FormatException.TooOld.class, () -> SnapshotDescriptor.decode(page));
        page.putInt(4, 1);
        assertThrows(FormatException.Corrupt.class, () -> SnapshotDescriptor.decode(page));
    }

    private static IndexSnapshot open(MemoryStorage storage) throws IOException {
        return IndexSnapshot.open(storage, IndexSnapshot.payload(ID), owner().identity(), SEGMENT_BYTES, INDEX_BYTES);
    }

    private static IndexSnapshot.Owner owner() {
        ByteBuffer identity = ByteBuffer.wrap(new byte[] {'r', '1'});
        ByteBuffer digest = ByteBuffer.wrap(new byte[] {1, 2, 3});
        TableSnapshot table =
                new TableSnapshot(new UUID(5, 6), 7, List.of(new RangeMarks.Mark(8, -1L, 1L << 40)), digest);
        return new IndexSnapshot.Owner(identity, 9, List.of(table));
    }

    private static LocationIndex index() {
        LocationIndex index = new LocationIndex(INDEX_BYTES);
        for (int i = 1; i <= 100; i++) {
            index.put(KeyHash.mix(i), i, i * 16, i * 50, slot -> {});
        }
        return index;
    }

    private static byte[] golden() throws IOException {
        try (InputStream in = SnapshotFormatTest.class.getResourceAsStream(GOLDEN)) {
            assertNotNull(in, GOLDEN);
            return in.readAllBytes();
        }
    }

    private static void put(MemoryStorage storage, byte[] bytes) throws IOException {
        ByteBuffer aligned = AlignedBuffers.allocate(bytes.length);
        aligned.put(0, bytes);
        try (Device device = storage.open(SnapshotDescriptor.NAME)) {
            device.allocate(bytes.length);
            device.write(aligned, 0);
        }
    }

    private static ByteBuffer contents(MemoryStorage storage) throws IOException {
        try (Device device = storage.open(SnapshotDescriptor.NAME)) {
            ByteBuffer bytes = AlignedBuffers.allocate((int) device.size());
            device.read(bytes, 0);
            return bytes.flip();
        }
    }
}
