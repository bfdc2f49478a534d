package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** The command {@code ssdtier catalogue}. */
@Command(
        name = "catalogue",
        description =
                "Inspect or rebuild the schema catalogue of a node that is down, or estimate what it would save; the"
                        + " same as bin/ssdtier catalogue of a home, here of build/node. Verbs and options: catalogue --help.")
final class CatalogueCommand extends OperatorToolCommand {}
