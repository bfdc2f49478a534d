/** Tests of the write lifetimes on real nodes. */
@NullMarked
package org.ssdtier.benchmarks.lifetimes;

import org.jspecify.annotations.NullMarked;
