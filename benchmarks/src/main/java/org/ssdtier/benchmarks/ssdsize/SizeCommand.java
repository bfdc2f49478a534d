package org.ssdtier.benchmarks.ssdsize;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.CellOptions;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.ResultReports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench run ssd-size}. */
@Command(
        name = "ssd-size",
        description = "Run the same requests with SSD tiers and memory tiers of many sizes: how much SSD does a node "
                + "need? An invocation adds its cells to the result.",
        mixinStandardHelpOptions = true)
public final class SizeCommand implements Callable<Integer> {
    private static final int PERCENT = 100;
    private static final int MOST_MEMORY_PERCENT = 25;
    private static final int MOST_THREADS = 1_000;

    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            description = "tiny or small (about an hour) (default: ${DEFAULT-VALUE}).")
    private String scale = "small";

    @Option(
            names = "--drives",
            paramLabel = "NAME",
            description = "The slow drives: hdd, gp3-3000 or gp3-16000 (default: ${DEFAULT-VALUE}).")
    private String drives = SizeWorld.HDD.toString();

    @Option(
            names = "--arms",
            paramLabel = "NAME",
            split = ",",
            description = "The arms (default: ${DEFAULT-VALUE}); arithmetic and ratios need ohc.")
    private List<String> arms = List.of("tier", "ohc", "all-ssd");

    @Option(
            names = "--ssd",
            paramLabel = "PERCENT",
            split = ",",
            description = "Sizes of the SSD in %% of the rows; 0 is stock's row cache (default: ${DEFAULT-VALUE}).")
    private List<Integer> ssd = List.of(0, 1, 2, 5, 10, 25, 50, 100);

    @Option(
            names = "--memory",
            paramLabel = "PERCENT",
            split = ",",
            description = "Sizes of the row cache in memory in %% of the rows (default: ${DEFAULT-VALUE}).")
    private List<Integer> memory = List.of(1, 2, 5);

    @Option(
            names = "--distributions",
            paramLabel = "NAME",
            split = ",",
            description =
                    "Distributions of the requests, latest and zipfian; without inserts they differ only in which rows are popular "
                            + "(default: ${DEFAULT-VALUE}).")
    private List<String> distributions = List.of("latest");

    @Option(
            names = "--reads",
            paramLabel = "PERCENT",
            split = ",",
            description = "Percentages of reads; the rest are updates (default: ${DEFAULT-VALUE}).")
    private List<Integer> reads = List.of(95, 75);

    @Option(names = "--threads", paramLabel = "N", description = "Client threads (default: ${DEFAULT-VALUE}).")
    private int threads = 32;

    @Mixin
    private CellOptions options = new CellOptions();

    @Mixin
    private PriceOptions prices = new PriceOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        Allowed.between("threads", threads, 1, MOST_THREADS);
        SizePlan plan = new SizePlan(chosenScale(), SizeWorld.named(drives), threads, options.seed());
        SizeSelection selection = chosen();
        Prices chosenPrices = prices.prices(plan.world().isVolume());
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = options.host(checkout);
        SizeDirectory results = new SizeDirectory(
                options.directory(checkout, "ssd-size-" + plan.scale().name() + "-" + plan.world()));
        SizeRun run = new SizeRun(plan, selection, results, options.datasets(checkout), host, options::say);
        if (!run.isMeasured()) {
            run.run(options.begin(host, results.path(), SizeDrives.kinds(selection.setups(), plan.world())));
        }
        boolean isGood = run.isMeasured();
        SizeResult result = results.writeResult(chosenPrices);
        show(result, results.resultFile());
        return isGood && SizeTarget.areReached(result) ? 0 : 1;
    }

    private SizeScale chosenScale() {
        SizeScale chosen = SizeScale.named(scale);
        OptionalInt seconds = options.slotSeconds();
        return seconds.isPresent() ? chosen.withSlotSeconds(seconds.getAsInt()) : chosen;
    }

    private SizeSelection chosen() {
        ssd.forEach(percent -> Allowed.between("ssd", percent, 0, PERCENT));
        memory.forEach(percent -> Allowed.between("memory", percent, 1, MOST_MEMORY_PERCENT));
        reads.forEach(percent -> Allowed.between("reads", percent, 1, PERCENT));
        List<Mix> mixes = new ArrayList<>();
        for (String name : distributions) {
            Distribution distribution = Distribution.named(name);
            reads.forEach(percent -> mixes.add(new Mix(distribution, percent)));
        }
        return new SizeSelection(
                arms.stream().map(SizeArm::named).distinct().sorted().toList(),
                memory.stream().distinct().sorted().toList(),
                ssd.stream().distinct().sorted().toList(),
                mixes.stream().distinct().toList(),
                options.rounds().orElse(1));
    }

    /** Draws the report of a result beside it, and prints its tables. */
    private void show(SizeResult result, Path file) throws IOException {
        Path html = ResultReports.beside(file);
        PrintWriter out = options.out();
        new ResultReports(List.of(new SizeResults())).draw(file, html);
        new SizePictures(result).write(file.toAbsolutePath().getParent());
        TextTable.print(out, CellTable.HEADING, new CellTable(result).rows());
        out.println();
        TextTable.print(out, ArithmeticTable.HEADING, new ArithmeticTable(result).rows());
        out.println();
        TextTable.print(out, SizeTarget.HEADING, SizeTarget.rows(result));
        options.printPlaces(file, html);
    }
}
