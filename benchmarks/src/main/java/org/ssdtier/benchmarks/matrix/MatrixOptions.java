package org.ssdtier.benchmarks.matrix;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * The options of {@link MatrixRun}.
 *
 * @param versions the releases, in the order in which they are tried
 * @param probeSeconds duration of the probe for stale answers
 * @param keeps whether releases that an earlier run has tried with the same inputs are not tried again
 * @param heap heap of each node
 * @param seed seed of all random choices
 * @param directory parent of the nodes' directories and of the outcomes
 * @param jars parent of the directories with the jars of the releases
 */
record MatrixOptions(
        List<String> versions, int probeSeconds, boolean keeps, String heap, long seed, Path directory, Path jars) {
    MatrixOptions {
        versions = List.copyOf(versions);
        boolean areVersions = versions.stream().allMatch(CassandraJars::isVersion);
        boolean areDistinct = new HashSet<>(versions).size() == versions.size();
        Allowed.require(
                !versions.isEmpty() && areVersions && areDistinct,
                "versions",
                versions,
                "different releases such as 5.0.8");
        Allowed.between("seconds", probeSeconds, 1, 3_600);
    }
}
