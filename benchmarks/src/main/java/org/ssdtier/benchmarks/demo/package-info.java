/** The demo: load, warm up and measure one node with a concurrent staleness checker. */
@NullMarked
package org.ssdtier.benchmarks.demo;

import org.jspecify.annotations.NullMarked;
