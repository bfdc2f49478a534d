/** Shared parts of the measurements on whole nodes: scratch nodes, JMX commands, a client loop, facts about the run. */
@NullMarked
package org.ssdtier.benchmarks.load;

import org.jspecify.annotations.NullMarked;
