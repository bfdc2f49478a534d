/**
 * The binary layouts, one Descriptor class each, and the three kinds of invalid files. All numbers are little-endian.
 */
@NullMarked
package org.ssdtier.segmentlog.format;

import org.jspecify.annotations.NullMarked;
