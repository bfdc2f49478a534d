package org.ssdtier.benchmarks.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The order of arms within each round: a Williams design. What an arm leaves behind, such as writes that the host's disk
 * still has to do, garbage, and heat, affects the arm after it. If each round only began with the next arm, every arm
 * would always follow the same one. Here each arm follows each other arm equally often, and has each place equally
 * often, over as many rounds as arms if their number is even, and over twice as many if it is odd.
 *
 * <p>With n arms, row k is k + (0, 1, n-1, 2, n-2, …) modulo n. Rounds 2k+1 and 2k+2 are row k forwards and backwards, so
 * that after every second round all arms have had the same mean place: a drift of the machine then affects all alike. For
 * an even n the rows backwards are the other half of the rows. For an odd n they are a second square, in which arms
 * follow each other the other way round (Williams, Experimental designs balanced for the estimation of residual effects
 * of treatments, 1949).
 *
 * <p>The first arm of a round follows an arm of another round, or of another mix; these successions are not balanced.
 */
public final class WilliamsOrder {
    private WilliamsOrder() {}

    /**
     * Returns the arms in the order of a round, which depends only on the arms and on the round's number.
     *
     * @param arms the arms, or other things to compare; always in the same order
     * @param round number of the round, from 1
     */
    public static <T> List<T> ofRound(List<T> arms, int round) {
        int count = arms.size();
        int row = (round - 1) / 2;
        List<T> order = new ArrayList<>(count);
        for (int place = 0; place < count; place++) {
            int step = place % 2 == 1 ? (place + 1) / 2 : count - place / 2;
            order.add(arms.get((row + step) % count));
        }
        if (round % 2 == 0) {
            Collections.reverse(order);
        }
        return order;
    }
}
