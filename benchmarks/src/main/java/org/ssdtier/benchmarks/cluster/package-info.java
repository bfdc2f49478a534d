/**
 * The experiment {@code cluster}: YCSB's own workloads on four nodes with three replicas, on hard disks, on one and two
 * SSDs, and on hard disks with an SSD tier, in the set-up of a vendor's brief.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.cluster.ClusterArm} (what is compared),
 * {@link org.ssdtier.benchmarks.cluster.ClusterPlan} (the sizes), {@link org.ssdtier.benchmarks.cluster.RingTokens} (the
 * nodes' parts of the ring), {@link org.ssdtier.benchmarks.cluster.ClusterDataset} (what every cell begins with),
 * {@link org.ssdtier.benchmarks.cluster.ClusterRun} (the phases),
 * {@link org.ssdtier.benchmarks.cluster.RunningCluster} (one arm's nodes),
 * {@link org.ssdtier.benchmarks.cluster.CellResult} (one measured cell),
 * {@link org.ssdtier.benchmarks.cluster.ClusterResult} (the result file),
 * {@link org.ssdtier.benchmarks.cluster.ClusterReport} (its report).
 */
@NullMarked
package org.ssdtier.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
