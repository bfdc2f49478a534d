package org.ssdtier.benchmarks.peers;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.launcher.JsonOption;
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

    @Option(names = "--heap", paramLabel = "SIZE", description = "Heap of each peer's JVM (default: ${DEFAULT-VALUE}).")
    private String heap = "384M";

    @Option(names = "--peers", paramLabel = "PEER", split = ",", description = "Only these: ${COMPLETION-CANDIDATES}.")
    private List<PeerName> peers = List.of(PeerName.values());

    @Option(names = "--seed", paramLabel = "N", description = "Seed of all choices (default: ${DEFAULT-VALUE}).")
    private int seed = 1;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description = "Holds the peers' files, removed afterwards (default: build/bench/peers).")
    private @Nullable Path directory;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        CommandSpec command = Objects.requireNonNull(spec);
        PrintWriter err = command.commandLine().getErr();
        Checkout checkout = Checkout.locate();
        Path place =
                directory != null ? directory.toAbsolutePath() : checkout.root().resolve("build/bench/peers");
        PeersOptions options = new PeersOptions(
                peers, rows, rounds, roundMillis, memoryMebibytes, pageCacheMebibytes, heap, seed, place);
        RunFacts facts = RunFacts.begin(seed, place);
        PeersResult result = new PeersRun(options, checkout, line -> {
                    err.println(line);
                    err.flush();
                })
                .run();
        if (!json.write(command, result.toMap(facts.toMap()))) {
            result.print(command.commandLine().getOut());
        }
        return result.isGood() ? 0 : 1;
    }
}
