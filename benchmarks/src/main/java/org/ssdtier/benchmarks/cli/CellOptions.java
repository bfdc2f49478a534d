package org.ssdtier.benchmarks.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.CalibratedDrives;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options, and the output, of the experiments that measure cell by cell and can be resumed. */
public final class CellOptions {
    @Option(names = "--repeat", paramLabel = "N", description = "Rounds (default: the scale's, or else one).")
    private @Nullable Integer rounds;

    @Option(
            names = "--slot-seconds",
            paramLabel = "N",
            description = "Length of the measured part of a cell in seconds (default: the scale's).")
    private @Nullable Integer slotSeconds;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all random choices (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Directory for results and report; an interrupted run continues (default: below build/bench).")
    private @Nullable Path directory;

    @Mixin
    private InstallOption install = new InstallOption();

    @Mixin
    private final IdleOptions idle;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    /** Creates the options; called by the command that has them. */
    public CellOptions() {
        this(new IdleOptions());
    }

    /** Creates the options with those for a machine with an injected load. */
    CellOptions(IdleOptions idle) {
        this.idle = idle;
    }

    /**
     * Returns the number of rounds, if it was given.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public OptionalInt rounds() {
        return atLeastOne("repeat", rounds);
    }

    /**
     * Returns the length of the measured part of a cell in seconds, if it was given.
     *
     * @throws IllegalArgumentException if it is less than 1
     */
    public OptionalInt slotSeconds() {
        return atLeastOne("slot-seconds", slotSeconds);
    }

    private static OptionalInt atLeastOne(String option, @Nullable Integer value) {
        if (value == null) {
            return OptionalInt.empty();
        }
        Allowed.atLeast(option, value, 1);
        return OptionalInt.of(value);
    }

    /** Returns the seed of all random choices. */
    public long seed() {
        return seed;
    }

    /**
     * Returns the directory for results and report.
     *
     * @param experiment name of the directory below {@code build/bench}, if none was given; slashes become dashes
     */
    public Path directory(Checkout checkout, String experiment) {
        return directory != null ? directory : bench(checkout).resolve(experiment.replace('/', '-'));
    }

    /** Returns the parent of the snapshots of all experiments. */
    public Path datasets(Checkout checkout) {
        return bench(checkout).resolve("datasets");
    }

    private static Path bench(Checkout checkout) {
        return checkout.root().resolve("build/bench");
    }

    /**
     * Returns the maker of emulated drives, and installs what it lacks if that is allowed.
     *
     * @throws IOException if no drive can be emulated here; the message says what would help
     */
    public DeviceRegistry host(Checkout checkout) throws IOException {
        return install.require(DeviceRegistry.open(checkout, this::say));
    }

    /**
     * Begins the facts of an invocation that has something to measure: waits until the machine is idle, then calibrates
     * the drives. Their deviations are facts, and whether the invocation was forced.
     *
     * @param directory directory of the experiment
     * @param drives kinds of its drives
     * @throws IOException if the machine stays busy, or a drive deviates from its model, unless that is allowed by
     *     {@code --force}, {@code --force-load} or {@code --force-drives}
     */
    public RunFacts begin(DeviceRegistry host, Path directory, Collection<CalibratedDrives.Kind> drives)
            throws IOException, InterruptedException {
        return begin(CalibratedDrives.on(host, this::say), directory, drives);
    }

    /** Begins the facts with an injected calibration. */
    RunFacts begin(CalibratedDrives.Calibrator calibrator, Path directory, Collection<CalibratedDrives.Kind> drives)
            throws IOException, InterruptedException {
        idle.await(true, this::say);
        RunFacts facts = RunFacts.begin(seed, directory);
        CalibratedDrives found = CalibratedDrives.of(drives, calibrator);
        facts.addAll(found.facts());
        facts.addAll(idle.admit(found::require));
        return facts;
    }

    /** Prints a progress line. */
    public void say(String line) {
        PrintWriter err = command().commandLine().getErr();
        err.println(line);
        err.flush();
    }

    /** Returns the output for tables. */
    public PrintWriter out() {
        return command().commandLine().getOut();
    }

    /** Prints where the result and its report are, behind the tables. */
    public void printPlaces(Path result, Path report) {
        out().println("Figures: " + result.toAbsolutePath());
        out().println("Report: " + report.toAbsolutePath());
        out().flush();
    }

    private CommandSpec command() {
        return Objects.requireNonNull(command);
    }
}
