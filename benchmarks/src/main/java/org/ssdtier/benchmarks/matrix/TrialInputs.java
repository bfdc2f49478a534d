package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.Checkout;

/** Everything that the outcome of a release depends on: the installed jar, the files of its home, and the options of the run. */
final class TrialInputs {
    private TrialInputs() {}

    /**
     * Returns the SHA-256 of all inputs.
     *
     * @param jar SHA-256 of the jar that is installed
     * @param lib directory of the jars of the release
     * @param yaml what is set in {@code cassandra.yaml} to switch the tier on
     */
    static String of(String jar, Path lib, Map<String, String> yaml, MatrixOptions options) throws IOException {
        Checkout checkout = Checkout.locate();
        return of(
                "jar=" + jar + " seconds=" + options.probeSeconds() + " heap=" + options.heap() + " seed="
                        + options.seed() + " yaml=" + new TreeMap<>(yaml),
                List.of(
                        lib,
                        checkout.configuration(),
                        checkout.scripts().resolve("bin"),
                        checkout.scripts().resolve("tools")));
    }

    /** Returns the SHA-256 of a text and of the names and contents of all files in some directories. */
    static String of(String text, List<Path> directories) throws IOException {
        StringBuilder inputs = new StringBuilder(text);
        for (Path directory : directories) {
            try (Stream<Path> tree = Files.walk(directory)) {
                for (Path file : tree.filter(Files::isRegularFile).sorted().toList()) {
                    inputs.append('\n')
                            .append(directory.relativize(file))
                            .append(' ')
                            .append(Sha256.of(file));
                }
            }
            inputs.append("\n-");
        }
        return Sha256.of(inputs.toString().getBytes(StandardCharsets.UTF_8));
    }
}
