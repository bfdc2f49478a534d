package org.ssdtier.benchmarks.node;

/**
 * How a program of the node ended.
 *
 * @param exitCode its exit code
 * @param output what it printed, errors included
 */
public record ToolResult(int exitCode, String output) {}
