package org.ssdtier.benchmarks.micro.jmh;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.BenchmarkResultMetaData;
import org.openjdk.jmh.results.RunResult;

/**
 * The result of one benchmark with one choice of its parameters.
 *
 * @param benchmark name of the benchmark, without the package
 * @param params values of its parameters
 * @param mode JMH's short name of the mode: {@code avgt}, the mean time of an operation
 * @param score mean of all iterations of all forks
 * @param error half the width of the 99.9 % confidence interval of the score; null after a single iteration
 * @param unit unit of score and error
 * @param ops number of operations measured
 * @param allocatedBytesPerOp bytes allocated on the heap for an operation; null if not measured
 */
record MicroResult(
        String benchmark,
        Map<String, String> params,
        String mode,
        double score,
        @Nullable Double error,
        String unit,
        long ops,
        @Nullable Double allocatedBytesPerOp) {
    /** The common prefix of all benchmark names. */
    static final String PACKAGE = MicroResult.class.getPackageName() + ".";
    /** The end of the name of the profiler's figure. */
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    /** Returns the result of a run of JMH. */
    static MicroResult of(RunResult run) {
        BenchmarkParams of = run.getParams();
        Map<String, String> params = new TreeMap<>();
        of.getParamsKeys().forEach(key -> params.put(key, of.getParam(key)));
        double error = run.getPrimaryResult().getScoreError();
        return new MicroResult(
                shortName(of.getBenchmark()),
                params,
                of.getMode().shortLabel(),
                run.getPrimaryResult().getScore(),
                Double.isNaN(error) ? null : error,
                run.getPrimaryResult().getScoreUnit(),
                operations(run),
                allocatedBytes(run));
    }

    /** Returns a benchmark's name without the package. */
    static String shortName(String name) {
        return name.startsWith(PACKAGE) ? name.substring(PACKAGE.length()) : name;
    }

    private static long operations(RunResult run) {
        long operations = 0;
        for (BenchmarkResult fork : run.getBenchmarkResults()) {
            BenchmarkResultMetaData counts = fork.getMetadata();
            operations += counts == null ? 0 : counts.getMeasurementOps();
        }
        return operations;
    }

    private static @Nullable Double allocatedBytes(RunResult run) {
        for (String figure : run.getSecondaryResults().keySet()) {
            if (figure.endsWith(ALLOCATION)) {
                return run.getSecondaryResults().get(figure).getScore();
            }
        }
        return null;
    }
}
