/** The command {@code ssdtier bench tier}: the probes of tier-bench, each in a JVM with a node's class path. */
@NullMarked
package org.ssdtier.benchmarks.tier;

import org.jspecify.annotations.NullMarked;
