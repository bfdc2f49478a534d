/**
 * The key indexes of a Cassandra node. {@link org.ssdtier.keyindex.cassandra.KeyIndexHooks} is called from the woven
 * readers of Cassandra's SSTables, {@link org.ssdtier.keyindex.cassandra.KeyIndexKeeper} makes and deletes key indexes as
 * SSTables come and go, {@link org.ssdtier.keyindex.cassandra.BigKeys} reads the keys of an SSTable.
 *
 * <p><b>Life of a read.</b> Cassandra has checked the SSTable's bounds, its Bloom filter and its key cache, and is about to
 * read the SSTable's index. The hook looks the key's token up: a position is verified against the key in the data file,
 * which is the page that Cassandra reads next anyway, and handed to Cassandra as an index entry; "absent" is handed on as
 * an index without entries; anything else leaves the read to the SSTable's own index. So counters, key cache and tracing
 * are Cassandra's.
 */
@NullMarked
package org.ssdtier.keyindex.cassandra;

import org.jspecify.annotations.NullMarked;
