/**
 * Differential tests: random CQL histories on two tables with the same definition, one of them row-cached or in the format
 * {@code catalogued}. Every read must return the same result from both.
 *
 * <p>Reading order: {@link org.ssdtier.node.differential.Twins} (the two tables and the comparison),
 * {@link org.ssdtier.node.differential.RandomTable}, {@link org.ssdtier.node.differential.RandomWrites} and
 * {@link org.ssdtier.node.differential.RandomSelects} (the random generators), {@link org.ssdtier.node.differential.History} (one
 * partition), {@link org.ssdtier.node.differential.Round} and {@link org.ssdtier.node.differential.Upkeep} (one table).
 */
@NullMarked
package org.ssdtier.node.differential;

import org.jspecify.annotations.NullMarked;
