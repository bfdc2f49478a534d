/** Tests of the experiment {@code threads}, without a node. */
@NullMarked
package org.ssdtier.benchmarks.threads;

import org.jspecify.annotations.NullMarked;
