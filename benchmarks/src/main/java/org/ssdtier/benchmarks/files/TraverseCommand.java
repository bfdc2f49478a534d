package org.ssdtier.benchmarks.files;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.store.Checkpoint;
import org.ssdtier.files.store.FileContent;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Traversal;
import org.ssdtier.files.transfer.Failures;
import org.ssdtier.files.transfer.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier files traverse}. */
@Command(
        name = "traverse",
        description =
                "Read every file once, in parallel by token range, as a backup does. Damaged files are reported, and the"
                        + " exit code is then 1.",
        mixinStandardHelpOptions = true)
public final class TraverseCommand extends StoreCommand {
    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "8",
            description = "Token ranges at the same time (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--metadata", description = "Do not read the content.")
    private boolean isMetadata;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Remember what was read, and continue there if the command was stopped. Removed at the end.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--list",
            paramLabel = "FILE",
            description =
                    "Append the percent-encoded path of each file. Those of a range that was not finished, or had a"
                            + " damaged file, are there twice after the traversal was continued.")
    private @Nullable Path list;

    @Override
    void check() {
        Allowed.between("--parallel", threads, 1, 1_024);
    }

    @Override
    boolean isTraversal() {
        return true;
    }

    @Override
    int run(Connection connection, FileStore store) throws IOException {
        Progress progress = new Progress();
        Failures failures = new Failures();
        String what = "traverse metadata=" + isMetadata + " " + where(connection);
        double seconds;
        try (Checkpoint from = checkpoint == null ? Checkpoint.none() : Checkpoint.open(checkpoint, what);
                BufferedWriter paths = new BufferedWriter(
                        list == null
                                ? Writer.nullWriter()
                                : Files.newBufferedWriter(list, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
                ProgressBar bar = ProgressBar.show(progress, err())) {
            Traversal traversal = isMetadata ? Traversal.ofMetadata(store, from) : Traversal.ofContent(store, from);
            traversal.run(threads, visitor(store, progress, failures, paths));
            seconds = bar.seconds();
            from.delete();
        }
        return finish("traverse", progress, failures, seconds);
    }

    private Traversal.Visitor visitor(FileStore store, Progress progress, Failures failures, BufferedWriter paths) {
        return new Traversal.Visitor() {
            @Override
            public boolean visit(FileContent file) throws IOException {
                try {
                    if (!isMetadata) {
                        TraverseCommand.read(store, file);
                    }
                } catch (StoreException.Damaged e) {
                    failures.add(e.getMessage());
                    return false;
                }
                synchronized (paths) {
                    paths.write(file.stat().path().escaped());
                    paths.newLine();
                }
                progress.add(file.stat().size());
                return true;
            }

            @Override
            public void sliceEnds() throws IOException {
                synchronized (paths) {
                    paths.flush();
                }
            }
        };
    }

    /** Reads the content of a file; of a newer version if it was replaced meanwhile, and none if it was removed. */
    private static void read(FileStore store, FileContent file) throws IOException {
        try {
            drain(file);
        } catch (StoreException.Replaced e) {
            try {
                store.reading(file.stat().path(), TraverseCommand::drain);
            } catch (StoreException.NotFound removed) {
                return;
            }
        }
    }

    private static boolean drain(FileContent file) throws IOException {
        try (InputStream in = file.stream()) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return true;
    }
}
