package org.ssdtier.benchmarks.figures;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The code whose change makes a result old, and that which measured it, with their history in git. */
public final class ProductCode {
    /** The code of the drop-in jar, and the configuration that a node starts with. */
    private static final List<String> PRODUCT =
            List.of(":(glob)cassandra-ssdtier/*/src/main/**", ":(glob)schema-catalogue/src/main/**", ":(glob)conf/**");

    /** The emulated drives, whose calibration does not depend on the product. */
    private static final List<String> DRIVES = List.of("benchmarks/device");

    /** The code that measures: any change may change a figure, but few do. */
    private static final List<String> METHOD = List.of(
            ":(glob)benchmarks/src/main/**",
            ":(glob)benchmarks/*/src/main/**",
            "benchmarks/device",
            ":(glob)ycsb-bindings/*/src/main/**");

    private static final String CALIBRATION = "device";

    private final Path root;

    /** Creates the code of a checkout. */
    public ProductCode(Path root) {
        this.root = root;
    }

    /**
     * Returns the number of commits since a result's that have changed the code measured; empty if git does not know the
     * commit.
     *
     * @param result name of the result
     * @param commit its commit
     */
    public OptionalLong changesSince(String result, String commit) throws InterruptedException {
        return commitsSince(commit, result.equals(CALIBRATION) ? DRIVES : PRODUCT);
    }

    /** Returns the number of commits since a result's that have changed the code that measures; empty likewise. */
    public OptionalLong methodChangesSince(String commit) throws InterruptedException {
        return commitsSince(commit, METHOD);
    }

    private OptionalLong commitsSince(String commit, List<String> paths) throws InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("git", "-C", root.toString(), "rev-list", "--count", "--no-merges", commit + "..HEAD", "--"));
        command.addAll(paths);
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String count = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 ? OptionalLong.of(Long.parseLong(count)) : OptionalLong.empty();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }
}
