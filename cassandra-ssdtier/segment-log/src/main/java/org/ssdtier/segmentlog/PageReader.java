package org.ssdtier.segmentlog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.BoundedRead;
import org.ssdtier.segmentlog.device.Device;

/** A reader of device pages, acquired from {@link PageReads} and returned by {@link #close}. Used by one thread. */
public final class PageReader implements AutoCloseable {
    private final RecordReader reader;

    PageReader(RecordReader reader) {
        this.reader = reader;
    }

    /**
     * Reads a page.
     *
     * @param position a multiple of {@link Device#PAGE_BYTES}
     * @return the page, from index 0, little-endian, valid until the next read or close; null when the read is late, after
     *     which no other one may follow
     * @throws IOException when the device fails or ends before the page does
     */
    public @Nullable ByteBuffer read(Device device, long position) throws IOException {
        ByteBuffer page = Objects.requireNonNull(reader.ensure(Device.PAGE_BYTES), "a page is short");
        page.position(0).limit(Device.PAGE_BYTES);
        int bytes = reader.readDevice(device, page, position);
        if (bytes == BoundedRead.LATE) {
            return null;
        }
        if (bytes < Device.PAGE_BYTES) {
            throw new IOException("position=" + position + ": the device ends there, bytes=" + bytes);
        }
        return page;
    }

    /** Returns the reader to the pool. Call it once. */
    @Override
    public void close() {
        reader.close();
    }
}
