/**
 * The command {@code ssdtier top}: the row caches of nodes, live. {@link org.ssdtier.benchmarks.top.Readings} reads the nodes by JMX,
 * {@link org.ssdtier.benchmarks.top.NodeSample} makes rates of two readings, {@link org.ssdtier.benchmarks.top.Screen} makes lines of
 * them, and {@link org.ssdtier.benchmarks.top.LiveScreen} shows these in a terminal.
 *
 * <p>It is part of the checkout, not of the drop-in jar: its terminal library is not among the libraries of a node, and nothing
 * is added to a node's class path.
 */
@NullMarked
package org.ssdtier.benchmarks.top;

import org.jspecify.annotations.NullMarked;
