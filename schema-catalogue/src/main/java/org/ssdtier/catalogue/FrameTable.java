package org.ssdtier.catalogue;

import java.util.Arrays;
import org.ssdtier.segmentlog.format.FormatException;

/** The items and the offset of each frame of a section, in eight bytes of heap per frame. Immutable. */
final class FrameTable {
    /** Number of the first item of each frame, then the number of all items. */
    private final int[] firsts;
    /** Offset in the section of each frame, then the end of the last one. */
    private final int[] offsets;

    private FrameTable(int[] firsts, int[] offsets) {
        this.firsts = firsts;
        this.offsets = offsets;
    }

    /** A builder that collects the rows of a table while frames are written. */
    static final class Builder {
        private final GrowingBytes frames = new GrowingBytes();
        private int count;

        void add(int items, int bytes) {
            frames.writeVarint(items);
            frames.writeVarint(bytes);
            count++;
        }

        void writeTo(GrowingBytes to) {
            to.writeVarint(count);
            to.write(frames.array(), 0, frames.length());
        }
    }

    /**
     * The limits that a table must satisfy.
     *
     * @param kind kind of its frames
     * @param maxFrameItems maximum number of items of a frame
     * @param maxItems maximum number of items of all frames
     * @param sectionBytes length of all frames
     */
    record Bounds(Frame.Kind kind, int maxFrameItems, int maxItems, int sectionBytes) {}

    static FrameTable read(BoundedReader reader, Bounds bounds) throws FormatException {
        int at = reader.position();
        int most = Math.min(reader.remaining() / 2, bounds.sectionBytes() / Frame.MIN_BYTES);
        int count = reader.readSize(bounds.kind() + " frames", Math.min(most, bounds.maxItems()));
        int[] firsts = new int[count + 1];
        int[] offsets = new int[count + 1];
        for (int frame = 0; frame < count; frame++) {
            firsts[frame + 1] = firsts[frame] + readAtLeast(reader, 1, bounds.maxFrameItems());
            int left = Math.min(
                    bounds.sectionBytes() - offsets[frame], bounds.kind().maxFrameBytes());
            offsets[frame + 1] = offsets[frame] + readAtLeast(reader, Frame.MIN_BYTES, left);
        }
        if (firsts[count] > bounds.maxItems() || offsets[count] != bounds.sectionBytes()) {
            throw reader.corrupt(
                    at,
                    bounds.kind() + " items=" + firsts[count] + ", allowed 0 to " + bounds.maxItems() + "; bytes="
                            + offsets[count] + ", expected " + bounds.sectionBytes());
        }
        return new FrameTable(firsts, offsets);
    }

    private static int readAtLeast(BoundedReader reader, int min, int max) throws FormatException {
        int at = reader.position();
        int value = reader.readVarint("frame");
        if (value < min || value > max) {
            throw reader.corrupt(
                    at, "frame items or bytes=" + Integer.toUnsignedLong(value) + ", allowed " + min + " to " + max);
        }
        return value;
    }

    int frames() {
        return firsts.length - 1;
    }

    /** Returns the number of items of all frames. */
    int items() {
        return firsts[firsts.length - 1];
    }

    /** Returns the frame that contains an item. */
    int frameOf(int item) {
        int at = Arrays.binarySearch(firsts, 0, frames(), item);
        return at >= 0 ? at : -at - 2;
    }

    /** Returns the number of a frame's first item. */
    int first(int frame) {
        return firsts[frame];
    }

    int items(int frame) {
        return firsts[frame + 1] - firsts[frame];
    }

    /** Returns the offset of a frame in the section. */
    int offset(int frame) {
        return offsets[frame];
    }

    int bytes(int frame) {
        return offsets[frame + 1] - offsets[frame];
    }
}
