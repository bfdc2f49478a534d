package org.ssdtier.keyindex;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.Device;

/** A packer of keys, which come in the SSTable's order, into pages. Used by one thread. */
final class KeyPacker {
    private static final int FIRST_CAPACITY = 64;

    private final long instanceId;
    private final PageSink sink;
    private final KeyPagePacker page = new KeyPagePacker();
    private @Nullable ByteBuffer buffer;
    private int pages;
    private long keys;
    private long lastToken;
    private long lastPosition;
    private long[] firstTokens = new long[FIRST_CAPACITY];

    /** A receiver of pages. */
    interface PageSink {
        /**
         * Returns an empty buffer of whole pages, little-endian.
         *
         * @throws IOException when there is none
         */
        ByteBuffer buffer() throws IOException;

        /**
         * Takes a buffer back with pages.
         *
         * @param filled the last buffer returned, from 0 to its position
         * @throws IOException when they cannot be stored
         */
        void take(ByteBuffer filled) throws IOException;
    }

    /**
     * Creates a packer.
     *
     * @param instanceId random ID of the file
     */
    KeyPacker(long instanceId, PageSink sink) {
        this.instanceId = instanceId;
        this.sink = sink;
    }

    /** Returns whether a key is in the SSTable's order after those before. */
    boolean accepts(long token, long position) {
        return position >= 0 && (keys == 0 || (token >= lastToken && position > lastPosition));
    }

    /**
     * Adds a key that {@link #accepts} allows.
     *
     * @param token its token
     * @param position position of its partition in the data file
     * @param hasOwnIndex whether the SSTable has an index of the partition's rows
     * @throws IOException when the sink fails
     */
    void add(long token, long position, boolean hasOwnIndex) throws IOException {
        assert accepts(token, position) : "token=" + token + " position=" + position;
        // Of keys with equal tokens none is answered: the second one, which may begin a page and hide the first, is
        // marked.
        boolean isUnanswered = hasOwnIndex || (keys > 0 && token == lastToken);
        if (!page.offer(token, position, isUnanswered)) {
            packPage();
            boolean fits = page.offer(token, position, isUnanswered);
            assert fits : "an empty page has room for one entry";
        }
        keys++;
        lastToken = token;
        lastPosition = position;
    }

    /** Passes all pages on. No key may be added afterwards. */
    void finish() throws IOException {
        if (!page.isEmpty()) {
            packPage();
        }
        ByteBuffer last = buffer;
        if (last != null) {
            buffer = null;
            sink.take(last);
        }
    }

    private void packPage() throws IOException {
        ByteBuffer into = buffer == null ? sink.buffer() : buffer;
        buffer = into;
        if (pages == firstTokens.length) {
            firstTokens = Arrays.copyOf(firstTokens, 2 * pages);
        }
        firstTokens[pages] = page.firstToken();
        page.pack(into.slice(into.position(), Device.PAGE_BYTES).order(into.order()), pages, instanceId);
        pages++;
        into.position(into.position() + Device.PAGE_BYTES);
        if (!into.hasRemaining()) {
            buffer = null;
            sink.take(into);
        }
    }

    /** Returns the bytes that the file has so far, with the page that is not full. */
    long bytes() {
        return KeyIndexDescriptor.pagePosition(pages + 1) + (pages + 1L) * Long.BYTES;
    }

    long instanceId() {
        return instanceId;
    }

    long keys() {
        return keys;
    }

    /** Returns the first token of each page. */
    long[] firstTokens() {
        return Arrays.copyOf(firstTokens, pages);
    }
}
