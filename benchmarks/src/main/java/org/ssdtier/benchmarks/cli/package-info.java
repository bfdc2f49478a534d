/**
 * Parts that commands of {@code ./ssdtier} have in common: options, checks of values, output as text or JSON, and the
 * frame of a measurement. Commands import this package; it imports none of them, and nothing imports the launcher.
 */
@NullMarked
package org.ssdtier.benchmarks.cli;

import org.jspecify.annotations.NullMarked;
