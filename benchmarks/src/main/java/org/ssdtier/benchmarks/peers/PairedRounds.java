package org.ssdtier.benchmarks.peers;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Consumer;

/**
 * Rounds of reads in which each peer is read immediately after raw reads with as many threads, so that the ratio of the
 * two is of the same seconds: the speed of a device, or of a machine with neighbours, changes from minute to minute. The
 * first round is not recorded; each round begins with another peer.
 */
final class PairedRounds {
    private final List<? extends Contestant> contestants;
    private final List<Integer> threadCounts;
    private final Consumer<String> progress;

    PairedRounds(List<? extends Contestant> contestants, List<Integer> threadCounts, Consumer<String> progress) {
        this.contestants = List.copyOf(contestants);
        this.threadCounts = List.copyOf(threadCounts);
        this.progress = progress;
    }

    /** A peer that is read. */
    interface Contestant {
        /** Returns whether it is the limit of the others: raw reads of the device. */
        boolean isRaw();

        /**
         * Reads for one round.
         *
         * @param round number of the round; below 0 it is not recorded
         * @return reads per second; empty if the peer has failed
         */
        OptionalDouble read(int threads, int round) throws InterruptedException;

        /** Records the reads per second divided by those of the raw reads immediately before. */
        void addRatioToRaw(int threads, double ratio);
    }

    void run(int rounds) throws InterruptedException {
        List<Contestant> order = new ArrayList<>(contestants);
        for (int round = -1; round < rounds; round++) {
            progress.accept(round < 0 ? "reading, a round that is not recorded" : "reading, round " + (round + 1));
            for (Contestant contestant : order) {
                for (int threads : threadCounts) {
                    read(contestant, threads, round);
                }
            }
            Collections.rotate(order, 1);
        }
    }

    /** Reads a peer behind raw reads. These have no turn of their own, unless no other peer is read. */
    private void read(Contestant contestant, int threads, int round) throws InterruptedException {
        if (contestant.isRaw() && contestants.size() > 1) {
            return;
        }
        OptionalDouble raw = OptionalDouble.empty();
        for (Contestant other : contestants) {
            if (other.isRaw() && other != contestant) {
                raw = other.read(threads, round);
            }
        }
        OptionalDouble reads = contestant.read(threads, round);
        if (round >= 0 && raw.isPresent() && reads.isPresent()) {
            contestant.addRatioToRaw(threads, reads.getAsDouble() / raw.getAsDouble());
        }
    }
}
