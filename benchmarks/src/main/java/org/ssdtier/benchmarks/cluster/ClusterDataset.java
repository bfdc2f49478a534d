package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.brief.BriefLoad;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.load.DataFiles;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.report.Json;
import org.ssdtier.benchmarks.ring.DrivenNode;
import org.ssdtier.benchmarks.ring.Ring;

/**
 * The snapshot that every cell begins with: the SSTables of each node of a stock cluster into which the rows were loaded
 * at ALL. It is made once per number of rows and seed, on the machine's own disk, and kept.
 */
final class ClusterDataset {
    private static final String READY = "ready.json";
    private static final int REPORTED_SECONDS = 20;
    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";

    private final Path directory;
    private final ClusterPlan plan;

    /** Creates the object for a snapshot below a directory, made or not. */
    ClusterDataset(Path parent, ClusterPlan plan) {
        this.directory = parent.resolve(String.format(
                Locale.ROOT,
                "cluster-rows-%d-seed-%d-chunk-%d",
                plan.scale().rows(),
                plan.seed(),
                BriefLoad.CHUNK_KIBIBYTES));
        this.plan = plan;
    }

    /**
     * The size of a snapshot.
     *
     * @param rows number of rows of the table
     * @param nodes the nodes
     */
    record Facts(long rows, List<NodeFacts> nodes) {
        Facts {
            nodes = List.copyOf(nodes);
        }

        /** Returns the bytes of the files of all nodes. */
        long bytes() {
            return nodes.stream().mapToLong(NodeFacts::bytes).sum();
        }
    }

    /**
     * The part of one node.
     *
     * @param address its address
     * @param tokens number of its tokens
     * @param ownership fraction of the rows of which it is a replica, as Cassandra reports it
     * @param bytes bytes of its files
     * @param sstables number of its SSTables
     */
    record NodeFacts(String address, int tokens, double ownership, long bytes, int sstables) {}

    /** Makes the snapshot if it does not exist. */
    Facts prepare(DeviceRegistry host, Consumer<String> progress) throws IOException, InterruptedException {
        Path ready = directory.resolve(READY);
        if (Files.exists(ready)) {
            return Json.read(ready, Facts.class);
        }
        FileTree.delete(directory);
        MemberSettings settings = MemberSettings.of(plan);
        Path homes = directory.resolve("nodes");
        List<DrivenNode> nodes = new ArrayList<>();
        Facts facts;
        try {
            progress.accept("starting " + ClusterScale.NODES + " nodes");
            for (int number = 0; number < ClusterScale.NODES; number++) {
                nodes.add(new DrivenNode("cluster-load-" + (number + 1), host));
            }
            Ring.start(nodes.size(), number -> nodes.get(number)
                    .start(settings.of(number, homes.resolve(name(number)))
                            .stock(true)
                            .rowCache(RowCacheKind.NONE)
                            .moreCompilerThreads()));
            Ring.awaitComplete(nodes);
            fill(settings.contact(), nodes, progress);
            facts = keep(settings, nodes, homes);
        } finally {
            Closing.all(nodes);
        }
        FileTree.delete(homes);
        Json.write(ready, facts);
        return facts;
    }

    /** Returns the files of the SSTables of a node. */
    List<Path> files(int number) throws IOException {
        return filesIn(directory.resolve(name(number)));
    }

    private static String name(int number) {
        return "node-" + (number + 1);
    }

    private void fill(NodePorts contact, List<DrivenNode> nodes, Consumer<String> progress)
            throws IOException, InterruptedException {
        long rows = plan.scale().rows();
        progress.accept(String.format(Locale.ROOT, "loading %,d rows, %d replicas", rows, ClusterScale.REPLICAS));
        BriefLoad load = new BriefLoad(contact, BriefWorkload.A, rows, 1, plan.seed()).at(ClusterScale.REPLICAS, "ALL");
        load.createTable();
        load.fill(interval -> {
            if (Math.round(interval.elapsedSeconds()) % REPORTED_SECONDS == 0) {
                progress.accept(String.format(
                        Locale.ROOT,
                        "loading: %.0f s, %,.0f rows/s",
                        interval.elapsedSeconds(),
                        interval.requestsPerSecond()));
            }
        });
        for (DrivenNode node : nodes) {
            NodeVerbs verbs = node.verbs(PaperLoad.KEYSPACE);
            verbs.flush(PaperLoad.TABLE);
            verbs.awaitCompactions();
        }
    }

    /** Copies the SSTables of all nodes, which write no more. */
    private Facts keep(MemberSettings settings, List<DrivenNode> nodes, Path homes) throws IOException {
        Map<?, ?> ownership = (Map<?, ?>) nodes.get(0)
                .jmx()
                .invoke(STORAGE, "effectiveOwnershipWithPort", List.of("java.lang.String"), PaperLoad.KEYSPACE);
        List<NodeFacts> facts = new ArrayList<>();
        for (int number = 0; number < nodes.size(); number++) {
            NodePorts ports = settings.ports().get(number);
            Path keyspace = homes.resolve(name(number)).resolve("data/data").resolve(PaperLoad.KEYSPACE);
            Path target = Files.createDirectories(directory.resolve(name(number)));
            for (Path file : filesIn(DataFiles.tableDirectory(keyspace, PaperLoad.TABLE))) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
            long sstables = filesIn(target).stream()
                    .filter(file -> file.toString().endsWith("-Data.db"))
                    .count();
            facts.add(new NodeFacts(
                    ports.address(),
                    plan.tokens().ofNodes().get(number).size(),
                    owned(ownership, ports),
                    FileTree.bytes(target),
                    (int) sstables));
        }
        return new Facts(plan.scale().rows(), facts);
    }

    /** Returns the ownership of a node, whose key may be written as {@code /127.0.0.1:7000}. */
    private static double owned(Map<?, ?> ownership, NodePorts ports) throws IOException {
        String wanted = ports.address() + ":" + ports.storage();
        for (Map.Entry<?, ?> entry : ownership.entrySet()) {
            if (String.valueOf(entry.getKey()).endsWith(wanted) && entry.getValue() instanceof Number share) {
                return share.doubleValue();
            }
        }
        throw new IOException("node=" + wanted + ": missing in " + ownership);
    }

    private static List<Path> filesIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
