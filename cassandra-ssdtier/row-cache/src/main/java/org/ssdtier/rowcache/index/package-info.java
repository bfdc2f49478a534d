/**
 * The index in memory of the records on the SSD, and what it is made of: memory outside the heap, keyed hashes, and the
 * survey of how warm the records of each segment are. It does not depend on tables, images or the log.
 *
 * <p>Reading order: {@link org.ssdtier.rowcache.index.EntryDescriptor} (the bits of an entry),
 * {@link org.ssdtier.rowcache.index.LocationIndex}, {@link org.ssdtier.rowcache.index.KeyHash},
 * {@link org.ssdtier.rowcache.index.WarmthSurvey}.
 */
@NullMarked
package org.ssdtier.rowcache.index;

import org.jspecify.annotations.NullMarked;
