/** Tests of the operator's interfaces with real nodes. */
@NullMarked
package org.ssdtier.benchmarks.operator;

import org.jspecify.annotations.NullMarked;
