package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** The command {@code ssdtier doctor}. */
@Command(
        name = "doctor",
        description = "Check a home on this machine, and its node if it runs; or a node anywhere by JMX; the same as"
                + " bin/ssdtier doctor of a home, here of build/node. Options: doctor --help.")
final class DoctorCommand extends OperatorToolCommand {}
