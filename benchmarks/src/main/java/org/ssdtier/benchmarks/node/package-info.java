/** Assembles Cassandra nodes, stock or with the SSD tier, and runs them as child processes. */
@NullMarked
package org.ssdtier.benchmarks.node;

import org.jspecify.annotations.NullMarked;
