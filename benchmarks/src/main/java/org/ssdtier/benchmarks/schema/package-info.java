/** {@code ./ssdtier bench schema}: what rows take with and without the schema catalogue. */
@NullMarked
package org.ssdtier.benchmarks.schema;

import org.jspecify.annotations.NullMarked;
