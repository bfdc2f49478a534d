package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** The command {@code ssdtier catalogue}. */
@Command(
        name = "catalogue",
        description = "Inspect or rebuild the schema catalogue of a node that is down; the same as bin/ssdtier"
                + " catalogue of its home. Verbs and options: catalogue --help.")
final class CatalogueCommand extends OperatorToolCommand {}
