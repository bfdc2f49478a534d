package org.ssdtier.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Static methods to check a directory of results before a run begins or continues there. */
public final class ResultDirectory {
    private ResultDirectory() {}

    /**
     * Requires that a run in a directory has the plan of the one that continues it.
     *
     * @param before plan of the run in the directory
     * @param plan plan of the run that is to continue it
     * @throws IOException if they differ; the message names the fields
     */
    public static <P> void requirePlan(Path directory, P before, P plan) throws IOException {
        if (!before.equals(plan)) {
            throw new IOException("directory=" + directory + ": holds a run with another plan ("
                    + String.join("; ", Json.differences(before, plan))
                    + "). Give the options of that run to continue it, choose another directory with --dir, or"
                    + " delete this one");
        }
    }

    /**
     * Creates a directory for a new run.
     *
     * @throws IOException if it is not empty
     */
    public static void requireEmpty(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new IOException("directory=" + directory + ": not empty and not of a run; choose another");
            }
        }
    }
}
