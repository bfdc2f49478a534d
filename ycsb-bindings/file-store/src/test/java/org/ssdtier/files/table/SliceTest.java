package org.ssdtier.files.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.files.model.StorePath;

@Tag("unit")
final class SliceTest {
    @Test
    void slices_together_areTheRing() {
        for (int count : new int[] {1, 2, 3, 1_000, 1_024, 65_536}) {
            long last = Long.MIN_VALUE;
            for (int i = 0; i < count; i++) {
                Slice slice = Slice.of(i, count);
                assertEquals(last, slice.after(), "slice=" + i + " of " + count);
                assertTrue(slice.last() > slice.after());
                last = slice.last();
            }
            assertEquals(Long.MAX_VALUE, last);
        }
    }

    @Test
    void buckets_ofAGeneration_areAllUsedEvenly() {
        int[] files = new int[Bucket.count(3)];
        Set<Integer> used = new HashSet<>();
        for (int i = 0; i < 64_000; i++) {
            int number = Bucket.of(StorePath.of("/d/image-" + i + ".jpg"), 3).number();
            files[number]++;
            used.add(number);
        }
        assertEquals(64, used.size());
        for (int count : files) {
            assertTrue(count > 800 && count < 1_200, "count=" + count);
        }
    }
}
