/**
 * JMH benchmarks of the parts of the tier that need no device: memory tier, image codec, index, append. {@code
 * MicroBench} runs them; iterations, forks, mode and unit are set there, for all.
 */
@NullMarked
package org.ssdtier.benchmarks.micro.jmh;

import org.jspecify.annotations.NullMarked;
