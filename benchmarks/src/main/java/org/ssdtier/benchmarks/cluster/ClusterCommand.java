package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.CellOptions;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.ResultReports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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

    @Option(
            names = "--dilation",
            paramLabel = "N",
            description = "A second of the drives takes N of the clock, so that the cores are as N times faster ones; "
                    + "results are in the drives' time (default: the scale's, 32 for full).")
    private @Nullable Integer dilation;

    @Mixin
    private CellOptions options = new CellOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        ClusterPlan plan = new ClusterPlan(chosenScale(), options.seed());
        ClusterSelection selection = chosen(plan.scale());
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = options.host(checkout);
        ClusterDirectory results = new ClusterDirectory(
                options.directory(checkout, "cluster-" + plan.scale().name()));
        ClusterRun run = new ClusterRun(plan, selection, results, options.datasets(checkout), host, options::say);
        if (!run.isMeasured()) {
            run.run(options.begin(host, results.path(), ClusterArm.drives(selection.arms())));
        }
        boolean isGood = run.isMeasured();
        ClusterResult result = results.writeResult();
        show(result, results.resultFile());
        return isGood && ClusterTarget.areReached(result) ? 0 : 1;
    }

    private ClusterScale chosenScale() {
        ClusterScale chosen = ClusterScale.named(scale);
        if (dilation != null) {
            Allowed.between("dilation", dilation, 1, ClusterScale.MOST_DILATION);
            chosen = chosen.withDilation(dilation);
        }
        OptionalInt seconds = options.slotSeconds();
        return seconds.isPresent() ? chosen.withSlotSeconds(seconds.getAsInt()) : chosen;
    }

    private ClusterSelection chosen(ClusterScale of) {
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
                options.rounds().orElse(1));
    }

    /** Draws the report of a result beside it, and prints its tables. */
    private void show(ClusterResult result, Path file) throws IOException {
        Path html = ResultReports.beside(file);
        PrintWriter out = options.out();
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
        options.printPlaces(file, html);
    }
}
