package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class MedianIntervalTest {
    /** The ranks of the textbook's table: 4 and 12 of 15. */
    @Test
    void of_fifteenFigures_isTheFourthAndTheTwelfth() {
        MedianInterval interval =
                MedianInterval.of(figures(IntStream.rangeClosed(1, 15).mapToDouble(i -> 16 - i)));
        assertEquals(4, interval.low());
        assertEquals(12, interval.high());
    }

    @Test
    void of_fiveFigures_areTooFew() {
        MedianInterval interval = MedianInterval.of(List.of(1.0, 1.0, 1.0, 1.0, 1.0));
        assertEquals(MedianInterval.Verdict.UNDECIDED, interval.atLeast(0.5));
        assertEquals(1, interval.toMap().size());
    }

    @Test
    void of_sixFigures_areTheExtremes() {
        MedianInterval interval = MedianInterval.of(List.of(3.0, 1.0, 2.0, 6.0, 5.0, 4.0));
        assertEquals(1, interval.low());
        assertEquals(6, interval.high());
    }

    @Test
    void atLeast_belowAboveAndAcross() {
        MedianInterval interval = new MedianInterval(0.9, 1.1, 0.95);
        assertEquals(MedianInterval.Verdict.MET, interval.atLeast(0.9));
        assertEquals(MedianInterval.Verdict.UNDECIDED, interval.atLeast(1.0));
        assertEquals(MedianInterval.Verdict.MISSED, interval.atLeast(1.2));
    }

    /** Over many samples of a skewed distribution, at least the promised fraction of intervals encloses the median. */
    @Test
    void of_manySamples_holdsTheMedianAsOftenAsPromised() {
        SplittableRandom random = new SplittableRandom(3);
        double median = Math.log(2);
        int held = 0;
        int samples = 4_000;
        for (int sample = 0; sample < samples; sample++) {
            MedianInterval interval =
                    MedianInterval.of(figures(DoubleStream.generate(() -> -Math.log(1 - random.nextDouble()))
                            .limit(15)));
            held += interval.low() <= median && median <= interval.high() ? 1 : 0;
        }
        double share = (double) held / samples;
        assertTrue(share >= 0.95 && share < 0.98, "share=" + share);
    }

    private static List<Double> figures(DoubleStream stream) {
        return stream.boxed().toList();
    }
}
