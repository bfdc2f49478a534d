@NullMarked
package org.ssdtier.benchmarks;

import org.jspecify.annotations.NullMarked;
