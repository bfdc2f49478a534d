/** The command line of {@code ./ssdtier}. */
@NullMarked
package org.ssdtier.benchmarks.launcher;

import org.jspecify.annotations.NullMarked;
