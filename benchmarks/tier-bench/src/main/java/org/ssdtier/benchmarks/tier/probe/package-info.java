/** Measurements of the tier's own classes: SSD hits, index, writes, restart, memory tier. */
@NullMarked
package org.ssdtier.benchmarks.tier.probe;

import org.jspecify.annotations.NullMarked;
