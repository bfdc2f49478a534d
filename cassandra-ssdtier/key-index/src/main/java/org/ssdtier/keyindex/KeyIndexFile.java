package org.ssdtier.keyindex;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ssdtier.segmentlog.PageReader;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * A complete key index, open for look-ups by any number of threads. The first token of each page is in memory, about 0.01
 * bytes a key; a look-up reads one page.
 */
final class KeyIndexFile {
    private final Device device;
    private final KeyIndexDescriptor.Header header;
    private final long[] firstTokens;

    private KeyIndexFile(Device device, KeyIndexDescriptor.Header header, long[] firstTokens) {
        this.device = device;
        this.header = header;
        this.firstTokens = firstTokens;
    }

    /**
     * Opens a key index.
     *
     * @param device its file; closed with it
     * @param what name of the file, for messages
     * @throws FormatException when it is incomplete, damaged or of another version
     * @throws IOException when the device fails
     */
    static KeyIndexFile open(Device device, String what) throws IOException {
        ByteBuffer page = read(device, 0, Device.PAGE_BYTES, what);
        KeyIndexDescriptor.Header header = KeyIndexDescriptor.decode(page, what);
        if (header.pages() < 0 || device.size() < header.fileBytes()) {
            throw new FormatException.Corrupt(what + ": pages=" + header.pages() + " bytes=" + device.size());
        }
        long[] firstTokens = header.pages() == 0 ? new long[0] : firstTokens(device, header, what);
        return new KeyIndexFile(device, header, firstTokens);
    }

    /**
     * Opens a key index that has just been written, as a start would find it.
     *
     * @param written the header that was written: a device that loses writes may have that of a deleted file at its place
     * @throws KeyIndexBuild.DeviceFailure when the device fails, or has anything else
     */
    static KeyIndexFile reopen(Device device, KeyIndexDescriptor.Header written, String what)
            throws KeyIndexBuild.DeviceFailure {
        try {
            KeyIndexFile file = open(device, what);
            if (!file.header.equals(written)) {
                throw new FormatException.Corrupt(what + ": header=" + file.header + ", written " + written);
            }
            return file;
        } catch (IOException e) {
            throw new KeyIndexBuild.DeviceFailure(e);
        }
    }

    private static long[] firstTokens(Device device, KeyIndexDescriptor.Header header, String what) throws IOException {
        ByteBuffer tokens = read(device, header.tokensPosition(), header.tokensBytes(), what);
        if (KeyIndexDescriptor.checksum(tokens, tokens.capacity()) != header.tokensChecksum()) {
            throw new FormatException.Corrupt(what + ": the checksum of its first tokens is wrong");
        }
        long[] firstTokens = new long[header.pages()];
        for (int i = 0; i < firstTokens.length; i++) {
            firstTokens[i] = tokens.getLong(i * Long.BYTES);
        }
        return firstTokens;
    }

    private static ByteBuffer read(Device device, long position, int bytes, String what) throws IOException {
        ByteBuffer buffer = AlignedBuffers.allocate(Math.max(bytes, Device.PAGE_BYTES));
        buffer.limit(bytes);
        if (device.read(buffer, position) < bytes) {
            throw new FormatException.Corrupt(what + ": ends before position=" + (position + bytes));
        }
        return buffer.clear();
    }

    KeyIndexDescriptor.Header header() {
        return header;
    }

    /**
     * Looks a token up.
     *
     * @param reader reader of the page
     * @return position of the partition in the data file if the SSTable has the token's key, which the caller checks;
     *     {@link KeyPosition#ABSENT}, {@link KeyPosition#UNKNOWN} or {@link KeyPosition#LATE}
     * @throws FormatException when the page is damaged
     * @throws IOException when the device fails
     */
    long find(long token, PageReader reader) throws IOException {
        int page = pageOf(token);
        if (page < 0) {
            return KeyPosition.ABSENT;
        }
        ByteBuffer bytes = reader.read(device, KeyIndexDescriptor.pagePosition(page));
        if (bytes == null) {
            return KeyPosition.LATE;
        }
        if (!KeyPageDescriptor.isValid(bytes, page, header.instanceId())) {
            throw new FormatException.Corrupt("page=" + page + " of a key index: damaged");
        }
        return KeyPageDescriptor.find(bytes, token);
    }

    /** Returns whether the header's page can be read. */
    boolean isReadable(PageReader reader) throws IOException {
        return reader.read(device, 0) != null;
    }

    /** Returns the last page whose first token is not above the given one; -1 if there is none. */
    private int pageOf(long token) {
        int found = Arrays.binarySearch(firstTokens, token);
        if (found < 0) {
            return -found - 2;
        }
        while (found + 1 < firstTokens.length && firstTokens[found + 1] == token) {
            found++;
        }
        return found;
    }

    /** Closes the file. Look-ups that are in progress fail or are finished. */
    void close() throws IOException {
        device.close();
    }
}
