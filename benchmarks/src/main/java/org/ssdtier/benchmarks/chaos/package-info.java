/**
 * The command {@code bench cluster}: a cluster under a load whose answers are judged, while its nodes fail, change and move.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.chaos.ChaosFault} (what happens), {@link
 * org.ssdtier.benchmarks.chaos.ChaosNode} and {@link org.ssdtier.benchmarks.chaos.ChaosCluster} (to what), {@link
 * org.ssdtier.benchmarks.chaos.FaultPlayer} (how), {@link org.ssdtier.benchmarks.chaos.ChaosLoad} (meanwhile), {@link
 * org.ssdtier.benchmarks.chaos.ChaosArm} (the same with the tier and with stock Cassandra), {@link
 * org.ssdtier.benchmarks.chaos.ChaosResult} (the verdict).
 */
@NullMarked
package org.ssdtier.benchmarks.chaos;

import org.jspecify.annotations.NullMarked;
