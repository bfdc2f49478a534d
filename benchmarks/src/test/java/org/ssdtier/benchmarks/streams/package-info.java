/** Tests of the experiment {@code streams}. */
@NullMarked
package org.ssdtier.benchmarks.streams;

import org.jspecify.annotations.NullMarked;
