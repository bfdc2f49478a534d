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
 * A race between a reader and the map that releases an image: a reader with a reference reads the whole image, and the
 * last release frees the block exactly once.
 *
 * <p>The results: the value read (0: no reference), and the number of blocks left.
 */
@JCStressTest
@Outcome(
        id = {"7, 0", "0, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "read completely or not at all, and freed")
@Outcome(
        id = {},
        expect = Expect.FORBIDDEN,
        desc = "freed memory was read, or a block leaked")
@State
public class MemoryImageStress {
    private final ImageMemory memory = new ImageMemory();
    private final MemoryImage image;

    /** Creates the image, with the map's reference. */
    public MemoryImageStress() {
        CachedTable table = new CachedTable(new UUID(1, 1), 1, memory, TestCache.HASH_KEY);
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES).putInt(0, 7);
        image = MemoryImage.of(new RowKey(table, new byte[] {1}, 1), 1, bytes, 0);
    }

    /** Releases the map's reference, as an eviction does. */
    @Actor
    public void eviction() {
        image.release();
    }

    /** Reads the image, if a reference can still be acquired. */
    @Actor
    public void reader(II_Result result) {
        result.r1 = read();
    }

    /** Counts the blocks left. */
    @Arbiter
    public void count(II_Result result) {
        result.r2 = (int) memory.liveAllocations();
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
