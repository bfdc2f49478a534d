package org.ssdtier.benchmarks.crash;

import java.util.List;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A table with its own writers and readers.
 *
 * @param name name of the part and of the table
 * @param options options of its checker
 * @param store store of its rows
 * @param disturbances disturbances applied repeatedly during the run
 */
record CrashPart(String name, StalenessOptions options, VersionStore store, List<Disturbance> disturbances) {}
