package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A reader and the map that lets an image go: whoever got a reference reads the image, and the last frees the block, once.
 *
 * <p>The numbers: what the reader read (0: no reference), and the blocks that are left.
 */
@JCStressTest
@Outcome(
        id = {"7, 0", "0, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "read whole or not at all, and freed")
@Outcome(
        id = {},
        expect = Expect.FORBIDDEN,
        desc = "freed memory was read, or a block leaked")
@State
public class MemoryImageStress {
    private final ImageMemory memory = new ImageMemory();
    private final MemoryImage image;

    /** Makes the image, with the map's reference. */
    public MemoryImageStress() {
        CachedTable table = new CachedTable(new UUID(1, 1), 1, memory, TestCache.HASH_KEY);
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).putInt(0, 7);
        image = MemoryImage.of(new RowKey(table, new byte[] {1}, 1), 1, bytes, 0);
    }

    /** Takes the image out of the map. */
    @Actor
    public void eviction() {
        image.release();
    }

    /** Reads, if there is still a reference to be had. */
    @Actor
    public void reader(II_Result result) {
        result.r1 = read();
    }

    /** Counts. */
    @Arbiter
    public void count(II_Result result) {
        result.r2 = (int) memory.liveBlocks();
    }

    private int read() {
        if (!image.retain()) {
            return 0;
        }
        int value = image.image().getInt(0);
        image.release();
        return value;
    }
}
