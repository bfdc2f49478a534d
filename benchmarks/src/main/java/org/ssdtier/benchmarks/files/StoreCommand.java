package org.ssdtier.benchmarks.files;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.JsonOption;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.Versions;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.transfer.Failures;
import org.ssdtier.files.transfer.Progress;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A verb of {@code ssdtier files} on a store that exists. Exit codes: 0 done, 1 failed. */
abstract class StoreCommand implements Callable<Integer> {
    private static final int SHOWN_FAILURES = 20;

    @Mixin
    private final StoreOptions options = new StoreOptions();

    @Mixin
    private final JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public final Integer call() throws IOException, InterruptedException {
        check();
        try (Connection connection = isTraversal() ? options.connectToTraverse() : options.connect();
                FileStore store = FileStore.open(
                        connection.settings(),
                        connection.tables(isTraversal() ? options.traversalAccess() : options.access()))) {
            int exit = run(connection, store);
            checkOutput();
            return exit;
        }
    }

    /** Text is printed without errors: they are found here, so that a full disk or closed pipe is a failure. */
    private void checkOutput() throws IOException {
        if (out().checkError() || System.out.checkError()) {
            throw new IOException("the output could not be written");
        }
    }

    /** Returns whether the verb reads everything, with the datacentre and the consistency level for that. */
    boolean isTraversal() {
        return false;
    }

    /** Checks the options, before the connection is opened. */
    void check() {}

    /** Runs the verb and returns the exit code. */
    abstract int run(Connection connection, FileStore store) throws IOException, InterruptedException;

    final StoreOptions options() {
        return options;
    }

    final JsonOption json() {
        return json;
    }

    final PrintWriter out() {
        return Objects.requireNonNull(spec).commandLine().getOut();
    }

    final PrintWriter err() {
        return Objects.requireNonNull(spec).commandLine().getErr();
    }

    /** Returns the names of cluster and keyspace, for a checkpoint. */
    static String where(Connection connection) {
        return "cluster=" + connection.cluster() + " keyspace=" + connection.keyspace();
    }

    final Map<String, Object> describe(FileStat stat) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("path", options.show(stat.path()));
        map.put("size", stat.size());
        map.put("sha256", stat.sha256());
        map.put("type", stat.type());
        map.put("modified", stat.modified().toString());
        map.put("mode", Integer.toOctalString(stat.attributes().mode()));
        map.put("version", stat.version().toString());
        map.put("written", Instant.ofEpochMilli(writtenMillis(stat)).toString());
        map.put("chunks", stat.chunks());
        return map;
    }

    private static long writtenMillis(FileStat stat) {
        return Versions.micros(stat.version()) / 1_000;
    }

    /** Shows the outcome of a transfer and returns the exit code. */
    final int finish(String verb, Progress progress, Failures failures, double seconds) throws IOException {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("verb", verb);
        figures.put("files", progress.files());
        figures.put("bytes", progress.bytes());
        figures.put("unchanged", progress.skippedFiles());
        figures.put("failed", failures.count());
        figures.put("seconds", seconds);
        figures.put("failures", failures.first());
        List<String> first = failures.first();
        first.subList(0, Math.min(SHOWN_FAILURES, first.size())).forEach(err()::println);
        if (first.size() > SHOWN_FAILURES) {
            err().println("and " + (failures.count() - SHOWN_FAILURES) + " more");
        }
        err().flush();
        json.show(
                figures,
                to -> to.printf(
                        "%s: %,d files, %,d bytes, %,d unchanged, %,d failed, %.1f s%n",
                        verb, progress.files(), progress.bytes(), progress.skippedFiles(), failures.count(), seconds));
        return failures.count() == 0 ? 0 : 1;
    }
}
