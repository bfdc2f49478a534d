/**
 * The command {@code ssdtier bench micro}: the JMH benchmarks of tier-bench, in a JVM with a node's class path and in
 * forks of it.
 */
@NullMarked
package org.ssdtier.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
