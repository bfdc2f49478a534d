/**
 * The commands {@code bench tools} and {@code bench curve-resize}: what the operator's tools cost a loaded node, and whether
 * the curve of hit rates foretells what a resize brings.
 *
 * <p>A {@link org.ssdtier.benchmarks.tools.ToolsRun} measures one node in slots, one of each {@link
 * org.ssdtier.benchmarks.tools.ToolsArm} in a round, so that ratios are taken between neighbours in time. A tool is a process
 * of its own. So that its JVM takes nothing from the node, the node has its own processor time, by a control group, and
 * the tool runs at the lowest priority: the throughput is less by what the node does for the tool.
 */
@NullMarked
package org.ssdtier.benchmarks.tools;

import org.jspecify.annotations.NullMarked;
