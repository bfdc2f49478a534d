package org.ssdtier.keyindex;

import java.util.concurrent.atomic.LongAdder;

/** The counters of all key indexes of a node. */
final class KeyIndexCounters {
    /** Look-ups that found a candidate. */
    final LongAdder found = new LongAdder();
    /** Look-ups that found that the SSTable does not have the key. */
    final LongAdder absent = new LongAdder();
    /** Look-ups left to the SSTable's own index: a partition with an index of its own, or two keys alike. */
    final LongAdder unknown = new LongAdder();
    /** Candidates whose key in the data file was another one. */
    final LongAdder mismatches = new LongAdder();
    /** Look-ups refused because the device was slow, or ended late. */
    final LongAdder late = new LongAdder();
    /** Failed reads and writes of the device. */
    final LongAdder errors = new LongAdder();
    /** Damaged pages. */
    final LongAdder checksumErrors = new LongAdder();
    /** Key indexes made since the start. */
    final LongAdder built = new LongAdder();
    /** Bytes written since the start. */
    final LongAdder bytesWritten = new LongAdder();
}
