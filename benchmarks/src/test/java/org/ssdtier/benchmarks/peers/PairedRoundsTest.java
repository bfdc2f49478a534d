package org.ssdtier.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class PairedRoundsTest {
    private final List<String> reads = new ArrayList<>();
    /** The speed of the device, which halves with every read. */
    private double speed = 1 << 20;

    @Test
    void everyPeer_isReadBehindRawReads_andTheOrderRotates() throws InterruptedException {
        Recorded raw = new Recorded("raw", 1);
        Recorded ours = new Recorded("ours", 1);
        Recorded other = new Recorded("other", 1);
        new PairedRounds(List.of(raw, ours, other), List.of(1, 16), line -> {}).run(1);
        assertEquals(
                List.of("raw 1", "ours 1", "raw 16", "ours 16", "raw 1", "other 1", "raw 16", "other 16"),
                reads.subList(0, 8));
        assertEquals(List.of("raw 1", "other 1"), reads.subList(8, 10));
        assertEquals(16, reads.size());
    }

    /** The medians of the rounds would give another ratio, because the device becomes slower from read to read. */
    @Test
    void ratio_isThatOfThePair_andTheFirstRoundIsNotRecorded() throws InterruptedException {
        Recorded raw = new Recorded("raw", 1);
        Recorded ours = new Recorded("ours", 0.8);
        new PairedRounds(List.of(raw, ours), List.of(1), line -> {}).run(3);
        assertEquals(List.of(0.4, 0.4, 0.4), ours.ratios);
        assertEquals(List.of(), raw.ratios);
    }

    @Test
    void peersAlone_orRawReadsAlone_areRead() throws InterruptedException {
        Recorded ours = new Recorded("ours", 1);
        new PairedRounds(List.of(ours), List.of(1), line -> {}).run(1);
        assertEquals(List.of("ours 1", "ours 1"), reads);
        assertEquals(List.of(), ours.ratios);
        reads.clear();
        new PairedRounds(List.of(new Recorded("raw", 1)), List.of(1), line -> {}).run(1);
        assertEquals(List.of("raw 1", "raw 1"), reads);
    }

    /** A peer with a constant share of the device's speed. */
    private final class Recorded implements PairedRounds.Contestant {
        private final String name;
        private final double share;
        private final List<Double> ratios = new ArrayList<>();

        private Recorded(String name, double share) {
            this.name = name;
            this.share = share;
        }

        @Override
        public boolean isRaw() {
            return name.equals("raw");
        }

        @Override
        public OptionalDouble read(int threads, int round) {
            reads.add(name + " " + threads);
            speed /= 2;
            return OptionalDouble.of(speed * share);
        }

        @Override
        public void addRatioToRaw(int threads, double ratio) {
            ratios.add(ratio);
        }
    }
}
