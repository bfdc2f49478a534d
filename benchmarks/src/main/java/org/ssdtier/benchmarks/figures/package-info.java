/**
 * Pages whose figures are generated from the committed results: the command {@code ./ssdtier figures}.
 *
 * <p>Reading order: {@link org.ssdtier.benchmarks.figures.FigurePages} (the pages), {@link
 * org.ssdtier.benchmarks.figures.PageTemplate} (a page with figures in braces), {@link
 * org.ssdtier.benchmarks.figures.FigureExpression} (one figure), {@link org.ssdtier.benchmarks.figures.ResultPath} (its
 * place in a result), {@link org.ssdtier.benchmarks.figures.Provenance} (origin of a result).
 */
@NullMarked
package org.ssdtier.benchmarks.figures;

import org.jspecify.annotations.NullMarked;
