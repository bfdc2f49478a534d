package org.ssdtier.benchmarks.launcher;

import org.ssdtier.benchmarks.files.ExportCommand;
import org.ssdtier.benchmarks.files.GetCommand;
import org.ssdtier.benchmarks.files.ImportCommand;
import org.ssdtier.benchmarks.files.InitCommand;
import org.ssdtier.benchmarks.files.ListCommand;
import org.ssdtier.benchmarks.files.MoveCommand;
import org.ssdtier.benchmarks.files.PutCommand;
import org.ssdtier.benchmarks.files.RemoveCommand;
import org.ssdtier.benchmarks.files.ServeCommand;
import org.ssdtier.benchmarks.files.StatCommand;
import org.ssdtier.benchmarks.files.TraverseCommand;
import org.ssdtier.benchmarks.files.VerifyCommand;
import picocli.CommandLine.Command;

/** The command {@code ssdtier files}, a store of many small files. */
@Command(
        name = "files",
        description = "Keep many small files in Cassandra: import, read, serve, traverse, verify (docs/files.md).",
        mixinStandardHelpOptions = true,
        subcommands = {
            InitCommand.class,
            PutCommand.class,
            GetCommand.class,
            ListCommand.class,
            StatCommand.class,
            RemoveCommand.class,
            MoveCommand.class,
            ImportCommand.class,
            ExportCommand.class,
            TraverseCommand.class,
            VerifyCommand.class,
            ServeCommand.class
        })
final class FilesCommand extends VerbGroup {}
