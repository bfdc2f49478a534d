/** Tests of the experiment {@code ssd-size}, without a node. */
@NullMarked
package org.ssdtier.benchmarks.ssdsize;

import org.jspecify.annotations.NullMarked;
