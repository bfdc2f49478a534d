/**
 * Histories of single-key registers, and the check whether they are linearizable. No Cassandra, no clock, no threads of its own.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.chaos.register.RegisterOperation} (a read or a compare-and-set, with its times),
 * {@link org.ssdtier.benchmarks.chaos.register.RegisterHistory} (the operations on all keys), {@link
 * org.ssdtier.benchmarks.chaos.register.Linearizability} (the search), {@link
 * org.ssdtier.benchmarks.chaos.register.RegisterVerdict}.
 */
@NullMarked
package org.ssdtier.benchmarks.chaos.register;

import org.jspecify.annotations.NullMarked;
