package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an in-memory device, with cheap copies (copy-on-write): original and copy share the pages that neither
 * has written to since. Pages never written to use no memory.
 */
final class SharedPages {
    private static final int PAGE_BYTES = 4096;
    private static final byte[] ZEROS = new byte[PAGE_BYTES];

    private byte @Nullable [][] pages = new byte[0][];
    private boolean[] isMine = new boolean[0];
    private long sizeBytes;

    SharedPages copy() {
        SharedPages copy = new SharedPages();
        copy.pages = pages.clone();
        copy.isMine = new boolean[pages.length];
        copy.sizeBytes = sizeBytes;
        Arrays.fill(isMine, false);
        return copy;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    /** Grows to at least a size; the new bytes are zero. */
    void allocate(long bytes) {
        if (bytes > sizeBytes) {
            int count = Math.toIntExact((bytes + PAGE_BYTES - 1) / PAGE_BYTES);
            pages = Arrays.copyOf(pages, count);
            isMine = Arrays.copyOf(isMine, count);
            sizeBytes = bytes;
        }
    }

    void discard() {
        pages = new byte[0][];
        isMine = new boolean[0];
        sizeBytes = 0;
    }

    /** Copies bytes to the destination, as many as there are. Returns the number of bytes copied. */
    int read(ByteBuffer destination, long position) {
        int bytes = (int) Math.min(destination.remaining(), Math.max(0, sizeBytes - position));
        for (int done = 0; done < bytes; ) {
            int offset = (int) ((position + done) % PAGE_BYTES);
            int length = Math.min(bytes - done, PAGE_BYTES - offset);
            byte[] page = pages[(int) ((position + done) / PAGE_BYTES)];
            destination.put(page == null ? ZEROS : page, offset, length);
            done += length;
        }
        return bytes;
    }

    void write(ByteBuffer source, long position) {
        int bytes = source.remaining();
        allocate(position + bytes);
        for (int done = 0; done < bytes; ) {
            int offset = (int) ((position + done) % PAGE_BYTES);
            int length = Math.min(bytes - done, PAGE_BYTES - offset);
            source.get(mine((int) ((position + done) / PAGE_BYTES)), offset, length);
            done += length;
        }
    }

    /** Returns a hash of size and written pages: if it is equal, so are the bytes, except for one pair in 2⁶⁴. */
    long fingerprint() {
        Checksum first = new CRC32();
        Checksum second = new CRC32C();
        for (int index = 0; index < pages.length; index++) {
            byte[] page = pages[index];
            if (page != null) {
                first.update(index);
                first.update(page);
                second.update(index);
                second.update(page);
            }
        }
        return ((first.getValue() << Integer.SIZE) | second.getValue()) + sizeBytes;
    }

    private byte[] mine(int index) {
        byte[] page = pages[index];
        if (page == null || !isMine[index]) {
            page = page == null ? new byte[PAGE_BYTES] : page.clone();
            pages[index] = page;
            isMine[index] = true;
        }
        return page;
    }
}
