package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.transfer.Failures;
import org.ssdtier.files.transfer.Progress;
import org.ssdtier.files.transfer.TreeExport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files export}. */
@Command(
        name = "export",
        description =
                "Export a directory of the store. Files that are there with the same size, time and permission bits are"
                        + " left out, so that an export that was stopped is continued by the same command.",
        mixinStandardHelpOptions = true)
public final class ExportCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "DIR", description = "A directory of this machine.")
    private Path target = Path.of("");

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH", description = "A directory (default: /).")
    private String source = "/";

    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "32",
            description = "Files at the same time (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Override
    void check() {
        Allowed.between("--parallel", threads, 1, 1_024);
    }

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        StorePath from = options().path(source);
        if (!store.isDirectory(from)) {
            throw new StoreException("path=" + from + ": no such directory");
        }
        Progress progress = new Progress();
        Failures failures;
        double seconds;
        try (ProgressBar bar = ProgressBar.show(progress, err())) {
            failures = new TreeExport(store, target, progress).run(from, threads);
            seconds = bar.seconds();
        }
        return finish("export", progress, failures, seconds);
    }
}
