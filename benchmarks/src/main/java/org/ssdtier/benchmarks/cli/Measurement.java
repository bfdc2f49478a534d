package org.ssdtier.benchmarks.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.RunFacts;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that measures whole processes and shows its findings, as JSON or in human-readable form. */
public abstract class Measurement implements Callable<Integer> {
    @Mixin
    private RunOptions run = new RunOptions();

    @Mixin
    private JsonOption json = new JsonOption();

    @Mixin
    private IdleOptions idle = new IdleOptions();

    @Spec
    private @Nullable CommandSpec spec;

    /** Returns the name of the directory of its processes, by default below {@code build/bench}. */
    protected abstract String directoryName();

    /**
     * Checks options before the wait for an idle machine.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    protected void check() {}

    /**
     * Runs the measurement.
     *
     * @param options options shared by all measurements
     * @param directory directory of the processes
     * @param progress receiver of progress lines
     */
    protected abstract BenchFindings measure(RunOptions options, Path directory, Consumer<String> progress)
            throws Exception;

    @Override
    public final Integer call() throws Exception {
        check();
        Path directory = run.directory(directoryName());
        PrintWriter err = Objects.requireNonNull(spec).commandLine().getErr();
        Consumer<String> progress = line -> {
            err.println(line);
            err.flush();
        };
        idle.await(json.isFile(), progress);
        RunFacts facts = RunFacts.begin(run.seed(), directory);
        facts.addAll(idle.admit());
        BenchFindings findings = measure(run, directory, progress);
        json.show(findings.toMap(facts.toMap()), findings::print);
        return findings.isGood() ? 0 : 1;
    }
}
