package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.node.RowCacheKind;
import org.ssdtier.ycsb.stale.Disturbance;
import org.ssdtier.ycsb.stale.Disturbance.Effect;

/** A factory of the disturbances for the probe's parts. */
final class Disturbances {
    private static final Duration ALTER_PERIOD = Duration.ofMillis(4_500);
    private static final Duration COMPACT_PERIOD = Duration.ofMillis(2_300);
    private static final Duration INVALIDATE_PERIOD = Duration.ofMillis(7_100);
    private static final Duration RESIZE_PERIOD = Duration.ofMillis(5_300);

    private static final Duration TIER_PERIOD = Duration.ofMillis(6_100);

    private final CqlSession session;
    private final NodeVerbs verbs;
    private final ProbeOptions options;

    Disturbances(CqlSession session, NodeVerbs verbs, ProbeOptions options) {
        this.session = session;
        this.verbs = verbs;
        this.options = options;
    }

    /**
     * Returns the disturbances of one table.
     *
     * @param cached {@code rows_per_partition} of the table
     * @param truncatePeriod time between two TRUNCATEs; zero for none
     */
    List<Disturbance> ofTable(String table, String cached, Duration truncatePeriod) {
        List<Disturbance> all = new ArrayList<>();
        all.add(new Disturbance("flush", options.flushPeriod(), () -> verbs.flush(table), Effect.NONE));
        if (options.chaos().contains(Chaos.COMPACT)) {
            all.add(new Disturbance("compact", COMPACT_PERIOD, () -> verbs.compact(table), Effect.NONE));
        }
        if (options.chaos().contains(Chaos.ALTER)) {
            all.add(new Disturbance("alter", ALTER_PERIOD, () -> alter(table, cached), Effect.NONE));
        }
        if (options.chaos().contains(Chaos.TRUNCATE) && !truncatePeriod.isZero()) {
            all.add(new Disturbance("truncate", truncatePeriod, () -> truncate(table), Effect.ERASES));
        }
        return all;
    }

    /** Returns the disturbances of the whole row cache. */
    List<Disturbance> ofCache() {
        List<Disturbance> all = new ArrayList<>();
        if (options.rowCache() == RowCacheKind.NONE) {
            return all;
        }
        if (options.chaos().contains(Chaos.INVALIDATE)) {
            all.add(new Disturbance("invalidate", INVALIDATE_PERIOD, verbs::invalidateRowCache, Effect.NONE));
        }
        if (options.chaos().contains(Chaos.RESIZE)) {
            all.add(new Disturbance("resize", RESIZE_PERIOD, this::resize, Effect.NONE));
        }
        if (options.chaos().contains(Chaos.TIER) && options.rowCache() == RowCacheKind.SSDTIER) {
            all.add(new Disturbance("tier", TIER_PERIOD, this::changeTier, Effect.NONE));
        }
        return all;
    }

    /**
     * Turns caching off and on, with a flush in between that leaves time for writes; then changes the comment, which
     * does not affect caching.
     */
    private void alter(String table, String cached) throws Exception {
        alterCaching(table, "NONE");
        verbs.flush(table);
        alterCaching(table, cached);
        session.execute("ALTER TABLE " + ProbeTable.KEYSPACE + "." + table + " WITH comment = 'altered'");
    }

    private void alterCaching(String table, String rows) {
        session.execute("ALTER TABLE " + ProbeTable.KEYSPACE + "." + table
                + " WITH caching = {'keys': 'ALL', 'rows_per_partition': '" + rows + "'}");
    }

    private void truncate(String table) {
        session.execute("TRUNCATE " + ProbeTable.KEYSPACE + "." + table);
    }

    private void resize() throws Exception {
        verbs.setRowCacheMebibytes(0);
        verbs.setRowCacheMebibytes(options.memoryMebibytes() * 2L);
        verbs.setRowCacheMebibytes(options.memoryMebibytes());
    }

    private void changeTier() throws Exception {
        verbs.pauseTier();
        verbs.flush("many");
        verbs.resumeTier();
        verbs.resizeTier(options.ssdMebibytes() / 2);
        verbs.resizeTier(options.ssdMebibytes());
    }
}
