/**
 * The schema catalogue of a Cassandra node, from start to shutdown, and the methods that woven classes call.
 *
 * <p>The packages below, each of which depends only on those before it:
 *
 * <ol>
 *   <li>{@code row}: the bytes of a row.
 *   <li>{@code config}: the options.
 *   <li>{@code sstable}: the SSTable format.
 *   <li>{@code image}: the rows of cached images.
 *   <li>this package: the node's catalogue; it sets in {@code sstable} and {@code image} what they use of it.
 *   <li>{@code stream}: streams between nodes.
 *   <li>{@code estimate}: the operator's estimate, which uses {@code row}, {@code config} and {@code sstable} only.
 * </ol>
 */
@NullMarked
package org.ssdtier.catalogue.cassandra;

import org.jspecify.annotations.NullMarked;
