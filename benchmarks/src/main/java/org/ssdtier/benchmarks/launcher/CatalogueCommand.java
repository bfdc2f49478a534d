package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** The command {@code ssdtier catalogue}, for the schema catalogue of a node that is down. */
@Command(
        name = "catalogue",
        description = "Inspect or rebuild the schema catalogue of a node that is down.",
        mixinStandardHelpOptions = true,
        subcommands = {
            CatalogueListCommand.class,
            CatalogueShowCommand.class,
            CatalogueVerifyCommand.class,
            CatalogueStatsCommand.class,
            CatalogueRebuildCommand.class
        })
final class CatalogueCommand extends VerbGroup {}
