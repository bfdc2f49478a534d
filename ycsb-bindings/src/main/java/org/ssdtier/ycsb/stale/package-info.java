/**
 * Detection of reads that return content overwritten before they began.
 *
 * <p>{@link org.ssdtier.ycsb.stale.StalenessChecker} runs one writer per row and many readers over a
 * {@link org.ssdtier.ycsb.stale.VersionStore}; {@link org.ssdtier.ycsb.stale.CqlVersionStore} keeps the versions in a
 * table.
 */
@NullMarked
package org.ssdtier.ycsb.stale;

import org.jspecify.annotations.NullMarked;
