package org.ssdtier.rowcache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the bounds of the pending images and their queue, which hold even if the writer makes no progress. */
@Tag("unit")
class PendingTest {
    private final ImageMemory memory = new ImageMemory();
    private final CachedTable table = new CachedTable(new UUID(1, 2), 1, memory, TestCache.HASH_KEY);
    private final Pending pending = new Pending(1 << 20);

    /** Checked by removal: without the sweep, the queue keeps every image that was ever replaced. */
    @Test
    void offer_sameKeysAgainAndAgainWhileNobodyWrites_queueStaysBounded() {
        for (int i = 0; i < 100_000; i++) {
            assertTrue(pending.offer(image(i % 10, i)));
        }
        assertEquals(10, pending.entries());
        assertTrue(pending.queued() < 2_000, "queued=" + pending.queued());
        for (int left = 10; left > 0; ) {
            Pending.Demotion next = pending.poll();
            assertNotNull(next);
            left -= pending.complete(next, () -> true) ? 1 : 0;
        }
        assertEquals(0, pending.entries());
        assertNull(pending.poll());
        assertEquals(0, memory.liveAllocations());
    }

    private MemoryImage image(int key, int value) {
        return MemoryImage.of(TestCache.key(table, key), 1, TestCache.image(value, 100), 0);
    }
}
