/** What an operator sees and does, on real nodes. */
@NullMarked
package org.ssdtier.benchmarks.operator;

import org.jspecify.annotations.NullMarked;
