/** Reports of a run: one HTML file with drawings, and JSON. */
@NullMarked
package org.ssdtier.benchmarks.report;

import org.jspecify.annotations.NullMarked;
