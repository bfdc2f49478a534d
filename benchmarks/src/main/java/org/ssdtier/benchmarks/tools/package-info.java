/**
 * The commands {@code bench tools} and {@code bench curve-resize}: what the operator's tools cost a loaded node, and whether
 * the curve of hit rates foretells what a resize brings.
 *
 * <p>A {@link org.ssdtier.benchmarks.tools.ToolsRun} measures one node in slots, one of each {@link
 * org.ssdtier.benchmarks.tools.ToolsArm} in a round, so that ratios are taken between neighbours in time. A tool is a process
 * of its own, which takes processors from the node if they are the same machine's: the CPU time of the node itself is
 * reported beside the throughput.
 */
@NullMarked
package org.ssdtier.benchmarks.tools;

import org.jspecify.annotations.NullMarked;
