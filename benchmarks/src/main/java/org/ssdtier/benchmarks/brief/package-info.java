/**
 * What the experiments of the vendor's two briefs have in common: YCSB's own workloads, their requests, and the use of
 * drives for each request.
 */
@NullMarked
package org.ssdtier.benchmarks.brief;

import org.jspecify.annotations.NullMarked;
