package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
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
                MedianInterval.of(figures(IntStream.rangeClosed(1, 15).mapToDouble(i -> 1 + 7 * i % 15)));
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
        MedianInterval interval = new MedianInterval(0.9, 1.1, 0.95, 0);
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

    /** A machine that becomes faster from round to round: 15 figures, but hardly two that are independent. */
    @Test
    void of_aTrend_isWithheld_andItsTargetIsUndecided() {
        List<Double> trend = figures(IntStream.rangeClosed(1, 15).mapToDouble(i -> 1 + i / 100.0));
        MedianInterval interval = MedianInterval.of(trend);
        assertEquals(0.8, interval.autocorrelation(), 1e-9);
        assertEquals(MedianInterval.Verdict.UNDECIDED, interval.atLeast(0.5));
        assertEquals(Set.of("confidence", "autocorrelation"), interval.toMap().keySet());
        assertEquals(1.04, MedianInterval.ofIndependent(trend).low());
        assertEquals(MedianInterval.Verdict.UNDECIDED, MedianInterval.atLeast(trend, 0.5));
        assertEquals(MedianInterval.Verdict.UNDECIDED, MedianInterval.atLeast(trend, 1.08));
        assertEquals(MedianInterval.Verdict.MISSED, MedianInterval.atLeast(trend, 1.5));
    }

    @Test
    void of_equalOrAlternatingOrFewFigures_isNotWithheld() {
        assertEquals(0.98, MedianInterval.of(Collections.nCopies(12, 0.98)).low());
        assertEquals(
                1,
                MedianInterval.of(figures(IntStream.range(0, 12).mapToDouble(i -> 1 + i % 2)))
                        .low());
        assertEquals(
                1,
                MedianInterval.of(figures(IntStream.rangeClosed(1, 7).mapToDouble(i -> i)))
                        .low());
    }

    /**
     * Rounds that resemble the one before are found, independent ones are hardly ever taken for such. Checked by removal:
     * without the limit no interval is withheld.
     */
    @Test
    void of_manySeries_isWithheldIfNeighboursAreAlike_andSeldomOtherwise() {
        assertTrue(withheld(0.8, 30) > 0.95, "share=" + withheld(0.8, 30));
        assertTrue(withheld(0.8, 15) > 0.65, "share=" + withheld(0.8, 15));
        for (int rounds : List.of(8, 15, 30)) {
            assertTrue(withheld(0, rounds) < 0.06, "rounds=" + rounds + " share=" + withheld(0, rounds));
        }
    }

    /** Returns the fraction of series without an interval, in which each figure has a part of the one before. */
    private static double withheld(double part, int rounds) {
        SplittableRandom random = new SplittableRandom(5);
        int series = 2_000;
        int withheld = 0;
        for (int i = 0; i < series; i++) {
            List<Double> figures = new ArrayList<>();
            double figure = random.nextGaussian() / Math.sqrt(1 - part * part);
            for (int round = 0; round < rounds; round++) {
                figures.add(figure);
                figure = part * figure + random.nextGaussian();
            }
            withheld += Double.isFinite(MedianInterval.of(figures).low()) ? 0 : 1;
        }
        return (double) withheld / series;
    }

    private static List<Double> figures(DoubleStream stream) {
        return stream.boxed().toList();
    }
}
