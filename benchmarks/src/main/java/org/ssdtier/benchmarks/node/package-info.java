/** Cassandra nodes, stock or with the SSD tier, assembled and run as child processes. */
@NullMarked
package org.ssdtier.benchmarks.node;

import org.jspecify.annotations.NullMarked;
