/** Tests of the repository itself: its pages and the wording of its Javadoc. */
@NullMarked
package org.ssdtier.benchmarks.house;

import org.jspecify.annotations.NullMarked;
