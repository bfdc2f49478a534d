/**
 * YCSB for this project: the CQL binding, the papers' workload, a runner that reports failed operations as a failed
 * run, and the staleness checker.
 *
 * <p>Reading order: {@link org.ssdtier.ycsb.PaperWorkload}, {@link org.ssdtier.ycsb.CqlClient}, then the packages
 * {@code workload} (settings, records, types of operation), {@code run} (load and transaction phases with latency
 * histograms), {@code stale} (does a read ever return content that was overwritten before it began?), {@code cql}
 * (settings, sessions, tables) and {@code generator} (seeded random numbers).
 */
@NullMarked
package org.ssdtier.ycsb;

import org.jspecify.annotations.NullMarked;
