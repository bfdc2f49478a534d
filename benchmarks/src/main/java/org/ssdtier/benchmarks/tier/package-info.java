/** {@code ssdtier bench tier}: runs the probes of the module tier-bench, each in a JVM with a node's class path. */
@NullMarked
package org.ssdtier.benchmarks.tier;

import org.jspecify.annotations.NullMarked;
