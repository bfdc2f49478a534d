/** The command {@code bench survive}: the hit ratio under writes and flushes, by row cache and write policy. */
@NullMarked
package org.ssdtier.benchmarks.survive;

import org.jspecify.annotations.NullMarked;
