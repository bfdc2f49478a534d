package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.ResultReports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench run threads}. */
@Command(
        name = "threads",
        description = "Run YCSB's workloads A to F by number of client threads on hard disks, on SSDs, and on hard "
                + "disks with an SSD tier; an invocation adds its cells to the result.",
        mixinStandardHelpOptions = true)
public final class ThreadsCommand implements Callable<Integer> {
    private static final int MOST_THREADS = 1_000;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            description = "tiny, small (more than an hour) or brief-1/170 (a day) (default: ${DEFAULT-VALUE}).")
    private String scale = "small";

    @Option(
            names = "--workloads",
            paramLabel = "LETTER",
            split = ",",
            description = "Only these workloads (default: A to F).")
    private List<String> workloads = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of client threads (default: 12,24,36,60,120, a quarter of the brief's).")
    private List<Integer> threads = List.of();

    @Option(
            names = "--arms",
            paramLabel = "NAME",
            split = ",",
            description = "Only these of hdd, ssd, tier-10, tier-25, ohc; ratios need hdd.")
    private List<String> arms = List.of();

    @Option(names = "--repeat", paramLabel = "N", description = "Rounds (default: ${DEFAULT-VALUE}).")
    private int rounds = 1;

    @Option(
            names = "--slot-seconds",
            paramLabel = "N",
            description = "Length of the measured part of a cell in seconds (default: the scale's).")
    private @Nullable Integer slotSeconds;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of rows and requests (default: ${DEFAULT-VALUE}).")
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
    private IdleOptions idle = new IdleOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        ThreadsPlan plan = new ThreadsPlan(chosenScale(), seed);
        Selection selection = chosen();
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = install.require(DeviceRegistry.open(checkout, line -> say(err, line)));
        Path bench = checkout.root().resolve("build/bench");
        Path place = directory != null
                ? directory
                : bench.resolve("threads-" + plan.scale().name().replace('/', '-'));
        ThreadsDirectory results = new ThreadsDirectory(place);
        ThreadsRun run =
                new ThreadsRun(plan, selection, results, bench.resolve("datasets"), host, line -> say(err, line));
        idle.await(!run.isMeasured(), line -> say(err, line));
        boolean isGood = run.run();
        ThreadsResult result = results.writeResult();
        show(result, results.resultFile(), command.commandLine().getOut());
        return isGood && ThreadsTarget.areReached(result) ? 0 : 1;
    }

    private ThreadsScale chosenScale() {
        ThreadsScale chosen = ThreadsScale.named(scale);
        if (slotSeconds == null) {
            return chosen;
        }
        Allowed.atLeast("slot-seconds", slotSeconds, 1);
        return chosen.withSlotSeconds(slotSeconds);
    }

    private Selection chosen() {
        Allowed.atLeast("repeat", rounds, 1);
        for (int count : threads) {
            Allowed.between("threads", count, 1, MOST_THREADS);
        }
        List<BriefWorkload> chosenWorkloads =
                workloads.stream().map(BriefWorkload::named).distinct().toList();
        List<ThreadsArm> chosenArms =
                arms.stream().map(ThreadsArm::named).distinct().sorted().toList();
        return new Selection(
                workloads.isEmpty() ? Arrays.asList(BriefWorkload.values()) : chosenWorkloads,
                threads.isEmpty()
                        ? BriefWorkload.THREADS
                        : threads.stream().distinct().toList(),
                arms.isEmpty() ? Arrays.asList(ThreadsArm.values()) : chosenArms,
                rounds);
    }

    /** Draws the report of a result beside it, and prints its tables. */
    private static void show(ThreadsResult result, Path file, PrintWriter out) throws IOException {
        Path html = ResultReports.beside(file);
        new ResultReports(List.of(new ThreadsResults())).draw(file, html);
        TextTable.print(out, CellTable.HEADING, new CellTable(result).rows());
        out.println();
        TextTable.print(out, AdvantageTable.HEADING, new AdvantageTable(result).rows());
        out.println();
        TextTable.print(out, ThreadsTarget.HEADING, ThreadsTarget.rows(result));
        out.println("Figures: " + file.toAbsolutePath());
        out.println("Report: " + html.toAbsolutePath());
        out.flush();
    }

    private static void say(PrintWriter err, String line) {
        err.println(line);
        err.flush();
    }
}
