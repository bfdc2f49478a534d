package org.ssdtier.benchmarks.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RunOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier bench transfer}. */
@Command(
        name = "transfer",
        description = "Import a tree of real files into a store of either model, export it and compare; also with"
                + " imports and exports that are killed. Then read it over HTTP, beside a plain file server.",
        mixinStandardHelpOptions = true)
public final class TransferCommand extends Measurement {
    @Option(
            names = "--source",
            paramLabel = "DIR",
            split = ",",
            description = "Directories whose files make up the tree (default: those of ~/.m2/repository, the JDK,"
                    + " /usr/lib/python3 and /usr/share that exist).")
    private List<Path> sources = SourceTree.usual();

    @Option(
            names = "--files",
            paramLabel = "N",
            description = "Least number of files; the tree is repeated until it has them (default: ${DEFAULT-VALUE}).")
    private long files = 100_000;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description = "Times that an import, and an export, is killed and continued (default: ${DEFAULT-VALUE}).")
    private int kills = 3;

    @Option(
            names = "--http-seconds",
            paramLabel = "N",
            description = "Length of each slot of reads over HTTP in seconds (default: ${DEFAULT-VALUE}).")
    private int httpSeconds = 10;

    @Option(
            names = "--http-rounds",
            paramLabel = "N",
            description = "Slots of each HTTP server and number of connections (default: ${DEFAULT-VALUE}).")
    private int httpRounds = 3;

    @Override
    protected String directoryName() {
        return "transfer";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        TransferOptions options = new TransferOptions(
                sources, files, kills, httpSeconds, httpRounds, run.heap("1G"), run.seed(), directory);
        return new TransferRun(options, progress).run();
    }
}
