/**
 * Nodes that are started as members of one cluster on this machine.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.ring.Ring} (members that wait until they see each other), {@link
 * org.ssdtier.benchmarks.ring.DrivenNode} (a member with drives and a memory limit of its own), {@link
 * org.ssdtier.benchmarks.ring.QuorumLoad} (a load at QUORUM whose answers are judged).
 */
@NullMarked
package org.ssdtier.benchmarks.ring;

import org.jspecify.annotations.NullMarked;
