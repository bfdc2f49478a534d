package org.ssdtier.benchmarks.launcher;

import picocli.CommandLine.Command;

/** {@code ssdtier catalogue}: the schema catalogue of a node that is down. */
@Command(
        name = "catalogue",
        description = "Look at the schema catalogue of a node that is down, or make it anew.",
        mixinStandardHelpOptions = true,
        subcommands = {
            CatalogueListCommand.class,
            CatalogueShowCommand.class,
            CatalogueVerifyCommand.class,
            CatalogueStatsCommand.class,
            CatalogueRebuildCommand.class
        })
final class CatalogueCommand extends VerbGroup {}
