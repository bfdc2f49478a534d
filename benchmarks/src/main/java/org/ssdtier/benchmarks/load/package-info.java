/**
 * The parts that measurements on whole nodes share.
 *
 * <p>A {@link org.ssdtier.benchmarks.load.ScratchNode} is started, put under a {@link
 * org.ssdtier.benchmarks.load.PaperLoad}, disturbed by {@link org.ssdtier.benchmarks.load.NodeVerbs}, and removed.
 * {@link org.ssdtier.benchmarks.load.Spread} and {@link org.ssdtier.benchmarks.load.MedianInterval} summarise rounds;
 * {@link org.ssdtier.benchmarks.load.RunFacts} records commit, machine and load average beside every figure.
 */
@NullMarked
package org.ssdtier.benchmarks.load;

import org.jspecify.annotations.NullMarked;
