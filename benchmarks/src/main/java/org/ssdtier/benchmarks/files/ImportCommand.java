package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.nio.file.Path;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.transfer.Failures;
import org.ssdtier.files.transfer.Links;
import org.ssdtier.files.transfer.Progress;
import org.ssdtier.files.transfer.TreeImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code ssdtier files import}. */
@Command(
        name = "import",
        description = "Import a directory tree. Files that the store has with the same SHA-256, permission bits"
                + " and time of modification are left out, so that an import that was stopped is continued by the same"
                + " command.",
        mixinStandardHelpOptions = true)
public final class ImportCommand extends StoreCommand {
    @Parameters(index = "0", paramLabel = "DIR", description = "A directory of this machine.")
    private Path source = Path.of("");

    @Parameters(index = "1", arity = "0..1", paramLabel = "PATH", description = "Where in the store (default: /).")
    private String target = "/";

    @Option(
            names = "--links",
            paramLabel = "WHAT",
            defaultValue = "refuse",
            description = "Symbolic links: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Links links = Links.REFUSE;

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
        Progress progress = new Progress();
        Failures failures;
        double seconds;
        try (ProgressBar bar = ProgressBar.show(progress, err())) {
            failures = new TreeImport(store, source, options().path(target), links, progress).run(threads);
            seconds = bar.seconds();
        }
        return finish("import", progress, failures, seconds);
    }
}
