package org.ssdtier.benchmarks.experiment;

import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.benchmarks.load.RowShape;

/**
 * The settings that all arms of a run share.
 *
 * @param shape shape of the rows
 * @param scale scale of the run
 * @param shares fractions of the rows that fit into the tiers
 * @param budget memory and space of the row caches
 * @param seed seed of rows and requests
 * @param directory directory of the nodes' homes
 * @param pinning cores of the nodes
 * @param yaml settings of every node in addition to those of its arm
 */
record Setup(
        RowShape shape,
        Scale scale,
        Shares shares,
        Budget budget,
        long seed,
        Path directory,
        Pinning pinning,
        Map<String, String> yaml) {}
