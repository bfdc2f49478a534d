/** What goes wrong under real nodes: directories, devices, restarts, and replicas that are not alike. */
@NullMarked
package org.ssdtier.benchmarks.faults;

import org.jspecify.annotations.NullMarked;
