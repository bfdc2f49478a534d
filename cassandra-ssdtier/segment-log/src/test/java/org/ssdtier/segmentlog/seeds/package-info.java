/** The seeds of random tests, and the command to repeat one. */
@NullMarked
package org.ssdtier.segmentlog.seeds;

import org.jspecify.annotations.NullMarked;
