/**
 * The SSTable format {@code catalogued}: SSTables whose rows refer to a dictionary, {@code Schemas.db}.
 *
 * <p>Start reading at {@link org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat}. {@code DictionaryWriter} makes
 * {@code Schemas.db} durable before Cassandra makes the rest of an SSTable durable; the catalogue's log follows on its
 * own. {@code OpenedSchemas} opens it, {@code FiledSchemas} looks up definitions when rows need them.
 *
 * <p>The node's catalogue is used through {@code CurrentCatalogue}, which its owner sets, and the {@code IdSource} that a writer is given.
 */
@NullMarked
package org.ssdtier.catalogue.cassandra.sstable;

import org.jspecify.annotations.NullMarked;
