/** The command {@code bench writes}: the cost of a row cache for the writes of a row-cached table. */
@NullMarked
package org.ssdtier.benchmarks.writes;

import org.jspecify.annotations.NullMarked;
