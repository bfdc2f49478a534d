/**
 * {@code ./ssdtier bench scaling}: what the tier costs with some sizes of its index, and, extrapolated from them, on nodes
 * larger than any machine at hand.
 */
@NullMarked
package org.ssdtier.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
