/** Tests of the extrapolation. */
@NullMarked
package org.ssdtier.benchmarks.scaling;

import org.jspecify.annotations.NullMarked;
