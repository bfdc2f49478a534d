package org.ssdtier.benchmarks.peers.probe;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The filling of a store with rows, repeated until the store holds them, with counters of the writes. */
final class Filling {
    private static final int THROTTLE_EVERY = 256;
    private static final int PASSES = 3;
    private static final double ENOUGH = 0.99;
    private static final long STEP = 2_654_435_761L;
    private static final long QUIET_MILLIS = 300;
    private static final int QUIET_CHECKS = 60;

    private final Peer peer;
    private final Versions versions;
    private final Path directory;
    private long puts;
    private double putSeconds;

    Filling(Peer peer, Versions versions, Path directory) {
        this.peer = peer;
        this.versions = versions;
        this.directory = directory;
    }

    /**
     * Puts every row, checks which are present, and puts the absent ones again, in up to three passes until 99 % are
     * present; in a single pass if in order.
     *
     * @param inOrder whether rows are put in the order of their numbers instead of a scattered order
     */
    Survey run(boolean inOrder) throws Exception {
        boolean[] present = new boolean[versions.rows()];
        @Nullable Survey survey = null;
        for (int pass = 0; pass < PASSES && (survey == null || survey.resident().length < ENOUGH * present.length); ) {
            putAbsent(present, inOrder);
            survey = Survey.of(peer, versions);
            for (int row : survey.resident()) {
                present[row] = true;
            }
            pass = inOrder ? PASSES : pass + 1;
        }
        return Objects.requireNonNull(survey);
    }

    /** Returns the bytes of keys and values put so far. */
    long logicalBytes() {
        return puts * (Rows.KEY_BYTES + Rows.VALUE_BYTES);
    }

    double putsPerSecond() {
        return puts / putSeconds;
    }

    private void putAbsent(boolean[] present, boolean inOrder) throws Exception {
        long startNanos = System.nanoTime();
        for (long at = 0; at < present.length; at++) {
            int row = (int) (inOrder ? at : at * STEP % present.length);
            if (!present[row]) {
                int version = Math.max(1, versions.acknowledged(row));
                peer.put(row, Rows.value(row, version));
                versions.acknowledge(row, version);
                puts++;
                if (puts % THROTTLE_EVERY == 0) {
                    peer.throttle();
                }
            }
        }
        peer.settle();
        putSeconds += (System.nanoTime() - startNanos) / 1e9;
        awaitQuiet(peer, directory);
    }

    /** Waits until the processes of a store no longer write. */
    static void awaitQuiet(Peer peer, Path directory) throws Exception {
        long before = -1;
        for (int check = 0; check < QUIET_CHECKS; check++) {
            long written = Usage.of(peer, directory).writtenBytes();
            if (written == before) {
                return;
            }
            before = written;
            Thread.sleep(QUIET_MILLIS);
        }
    }
}
