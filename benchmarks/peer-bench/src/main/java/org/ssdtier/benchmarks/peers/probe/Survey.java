package org.ssdtier.benchmarks.peers.probe;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.ssdtier.benchmarks.peers.probe.Census.Verdict;

/** The result of a read of every row. */
final class Survey {
    private static final int THREADS = 16;
    private static final int CHUNK_ROWS = 1_024;

    private final Census census;
    private final int[] resident;
    private final double seconds;

    private Survey(Census census, int[] resident, double seconds) {
        this.census = census;
        this.resident = resident;
        this.seconds = seconds;
    }

    /** Reads every row once. */
    static Survey of(Peer peer, Versions versions) throws Exception {
        long startNanos = System.nanoTime();
        Census census = new Census();
        boolean[] resident = new boolean[versions.rows()];
        AtomicInteger next = new AtomicInteger();
        Threads.run(THREADS, thread -> {
            for (int from = next.getAndAdd(CHUNK_ROWS); from < resident.length; from = next.getAndAdd(CHUNK_ROWS)) {
                int end = Math.min(resident.length, from + CHUNK_ROWS);
                for (int row = from; row < end; row++) {
                    int acknowledged = versions.acknowledged(row);
                    resident[row] = census.judge(row, acknowledged, peer.get(row)) == Verdict.CURRENT;
                }
            }
        });
        int[] rows =
                IntStream.range(0, resident.length).filter(row -> resident[row]).toArray();
        return new Survey(census, rows, (System.nanoTime() - startNanos) / 1e9);
    }

    Census census() {
        return census;
    }

    /** Returns the rows for which the store returned the newest version, in order. */
    int[] resident() {
        return resident.clone();
    }

    /** Returns the figures for the answer to a command. */
    Figures figures() {
        return new Figures()
                .put("current", census.current())
                .put("stale", census.stale())
                .put("wrong", census.wrong())
                .put("absent", census.absent())
                .put("seconds", seconds);
    }
}
