/** Tests of {@code bench cluster} without nodes: the words, the counts and the verdict. */
@NullMarked
package org.ssdtier.benchmarks.chaos;

import org.jspecify.annotations.NullMarked;
