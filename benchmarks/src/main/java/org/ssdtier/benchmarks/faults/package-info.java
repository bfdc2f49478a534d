/**
 * The benchmark {@code bench faults}: faults of the drive under the cache directory while clients read and write.
 * {@link org.ssdtier.benchmarks.faults.FaultTrial} runs one fault on one node; {@link
 * org.ssdtier.benchmarks.faults.FaultsResult} is the result of all trials.
 */
@NullMarked
package org.ssdtier.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
