package org.ssdtier.catalogue;

import java.util.Arrays;
import org.ssdtier.segmentlog.format.FormatException;

/** Which items each frame of a section has, and where it lies: eight bytes of heap a frame. Immutable. */
final class FrameTable {
    /** The number of the first item of each frame, and of all items. */
    private final int[] firsts;
    /** Where in the section each frame begins, and where the last ends. */
    private final int[] offsets;

    private FrameTable(int[] firsts, int[] offsets) {
        this.firsts = firsts;
        this.offsets = offsets;
    }

    /** Collects what a table has while frames are written. */
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
     * What a table must be.
     *
     * @param kind what its frames have
     * @param maxFrameItems most items of a frame
     * @param maxItems most items of all
     * @param sectionBytes bytes of all
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
                    at,
                    "items or bytes of a frame=" + Integer.toUnsignedLong(value) + ", allowed " + min + " to " + max);
        }
        return value;
    }

    int frames() {
        return firsts.length - 1;
    }

    /** Returns how many items all frames have. */
    int items() {
        return firsts[firsts.length - 1];
    }

    /** Returns the frame that an item is in. */
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

    /** Returns where in the section a frame begins. */
    int offset(int frame) {
        return offsets[frame];
    }

    int bytes(int frame) {
        return offsets[frame + 1] - offsets[frame];
    }
}
