/**
 * The class of the format {@code catalogued} that needs package-private members of Cassandra's package of this name:
 * {@link org.apache.cassandra.db.rows.StockCells}, for {@code Cell.Serializer}.
 *
 * <p>It has no logic, so that a port to another Cassandra changes only the calls in it. The rows' format is in {@code
 * org.ssdtier.catalogue.cassandra.row}.
 */
@NullMarked
package org.apache.cassandra.db.rows;

import org.jspecify.annotations.NullMarked;
