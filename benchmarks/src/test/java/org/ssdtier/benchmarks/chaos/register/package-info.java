/** Tests of the check of registers: hand-made histories, all orders of small ones, and simulated registers. */
@NullMarked
package org.ssdtier.benchmarks.chaos.register;

import org.jspecify.annotations.NullMarked;
