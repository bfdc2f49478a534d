/** Tests of faults with real nodes: directories, devices, restarts, and replicas that differ. */
@NullMarked
package org.ssdtier.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
