/** The command {@code ./ssdtier bench schema}: bytes and CPU of rows with and without the schema catalogue. */
@NullMarked
package org.ssdtier.benchmarks.schema;

import org.jspecify.annotations.NullMarked;
