/**
 * A live curve of hit ratios by size: what more memory or a bigger SSD would bring. It does not depend on tables,
 * images or the log.
 *
 * <p>A small sample of the keys is replayed in <i>miniatures</i> of the cache: tiers of ½ to 8 times today's sizes,
 * scaled down by the rate of the sample, that follow the policies of the real ones. A sample by the hash of the key,
 * rather than of reads, keeps the reuse of each key as it is.
 *
 * <p>Reading order: {@link org.ssdtier.rowcache.curve.ReadSampler} (the way of an event),
 * {@link org.ssdtier.rowcache.curve.Miniatures} (the sample and its rate), {@link
 * org.ssdtier.rowcache.curve.MiniTiers}, {@link org.ssdtier.rowcache.curve.MiniMemory} and {@link
 * org.ssdtier.rowcache.curve.MiniSsd} (the policies), {@link org.ssdtier.rowcache.curve.Tally} (the estimate).
 */
@NullMarked
package org.ssdtier.rowcache.curve;

import org.jspecify.annotations.NullMarked;
