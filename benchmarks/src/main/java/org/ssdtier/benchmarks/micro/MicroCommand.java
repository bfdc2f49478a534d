package org.ssdtier.benchmarks.micro;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.tier.ProbeProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The command {@code ssdtier bench micro}.
 *
 * <p>The JSON has {@code bench} ({@code micro}), {@code forks}, {@code quick}, {@code run} ({@link RunFacts}), and
 * {@code results}, a list of objects: {@code benchmark}, {@code params} (an object), {@code mode} ({@code avgt}, the
 * mean time of an operation), {@code score}, {@code error} (half the width of its 99.9 % confidence interval; null after
 * a single iteration), {@code unit}, {@code ops} (operations measured), {@code allocatedBytesPerOp} (null without
 * {@code --gc}).
 */
@Command(
        name = "micro",
        description = "Run the JMH benchmarks: memory tier, image codec, index, append to the log.",
        mixinStandardHelpOptions = true)
public final class MicroCommand implements Callable<Integer> {
    private static final String MAIN = "org.ssdtier.benchmarks.micro.jmh.MicroBench";
    /** The heap of the JVM that starts the forks; theirs is larger. */
    private static final String HEAP = "128m";

    private static final int MAX_FORKS = 100;

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final JsonOption json = new JsonOption();

    @Mixin
    private final IdleOptions idle = new IdleOptions();

    @Parameters(
            arity = "0..1",
            paramLabel = "PATTERN",
            description = "Run only the benchmarks whose name contains this regular expression.")
    private String pattern = "";

    @Option(
            names = "--forks",
            paramLabel = "N",
            description = "JVMs for each benchmark and choice of its parameters (default: ${DEFAULT-VALUE}).")
    private int forks = 2;

    @Option(names = "--quick", description = "One fork, one short iteration, small parameters: no figures.")
    private boolean quick;

    @Option(names = "--gc", description = "Measure the bytes allocated on the heap for each operation.")
    private boolean gc;

    @Option(names = "--list", description = "List the benchmarks.")
    private boolean list;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Allowed.between("forks", forks, 1, MAX_FORKS);
        Path work = Checkout.locate().root().resolve("build/bench-micro");
        Files.createDirectories(work);
        ProbeProcess jmh = new ProbeProcess(Checkout.locate(), work, HEAP).withJmh();
        List<String> names = BenchmarkNames.matching(pattern, names(jmh));
        if (list) {
            PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
            names.forEach(out::println);
            out.flush();
            return 0;
        }
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        idle.await(json.isFile(), err::println);
        RunFacts facts = RunFacts.begin(work);
        facts.addAll(idle.admit());
        List<JsonNode> results = jmh.run(null, MAIN, arguments(names));
        json.show(report(facts, results), out -> MicroTable.print(out, results, gc));
        return 0;
    }

    private static List<String> names(ProbeProcess jmh) throws IOException, InterruptedException {
        return jmh.run(null, MAIN, List.of("--list")).stream()
                .map(line -> Json.string(line, "benchmark"))
                .toList();
    }

    private int forks() {
        return quick ? 1 : forks;
    }

    private List<String> arguments(List<String> names) {
        List<String> arguments = new ArrayList<>();
        arguments.add(Integer.toString(forks()));
        arguments.add(quick ? "quick" : "full");
        arguments.add(Boolean.toString(gc));
        arguments.addAll(names);
        return arguments;
    }

    private Map<String, Object> report(RunFacts facts, List<JsonNode> results) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("bench", "micro");
        report.put("forks", forks());
        report.put("quick", quick);
        report.put("run", facts.toMap());
        report.put("results", results);
        return report;
    }
}
