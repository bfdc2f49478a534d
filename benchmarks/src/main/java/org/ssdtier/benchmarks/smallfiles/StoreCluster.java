package org.ssdtier.benchmarks.smallfiles;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.load.Closing;
import org.ssdtier.benchmarks.ring.Ring;
import org.ssdtier.files.cql.Connection;

/**
 * A store in two datacentres: three nodes that serve reads, each with a replica of every file, and one of the backup.
 * The nodes begin empty and import the SSTables of a data set. The backup's node has no row cache in any arm, because
 * nothing reads its files twice.
 */
final class StoreCluster implements ServedFiles {
    /** Longer than any traversal on fast drives. */
    private static final long FILL_MILLIS = TimeUnit.MINUTES.toMillis(30);

    private final FilesPlan plan;
    private final FilesDataset dataset;
    private final List<ClusterNode> nodes = new ArrayList<>();
    private @Nullable Connection connection;
    private @Nullable StoreTraversal traversal;
    private FilesPhase stage = FilesPhase.READS;

    private StoreCluster(FilesPlan plan, FilesDataset dataset) {
        this.plan = plan;
        this.dataset = dataset;
    }

    /**
     * Starts a cluster with the files of a data set.
     *
     * @param directory directory of the nodes' homes
     * @param host maker of drives and memory groups
     */
    static StoreCluster start(
            FilesPlan plan,
            FilesArm arm,
            FilesDataset dataset,
            Path directory,
            DeviceRegistry host,
            Consumer<String> progress)
            throws IOException, InterruptedException {
        StoreCluster cluster = new StoreCluster(plan, dataset);
        try {
            cluster.open(arm, directory, host, progress);
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException e) {
            try {
                cluster.close();
            } catch (IOException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }

    private void open(FilesArm arm, Path directory, DeviceRegistry host, Consumer<String> progress)
            throws IOException, InterruptedException {
        progress.accept(arm + ": drives with the files");
        for (int number = 0; number <= FilesScale.SERVING_NODES; number++) {
            int ssdPercent = number < FilesScale.SERVING_NODES ? arm.ssdPercent : 0;
            ClusterNode node = new ClusterNode(new ClusterNode.Role(number, ssdPercent), plan.scale(), host);
            nodes.add(node);
            node.prepare(dataset, host);
        }
        progress.accept(arm + ": starting " + nodes.size() + " nodes");
        Ring.start(nodes.size(), number -> nodes.get(number)
                .start(directory, number == 0 ? null : nodes.get(0).ports()));
        Ring.awaitComplete(nodes);
        Connection opened = Stores.connect(nodes.get(0).ports(), FilesPlan.BACKUP);
        connection = opened;
        opened.create(dataset.settings(), replicas(FilesScale.SERVING_NODES));
        progress.accept(arm + ": importing the files");
        for (ClusterNode node : nodes) {
            node.importFrom(dataset);
        }
        traversal = new StoreTraversal(opened);
    }

    private static Map<String, Integer> replicas(int serving) {
        Map<String, Integer> replicas = new LinkedHashMap<>();
        replicas.put(FilesPlan.SERVING, serving);
        replicas.put(FilesPlan.BACKUP, 1);
        return replicas;
    }

    @Override
    public FilesLoad load() {
        return FilesLoad.ofStore(
                plan.scale().files(),
                plan.seed(),
                nodes.get(0).ports().address(),
                nodes.get(0).ports().cql());
    }

    @Override
    public void slow(boolean on) throws IOException {
        for (ClusterNode node : nodes) {
            node.slow(on);
        }
    }

    @Override
    public void limitMemory() throws IOException {
        for (ClusterNode node : nodes) {
            node.limitMemory();
        }
    }

    @Override
    public void enter(FilesPhase phase) throws IOException, InterruptedException {
        if (phase.compareTo(FilesPhase.THIRD) >= 0 && stage.compareTo(FilesPhase.THIRD) < 0) {
            divide();
            stage = FilesPhase.THIRD;
        }
        if (phase == FilesPhase.MEMORY && stage != FilesPhase.MEMORY) {
            for (ClusterNode node : nodes) {
                node.liftMemory();
            }
            Traversed filled = traversal()
                    .run(
                            FilesPlan.SERVING,
                            new StoreTraversal.Extent(
                                    plan.scale().traversalThreads(), FILL_MILLIS, false, Pace.UNLIMITED));
            filled.require(plan.scale().files());
            stage = FilesPhase.MEMORY;
        }
    }

    /** Keeps one replica of each file on the serving nodes, a third of the files on each. */
    private void divide() throws IOException, InterruptedException {
        String replication = replicas(1).entrySet().stream()
                .map(entry -> ", '" + entry.getKey() + "': " + entry.getValue())
                .collect(Collectors.joining());
        try (CqlSession session = nodes.get(0).process().session()) {
            session.execute("ALTER KEYSPACE " + FilesLoad.KEYSPACE
                    + " WITH replication = {'class': 'NetworkTopologyStrategy'" + replication + "}");
        }
        for (ClusterNode node : nodes) {
            if (!node.role().isBackup()) {
                node.liftMemory();
                node.cleanUp();
            }
        }
    }

    @Override
    public Traversed traverse(int threads, long mostMillis, boolean repeats) throws IOException {
        long bytesPerSecond = repeats ? plan.sizes().backupBytesPerSecond() : Pace.UNLIMITED;
        return traversal()
                .run(FilesPlan.BACKUP, new StoreTraversal.Extent(threads, mostMillis, repeats, bytesPerSecond));
    }

    @Override
    public void stopTraversal() {
        traversal().stop();
    }

    private StoreTraversal traversal() {
        StoreTraversal open = traversal;
        if (open == null) {
            throw new IllegalStateException("the cluster is not open");
        }
        return open;
    }

    @Override
    public ServedCounters counters() throws IOException {
        long reads = 0;
        long hits = 0;
        long misses = 0;
        for (ClusterNode node : nodes) {
            if (!node.role().isBackup()) {
                ServedCounters one = node.counters(dataset.contentTable());
                reads += one.diskReads();
                hits += one.hits();
                misses += one.misses();
            }
        }
        return new ServedCounters(reads, hits, misses);
    }

    @Override
    public boolean isAlive() {
        return nodes.stream().allMatch(ClusterNode::isAlive);
    }

    @Override
    public String lastWords() {
        return nodes.stream()
                .filter(node -> !node.isAlive())
                .map(ClusterNode::lastWords)
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void close() throws IOException {
        List<AutoCloseable> all = new ArrayList<>(nodes);
        Connection open = connection;
        if (open != null) {
            all.add(open);
        }
        Collections.reverse(all);
        Closing.all(all);
    }
}
