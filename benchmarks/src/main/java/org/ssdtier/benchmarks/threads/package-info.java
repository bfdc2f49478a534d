/**
 * The experiment {@code threads}: YCSB's own workloads by number of client threads on hard disks, on SSDs, and on hard
 * disks with an SSD tier, in the set-up of a vendor's brief that compares twelve hard disks with two SSDs.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.brief.BriefWorkload} (the workloads and the brief's figures),
 * {@link org.ssdtier.benchmarks.threads.ThreadsArm} (what is compared),
 * {@link org.ssdtier.benchmarks.threads.ThreadsPlan} (the sizes), {@link org.ssdtier.benchmarks.threads.ThreadsRun}
 * (the phases), {@link org.ssdtier.benchmarks.threads.ThreadsNode} (one arm's node),
 * {@link org.ssdtier.benchmarks.threads.CellResult} (one measured cell),
 * {@link org.ssdtier.benchmarks.threads.ThreadsResult} (the result file),
 * {@link org.ssdtier.benchmarks.threads.ThreadsReport} (its report).
 */
@NullMarked
package org.ssdtier.benchmarks.threads;

import org.jspecify.annotations.NullMarked;
