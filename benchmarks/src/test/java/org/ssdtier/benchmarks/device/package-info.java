/** Tests of the emulated devices; all but one class without root. */
@NullMarked
package org.ssdtier.benchmarks.device;

import org.jspecify.annotations.NullMarked;
