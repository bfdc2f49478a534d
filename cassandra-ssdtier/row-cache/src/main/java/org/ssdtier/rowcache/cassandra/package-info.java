/**
 * The row cache's Cassandra adapter: everything here knows Cassandra 5.0, nothing outside this package does.
 *
 * <p>Reading order: {@link org.ssdtier.rowcache.cassandra.RowCacheHooks} (what the woven classes call),
 * {@link org.ssdtier.rowcache.cassandra.ImageReads} (the read path), {@link org.ssdtier.rowcache.cassandra.ImageAnswer} (what a query
 * gets), {@link org.ssdtier.rowcache.cassandra.ImageChanges} (the
 * flush protocol and all else that changes what is on disk), {@link org.ssdtier.rowcache.cassandra.OperatorView} (what an
 * operator sees),
 * {@link org.ssdtier.rowcache.cassandra.RowImageDescriptor} and {@link org.ssdtier.rowcache.cassandra.RowImageCodec} (the bytes of
 * an image), {@link org.ssdtier.rowcache.cassandra.RowImageReader} and {@link org.ssdtier.rowcache.cassandra.ImageIndex} (a query's
 * rows of it), {@link org.ssdtier.rowcache.cassandra.ImageSchemas} (what it may refer to in place of names).
 */
@NullMarked
package org.ssdtier.rowcache.cassandra;

import org.jspecify.annotations.NullMarked;
