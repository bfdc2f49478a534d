/** {@code bench survive}: what writes and flushes leave of the hit ratio, by row cache and write policy. */
@NullMarked
package org.ssdtier.benchmarks.survive;

import org.jspecify.annotations.NullMarked;
