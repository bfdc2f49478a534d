/**
 * The start of a node with the drop-in jar: the options of {@code cassandra.yaml}, the check of the Cassandra beside the jar, and the
 * connection of the row cache to the schema catalogue.
 *
 * <p>Order at a start, called from woven classes: {@link org.ssdtier.node.NodeStart} supplies the defaults of the two sections while
 * {@code cassandra.yaml} is read; {@link org.ssdtier.node.CassandraGuard} compares the classes that the jar hides with those it was
 * woven from ({@link org.ssdtier.node.WovenClasses}), and refuses another Cassandra; {@code NodeStart} checks the options and connects the row cache to the schema catalogue
 * ({@link org.ssdtier.node.CatalogueImageSchemas}). The row cache itself is opened later, by Cassandra's {@code CacheService}, and
 * the catalogue when the daemon starts.
 */
@NullMarked
package org.ssdtier.node;

import org.jspecify.annotations.NullMarked;
