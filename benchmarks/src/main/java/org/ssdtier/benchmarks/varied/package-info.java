/**
 * A table whose rows have every form that a row image can have, and the model of what its rows must be.
 *
 * <p>{@link org.ssdtier.benchmarks.varied.VariedStore} writes, reads and judges it, on one node and on several.
 */
@NullMarked
package org.ssdtier.benchmarks.varied;

import org.jspecify.annotations.NullMarked;
