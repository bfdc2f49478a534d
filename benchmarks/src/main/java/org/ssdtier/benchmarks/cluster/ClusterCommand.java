package org.ssdtier.benchmarks.cluster;

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

/** The command {@code ssdtier bench run cluster}. */
@Command(
        name = "cluster",
        description = "Run YCSB's workloads A to D and F on four nodes with three replicas: on hard disks, on one and "
                + "two SSDs, and on hard disks with an SSD tier; an invocation adds its cells to the result.",
        mixinStandardHelpOptions = true)
public final class ClusterCommand implements Callable<Integer> {
    private static final int MOST_THREADS = 1_000;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            description = "tiny (does it work here?) or full (default: ${DEFAULT-VALUE}).")
    private String scale = "full";

    @Option(
            names = "--workloads",
            paramLabel = "LETTER",
            split = ",",
            description = "Only these workloads (default: A to D and F).")
    private List<String> workloads = List.of();

    @Option(
            names = "--consistency",
            paramLabel = "LEVEL",
            split = ",",
            description = "Only these levels of reads and writes (default: ONE,QUORUM).")
    private List<String> consistencies = List.of();

    @Option(
            names = "--threads",
            paramLabel = "N",
            split = ",",
            description = "Numbers of client threads (default: the scale's only one).")
    private List<Integer> threads = List.of();

    @Option(
            names = "--arms",
            paramLabel = "NAME",
            split = ",",
            description = "Only these of hdd, ssd-1, ssd-2, tier; ratios need hdd.")
    private List<String> arms = List.of();

    @Option(names = "--repeat", paramLabel = "N", description = "Rounds (default: ${DEFAULT-VALUE}).")
    private int rounds = 1;

    @Option(
            names = "--slot-seconds",
            paramLabel = "N",
            description = "Length of the measured part of a cell in seconds (default: the scale's).")
    private @Nullable Integer slotSeconds;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Seed of rows, requests and tokens (default: ${DEFAULT-VALUE}).")
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
        ClusterPlan plan = new ClusterPlan(chosenScale(), seed);
        ClusterSelection selection = chosen(plan.scale());
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = install.require(DeviceRegistry.open(checkout, line -> say(err, line)));
        Path bench = checkout.root().resolve("build/bench");
        Path place = directory != null
                ? directory
                : bench.resolve("cluster-" + plan.scale().name());
        ClusterDirectory results = new ClusterDirectory(place);
        ClusterRun run =
                new ClusterRun(plan, selection, results, bench.resolve("datasets"), host, line -> say(err, line));
        idle.await(!run.isMeasured(), line -> say(err, line));
        boolean isGood = run.run();
        ClusterResult result = results.writeResult();
        show(result, results.resultFile(), command.commandLine().getOut());
        return isGood && ClusterTarget.areReached(result) ? 0 : 1;
    }

    private ClusterScale chosenScale() {
        ClusterScale chosen = ClusterScale.named(scale);
        if (slotSeconds == null) {
            return chosen;
        }
        Allowed.atLeast("slot-seconds", slotSeconds, 1);
        return chosen.withSlotSeconds(slotSeconds);
    }

    private ClusterSelection chosen(ClusterScale of) {
        Allowed.atLeast("repeat", rounds, 1);
        for (int count : threads) {
            Allowed.between("threads", count, 1, MOST_THREADS);
        }
        List<BriefWorkload> chosenWorkloads =
                workloads.stream().map(BriefWorkload::named).distinct().toList();
        Allowed.require(
                !chosenWorkloads.contains(BriefWorkload.E),
                "workloads",
                "E",
                "A, B, C, D, F: no replica caches a scan");
        List<Consistency> levels =
                consistencies.stream().map(Consistency::named).distinct().toList();
        List<ClusterArm> chosenArms =
                arms.stream().map(ClusterArm::named).distinct().sorted().toList();
        return new ClusterSelection(
                workloads.isEmpty() ? ClusterSelection.WORKLOADS : chosenWorkloads,
                consistencies.isEmpty() ? Arrays.asList(Consistency.values()) : levels,
                threads.isEmpty()
                        ? List.of(of.threads())
                        : threads.stream().distinct().toList(),
                arms.isEmpty() ? Arrays.asList(ClusterArm.values()) : chosenArms,
                rounds);
    }

    /** Draws the report of a result beside it, and prints its tables. */
    private static void show(ClusterResult result, Path file, PrintWriter out) throws IOException {
        Path html = ResultReports.beside(file);
        new ResultReports(List.of(new ClusterResults())).draw(file, html);
        RelativeTable relative = new RelativeTable(result);
        TextTable.print(out, RelativeTable.HEADING, relative.operations());
        out.println();
        TextTable.print(out, RelativeTable.HEADING, relative.device());
        for (PercentileTable table : PercentileTable.all(result)) {
            if (!table.isEmpty()) {
                out.println();
                out.println(table.caption());
                TextTable.print(out, table.heading(), table.rows());
            }
        }
        out.println();
        TextTable.print(out, DigestTable.HEADING, new DigestTable(result).rows());
        out.println();
        TextTable.print(out, ClusterTarget.HEADING, ClusterTarget.rows(result));
        out.println("Figures: " + file.toAbsolutePath());
        out.println("Report: " + html.toAbsolutePath());
        out.flush();
    }

    private static void say(PrintWriter err, String line) {
        err.println(line);
        err.flush();
    }
}
