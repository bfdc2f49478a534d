/**
 * The experiment {@code ssd-size}: requests per second, latency and hits by the size of the SSD tier and of the memory
 * tier, beside what arithmetic allows and what users install instead.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.ssdsize.SizeWorld} (the slow drives),
 * {@link org.ssdtier.benchmarks.ssdsize.SizeArm} (what is compared), {@link org.ssdtier.benchmarks.ssdsize.SizePlan} (the
 * sizes), {@link org.ssdtier.benchmarks.ssdsize.SizeRun} (the phases), {@link org.ssdtier.benchmarks.ssdsize.SizeNode}
 * (one node), {@link org.ssdtier.benchmarks.ssdsize.CellResult} (one measured cell),
 * {@link org.ssdtier.benchmarks.ssdsize.SizeResult} (the result file),
 * {@link org.ssdtier.benchmarks.ssdsize.HitArithmetic} (what a hit ratio allows),
 * {@link org.ssdtier.benchmarks.ssdsize.SizeReport} (its report).
 */
@NullMarked
package org.ssdtier.benchmarks.ssdsize;

import org.jspecify.annotations.NullMarked;
