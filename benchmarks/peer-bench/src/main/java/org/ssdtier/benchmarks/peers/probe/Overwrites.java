package org.ssdtier.benchmarks.peers.probe;

import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;

/** A load of one writer that puts increasing versions of random rows, and of readers that judge the answers. */
final class Overwrites {
    private static final int THROTTLE_EVERY = 256;

    private final Peer peer;
    private final Versions versions;
    private final int[] rows;

    Overwrites(Peer peer, Versions versions, int[] rows) {
        this.peer = peer;
        this.versions = versions;
        this.rows = rows;
    }

    /** Puts a number of new versions; returns the verdicts of the concurrent readers. */
    Census run(int puts, int readers, long seed) throws Exception {
        Census census = new Census();
        AtomicBoolean writing = new AtomicBoolean(true);
        Threads.run(1 + readers, thread -> {
            SplittableRandom random = new SplittableRandom(seed * 1_000 + thread);
            if (thread == 0) {
                try {
                    write(puts, random);
                } finally {
                    writing.set(false);
                }
            } else {
                while (writing.get()) {
                    int row = rows[random.nextInt(rows.length)];
                    int acknowledged = versions.acknowledged(row);
                    census.judge(row, acknowledged, peer.get(row));
                }
            }
        });
        return census;
    }

    /** Puts a number of new versions. */
    void write(long puts, SplittableRandom random) throws Exception {
        for (long put = 1; put <= puts; put++) {
            int row = rows[random.nextInt(rows.length)];
            int version = versions.acknowledged(row) + 1;
            peer.put(row, Rows.value(row, version));
            versions.acknowledge(row, version);
            if (put % THROTTLE_EVERY == 0) {
                peer.throttle();
            }
        }
    }
}
