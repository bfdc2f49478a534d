package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** The command {@code ssdtier node}, for a node on this machine. */
@Command(
        name = "node",
        description = "Start, stop or describe a Cassandra node on this machine.",
        mixinStandardHelpOptions = true,
        subcommands = {NodeStartCommand.class, NodeStopCommand.class, NodeStatusCommand.class, NodeAssembleCommand.class
        })
final class NodeCommand extends VerbGroup {}
