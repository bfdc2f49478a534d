/**
 * The binary layouts of a log's files, drawn and with the offset of each field; all numbers are little-endian. No class here does I/O.
 *
 * <p>Reading order: {@link org.ssdtier.segmentlog.format.HeaderDescriptor} (what every file begins with: magic number,
 * format version, instance ID, checksum), {@link org.ssdtier.segmentlog.format.ManifestDescriptor}, {@link
 * org.ssdtier.segmentlog.format.SegmentHeaderDescriptor}, {@link org.ssdtier.segmentlog.format.SegmentIdentity}, {@link
 * org.ssdtier.segmentlog.format.RecordDescriptor}, {@link org.ssdtier.segmentlog.format.FooterDescriptor}. {@link org.ssdtier.segmentlog.format.FormatException} distinguishes
 * damaged, too old and too new.
 */
@NullMarked
package org.ssdtier.segmentlog.format;

import org.jspecify.annotations.NullMarked;
