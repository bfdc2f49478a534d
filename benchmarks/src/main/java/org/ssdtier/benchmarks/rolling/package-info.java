/**
 * The command {@code bench rolling}: three nodes go from stock Cassandra to the tier and back, one at a time, under load.
 *
 * <p>{@link org.ssdtier.benchmarks.rolling.RollingRun} leads the {@link org.ssdtier.benchmarks.rolling.RollingCluster} through the
 * {@link org.ssdtier.benchmarks.rolling.RollingPhase}s, while {@link org.ssdtier.benchmarks.ring.QuorumLoad} writes and reads
 * at QUORUM and judges every answer.
 */
@NullMarked
package org.ssdtier.benchmarks.rolling;

import org.jspecify.annotations.NullMarked;
