/**
 * {@code bench faults}: the drive under the cache directory fails while clients read and write. {@link
 * org.ssdtier.benchmarks.faults.FaultTrial} is one fault on one node, {@link org.ssdtier.benchmarks.faults.FaultsResult} says
 * what all have shown.
 */
@NullMarked
package org.ssdtier.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
