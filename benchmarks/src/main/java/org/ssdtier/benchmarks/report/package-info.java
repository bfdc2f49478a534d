/**
 * Reports of results, drawn from their JSON files alone.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.report.ResultReports} (from a file to its report), {@link
 * org.ssdtier.benchmarks.report.ResultKind} (each command's part), {@link org.ssdtier.benchmarks.report.HtmlReport} (the
 * page), {@link org.ssdtier.benchmarks.report.Drawing} and its implementations, {@link
 * org.ssdtier.benchmarks.report.InlineSvg} (the drawing in the page).
 */
@NullMarked
package org.ssdtier.benchmarks.report;

import org.jspecify.annotations.NullMarked;
