/** What the measurements on whole nodes share: scratch nodes, verbs by JMX, a client loop, facts about the run. */
@NullMarked
package org.ssdtier.benchmarks.load;

import org.jspecify.annotations.NullMarked;
