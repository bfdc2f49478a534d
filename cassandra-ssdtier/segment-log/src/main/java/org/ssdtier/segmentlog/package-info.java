/**
 * A log of records on an SSD, made of equal preallocated segments.
 *
 * <p><b>Life of a record.</b> The appending thread places it in the write ring and has its location at once. A full write
 * buffer goes to the device on the flusher's thread, side by side with its neighbours. When neither the record to come nor
 * the footer would fit any more, the segment is sealed. When few slots are free, reclaim reads the segment with the most
 * garbage in one go, passes each record to the owner, appends those it keeps once more, and frees the slot. The next use of
 * the slot has another sequence number, so locations of the old one are not found.
 *
 * <p><b>Life of a read.</b> Sequence number to segment, one look into an immutable table; offset to device page; from the
 * write ring if it has not been written yet, else one aligned read; location, checksums and the segment's being there are
 * checked last.
 *
 * <p><b>Life of a stop and a start.</b> A clean stop seals, forces and marks the manifest clean. A start marks it open before
 * anything else. Sealed segments are known by header and footer; one that was active in a crash is read through once and
 * gets its footer then.
 *
 * <p>Start reading at {@link org.ssdtier.segmentlog.SegmentLog}.
 */
@NullMarked
package org.ssdtier.segmentlog;

import org.jspecify.annotations.NullMarked;
