/**
 * A log of records on an SSD, made of equal preallocated segments.
 *
 * <p><b>Life of a record.</b> The appending thread copies it into the write ring and has its location immediately. The
 * flusher's thread writes full write buffers to the device, adjacent ones in one write. When the next record and the
 * footer no longer fit, the segment is sealed. When few slots are free, reclaim chooses the segment that costs least,
 * reads it sequentially, passes each record to the owner, reinserts those it keeps, and frees the slot. The next use of
 * the slot has another sequence number, so locations in the old segment are not found.
 *
 * <p><b>Life of a read.</b> One look-up in an immutable table maps the sequence number to the segment, and the offset
 * selects the device pages, mostly one. They come from the write ring if they have not been written yet, otherwise from
 * one aligned read. Location, checksums and the existence of the segment are checked last.
 *
 * <p><b>Life of a stop and a start.</b> A clean stop seals the active segment, forces the device and marks the manifest
 * clean. A start marks the manifest open before anything else, unless the owner defers that to the first write. Sealed
 * segments are identified by header and footer. A segment that was active in a crash is read through once and then gets
 * its footer.
 *
 * <p>Start reading at {@link org.ssdtier.segmentlog.SegmentLog}.
 */
@NullMarked
package org.ssdtier.segmentlog;

import org.jspecify.annotations.NullMarked;
