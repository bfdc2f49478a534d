/**
 * The rows of SSTables of the format {@code catalogued} and of cached images: their bytes, and the choice of a schema
 * and of a layout for each. No class here opens a file or uses the node's catalogue.
 *
 * <p>Start reading at {@link org.ssdtier.catalogue.cassandra.row.RowLayout}, the bytes of a row.
 *
 * <p>A row is written as follows: {@link org.ssdtier.catalogue.cassandra.row.CataloguedRows#write} finds our header,
 * {@code RowWriter} splits the row ({@code RowScan}), {@code SchemaChoice} finds its schema or decides that the row
 * contains its names, and {@code CellsLayout}, {@code UniformWriter} or {@code StockLayout} writes its body.
 *
 * <p>A row is read by {@link org.ssdtier.catalogue.cassandra.row.CataloguedRows#read}, {@code RowPlan} (a schema bound
 * to the header's columns), and the readers of the three layouts.
 *
 * <p>Whatever has rows extends {@link org.ssdtier.catalogue.cassandra.row.SchemaHeader} and {@link
 * org.ssdtier.catalogue.cassandra.row.RowSchemas}: an SSTable, a stream, an image.
 */
@NullMarked
package org.ssdtier.catalogue.cassandra.row;

import org.jspecify.annotations.NullMarked;
