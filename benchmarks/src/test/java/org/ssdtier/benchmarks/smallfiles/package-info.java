/** Tests of the experiment of the many small files. */
@NullMarked
package org.ssdtier.benchmarks.smallfiles;

import org.jspecify.annotations.NullMarked;
