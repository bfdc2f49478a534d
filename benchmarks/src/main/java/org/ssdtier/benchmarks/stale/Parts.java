package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Properties;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PacedStore;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.benchmarks.varied.VariedStore;
import org.ssdtier.benchmarks.varied.VariedTable;
import org.ssdtier.ycsb.cql.CqlSettings;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.CqlVersionStore;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.StalenessOptions;

/**
 * The parts of the probe. Each tests another risk:
 *
 * <ul>
 *   <li>{@code many}: more rows than fit into memory, so that images move between the tiers continuously; most writers
 *       are slow, so that a row's newest version is in the SSTables when it is read and no memtable hides an old image;
 *   <li>{@code few}: rows with many concurrent reads and writes: the race of a miss with a write (which {@code
 *       OHCProvider} loses) and of a miss with a TRUNCATE;
 *   <li>{@code slices}: clustering rows with deletions; the cache holds the first few rows of each partition;
 *   <li>{@code varied}: static columns, lists, sets, maps, a user-defined type, partial updates, tombstones of ranges, and
 *       rows that expire;
 *   <li>{@code counted}: counters;
 *   <li>{@code imported}: rows that are written by import of SSTables only.
 * </ul>
 */
final class Parts {
    /** The name of the part whose writes are imports. */
    static final String IMPORTED = "imported";

    private static final int GROUP_ROWS = 256;
    private static final int FEW_ROWS = 16;
    private static final int CONTENT_BYTES = 300;
    private static final Duration SLOW = Duration.ofMillis(10);
    private static final Duration BRISK = Duration.ofMillis(1);
    private static final Duration READ_REST = Duration.ofMillis(2);
    private static final Duration FAST = Duration.ZERO;
    /** Long enough that most rows have been written again, deleted and expired. */
    private static final Duration VARIED_TRUNCATE_PERIOD = Duration.ofMillis(11_300);

    private final ProbedNode node;
    private final NodeVerbs verbs;
    private final ProbeOptions options;
    private final Disturbances disturbances;

    Parts(ProbedNode node, NodeVerbs verbs, ProbeOptions options) {
        this.node = node;
        this.verbs = verbs;
        this.options = options;
        this.disturbances = new Disturbances(node.session(), verbs, options);
    }

    /** Creates the tables of all parts. */
    List<Part> create() throws IOException {
        List<Part> parts = new ArrayList<>();
        if (options.chaos().contains(Chaos.IMPORT)) {
            parts.add(imported());
        }
        parts.add(slices());
        parts.add(varied());
        parts.add(counted());
        parts.add(few());
        parts.add(many());
        return parts;
    }

    private Part many() {
        int groups = (options.keys() + GROUP_ROWS - 1) / GROUP_ROWS;
        List<Duration> paces = new ArrayList<>(Collections.nCopies(6, SLOW));
        paces.add(BRISK);
        List<Disturbance> all = new ArrayList<>(disturbances.ofTable("many", "ALL", Duration.ofSeconds(17)));
        all.addAll(disturbances.ofCache());
        return new Part(
                "many",
                new StalenessOptions(groups, GROUP_ROWS, 3, paces, 0, 0, seed(1)),
                new SingleRowStore(session(), "many", GROUP_ROWS, CONTENT_BYTES),
                all,
                true);
    }

    private Part few() {
        return new Part(
                "few",
                new StalenessOptions(1, FEW_ROWS, 2, List.of(FAST, SLOW), 20, 0, seed(2)),
                new SingleRowStore(session(), "few", FEW_ROWS, CONTENT_BYTES),
                disturbances.ofTable("few", "ALL", Duration.ofMillis(2_900)),
                true);
    }

    private Part slices() throws IOException {
        Properties properties = new Properties();
        NodePorts ports = node.home().ports();
        properties.setProperty(CqlSettings.HOSTS_PROPERTY, ports.address());
        properties.setProperty(CqlSettings.PORT_PROPERTY, String.valueOf(ports.cql()));
        properties.setProperty(CqlSettings.KEYSPACE_PROPERTY, ProbeTable.KEYSPACE);
        properties.setProperty(TableSpec.ROWS_PER_PARTITION_PROPERTY, "8");
        properties.setProperty(CqlVersionStore.TABLE_PROPERTY, "slices");
        int rows = 12;
        return new Part(
                "slices",
                new StalenessOptions(300, rows, 1, List.of(SLOW, SLOW, SLOW), 5, 0, seed(3)),
                new PacedStore(CqlVersionStore.create(properties, rows), READ_REST),
                disturbances.ofTable("slices", "8", Duration.ofMillis(9_700)),
                false);
    }

    private Part varied() {
        int rows = 9;
        VariedStore store = new VariedStore(session(), VariedTable.ofOneNode(ProbeTable.KEYSPACE, "varied", rows));
        List<Disturbance> all = new ArrayList<>(disturbances.ofTable("varied", "ALL", Duration.ZERO));
        if (options.chaos().contains(Chaos.TRUNCATE)) {
            all.add(new Disturbance("truncate", VARIED_TRUNCATE_PERIOD, store::truncate, Disturbance.Effect.ERASES));
        }
        return new Part(
                "varied",
                new StalenessOptions(60, rows, 1, List.of(SLOW, SLOW, SLOW, SLOW), 6, 0, seed(5)),
                new PacedStore(store, READ_REST),
                all,
                false);
    }

    private Part counted() {
        int rows = 6;
        return new Part(
                "counted",
                new StalenessOptions(50, rows, 1, List.of(SLOW, SLOW), 0, 0, seed(6)),
                new PacedStore(new CountedStore(session(), "counted", rows), READ_REST),
                disturbances.ofTable("counted", "ALL", Duration.ZERO),
                false);
    }

    private Part imported() {
        boolean leaveItToTheTier = options.rowCache() == RowCacheKind.SSDTIER;
        ImportStore.Shape shape = new ImportStore.Shape(8, CONTENT_BYTES);
        return new Part(
                IMPORTED,
                new StalenessOptions(1, 8, 1, List.of(Duration.ofMillis(200)), 0, 0, seed(4)),
                new PacedStore(
                        new ImportStore(
                                session(), verbs, IMPORTED, shape, node.home().directory(), !leaveItToTheTier),
                        READ_REST),
                List.of(),
                true);
    }

    private CqlSession session() {
        return node.session();
    }

    private long seed(int part) {
        return Mix.of(options.seed(), part);
    }
}
