package org.ssdtier.keyindex;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class DraftMemoryTest {
    private final DraftMemory memory = new DraftMemory(2 * DraftMemory.BUFFER_BYTES + 1);

    @Test
    void take_beyondTheLimit_isNull_andGivenBuffersAreUsedAgain() {
        ByteBuffer first = memory.take();
        assertNotNull(first);
        assertNotNull(memory.take());
        assertNull(memory.take());
        assertEquals(1, memory.freeBytes());
        first.position(5);
        memory.give(first);
        ByteBuffer again = memory.take();
        assertSame(first, again);
        assertEquals(0, again.position());
    }

    /** Otherwise many small SSTables, which get no key index, would use up the memory of the large ones. */
    @Test
    void draft_takesMemoryWithItsFirstPage_andGivesItBack() {
        KeyDraft draft = new KeyDraft(memory);
        draft.add(1, 0, false);
        assertEquals(2 * DraftMemory.BUFFER_BYTES + 1, memory.freeBytes());
        draft.complete();
        assertTrue(draft.isUsable());
        assertEquals(DraftMemory.BUFFER_BYTES + 1, memory.freeBytes());
        assertEquals(1, draft.keys());
        draft.giveUp();
        draft.giveUp();
        assertEquals(2 * DraftMemory.BUFFER_BYTES + 1, memory.freeBytes());
        draft.add(2, 10, false);
        assertEquals(0, draft.keys(), "its heap is free, too");
    }
}
