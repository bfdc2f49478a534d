/** Tests of the experiment {@code cluster}, without a node. */
@NullMarked
package org.ssdtier.benchmarks.cluster;

import org.jspecify.annotations.NullMarked;
