package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.util.DataOutputBuffer;

/**
 * The summary of all rows in an image with an index, so that a hit need not read every row.
 *
 * @param rows number of rows, including those without live data
 * @param liveRows number of rows that were live when the image was made
 * @param liveUntil time, in seconds since 1970, until which all of {@code liveRows} stay live
 * @param mostlyAliveUntil time, in seconds since 1970, until which at most half of the rows can be purged
 */
record ImageFacts(int rows, int liveRows, long liveUntil, long mostlyAliveUntil) {
    /** Encoded size in bytes. */
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
