package org.ssdtier.benchmarks.crash;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PacedStore;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.stale.ImportStore;
import org.ssdtier.benchmarks.stale.ProbeTable;
import org.ssdtier.benchmarks.stale.SingleRowStore;
import org.ssdtier.ycsb.cql.CqlSettings;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.CqlVersionStore;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.Disturbance.Effect;
import org.ssdtier.ycsb.stale.StalenessOptions;

/**
 * The tables of the node that is killed:
 * <ul>
 *   <li>{@code many}: more rows than fit in memory, written slowly; they fill the SSD. Never truncated, so that all of
 *       its entries are live;
 *   <li>{@code few}: rows written as fast as the commit log allows, with deletions and TRUNCATEs, so that some of them
 *       are in flight at a kill;
 *   <li>{@code slices}: clustering rows with deletions, partly cached, and TRUNCATEs;
 *   <li>{@code imported}: rows written only by import of SSTables.
 * </ul>
 */
final class CrashParts {
    static final String MANY = "many";
    static final String SLICES = "slices";
    private static final String FEW = "few";
    private static final String IMPORTED = "imported";
    private static final int GROUP_ROWS = 256;
    private static final int FEW_ROWS = 16;
    private static final int CONTENT_BYTES = 300;
    private static final Duration SLOW = Duration.ofMillis(20);
    private static final Duration READ_REST = Duration.ofMillis(2);
    private static final Duration IMPORT_PERIOD = Duration.ofMillis(300);
    private static final Duration FLUSH_PERIOD = Duration.ofSeconds(1);
    private static final Duration COMPACT_PERIOD = Duration.ofMillis(2_300);

    private final ScratchNode node;
    private final NodeVerbs verbs;
    private final CrashOptions options;
    private final ImportStore imports;
    private final WriteSignal importSignal;

    /** Creates the parts of a node, and the tables of the imported part. */
    CrashParts(ScratchNode node, CrashOptions options) {
        this.node = node;
        this.options = options;
        this.verbs = new NodeVerbs(node.jmx(), ProbeTable.KEYSPACE);
        this.imports = new ImportStore(
                session(),
                verbs,
                IMPORTED,
                new ImportStore.Shape(8, CONTENT_BYTES),
                node.node().home().directory(),
                false);
        this.importSignal = new WriteSignal(imports);
    }

    /** Creates the other tables. */
    List<CrashPart> create() throws IOException {
        return List.of(imported(), slices(), few(), many());
    }

    /** Returns the signal that indicates when an import begins. */
    WriteSignal importSignal() {
        return importSignal;
    }

    /** Discards imports in progress at a kill. Called after a start, so that they are not imported with a later one. */
    void discardImports() throws IOException {
        imports.excludeWritten();
    }

    /** Returns a disturbance that flushes one table. */
    Disturbance flush(String table) {
        return new Disturbance("flush", FLUSH_PERIOD, () -> verbs.flush(table), Effect.NONE);
    }

    /** Returns a disturbance that compacts one table. */
    Disturbance compact(String table) {
        return new Disturbance("compact", COMPACT_PERIOD, () -> verbs.compact(table), Effect.NONE);
    }

    /** Returns a disturbance that truncates one table. */
    Disturbance truncate(String table, Duration period) {
        return new Disturbance(
                "truncate",
                period,
                () -> session().execute("TRUNCATE " + ProbeTable.KEYSPACE + "." + table),
                Effect.ERASES);
    }

    private CrashPart many() {
        int groups = (options.keys() + GROUP_ROWS - 1) / GROUP_ROWS;
        return new CrashPart(
                MANY,
                new StalenessOptions(groups, GROUP_ROWS, 3, List.of(SLOW, SLOW, SLOW), 0, 0, seed(1)),
                new PacedStore(new SingleRowStore(session(), MANY, GROUP_ROWS, CONTENT_BYTES), READ_REST),
                List.of(flush(MANY), compact(MANY)));
    }

    private CrashPart few() {
        return new CrashPart(
                FEW,
                new StalenessOptions(1, FEW_ROWS, 1, List.of(Duration.ZERO, Duration.ZERO, SLOW), 20, 0, seed(2)),
                new PacedStore(new SingleRowStore(session(), FEW, FEW_ROWS, CONTENT_BYTES), READ_REST),
                List.of(flush(FEW), compact(FEW), truncate(FEW, Duration.ofMillis(2_900))));
    }

    private CrashPart slices() throws IOException {
        Properties properties = new Properties();
        NodePorts ports = node.node().home().ports();
        properties.setProperty(CqlSettings.HOSTS_PROPERTY, ports.address());
        properties.setProperty(CqlSettings.PORT_PROPERTY, String.valueOf(ports.cql()));
        properties.setProperty(CqlSettings.KEYSPACE_PROPERTY, ProbeTable.KEYSPACE);
        properties.setProperty(TableSpec.ROWS_PER_PARTITION_PROPERTY, "8");
        properties.setProperty(CqlVersionStore.TABLE_PROPERTY, SLICES);
        int rows = 12;
        return new CrashPart(
                SLICES,
                new StalenessOptions(100, rows, 1, List.of(SLOW, SLOW), 5, 0, seed(3)),
                new PacedStore(CqlVersionStore.create(properties, rows), READ_REST),
                List.of(flush(SLICES), truncate(SLICES, Duration.ofMillis(9_700))));
    }

    private CrashPart imported() {
        return new CrashPart(
                IMPORTED,
                new StalenessOptions(1, 8, 1, List.of(IMPORT_PERIOD), 0, 0, seed(4)),
                new PacedStore(importSignal, READ_REST),
                List.of());
    }

    private CqlSession session() {
        return node.session();
    }

    private long seed(int part) {
        return Mix.of(options.seed(), part);
    }
}
