/** The seeds of random tests, and how to play one again. */
@NullMarked
package org.ssdtier.segmentlog.seeds;

import org.jspecify.annotations.NullMarked;
