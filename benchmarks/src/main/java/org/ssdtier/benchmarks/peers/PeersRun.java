package org.ssdtier.benchmarks.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * A run of all peers. Every peer is filled and stays open; then all are read in turn, in {@link PairedRounds}; then each
 * is overwritten, stopped and killed.
 */
final class PeersRun {
    private final PeersOptions options;
    private final Checkout checkout;
    private final Consumer<String> progress;

    PeersRun(PeersOptions options, Checkout checkout, Consumer<String> progress) {
        this.options = options;
        this.checkout = checkout;
        this.progress = progress;
    }

    PeersResult run() throws IOException, InterruptedException {
        PeerJars jars = PeerJars.ready(checkout, progress);
        DeviceRegistry host = DeviceRegistry.open(checkout, progress);
        Map<PeerName, PeerRecord> records = new LinkedHashMap<>();
        List<PeerRun> runs = new ArrayList<>();
        try (ReadAhead readAhead = ReadAhead.set(options.directory(), options.readAheadKib(), progress)) {
            for (PeerName name : options.peers()) {
                try {
                    PeerRun run =
                            new PeerRun(name, options, jars, program(name), host.programMemory("peer-" + name.word()));
                    runs.add(run);
                    records.put(name, run.kept());
                } catch (IOException e) {
                    records.put(name, PeerRecord.notRun(name, String.valueOf(e.getMessage())));
                }
            }
            measure(runs);
            return new PeersResult(options, List.copyOf(records.values()), readAhead.kib());
        } finally {
            Closing.all(runs);
        }
    }

    private @Nullable MemcachedProgram program(PeerName name) throws IOException, InterruptedException {
        return name == PeerName.EXTSTORE
                ? MemcachedProgram.locate(checkout.root().resolve("build/memcached"))
                : null;
    }

    private void measure(List<PeerRun> runs) throws IOException, InterruptedException {
        for (PeerRun run : runs) {
            say(run, "filling");
            run.fill();
        }
        new PairedRounds(runs, PeersOptions.THREADS, progress).run(options.rounds());
        for (PeerRun run : runs) {
            say(run, "overwriting, stopping, killing");
            run.weigh();
            run.disturb();
            run.close();
        }
    }

    private void say(PeerRun run, String what) {
        progress.accept(run.kept().name().word() + ": " + what);
    }
}
