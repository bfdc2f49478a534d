/**
 * The commands {@code bench crash} and {@code bench starts}. In {@code bench crash}, a node under load is killed and
 * restarted, and every row is checked: {@link org.ssdtier.benchmarks.crash.CrashRun}, with the results in {@link
 * org.ssdtier.benchmarks.crash.CrashResult}. {@code bench starts} measures the start of a node with a full SSD after a
 * kill and after a clean stop: {@link org.ssdtier.benchmarks.crash.StartsRun}.
 */
@NullMarked
package org.ssdtier.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
