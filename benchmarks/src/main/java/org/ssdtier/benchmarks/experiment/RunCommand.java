package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.cluster.ClusterCommand;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;
import org.ssdtier.benchmarks.smallfiles.FilesRunCommand;
import org.ssdtier.benchmarks.ssdsize.SizeCommand;
import org.ssdtier.benchmarks.streams.StreamsCommand;
import org.ssdtier.benchmarks.threads.ThreadsCommand;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench run}. */
@Command(
        name = "run",
        description = "Run an experiment of a paper: all its arms in turn on the same data, on emulated disks.",
        mixinStandardHelpOptions = true,
        subcommands = {
            ClusterCommand.class,
            FilesRunCommand.class,
            SizeCommand.class,
            StreamsCommand.class,
            ThreadsCommand.class
        })
public final class RunCommand implements Callable<Integer> {
    private static final int MOST_LOAD_PERCENT = 1_000;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description =
                    "The experiment: fill, placement, rowcache, schema; or cluster, files, ssd-size, streams, threads, "
                            + "which have options of their own.")
    private String name = "";

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            description = "tiny, small (an hour) or paper-1/25 (hours) (default: ${DEFAULT-VALUE}).")
    private String scale = "small";

    @Option(
            names = "--scaling",
            paramLabel = "WORD",
            description = "Number of rows in the tiers: equal-hits (the same hit ratio as with 100 million rows) or "
                    + "equal-share (2 %% and 10 %%) (default: ${DEFAULT-VALUE}).")
    private String scaling = Shares.EQUAL_HITS;

    @Option(
            names = "--chunk",
            paramLabel = "KIB",
            description = "Length of a compressed chunk of the table's files in KiB: experts set 4 for small rows "
                    + "(default: ${DEFAULT-VALUE}, Cassandra's own).")
    private int chunk = Scale.DEFAULT_CHUNK;

    @Option(
            names = "--compaction",
            paramLabel = "WORD",
            description = "Compaction strategy of the table: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Compaction compaction = Compaction.STCS;

    @Option(
            names = "--format",
            paramLabel = "WORD",
            description = "Format of the SSTables: BIG or BTI (default: ${DEFAULT-VALUE}, Cassandra's own).")
    private SSTableFormat format = SSTableFormat.BIG;

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "Rounds (default: 6; tiny: 1). Fewer than 6 have no 95 %% interval of a median; the order of the"
                            + " arms is balanced after as many rounds as arms, twice as many if their number is odd.")
    private @Nullable Integer rounds;

    @Option(names = "--arms", paramLabel = "NAME", split = ",", description = "Only these arms.")
    private List<String> arms = List.of();

    @ArgGroup
    private @Nullable SlotLength slotLength;

    /** The length of a slot, in seconds or minutes. */
    private static final class SlotLength {
        private static final int MOST_MINUTES = 10_000;

        @Option(
                names = "--slot-seconds",
                paramLabel = "N",
                description = "Length of each slot in seconds (default: the scale's; twice that for fill).")
        private @Nullable Integer seconds;

        @Option(names = "--minutes", paramLabel = "M", description = "The same in minutes.")
        private @Nullable Double minutes;

        int inSeconds() {
            if (minutes != null) {
                Allowed.require(
                        minutes > 0 && minutes <= MOST_MINUTES,
                        "minutes",
                        minutes,
                        "more than 0, up to " + MOST_MINUTES);
                return (int) Math.max(1, Math.round(TimeUnit.MINUTES.toSeconds(1) * minutes));
            }
            int given = Objects.requireNonNull(seconds);
            Allowed.atLeast("slot-seconds", given, 1);
            return given;
        }
    }

    @Option(
            names = "--loads",
            paramLabel = "N",
            split = ",",
            description =
                    "Then also at fixed rates: percentages of the requests/s of the best stock arm on slow disks, "
                            + "such as 50,70,90. Latencies count from when a request was due (default: none).")
    private List<Integer> loads = List.of();

    @Option(
            names = "--pin",
            description = "Keep the nodes on half of the cores, and clients and emulated drives on the others.")
    private boolean isPinned;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of rows and requests (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Directory for results and report; an interrupted run continues (default: below build/bench).")
    private @Nullable Path directory;

    @Option(
            names = "--device",
            paramLabel = "KIND",
            split = ",",
            description =
                    "emulated; emulated-outer: the files are on the outer tracks of the hard disks, a twentieth of each; host: the"
                            + " machine's own disk for every kind; host:/path: the disk there; or two real disks,"
                            + " hdd=/path,ssd=/path (default: emulated if possible, else host).")
    private List<String> devices = List.of();

    @Mixin
    private InstallOption install = new InstallOption();

    @Mixin
    private IdleOptions idle = new IdleOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        if (name.isEmpty()) {
            throw new ParameterException(command.commandLine(), "Missing required parameter: 'NAME'");
        }
        Experiment experiment = Experiment.named(name);
        if (!arms.isEmpty()) {
            experiment = experiment.only(arms);
        }
        experiment = experiment.inFormat(format);
        checkLoads(experiment);
        Scale chosen = chosenScale(experiment);
        Shares shares = Shares.of(scaling, chosen.rows());
        Budget budget = Budget.of(chosen, shares);
        Path bench = Checkout.locate().root().resolve("build/bench");
        DiskChoice disks = chosenDisks(line -> say(err, line));
        experiment = onDisks(experiment, disks, err);
        Requirements needs = Requirements.of(experiment, chosen, budget, disks);
        needs.check(directory != null ? directory : bench);
        Path place = directory != null ? directory : bench.resolve(directoryName(chosen, disks));
        disks.check(experiment);
        RunDirectory run = new RunDirectory(place);
        RunDirectory.Plan plan = new RunDirectory.Plan(
                name,
                experiment.arms().stream().map(Arm::name).toList(),
                experiment.readPercents(),
                chosen,
                shares,
                budget,
                seed,
                disks.mode(),
                loads,
                format,
                isPinned);
        ExperimentRun measurement =
                new ExperimentRun(experiment, run, plan, disks, bench.resolve("datasets"), line -> say(err, line));
        if (!measurement.isMeasured()) {
            idle.await(true, line -> say(err, line));
            measurement.calibrate(idle, needs::requireImages);
        }
        boolean good = measurement.run();
        show(ExperimentResults.write(place), command.commandLine().getOut());
        return good ? 0 : 1;
    }

    /** Draws the report of a result beside it, and prints its table. */
    private static void show(Path result, PrintWriter out) throws IOException {
        Path html = ResultReports.beside(result);
        new ResultReports(List.of(new ExperimentResults())).draw(result, html);
        TextTable.print(out, MixTable.HEADING, new MixTable(ExperimentResult.of(Json.tree(result))).rows());
        out.println("Figures: " + result.toAbsolutePath());
        out.println("Report: " + html.toAbsolutePath());
        out.flush();
    }

    private DiskChoice chosenDisks(Consumer<String> say) throws IOException {
        DiskChoice choice = DiskChoice.parse(devices);
        Optional<String> obstacle = choice.obstacle(say, install.isGiven());
        if (obstacle.isEmpty()) {
            return choice;
        }
        if (!devices.isEmpty()) {
            throw new IOException("device=" + String.join(",", devices) + ": " + obstacle.get());
        }
        say.accept("No emulated disks: " + obstacle.get());
        say.accept("Using the host's disk for all of them; results will say device: host");
        return DiskChoice.parse(List.of("host"));
    }

    private String directoryName(Scale chosen, DiskChoice disks) {
        return name + "-" + chosen.name().replace('/', '-') + "-" + scaling + chosen.tableSuffix()
                + (format == SSTableFormat.BIG ? "" : "-" + format.name().toLowerCase(Locale.ROOT))
                + (disks.isOuter() ? "-outer" : "") + (isPinned ? "-pinned" : "");
    }

    /** Returns an experiment whose default arms are those that the disks can have. */
    private Experiment onDisks(Experiment experiment, DiskChoice disks, PrintWriter err) {
        if (arms.isEmpty() && !disks.isEmulated() && experiment.arms().stream().anyMatch(Arm::hasBlocks)) {
            say(err, "Without the arm block-cache, which is a model and needs emulated disks");
            return experiment.withoutBlocks();
        }
        return experiment;
    }

    private void checkLoads(Experiment experiment) {
        for (int load : loads) {
            Allowed.between("loads", load, 1, MOST_LOAD_PERCENT);
        }
        Allowed.require(loads.stream().distinct().count() == loads.size(), "loads", loads, "each percentage once");
        Allowed.require(
                loads.isEmpty() || !experiment.stockArms().isEmpty(),
                "loads",
                loads,
                "with a stock arm on the disks of the baseline, from which the rates are derived");
    }

    private Scale chosenScale(Experiment experiment) {
        Scale chosen = experiment.adapted(Scale.named(scale)).withChunk(chunk).withCompaction(compaction);
        if (rounds != null) {
            Allowed.atLeast("repeat", rounds, 1);
            chosen = chosen.withRounds(rounds);
        }
        if (slotLength != null) {
            chosen = chosen.withSlotSeconds(slotLength.inSeconds());
        }
        return chosen;
    }

    private static void say(PrintWriter err, String line) {
        err.println(line);
        err.flush();
    }
}
