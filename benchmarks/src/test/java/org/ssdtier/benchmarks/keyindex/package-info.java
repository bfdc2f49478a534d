/** Tests of key indexes of SSTables with real nodes. */
@NullMarked
package org.ssdtier.benchmarks.keyindex;

import org.jspecify.annotations.NullMarked;
