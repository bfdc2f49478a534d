package org.ssdtier.benchmarks.crash;

import java.util.List;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessOptions;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * One table with its own writers and readers.
 *
 * @param name also the table's
 * @param options of its checker
 * @param store its rows
 * @param disturbances what happens to it all the time
 */
record CrashPart(String name, StalenessOptions options, VersionStore store, List<Disturbance> disturbances) {}
