/** Tests of emulated SSDs with streams and of block traces. */
@NullMarked
package org.ssdtier.benchmarks.device.stream;

import org.jspecify.annotations.NullMarked;
