/** The verbs of {@code ssdtier files}, on the file store of {@code org.ssdtier.files}. */
@NullMarked
package org.ssdtier.benchmarks.files;

import org.jspecify.annotations.NullMarked;
