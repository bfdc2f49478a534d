/**
 * What the experiments of the vendor's two briefs, and others with the same rows, have in common: YCSB's own workloads,
 * their requests, a node whose table is restored before each cell, and the use of drives for each request.
 */
@NullMarked
package org.ssdtier.benchmarks.brief;

import org.jspecify.annotations.NullMarked;
