/**
 * The command {@code bench writes}: the cost of a row cache for the writes of a row-cached table.
 *
 * <p>Several nodes run, but only one is under load at a time. A {@link org.ssdtier.benchmarks.writes.WritesRound}
 * measures all arms in direct succession, so that ratios are taken between neighbours in time; the order changes from
 * round to round.
 */
@NullMarked
package org.ssdtier.benchmarks.writes;

import org.jspecify.annotations.NullMarked;
