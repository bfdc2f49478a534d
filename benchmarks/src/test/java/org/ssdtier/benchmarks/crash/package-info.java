@NullMarked
package org.ssdtier.benchmarks.crash;

import org.jspecify.annotations.NullMarked;
