package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.IdleOptions;
import org.ssdtier.benchmarks.cli.InstallOption;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.TextTable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.report.ResultReports;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

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
            description = "Only these arms: file, file-tier, directory, directory-tier, ext4, xfs.")
    private List<String> arms = List.of();

    @Option(names = "--repeat", paramLabel = "N", description = "Rounds: visits of each arm (default: the scale's).")
    private @Nullable Integer rounds;

    @Option(
            names = "--slot-seconds",
            paramLabel = "N",
            description = "Length of each slot with reads in seconds (default: the scale's).")
    private @Nullable Integer slotSeconds;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of files and requests (default: ${DEFAULT-VALUE}).")
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
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        Consumer<String> progress = line -> {
            err.println(line);
            err.flush();
        };
        FilesPlan plan = new FilesPlan(
                chosenScale(), chosen().stream().map(arm -> arm.label).toList(), seed);
        Checkout checkout = Checkout.locate();
        DeviceRegistry host = install.require(DeviceRegistry.open(checkout, progress));
        requireXfs(plan);
        Path bench = checkout.root().resolve("build/bench");
        Path place = directory != null
                ? directory
                : bench.resolve("files-" + plan.scale().name());
        FilesDirectory results = new FilesDirectory(place);
        FilesRun run = new FilesRun(plan, results, bench.resolve("datasets"), host, progress);
        idle.await(!run.isMeasured(), progress);
        boolean isGood = run.run();
        FilesResult result = show(results.writeResult(), command.commandLine().getOut());
        return isGood && FilesTarget.areReached(result) ? 0 : 1;
    }

    private FilesScale chosenScale() {
        FilesScale chosen = FilesScale.named(scale);
        if (rounds != null) {
            Allowed.atLeast("repeat", rounds, 1);
            chosen = chosen.withRounds(rounds);
        }
        if (slotSeconds != null) {
            Allowed.atLeast("slot-seconds", slotSeconds, 1);
            chosen = chosen.withSlotSeconds(slotSeconds);
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

    /** Draws the report of a result beside it, prints its tables, and returns the result. */
    private static FilesResult show(Path file, PrintWriter out) throws IOException {
        Path html = ResultReports.beside(file);
        new ResultReports(List.of(new FilesResults())).draw(file, html);
        FilesResult result = Json.read(file, FilesResult.class);
        FilesTable table = new FilesTable(result);
        TextTable.print(out, FilesTable.READS_HEADING, table.reads());
        out.println();
        TextTable.print(out, FilesTable.TRAVERSALS_HEADING, table.traversals());
        out.println();
        TextTable.print(out, FilesTarget.HEADING, FilesTarget.rows(result));
        out.println("Figures: " + file.toAbsolutePath());
        out.println("Report: " + html.toAbsolutePath());
        out.flush();
        return result;
    }
}
