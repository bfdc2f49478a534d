package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;

/** What a log does on a sound device. */
@Tag("unit")
class SegmentLogTest {
    private static final SegmentLogOptions OPTIONS = SegmentLogOptions.ofCapacity(2 << 20)
            .withSegments(128 << 10, 64 << 10)
            .withWriteBuffers(16 << 10, 4)
            .withReadBuffers(4);

    @Test
    void read_ofEveryAppendedRecord_returnsIt() throws IOException {
        try (SegmentLog log = SegmentLog.open(new MemoryStorage(), OPTIONS)) {
            Random random = new Random(1);
            List<byte[]> values = new ArrayList<>();
            List<Long> locations = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                byte[] value = new byte[random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(2000)];
                random.nextBytes(value);
                long location = log.append(
                        7, 3, i, ByteBuffer.wrap(("key" + i).getBytes(StandardCharsets.UTF_8)), ByteBuffer.wrap(value));
                assertEquals(AppendStatus.OK, AppendStatus.of(location));
                values.add(value);
                locations.add(location);
                int j = random.nextInt(i + 1);
                try (RecordReader reader = log.acquireReader()) {
                    assertEquals(ReadStatus.OK, log.read(locations.get(j), 0, reader));
                    assertEquals(ByteBuffer.wrap(values.get(j)), reader.record().value());
                    assertEquals(j, reader.record().keyHash());
                }
            }
            assertEquals(IoStatus.OK, log.flush());
            assertTrue(log.stats().deviceWrites() > 0);
        }
    }
}
