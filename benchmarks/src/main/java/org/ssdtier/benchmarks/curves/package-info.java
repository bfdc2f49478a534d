/** The command {@code ssdtier bench curves}: hit ratios at any number of rows, offline, with the real cache. */
@NullMarked
package org.ssdtier.benchmarks.curves;

import org.jspecify.annotations.NullMarked;
