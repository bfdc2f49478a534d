/**
 * {@code bench stale}: does a node ever answer with what was overwritten? {@link org.ssdtier.benchmarks.stale.StaleProbe}
 * keeps every path of the row cache busy on one node and lets
 * {@link org.ssdtier.ycsb.stale.StalenessChecker} judge each row that is read.
 */
@NullMarked
package org.ssdtier.benchmarks.stale;

import org.jspecify.annotations.NullMarked;
