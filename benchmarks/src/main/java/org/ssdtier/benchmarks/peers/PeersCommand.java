package org.ssdtier.benchmarks.peers;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.RunOptions;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ssdtier bench peers}. */
@Command(
        name = "peers",
        description =
                "The tier alone beside raw reads, memcached extstore, Ehcache, RocksDB, BucketCache and Infinispan.",
        mixinStandardHelpOptions = true)
public final class PeersCommand implements Callable<Integer> {
    @Option(names = "--rows", paramLabel = "N", description = "Rows of each peer (default: ${DEFAULT-VALUE}).")
    private int rows = 400_000;

    @Option(names = "--rounds", paramLabel = "N", description = "Rounds of reads (default: ${DEFAULT-VALUE}).")
    private int rounds = 5;

    @Option(
            names = "--round-millis",
            paramLabel = "N",
            description = "Time of the reads of one peer by 1 or by 16 threads in a round (default: ${DEFAULT-VALUE}).")
    private int roundMillis = 1_500;

    @Option(
            names = "--memory-mib",
            paramLabel = "N",
            description = "Memory for values of each peer (default: ${DEFAULT-VALUE}).")
    private int memoryMebibytes = 4;

    @Option(
            names = "--page-cache-mib",
            paramLabel = "N",
            description = "Page cache of each peer while it is read (default: ${DEFAULT-VALUE}).")
    private int pageCacheMebibytes = 16;

    @Option(names = "--peers", paramLabel = "PEER", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<PeerName> peers = List.of(PeerName.values());

    @Mixin
    private RunOptions run = new RunOptions();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        PeersOptions options = new PeersOptions(
                peers,
                rows,
                rounds,
                roundMillis,
                memoryMebibytes,
                pageCacheMebibytes,
                run.heap("384M"),
                run.seed(),
                run.directory("peers").toAbsolutePath());
        RunFacts facts = RunFacts.begin(options.seed(), options.directory());
        PeersResult result = new PeersRun(options, Checkout.locate(), run.progress(command)).run();
        run.show(command, facts, result::toMap, result::print);
        return result.isGood() ? 0 : 1;
    }
}
