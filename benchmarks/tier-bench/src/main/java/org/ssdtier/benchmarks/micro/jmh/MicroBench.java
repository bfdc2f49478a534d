package org.ssdtier.benchmarks.micro.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * The main class of the process that runs the benchmarks, in forks with the flags of this JVM. Prints one JSON line per
 * {@link MicroResult} on standard output; JMH's own report goes to standard error.
 *
 * <p>Arguments: {@code --list}, to print one JSON line per benchmark instead; or the number of forks, an {@link Effort}
 * in lower case, whether to measure allocation ({@code true} or {@code false}), and the names of the benchmarks.
 */
public final class MicroBench {
    private static final String FORK_HEAP = "1g";
    private static final int WARM_UP_ITERATIONS = 3;
    private static final int ITERATIONS = 5;

    /** The length of a run. */
    enum Effort {
        /** Figures. */
        FULL,
        /** A check that all benchmarks run: one short iteration, small parameters. */
        QUICK
    }

    private MicroBench() {}

    /**
     * Runs benchmarks.
     *
     * @param arguments see the class
     * @throws Exception if a benchmark fails
     */
    public static void main(String[] arguments) throws Exception {
        ObjectMapper json = new ObjectMapper();
        if (arguments[0].equals("--list")) {
            for (String name : names()) {
                System.out.println(json.writeValueAsString(Map.of("benchmark", name)));
            }
            return;
        }
        int forks = Integer.parseInt(arguments[0]);
        Effort effort = Effort.valueOf(arguments[1].toUpperCase(Locale.ROOT));
        boolean gc = Boolean.parseBoolean(arguments[2]);
        List<String> names = Arrays.asList(arguments).subList(3, arguments.length);
        for (MicroResult result : run(names, forks, effort, gc)) {
            System.out.println(json.writeValueAsString(result));
        }
    }

    /** Returns the names of all benchmarks, without the package. */
    static List<String> names() {
        return BenchmarkList.defaultList().getAll(output(VerboseMode.SILENT), List.of()).stream()
                .map(entry -> MicroResult.shortName(entry.getUsername()))
                .toList();
    }

    /**
     * Runs benchmarks.
     *
     * @param names names of the benchmarks
     * @param forks JVMs for each combination of parameters; 0 to run in this JVM
     * @param effort length of the run
     * @param gc whether to measure allocation
     */
    static List<MicroResult> run(List<String> names, int forks, Effort effort, boolean gc) throws RunnerException {
        Options options = options(names, forks, effort, gc);
        return new Runner(options, output(VerboseMode.NORMAL))
                .run().stream().map(MicroResult::of).toList();
    }

    private static Options options(List<String> names, int forks, Effort effort, boolean gc) {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(forks)
                .jvmArgsAppend("-Xms" + FORK_HEAP, "-Xmx" + FORK_HEAP)
                .shouldFailOnError(true);
        for (String name : names) {
            options.include("^" + Pattern.quote(MicroResult.PACKAGE + name) + "$");
        }
        if (gc) {
            options.addProfiler(GCProfiler.class);
        }
        return (effort == Effort.QUICK ? quick(options) : full(options)).build();
    }

    private static ChainedOptionsBuilder full(ChainedOptionsBuilder options) {
        return options.warmupIterations(WARM_UP_ITERATIONS)
                .warmupTime(TimeValue.seconds(1))
                .measurementIterations(ITERATIONS)
                .measurementTime(TimeValue.seconds(1));
    }

    private static ChainedOptionsBuilder quick(ChainedOptionsBuilder options) {
        return options.warmupIterations(1)
                .warmupTime(TimeValue.milliseconds(20))
                .measurementIterations(1)
                .measurementTime(TimeValue.milliseconds(50))
                .param("rows", "2048")
                .param("entries", "100000")
                .param("sstables", "100")
                .param("shape", PartitionShape.ONE_ROW.name(), PartitionShape.ROWS_16KIB.name());
    }

    private static OutputFormat output(VerboseMode verbosity) {
        return OutputFormatFactory.createFormatInstance(System.err, verbosity);
    }
}
