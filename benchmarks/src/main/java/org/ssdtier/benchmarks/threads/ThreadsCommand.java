package org.ssdtier.benchmarks.threads;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
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
            description =
                    "Only these of hdd, ssd, tier-10, tier-25, ohc (default: all of them), and hdd-less; ratios need hdd.")
    private List<String> arms = List.of();

    @Mixin
    private CellOptions options = new CellOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        ThreadsPlan plan = new ThreadsPlan(chosenScale(), options.seed());
        Selection selection = chosen();
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = options.host(checkout);
        ThreadsDirectory results = new ThreadsDirectory(
                options.directory(checkout, "threads-" + plan.scale().name()));
        ThreadsRun run = new ThreadsRun(plan, selection, results, options.datasets(checkout), host, options::say);
        if (!run.isMeasured()) {
            run.run(options.begin(host, results.path(), DriveSet.kinds(selection.arms())));
        }
        boolean isGood = run.isMeasured();
        ThreadsResult result = results.writeResult();
        show(result, results.resultFile());
        return isGood && ThreadsTarget.areReached(result) ? 0 : 1;
    }

    private ThreadsScale chosenScale() {
        ThreadsScale chosen = ThreadsScale.named(scale);
        OptionalInt seconds = options.slotSeconds();
        return seconds.isPresent() ? chosen.withSlotSeconds(seconds.getAsInt()) : chosen;
    }

    private Selection chosen() {
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
                arms.isEmpty() ? ThreadsArm.ofEqualMemory() : chosenArms,
                options.rounds().orElse(1));
    }

    /** Draws the report of a result beside it, and prints its tables. */
    private void show(ThreadsResult result, Path file) throws IOException {
        Path html = ResultReports.beside(file);
        PrintWriter out = options.out();
        new ResultReports(List.of(new ThreadsResults())).draw(file, html);
        TextTable.print(out, CellTable.HEADING, new CellTable(result).rows());
        out.println();
        TextTable.print(out, AdvantageTable.HEADING, new AdvantageTable(result).rows());
        out.println();
        TextTable.print(out, ThreadsTarget.HEADING, ThreadsTarget.rows(result));
        options.printPlaces(file, html);
    }
}
