package org.ssdtier.benchmarks.micro.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("unit")
final class MicroBenchTest {
    @Test
    void run_quick_everyBenchmarkHasAScore() throws Exception {
        System.setProperty("jmh.ignoreLock", "true"); // JMH allows one run for each machine otherwise
        List<MicroResult> results = MicroBench.run(MicroBench.names(), 0, MicroBench.Effort.QUICK, false);
        TreeSet<String> measured = new TreeSet<>();
        for (MicroResult result : results) {
            measured.add(result.benchmark());
            assertTrue(result.score() > 0, result.toString());
            assertTrue(result.ops() > 0, result.toString());
            assertEquals("ns/op", result.unit());
        }
        assertEquals(new TreeSet<>(MicroBench.names()), measured);
        assertTrue(measured.contains("MemoryTierBenchmark.hit"), measured.toString());
    }

    /** A quick run has two shapes only. */
    @ParameterizedTest
    @EnumSource
    void publish_everyShape_isAcceptedByTheCache(PartitionShape shape) throws Exception {
        ImageCodecBenchmark benchmark = new ImageCodecBenchmark();
        benchmark.shape = shape;
        benchmark.publish();
        benchmark.close();
    }
}
