/** Tests with real nodes that write tables in the format {@code catalogued}. */
@NullMarked
package org.ssdtier.benchmarks.catalogue;

import org.jspecify.annotations.NullMarked;
