package org.ssdtier.benchmarks.files;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.store.Checkpoint;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Verification;
import org.ssdtier.files.transfer.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ssdtier files verify}. */
@Command(
        name = "verify",
        description =
                "Check the SHA-256 of every file, its entry in its directory and those of the directories above it,"
                        + " and that no chunk is left over."
                        + " Exit code 1 if something is wrong and was not repaired.",
        mixinStandardHelpOptions = true)
public final class VerifyCommand extends StoreCommand {
    @Option(
            names = "--parallel",
            paramLabel = "N",
            defaultValue = "8",
            description = "Token ranges at the same time (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--repair", description = "Write missing entries; delete chunks without a file (over a day old).")
    private boolean repairs;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description =
                    "Remember what was found good, and continue there if the command was stopped. Removed at the end.")
    private @Nullable Path checkpoint;

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
        Verification.Result result;
        double seconds;
        try (FileStore everywhere = FileStore.open(
                        store.settings(),
                        connection.tables(options().traversalAccess().withReads(DefaultConsistencyLevel.ALL)));
                Checkpoint from = checkpoint == null
                        ? Checkpoint.none()
                        : Checkpoint.open(checkpoint, "verify repair=" + repairs + " " + where(connection));
                ProgressBar bar = ProgressBar.show(progress, err())) {
            result = Verification.of(store, everywhere, repairs, this::print)
                    .run(threads, from, stat -> progress.add(stat.size()));
            seconds = bar.seconds();
            from.delete();
        }
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("files", result.files());
        figures.put("bytes", result.bytes());
        figures.put("problems", result.problems());
        figures.put("repaired", result.repaired());
        figures.put("seconds", seconds);
        json().show(
                        figures,
                        out -> out.printf(
                                "verify: %,d files, %,d bytes, %,d problems, %,d repaired, %.1f s%n",
                                result.files(), result.bytes(), result.problems(), result.repaired(), seconds));
        return result.isGood() ? 0 : 1;
    }

    private synchronized void print(Verification.Problem problem) {
        err().println(options().show(problem.path()) + ": " + problem.description()
                + (problem.isRepaired() ? " (repaired)" : ""));
        err().flush();
    }
}
