/**
 * Runs of a YCSB workload against a YCSB database, with a report of all operations, including failures.
 *
 * <p>{@link org.ssdtier.ycsb.run.WorkloadRunner} runs a phase in this JVM; {@link org.ssdtier.ycsb.run.RunnerMain} is
 * the same with the command line of YCSB's client; {@link org.ssdtier.ycsb.run.CheckedClient} runs YCSB's own client.
 * All exit with an error if operations failed, which YCSB's client does not. With a target rate, latency counts from
 * the time at which an operation was due.
 */
@NullMarked
package org.ssdtier.ycsb.run;

import org.jspecify.annotations.NullMarked;
