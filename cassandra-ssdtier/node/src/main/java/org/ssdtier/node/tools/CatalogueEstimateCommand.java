package org.ssdtier.node.tools;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import io.airlift.airline.Option;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ssdtier.catalogue.cassandra.estimate.Estimate;
import org.ssdtier.catalogue.cassandra.estimate.SampleBounds;
import org.ssdtier.catalogue.cassandra.estimate.TableEstimate;
import org.ssdtier.node.doctor.DataDirectories;

/** The command {@code ssdtier catalogue estimate}. */
@Command(
        name = "estimate",
        description =
                "Say what the catalogue would save and cost for a table, from a sample of its SSTables here; reads"
                        + " only, and the node may run")
public final class CatalogueEstimateCommand extends ReportCommand {
    private static final double PERCENT = 100;

    @Arguments(
            title = "KEYSPACE.TABLE",
            usage = "KEYSPACE.TABLE",
            description = "The table, its names as in CQL without quotes",
            required = true)
    private List<String> arguments = new ArrayList<>();

    @Option(
            name = "--data",
            title = "DIR",
            description =
                    "Directories of the data; by default those of cassandra.yaml of the home that this program belongs to")
    private List<String> data = new ArrayList<>();

    @Option(name = "--rows", title = "N", description = "Most rows to read; 400000 by default")
    private long rows = SampleBounds.USUAL.rows();

    @Option(
            name = "--bytes",
            title = "N",
            description = "Most bytes of rows to read, before compression; 134217728 (128 MiB) by default")
    private long bytes = SampleBounds.USUAL.bytes();

    /** The result, as JSON. */
    record Result(String table, int cataloguedSstables, Estimate estimate) {}

    @Override
    public int run(PrintStream out) throws IOException {
        check(arguments, "KEYSPACE.TABLE");
        if (rows < 1 || bytes < 1) {
            throw new IllegalArgumentException("--rows=" + rows + " --bytes=" + bytes + ", allowed 1 or more");
        }
        TableFiles files = TableFiles.find(arguments.get(0), directories());
        Estimate estimate = TableEstimate.of(files.plain(), new SampleBounds(rows, bytes));
        Result result = new Result(arguments.get(0), files.catalogued(), estimate);
        show(out, result, text -> text.print(toText(result)));
        return 0;
    }

    private List<Path> directories() throws IOException {
        if (!data.isEmpty()) {
            return data.stream().map(Path::of).toList();
        }
        String home = System.getProperty(DoctorCommand.HOME_PROPERTY);
        String configuration = System.getProperty(DoctorCommand.CONFIGURATION_PROPERTY);
        if (home == null || configuration == null) {
            throw new IllegalArgumentException(
                    "--data missing: no cassandra.yaml is known, allowed --data DIR, or bin/ssdtier of a Cassandra home");
        }
        return DataDirectories.of(Path.of(configuration), Path.of(home));
    }

    static String toText(Result result) {
        Estimate estimate = result.estimate();
        Estimate.Forms forms = estimate.rows();
        Double cpu = estimate.writeCpuRatio();
        return String.format(
                Locale.ROOT,
                "table         %s, %d SSTables, %d more catalogued already%n"
                        + "sample        %d rows, %d bytes of %d SSTables%n"
                        + "bytes         %d now, %d catalogued: %.1f %% saved%n"
                        + "CPU of write  %s%n"
                        + "rows          %.0f %% with their names, %.0f %% cells, %.0f %% uniform%n"
                        + "shapes        %d, %d bytes of heap while read%n"
                        + "advice        %s%n",
                result.table(),
                estimate.sstables(),
                result.cataloguedSstables(),
                estimate.sampledRows(),
                estimate.sampledBytes(),
                estimate.sampledSstables(),
                estimate.bytesNow(),
                estimate.bytesCatalogued(),
                PERCENT * estimate.savedShare(),
                cpu == null
                        ? "not measured: the sample has too few rows"
                        : String.format(Locale.ROOT, "%.2f of today's", cpu),
                PERCENT * forms.names(),
                PERCENT * forms.cells(),
                PERCENT * forms.uniform(),
                estimate.shapes(),
                estimate.definitionHeapBytes(),
                advice(estimate));
    }

    private static String advice(Estimate estimate) {
        return switch (estimate.advice()) {
            case YES -> "yes: use the catalogue for this table";
            case NO -> "no: it would cost more than it saves; leave this table as it is";
            case NO_DIFFERENCE -> "no difference: leave this table as it is";
        };
    }
}
