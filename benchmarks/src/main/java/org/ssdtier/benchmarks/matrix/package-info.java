/**
 * The command {@code bench matrix}: the releases of Cassandra 5.0 that one jar serves.
 *
 * <p>For every release, {@link org.ssdtier.benchmarks.matrix.CassandraJars} fetches the jars of a stock node, and {@link
 * org.ssdtier.benchmarks.matrix.ReleaseTrial} leads it through the {@link org.ssdtier.benchmarks.matrix.MatrixStep}s: from stock
 * to the tier and back.
 */
@NullMarked
package org.ssdtier.benchmarks.matrix;

import org.jspecify.annotations.NullMarked;
