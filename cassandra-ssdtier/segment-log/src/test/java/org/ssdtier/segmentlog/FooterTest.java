package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryDevice;
import org.ssdtier.segmentlog.format.FooterDescriptor;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.seeds.Seeds;

/** Tests that a footer is read as it was written, whatever the lengths and gaps of the records. */
@Tag("property")
class FooterTest {
    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int SEEDS = 100;

    private static Footer random(Random random) {
        Footer footer = new Footer();
        int most = 1 + random.nextInt(3000);
        int tail = 4096;
        for (int entry = 0; entry < most; entry++) {
            int bytes = 40 + random.nextInt(random.nextInt(50) == 0 ? 3 << 20 : random.nextBoolean() ? 100 : 9000);
            int gap = random.nextInt(4) > 0 ? 0 : 16 * random.nextInt(random.nextInt(20) == 0 ? 200_000 : 256);
            long end = (long) tail + gap + RecordDescriptor.paddedBytes(bytes);
            if (!footer.leavesRoom(end, SEGMENT_BYTES)) {
                return footer;
            }
            footer.add(random.nextLong(), tail + gap, bytes);
            tail = (int) end;
        }
        return footer;
    }

    private static int end(Footer footer) {
        int last = footer.count() - 1;
        return footer.offset(last) + RecordDescriptor.paddedBytes(footer.recordBytes(last));
    }

    private static MemoryDevice write(Footer footer) throws IOException {
        MemoryDevice device = new MemoryDevice();
        device.allocate(SEGMENT_BYTES);
        long[] at = {SEGMENT_BYTES - footer.footerBytes()};
        footer.encode(Records.identity(7), end(footer), page -> {
            device.write(page, at[0]);
            at[0] += 4096;
        });
        assertEquals(SEGMENT_BYTES, at[0], "the length is known before");
        return device;
    }

    @Test
    void read_ofFooterWritten_isTheSame() {
        Seeds.of("cassandra-ssdtier/segment-log", FooterTest.class, SEEDS).play(seed -> {
            Footer footer = random(new Random(seed));
            MemoryDevice device = write(footer);
            FooterDescriptor.Trailer trailer = Footer.readTrailer(device, SEGMENT_BYTES, "file");
            assertEquals(Records.identity(7), trailer.segment());
            assertEquals(end(footer), trailer.endOffset());
            Footer read = new Footer();
            read.read(device, trailer, SEGMENT_BYTES, "file");
            assertEquals(footer.count(), read.count());
            for (int entry = 0; entry < footer.count(); entry++) {
                assertEquals(footer.keyHash(entry), read.keyHash(entry), "entry=" + entry);
                assertEquals(footer.offset(entry), read.offset(entry), "entry=" + entry);
                assertEquals(footer.recordBytes(entry), read.recordBytes(entry), "entry=" + entry);
            }
            assertEquals(footer.footerBytes(), read.footerBytes());
        });
    }

    @Test
    void read_ofFlippedBit_isCorrupt() {
        Seeds.of("cassandra-ssdtier/segment-log", FooterTest.class, SEEDS).play(seed -> {
            Random random = new Random(seed);
            MemoryDevice device = write(random(random));
            FooterDescriptor.Trailer trailer = Footer.readTrailer(device, SEGMENT_BYTES, "file");
            long start = SEGMENT_BYTES - FooterDescriptor.footerBytes(trailer.entriesBytes());
            ByteBuffer one = ByteBuffer.allocate(1);
            long at = start + random.nextInt(trailer.entriesBytes());
            device.read(one, at);
            one.put(0, (byte) (one.get(0) ^ 1 << random.nextInt(8)));
            device.write(one.flip(), at);
            assertThrows(
                    FormatException.Corrupt.class, () -> new Footer().read(device, trailer, SEGMENT_BYTES, "file"));
        });
    }

    @Test
    void entry_ofRecordUpTo8KiB_isTenBytes() {
        assertEquals(10, FooterDescriptor.entryBytes(0, 8191));
        assertEquals(11, FooterDescriptor.entryBytes(48, 8191));
        assertEquals(11, FooterDescriptor.entryBytes(0, 8192));
        assertTrue(FooterDescriptor.entryBytes((256 << 20) - 16, 256 << 20) <= FooterDescriptor.MAX_ENTRY_BYTES);
    }

    @Test
    void getNumber_ofTooLongOrUnfinishedNumber_isCorrupt() {
        byte[][] damaged = {{}, {-1}, {-1, -1, -1, -1, -1}, {-1, -1, -1, -1, 0x0F}};
        for (byte[] bytes : damaged) {
            assertThrows(
                    FormatException.Corrupt.class, () -> FooterDescriptor.getNumber(ByteBuffer.wrap(bytes), "file"));
        }
    }
}
