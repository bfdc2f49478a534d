package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.Random;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.format.SegmentIdentity;

/** Records whose content is derived from a number, so that a read can be checked without keeping the written bytes. */
final class Records {
    static final SegmentLogOptions TINY = SegmentLogOptions.ofCapacity(8 * (32L << 10))
            .withSegments(32 << 10, 20_000)
            .withWriteBuffers(4 << 10, 4)
            .withReadBuffers(4)
            .withFlushExecutor(Runnable::run);

    private static final int NOISE_OFFSETS = 40_009;
    private static final byte[] NOISE = new byte[NOISE_OFFSETS + 12_000];

    static {
        new Random(42).nextBytes(NOISE);
    }

    private Records() {}

    /** Returns the identity of a segment of some log. */
    static SegmentIdentity identity(int sequence) {
        return new SegmentIdentity(0x0123456789ABCDEFL, sequence, RecordDescriptor.VERSION);
    }

    static ByteBuffer key(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, id);
    }

    /**
     * Returns a value whose length and bytes depend on the number: most are shorter than a device page, some longer, and
     * about half of their records cross the boundary of a page.
     */
    static ByteBuffer value(long id) {
        int mixed = (int) (hash(id) >>> 33);
        int bytes = mixed % 5 == 0 ? mixed % 12_000 : mixed % 1_500;
        return ByteBuffer.wrap(NOISE, mixed % NOISE_OFFSETS, bytes).slice();
    }

    static long hash(long id) {
        return id * 0x9E3779B97F4A7C15L;
    }

    static long append(SegmentLog log, long id) {
        return log.append((int) id, (int) id & 0xFFFF, hash(id), key(id), value(id));
    }

    /** Returns the number of a record, after checking that the whole record is as it was appended under that number. */
    static long check(RecordView record) {
        long id = record.key().getLong();
        assertEquals(value(id), record.value(), "value of id=" + id);
        assertEquals(hash(id), record.keyHash(), "key hash of id=" + id);
        assertEquals((int) id, record.generation(), "generation of id=" + id);
        assertEquals((int) id & 0xFFFF, record.flags(), "flags of id=" + id);
        return id;
    }
}
