package org.ssdtier.benchmarks.node;

/**
 * The result of a program of the node.
 *
 * @param exitCode exit code of the program
 * @param output output of the program, including errors
 */
public record ToolResult(int exitCode, String output) {}
