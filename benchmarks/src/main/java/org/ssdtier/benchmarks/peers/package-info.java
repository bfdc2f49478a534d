/**
 * The benchmark {@code ssdtier bench peers}: runs the stores of the module peer-bench side by side, each in a process
 * of its own.
 */
@NullMarked
package org.ssdtier.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
