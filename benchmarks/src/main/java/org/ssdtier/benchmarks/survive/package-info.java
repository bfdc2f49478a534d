/**
 * The command {@code bench survive}: the hit ratio under writes and flushes, by row cache and write policy.
 *
 * <p>Four nodes, one for each {@link org.ssdtier.benchmarks.survive.RowCacheArm}, answer the same requests at the same
 * time, with regular flushes and with few or many writes. The figure is the fraction of its hits that an arm keeps.
 */
@NullMarked
package org.ssdtier.benchmarks.survive;

import org.jspecify.annotations.NullMarked;
