/** Tests of the emulated devices. Only the integration tests need root. */
@NullMarked
package org.ssdtier.benchmarks.device;

import org.jspecify.annotations.NullMarked;
