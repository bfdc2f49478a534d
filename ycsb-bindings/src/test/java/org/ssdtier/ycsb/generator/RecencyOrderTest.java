package org.ssdtier.ycsb.generator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecencyOrderTest {
    @Tag("property")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomOperations_matchAListMovedToFront(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int size = 1 + random.nextInt(60);
        RecencyOrder order = new RecencyOrder(size);
        List<Integer> model = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            model.add(0, i);
        }
        for (int step = 0; step < 5_000; step++) {
            if (random.nextInt(100) == 0) {
                model.add(0, model.size());
                order.grow(model.size());
            } else if (random.nextBoolean()) {
                Integer element = random.nextInt(model.size());
                model.remove(element);
                model.add(0, element);
                order.touch(element);
            }
            int rank = random.nextInt(model.size());
            assertEquals(model.get(rank), order.at(rank), "seed=" + seed + " step=" + step + " rank=" + rank);
            assertEquals(model.size(), order.size());
        }
    }

    @Test
    @Tag("unit")
    void at_untouched_isTheLastNumberFirst() {
        RecencyOrder order = new RecencyOrder(3);
        assertEquals(List.of(2, 1, 0), List.of(order.at(0), order.at(1), order.at(2)));
    }

    @Test
    @Tag("unit")
    void outOfRange_isRefused() {
        RecencyOrder order = new RecencyOrder(3);
        assertThrows(IllegalArgumentException.class, () -> order.at(3));
        assertThrows(IllegalArgumentException.class, () -> order.touch(-1));
        assertThrows(IllegalArgumentException.class, () -> new RecencyOrder(0));
    }
}
