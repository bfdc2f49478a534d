package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.load.Workers;
import org.ssdtier.benchmarks.ring.QuorumLoad;
import org.ssdtier.ycsb.cql.CqlSchema;

/** Operations on the data of nodes that are up, as operators do them. */
final class DataFaults {
    private static final String HINT_WINDOW_MILLIS = "2000";
    private static final String STANDARD_HINT_WINDOW_MILLIS = "10800000";
    /** A node must be down for much longer than the window, so that most of the writes meanwhile have no hint. */
    private static final int LEAST_SECONDS_DOWN = 15;

    private static final int SECONDS_TO_RETRY = 10;

    private DataFaults() {}

    /** Compacts all tables, on all nodes at the same time. */
    static void compact(Scene scene) throws IOException, InterruptedException {
        Queue<ChaosNode> left = new ConcurrentLinkedQueue<>(scene.cluster().members());
        new Workers("nodetool").run(left.size(), () -> retried(left.remove(), "compact", ChaosLoad.KEYSPACE));
        scene.settle();
    }

    /** Deletes the rows that nodes do not own, on one node after the other. */
    static void cleanUp(Scene scene) throws IOException, InterruptedException {
        for (ChaosNode node : scene.cluster().members()) {
            retried(node, "cleanup", ChaosLoad.KEYSPACE);
        }
        scene.settle();
    }

    /**
     * Runs nodetool, once more if it fails: a compaction that is under way may not be cancelled in time, and other nodes may
     * still see a node joining.
     */
    static void retried(ChaosNode node, String... words) throws IOException {
        try {
            node.nodetool(words);
        } catch (IOException first) {
            pause();
            try {
                node.nodetool(words);
            } catch (IOException second) {
                second.addSuppressed(first);
                throw second;
            }
        }
    }

    private static void pause() throws IOException {
        try {
            TimeUnit.SECONDS.sleep(SECONDS_TO_RETRY);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before another attempt");
        }
    }

    /** Takes a snapshot, and loads it into the live tables a while later: an import first, then a refresh. */
    static void loadSnapshot(Scene scene) throws IOException, InterruptedException {
        // no hyphen: an import takes no directory whose parent could not be a keyspace's
        String tag = "chaos_" + Long.toHexString(scene.random().nextLong());
        for (ChaosNode node : scene.cluster().members()) {
            node.nodetool("snapshot", "-t", tag, ChaosLoad.KEYSPACE);
        }
        scene.stayDown();
        for (ChaosNode node : scene.cluster().members()) {
            for (String table : QuorumLoad.TABLES) {
                node.script(copy(tag, table, "$home/import/" + tag + "/" + table, "0"));
                String directory = node.script("echo \"$home/import/" + tag + "/" + table + "\"")
                        .strip();
                // the tier must not need Cassandra's own invalidation; tokens may have moved since the snapshot
                node.nodetool("import", "-c", "-t", ChaosLoad.KEYSPACE, table, directory);
                requireNone(node, "ls \"" + directory + "\"", "not imported");
            }
        }
        scene.settle();
        for (ChaosNode node : scene.cluster().members()) {
            for (String table : QuorumLoad.TABLES) {
                node.script(copy(tag, table, "$live", "1000000"));
                node.nodetool("refresh", ChaosLoad.KEYSPACE, table);
                requireNone(node, live(tag, table) + "ls \"$live\" | grep -E -- '-10[0-9]{5}-' || true", "not loaded");
            }
            node.script("rm -rf \"$home/import/" + tag + "\"");
            node.nodetool("clearsnapshot", "-t", tag, "--", ChaosLoad.KEYSPACE);
        }
        scene.settle();
    }

    /**
     * Returns a script that copies the SSTables of a snapshot: their generations are raised by a number, so that they do not
     * replace live ones.
     */
    private static String copy(String tag, String table, String to, String raise) {
        return live(tag, table)
                + """
                mkdir -p "TO"
                cd "$live/snapshots/TAG"
                for file in *-*-*-*; do
                  IFS=- read -r version generation format component <<< "$file"
                  cp "$file" "TO/$version-$((generation + RAISE))-$format-$component"
                done
                """
                        .replace("TAG", tag)
                        .replace("TO/", to + "/")
                        .replace("\"TO\"", "\"" + to + "\"")
                        .replace("RAISE", raise);
    }

    /** Returns the line of a script that sets {@code live} to the directory of a table of which there is a snapshot. */
    private static String live(String tag, String table) {
        return "live=$(dirname \"$(dirname \"$(ls -d \"$home\"/data/data/" + ChaosLoad.KEYSPACE + "/" + table
                + "-*/snapshots/" + tag + ")\")\")\n";
    }

    /** Requires that a script lists nothing: nodetool does not fail if it finds nothing to load. */
    private static void requireNone(ChaosNode node, String script, String what) throws IOException {
        String found = node.script(script).strip();
        if (!found.isEmpty()) {
            throw new IOException("node=" + node.name() + ": " + what + ": "
                    + found.lines().findFirst().orElseThrow());
        }
    }

    /**
     * Keeps a node down for longer than hints are kept, then repairs it. Before the repair its reads fill its cache with the old
     * rows; after it none may be answered with them. Meanwhile nothing is written to the rows whose replicas are watched, which
     * would drop them from the cache.
     */
    static void repair(Scene scene, boolean isFull) throws IOException, InterruptedException {
        ChaosNode node = scene.anyNode();
        ReplicaWatch replicas = scene.load().replicas();
        List<ChaosNode> others = scene.cluster().members().stream()
                .filter(other -> !other.equals(node))
                .toList();
        setHintWindow(others, HINT_WINDOW_MILLIS);
        try {
            node.stop();
            TimeUnit.SECONDS.sleep(Math.max(LEAST_SECONDS_DOWN, scene.options().downSeconds()));
            replicas.pauseWrites();
            node.start();
            scene.settle();
        } finally {
            if (!node.isUp()) {
                replicas.resumeWrites();
            }
            setHintWindow(others, STANDARD_HINT_WINDOW_MILLIS);
        }
        try {
            catchUp(scene, node, isFull);
        } finally {
            replicas.resumeWrites();
        }
        scene.settle();
    }

    private static void catchUp(Scene scene, ChaosNode node, boolean isFull) throws IOException, InterruptedException {
        ReplicaWatch replicas = scene.load().replicas();
        boolean isWatched = scene.cluster().members().size() == ChaosOptions.REPLICAS;
        if (isWatched && replicas.behind(node.ports().contactPoint()) == 0) {
            throw new IOException("node=" + node.name() + ": it has missed no row");
        }
        if (isFull) {
            retried(node, "repair", "--full", ChaosLoad.KEYSPACE);
        } else {
            retried(node, "repair", ChaosLoad.KEYSPACE);
        }
        if (isWatched) {
            replicas.requireAcknowledged();
        }
    }

    private static void setHintWindow(List<ChaosNode> nodes, String millis) throws IOException {
        for (ChaosNode node : nodes) {
            node.nodetool("setmaxhintwindow", millis);
        }
    }

    /** Switches caching off and on, and changes columns, of a table under load and of one whose values are checked. */
    static void changeSchema(Scene scene) throws IOException, InterruptedException {
        CqlSession session = scene.load().quorum().session();
        ColumnTrial trial =
                new ColumnTrial(session, scene.cluster(), scene.load().errors());
        trial.play(Math.abs(scene.random().nextLong() >> 1));
        for (String table : QuorumLoad.TABLES) {
            String name = ChaosLoad.KEYSPACE + "." + table;
            String alter = "ALTER TABLE " + name;
            CqlSchema.execute(session, alter + " DROP IF EXISTS extra"); // of an attempt that failed
            String caching = alter + " WITH caching = {'keys': 'ALL', 'rows_per_partition': '";
            CqlSchema.execute(session, caching + "NONE'}");
            TimeUnit.SECONDS.sleep(1);
            CqlSchema.execute(session, caching + QuorumLoad.rowsCached(table) + "'}");
            CqlSchema.execute(session, alter + " ADD extra text");
            TimeUnit.SECONDS.sleep(1);
            CqlSchema.execute(session, alter + " DROP extra");
            CqlSchema.execute(session, alter + " ADD extra text");
            CqlSchema.execute(session, alter + " DROP extra");
        }
        scene.settle();
    }
}
