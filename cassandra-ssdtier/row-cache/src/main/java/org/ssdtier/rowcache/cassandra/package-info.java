/**
 * The Cassandra adapter of the row cache. All code of the row cache that depends on Cassandra 5.0 is in this package.
 *
 * <p>Reading order: {@link org.ssdtier.rowcache.cassandra.RowCacheHooks} (the methods called by the woven classes),
 * {@link org.ssdtier.rowcache.cassandra.ImageReads} (the read path), {@link org.ssdtier.rowcache.cassandra.ImageAnswer} (the answer
 * to a query), {@link org.ssdtier.rowcache.cassandra.ImageChanges} (the flush protocol and all other changes of the SSTables),
 * {@link org.ssdtier.rowcache.cassandra.OperatorView} (the operators' interface),
 * {@link org.ssdtier.rowcache.cassandra.RowImageDescriptor} and {@link org.ssdtier.rowcache.cassandra.RowImageWriter} (the layout of
 * an image), {@link org.ssdtier.rowcache.cassandra.RowImageReader} and {@link org.ssdtier.rowcache.cassandra.ImageIndex} (reading the
 * rows of a query), {@link org.ssdtier.rowcache.cassandra.ImageSchemas} (schema IDs in place of names).
 */
@NullMarked
package org.ssdtier.rowcache.cassandra;

import org.jspecify.annotations.NullMarked;
