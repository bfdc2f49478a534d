/**
 * Measurements of rows with and without the schema catalogue: SSTables of generated data, written and read without a
 * node.
 */
@NullMarked
package org.ssdtier.benchmarks.schema.probe;

import org.jspecify.annotations.NullMarked;
