/**
 * The command {@code ssdtier bench curves}: hit ratios at any number of rows, offline, with the real cache.
 *
 * <p>{@link org.ssdtier.benchmarks.curves.CurveCases} turns the options into cases; each case runs in a JVM of its own
 * with the simulator of {@code org.ssdtier.benchmarks.curves.trace} (module tier-bench), one after the other; {@link
 * org.ssdtier.benchmarks.curves.CurveTable} prints the results.
 */
@NullMarked
package org.ssdtier.benchmarks.curves;

import org.jspecify.annotations.NullMarked;
