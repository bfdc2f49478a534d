/**
 * Seeded random numbers and choosers of records.
 *
 * <p>YCSB's own generators cannot be seeded, so no two of its runs request the same records; these can, and every arm
 * of a comparison gets the same requests. {@link org.ssdtier.ycsb.generator.Zipf} and {@link
 * org.ssdtier.ycsb.generator.Permutation} need no tables, whatever the number of records.
 */
@NullMarked
package org.ssdtier.ycsb.generator;

import org.jspecify.annotations.NullMarked;
