/**
 * The SSTable format {@code catalogued} of Cassandra 5.0: rows on disk have a schema ordinal instead of column names and map
 * keys.
 *
 * <p>Start reading at {@link org.ssdtier.catalogue.cassandra.CataloguedFormat}. Then the bytes of a row:
 * {@link org.ssdtier.catalogue.cassandra.RowLayout}. The life of a row that is written:
 * {@link org.ssdtier.catalogue.cassandra.CataloguedRows#write} finds our header, {@code RowWriter} takes the row apart
 * ({@code RowScan}), {@code SchemaChoice} finds its schema or decides that it stays inline, and {@code CellsLayout},
 * {@code UniformWriter} or {@code StockLayout} write its body. When the SSTable is complete, {@code DictionaryWriter} makes
 * the catalogue's IDs durable, then {@code Schemas.db}, and only then Cassandra the rest. A row that is read:
 * {@link org.ssdtier.catalogue.cassandra.CataloguedRows#read}, {@code RowPlan} (a schema bound to the header's columns), and
 * the readers of the three layouts.
 */
@NullMarked
package org.ssdtier.catalogue.cassandra;

import org.jspecify.annotations.NullMarked;
