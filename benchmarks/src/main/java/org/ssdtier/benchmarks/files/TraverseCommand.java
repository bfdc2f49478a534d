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
        description = "Read every file once, in parallel by token range, as a backup does.",
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
            description = "Remember what was read; continue there if the file exists.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--list",
            paramLabel = "FILE",
            description = "Append the percent-encoded path of each file. Those of a range that was not finished are"
                    + " there twice after the traversal was continued.")
    private @Nullable Path list;

    @Override
    void check() {
        Allowed.between("--parallel", threads, 1, 1_024);
    }

    @Override
    int run(Connection connection, FileStore unused) throws IOException {
        Progress progress = new Progress();
        double seconds;
        try (FileStore store = traversalStore(connection);
                Checkpoint from = checkpoint == null
                        ? Checkpoint.none()
                        : Checkpoint.open(checkpoint, "traverse keyspace=" + connection.keyspace());
                BufferedWriter paths = new BufferedWriter(
                        list == null
                                ? Writer.nullWriter()
                                : Files.newBufferedWriter(list, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
                ProgressBar bar = ProgressBar.show(progress, err())) {
            Traversal traversal = isMetadata ? Traversal.ofMetadata(store, from) : Traversal.ofContent(store, from);
            traversal.run(threads, visitor(store, progress, paths));
            seconds = bar.seconds();
        }
        return finish("traverse", progress, new Failures(), seconds);
    }

    private Traversal.Visitor visitor(FileStore store, Progress progress, BufferedWriter paths) {
        return new Traversal.Visitor() {
            @Override
            public void visit(FileContent file) throws IOException {
                if (!isMetadata) {
                    TraverseCommand.read(store, file);
                }
                synchronized (paths) {
                    paths.write(file.stat().path().escaped());
                    paths.newLine();
                }
                progress.add(file.stat().size());
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
        try (InputStream in = file.stream()) {
            in.transferTo(OutputStream.nullOutputStream());
        } catch (StoreException.Replaced e) {
            var newer = store.open(file.stat().path());
            if (newer.isPresent()) {
                try (InputStream in = newer.get().stream()) {
                    in.transferTo(OutputStream.nullOutputStream());
                }
            }
        }
    }
}
