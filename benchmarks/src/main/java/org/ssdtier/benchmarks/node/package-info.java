/**
 * Cassandra nodes, stock or with the SSD tier, assembled and run as child processes.
 *
 * <p>{@link org.ssdtier.benchmarks.node.Checkout} locates what the build made; {@link
 * org.ssdtier.benchmarks.node.NodeHome} assembles a Cassandra home from it for some {@link
 * org.ssdtier.benchmarks.node.NodeSettings}; {@link org.ssdtier.benchmarks.node.NodeProcess} starts, queries, stops and
 * kills the node. A home has a marker file, and only directories with one are ever deleted.
 */
@NullMarked
package org.ssdtier.benchmarks.node;

import org.jspecify.annotations.NullMarked;
