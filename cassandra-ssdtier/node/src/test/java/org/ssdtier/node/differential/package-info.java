/**
 * Random CQL histories on two tables of one definition, one of them row-cached or of the format {@code catalogued}: every read
 * must give the same.
 *
 * <p>Reading order: {@link org.ssdtier.node.differential.Twins} (the two tables and the comparison),
 * {@link org.ssdtier.node.differential.RandomTable}, {@link org.ssdtier.node.differential.RandomWrites} and
 * {@link org.ssdtier.node.differential.RandomSelects} (what is drawn), {@link org.ssdtier.node.differential.History} (one
 * partition), {@link org.ssdtier.node.differential.Round} and {@link org.ssdtier.node.differential.Upkeep} (a table of them).
 */
@NullMarked
package org.ssdtier.node.differential;

import org.jspecify.annotations.NullMarked;
