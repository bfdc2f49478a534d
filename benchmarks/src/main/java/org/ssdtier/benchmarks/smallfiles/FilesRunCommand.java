package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.ssdtier.benchmarks.cli.CellOptions;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.ResultReports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench run files}. */
@Command(
        name = "files",
        description = "Run the experiment of the many small files: a store in two datacentres, with and without the SSD"
                + " tier, beside ext4 and XFS, all on emulated drives.",
        mixinStandardHelpOptions = true)
public final class FilesRunCommand implements Callable<Integer> {
    @Option(
            names = "--scale",
            paramLabel = "SCALE",
            description = "tiny (minutes) or small (1/200 of the paper's) (default: ${DEFAULT-VALUE}).")
    private String scale = "small";

    @Option(
            names = "--arms",
            paramLabel = "NAME",
            split = ",",
            description = "Only these arms: file, file-tier, file-tier-25, directory, directory-tier, ext4, xfs.")
    private List<String> arms = List.of();

    @Mixin
    private CellOptions options = new CellOptions();

    @Override
    public Integer call() throws IOException, InterruptedException {
        FilesPlan plan = new FilesPlan(
                chosenScale(), chosen().stream().map(arm -> arm.label).toList(), options.seed());
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = options.host(checkout);
        requireXfs(plan);
        FilesDirectory results = new FilesDirectory(
                options.directory(checkout, "files-" + plan.scale().name()));
        FilesRun run = new FilesRun(plan, results, options.datasets(checkout), host, options::say);
        if (!run.isMeasured()) {
            run.run(options.begin(host, results.path(), FilesArm.drives(plan.toArms())));
        }
        boolean isGood = run.isMeasured();
        FilesResult result = results.writeResult();
        show(result, results.resultFile());
        return isGood && FilesTarget.areReached(result) ? 0 : 1;
    }

    private FilesScale chosenScale() {
        FilesScale chosen = FilesScale.named(scale);
        if (options.rounds().isPresent()) {
            chosen = chosen.withRounds(options.rounds().getAsInt());
        }
        if (options.slotSeconds().isPresent()) {
            chosen = chosen.withSlotSeconds(options.slotSeconds().getAsInt());
        }
        return chosen;
    }

    private List<FilesArm> chosen() {
        List<FilesArm> named = arms.stream().map(FilesArm::named).toList();
        return FilesArm.ALL.stream()
                .filter(arm -> named.isEmpty() || named.contains(arm))
                .toList();
    }

    /** Refuses the arm with XFS on a machine without the program that makes one, before anything is run. */
    private static void requireXfs(FilesPlan plan) throws IOException {
        boolean exists = Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":", -1))
                .anyMatch(place -> Files.isExecutable(Path.of(place, "mkfs.xfs")));
        if (plan.toArms().contains(FilesArm.XFS) && !exists) {
            throw new IOException("arm=xfs program=mkfs.xfs: missing; install it (on Debian: apt-get install xfsprogs),"
                    + " or choose other arms with --arms");
        }
    }

    /** Draws the report of a result beside it, and prints its tables. */
    private void show(FilesResult result, Path file) throws IOException {
        Path html = ResultReports.beside(file);
        PrintWriter out = options.out();
        new ResultReports(List.of(new FilesResults())).draw(file, html);
        FilesTable table = new FilesTable(result);
        TextTable.print(out, FilesTable.READS_HEADING, table.reads());
        out.println();
        TextTable.print(out, FilesTable.TRAVERSALS_HEADING, table.traversals());
        out.println();
        TextTable.print(out, FilesTarget.HEADING, FilesTarget.rows(result));
        options.printPlaces(file, html);
    }
}
