/**
 * The SSTable format {@code catalogued} of Cassandra 5.0: rows on disk have a schema ordinal instead of column names
 * and map keys.
 *
 * <p>Start reading at {@link org.ssdtier.catalogue.cassandra.CataloguedFormat}, and continue with the bytes of a row,
 * {@link org.ssdtier.catalogue.cassandra.RowLayout}.
 *
 * <p>A row is written as follows: {@link org.ssdtier.catalogue.cassandra.CataloguedRows#write} finds our header, {@code
 * RowWriter} splits the row ({@code RowScan}), {@code SchemaChoice} finds its schema or decides that the row contains
 * its names, and {@code CellsLayout}, {@code UniformWriter} or {@code StockLayout} writes its body. When the SSTable is
 * complete, {@code DictionaryWriter} makes {@code Schemas.db} durable before Cassandra makes the rest durable; the
 * catalogue's log follows on its own.
 *
 * <p>A row is read by {@link org.ssdtier.catalogue.cassandra.CataloguedRows#read}, {@code RowPlan} (a schema bound to
 * the header's columns), and the readers of the three layouts.
 */
@NullMarked
package org.ssdtier.catalogue.cassandra;

import org.jspecify.annotations.NullMarked;
