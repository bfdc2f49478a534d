/**
 * Looks for reads that return what had been overwritten before they began.
 *
 * <p>{@link org.ssdtier.ycsb.stale.StalenessChecker} runs one writer a row and many readers over a
 * {@link org.ssdtier.ycsb.stale.VersionStore}; {@link org.ssdtier.ycsb.stale.CqlVersionStore} keeps the versions in a
 * table.
 */
@NullMarked
package org.ssdtier.ycsb.stale;

import org.jspecify.annotations.NullMarked;
