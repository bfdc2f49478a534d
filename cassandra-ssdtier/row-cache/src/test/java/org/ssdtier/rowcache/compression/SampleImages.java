package org.ssdtier.rowcache.compression;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Images for tests, as the owner of a cache makes them: five bytes of header, of which the last are flags, then a row. */
final class SampleImages {
    /** Policy of small and frequent trials. */
    static final CompressionPolicy POLICY = new CompressionPolicy(64 << 10, 200, 2 << 10, 3, 1.25, 400);

    private SampleImages() {}

    /** Returns a row in JSON: always the same names, and values of a few kinds. */
    static ByteBuffer json(Random random) {
        return image("{\"id\":" + random.nextInt(1_000_000) + ",\"name\":\"user" + random.nextInt(1_000)
                + "\",\"country\":\"" + (char) ('A' + random.nextInt(5)) + "land\",\"active\":" + random.nextBoolean()
                + ",\"created_at\":\"2026-11-" + (10 + random.nextInt(20))
                + "T10:00:00Z\",\"tags\":[\"alpha\",\"beta\"],"
                + "\"balance\":" + random.nextInt(100_000) + "}");
    }

    /** Returns a row in another form of JSON, for which a dictionary of the first is of little use. */
    static ByteBuffer otherJson(Random random) {
        return image(
                "[{'Sensor_Name':'temperature-" + random.nextInt(50) + "','Reading_In_Kelvin':" + random.nextInt(400)
                        + ",'Quality_Of_Measurement':'GOOD','Operator_Remark':'nothing unusual was observed today'}]");
    }

    /** Returns an image that cannot be compressed. */
    static ByteBuffer random(Random random) {
        byte[] bytes = new byte[200 + random.nextInt(100)];
        random.nextBytes(bytes);
        bytes[CompressedImageDescriptor.FLAGS_OFFSET] = 1;
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer image(String row) {
        byte[] text = row.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + text.length)
                .putInt(0x12345678)
                .put((byte) 1)
                .put(text)
                .flip();
    }

    /** Returns a direct copy of a buffer. */
    static ByteBuffer copy(ByteBuffer bytes) {
        return ByteBuffer.allocateDirect(bytes.remaining())
                .put(bytes.duplicate())
                .flip();
    }
}
