/** Seeded random numbers: YCSB's own generators have no seed, so no two of its runs request the same records. */
@NullMarked
package org.ssdtier.ycsb.generator;

import org.jspecify.annotations.NullMarked;
