package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.util.DataOutputBuffer;

/**
 * What an image with an index tells about all of its rows, so that a hit need not go through them.
 *
 * @param rows rows, those without live data included
 * @param liveRows rows that were alive when the image was made
 * @param liveUntil seconds since 1970 until which all of these stay alive
 * @param mostlyAliveUntil seconds since 1970 until which no more than half of the rows could be purged
 */
record ImageFacts(int rows, int liveRows, long liveUntil, long mostlyAliveUntil) {
    /** The bytes of all facts. */
    static final int BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

    static ImageFacts read(ByteBuffer image, int offset) {
        return new ImageFacts(
                image.getInt(offset),
                image.getInt(offset + Integer.BYTES),
                image.getLong(offset + 2 * Integer.BYTES),
                image.getLong(offset + 2 * Integer.BYTES + Long.BYTES));
    }

    void write(DataOutputBuffer out) throws IOException {
        out.writeInt(rows);
        out.writeInt(liveRows);
        out.writeLong(liveUntil);
        out.writeLong(mostlyAliveUntil);
    }
}
