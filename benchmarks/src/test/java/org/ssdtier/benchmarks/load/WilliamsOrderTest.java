package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class WilliamsOrderTest {
    private static final int MOST_ARMS = 11;

    @Test
    void ofRound_fourArms_areTheRowsOfTheSquare() {
        List<String> arms = List.of("a", "b", "c", "d");
        assertEquals(List.of("a", "b", "d", "c"), WilliamsOrder.ofRound(arms, 1));
        assertEquals(List.of("c", "d", "b", "a"), WilliamsOrder.ofRound(arms, 2));
        assertEquals(List.of("b", "c", "a", "d"), WilliamsOrder.ofRound(arms, 3));
        assertEquals(List.of("d", "a", "c", "b"), WilliamsOrder.ofRound(arms, 4));
        assertEquals(List.of("a"), WilliamsOrder.ofRound(List.of("a"), 7));
        assertEquals(List.of(), WilliamsOrder.ofRound(List.of(), 1));
    }

    /** Checked by removal: with a rotation, and without the reversal for an odd number, an arm's followers are few. */
    @Test
    void arms_haveEachPlaceAndFollowEachOtherEquallyOften() {
        for (int count = 2; count <= MOST_ARMS; count++) {
            int rounds = count % 2 == 0 ? count : 2 * count;
            assertBalanced(count, 1, rounds);
            assertBalanced(count, rounds + 1, 2 * rounds);
        }
    }

    /** Two rounds are enough against a drift of the machine. */
    @Test
    void everySecondRound_isTheReverseOfTheOneBefore() {
        List<Integer> arms = IntStream.range(0, 5).boxed().toList();
        for (int arm : arms) {
            assertEquals(
                    arms.size() - 1,
                    WilliamsOrder.ofRound(arms, 3).indexOf(arm)
                            + WilliamsOrder.ofRound(arms, 4).indexOf(arm));
        }
    }

    private static void assertBalanced(int count, int first, int last) {
        List<Integer> arms = IntStream.range(0, count).boxed().toList();
        Map<String, Integer> places = new TreeMap<>();
        Map<String, Integer> successions = new TreeMap<>();
        for (int round = first; round <= last; round++) {
            List<Integer> order = WilliamsOrder.ofRound(arms, round);
            assertEquals(arms, order.stream().sorted().toList());
            for (int place = 0; place < count; place++) {
                places.merge(order.get(place) + " at " + place, 1, Integer::sum);
                if (place > 0) {
                    successions.merge(order.get(place - 1) + " before " + order.get(place), 1, Integer::sum);
                }
            }
        }
        int times = (last - first + 1) / count;
        assertEquals(count * count, places.size());
        assertEquals(count * (count - 1), successions.size(), "arms=" + count + ": " + successions);
        places.forEach((place, seen) -> assertEquals(times, seen, place));
        successions.forEach((succession, seen) -> assertEquals(times, seen, succession));
    }
}
