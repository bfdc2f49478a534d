/**
 * The process of one peer, which fills, reads and overwrites a store, is stopped and killed, and measures the cost of
 * each step. {@link org.ssdtier.benchmarks.peers.probe.PeerBench} reads commands line by line; {@link
 * org.ssdtier.benchmarks.peers.probe.Peer} is the interface of a store.
 */
@NullMarked
package org.ssdtier.benchmarks.peers.probe;

import org.jspecify.annotations.NullMarked;
