/**
 * {@code bench crash}: a node under load is killed and started again, and every row is checked. {@link
 * org.ssdtier.benchmarks.crash.CrashRun} does it, {@link org.ssdtier.benchmarks.crash.CrashResult} says what was seen.
 */
@NullMarked
package org.ssdtier.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
