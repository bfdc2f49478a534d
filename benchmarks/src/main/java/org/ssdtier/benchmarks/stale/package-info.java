/**
 * The benchmark {@code bench stale}, a search for answers with overwritten rows. {@link
 * org.ssdtier.benchmarks.stale.StaleProbe} keeps every path of the row cache busy on one node while {@link
 * org.ssdtier.ycsb.stale.StalenessChecker} checks each row read.
 */
@NullMarked
package org.ssdtier.benchmarks.stale;

import org.jspecify.annotations.NullMarked;
