/** The tier measured alone, on the real classes: SSD hits, index, writes, restart, memory tier. */
@NullMarked
package org.ssdtier.benchmarks.tier.probe;

import org.jspecify.annotations.NullMarked;
