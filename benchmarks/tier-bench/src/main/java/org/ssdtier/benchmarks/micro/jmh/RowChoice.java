package org.ssdtier.benchmarks.micro.jmh;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.ThreadParams;

/** A random sequence of rows, another one for each thread and the same in each fork. */
@State(Scope.Thread)
public class RowChoice {
    private SplittableRandom random = new SplittableRandom(0);

    /** Seeds the sequence with the number of the thread. */
    @Setup
    public void seed(ThreadParams thread) {
        random = new SplittableRandom(thread.getThreadIndex());
    }

    /** Returns a number from 0 to below {@code bound}. */
    int below(int bound) {
        return random.nextInt(bound);
    }
}
