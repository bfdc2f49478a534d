/** {@code bench writes}: what a row cache costs the writes of a row-cached table. */
@NullMarked
package org.ssdtier.benchmarks.writes;

import org.jspecify.annotations.NullMarked;
