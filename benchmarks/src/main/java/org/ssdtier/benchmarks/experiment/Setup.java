package org.ssdtier.benchmarks.experiment;

import java.nio.file.Path;
import java.util.Map;

/**
 * What all arms of a run have in common.
 *
 * @param scale how large everything is
 * @param budget memory and space of the row caches
 * @param seed of rows and requests
 * @param directory holds the nodes' homes
 * @param yaml settings of every node beside those of its arm
 */
record Setup(Scale scale, Budget budget, long seed, Path directory, Map<String, String> yaml) {}
