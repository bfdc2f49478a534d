/**
 * {@code bench crash}: a node under load is killed and started again, and every row is checked. {@link
 * org.ssdtier.benchmarks.crash.CrashRun} does it, {@link org.ssdtier.benchmarks.crash.CrashResult} says what was seen. {@code bench
 * starts}: how long the start of a node with a full SSD takes after that; {@link org.ssdtier.benchmarks.crash.StartsRun}.
 */
@NullMarked
package org.ssdtier.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
