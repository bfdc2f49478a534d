package org.ssdtier.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.cli.Measurement;
import org.ssdtier.benchmarks.cli.RoundOptions;
import org.ssdtier.benchmarks.cli.RunOptions;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier bench peers}. */
@Command(
        name = "peers",
        description =
                "Compare the tier with raw reads, memcached extstore, Ehcache, RocksDB, BucketCache and Infinispan.",
        mixinStandardHelpOptions = true)
public final class PeersCommand extends Measurement {
    /** The shortest rounds of a result that is kept, in ms. */
    private static final int LEAST_KEPT_MILLIS = 5_000;

    @Spec
    private @Nullable CommandSpec command;

    @Mixin
    private RoundOptions rounds = new RoundOptions(400_000, 5);

    @Option(
            names = "--round-millis",
            paramLabel = "N",
            description =
                    "Milliseconds of reads per peer and thread count in a round (default: ${DEFAULT-VALUE}; at least"
                            + " that for a result that is kept by --json FILE, unless with --force).")
    private int roundMillis = LEAST_KEPT_MILLIS;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory for values per peer in MiB (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 4;

    @Option(
            names = "--page-cache-mib",
            paramLabel = "N",
            description = "Page cache per peer during its reads in MiB (default: ${DEFAULT-VALUE}).")
    private int pageCacheMebibytes = 16;

    @Option(
            names = "--read-ahead-kib",
            paramLabel = "N",
            description = "KiB that the disk reads ahead during the run; peers read single pages"
                    + " (default: ${DEFAULT-VALUE}; needs root).")
    private int readAheadKib = 0;

    @Option(names = "--peers", paramLabel = "PEER", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<PeerName> peers = List.of(PeerName.values());

    @Override
    protected String directoryName() {
        return "peers";
    }

    @Override
    protected BenchFindings measure(RunOptions run, Path directory, Consumer<String> progress)
            throws IOException, InterruptedException {
        PeersOptions options = new PeersOptions(
                peers,
                rounds.rows(),
                rounds.rounds(),
                roundMillis,
                memoryMebibytes,
                pageCacheMebibytes,
                readAheadKib,
                run.heap("384M"),
                run.seed(),
                directory.toAbsolutePath());
        return new PeersRun(options, Checkout.locate(), progress).run();
    }

    /**
     * Checks the length of the rounds if the result is kept.
     *
     * @throws IllegalArgumentException if they are too short, unless that is allowed by {@code --force}
     */
    @Override
    protected void check() {
        ParseResult words = Objects.requireNonNull(command).commandLine().getParseResult();
        String standardOutput = "-";
        boolean isKept = !words.matchedOptionValue("--json", standardOutput).equals(standardOutput);
        Allowed.require(
                roundMillis >= LEAST_KEPT_MILLIS || !isKept || words.hasMatchedOption("--force"),
                "round-millis",
                roundMillis,
                "at least " + LEAST_KEPT_MILLIS + " for a result that is kept, or with --force");
    }
}
