/**
 * The process of one peer: fills a store, reads it, overwrites it, stops and is killed, and counts what each costs. {@link
 * org.ssdtier.benchmarks.peers.probe.PeerBench} is told what to do line by line; {@link
 * org.ssdtier.benchmarks.peers.probe.Peer} is what a store has to offer.
 */
@NullMarked
package org.ssdtier.benchmarks.peers.probe;

import org.jspecify.annotations.NullMarked;
