/**
 * The command line of {@code ./ssdtier}: the tree of commands, and the commands that are not measurements. It stands on
 * top of all other packages; none of them imports it.
 */
@NullMarked
package org.ssdtier.benchmarks.launcher;

import org.jspecify.annotations.NullMarked;
