package org.ssdtier.benchmarks.experiment;

import java.nio.file.Path;
import java.util.Map;
import org.ssdtier.benchmarks.load.RowShape;

/**
 * What all arms of a run have in common.
 *
 * @param shape of the rows
 * @param scale how large everything is
 * @param shares how many of the rows the tiers hold
 * @param budget memory and space of the row caches
 * @param seed of rows and requests
 * @param directory holds the nodes' homes
 * @param yaml settings of every node beside those of its arm
 */
record Setup(
        RowShape shape,
        Scale scale,
        Shares shares,
        Budget budget,
        long seed,
        Path directory,
        Map<String, String> yaml) {}
