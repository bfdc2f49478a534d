package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** The command {@code ssdtier inspect}. */
@Command(
        name = "inspect",
        description = "Describe and verify the directory of an SSD tier whose node is down; the same as bin/ssdtier"
                + " inspect of its home. Options: inspect --help.")
final class InspectCommand extends OperatorToolCommand {}
