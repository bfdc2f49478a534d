/** The binary layouts, one Descriptor class each, and the three ways a file can be wrong. All numbers are little-endian. */
@NullMarked
package org.ssdtier.segmentlog.format;

import org.jspecify.annotations.NullMarked;
