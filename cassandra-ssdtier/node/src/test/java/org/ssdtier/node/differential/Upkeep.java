package org.ssdtier.node.differential;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Future;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.schema.CompactionParams;
import org.apache.cassandra.service.CacheService;
import org.apache.cassandra.utils.FBUtilities;
import org.ssdtier.catalogue.cassandra.CataloguedTables;
import org.ssdtier.catalogue.cassandra.EmbeddedCatalogue;
import org.ssdtier.catalogue.cassandra.StreamLoop;
import org.ssdtier.node.differential.RandomTable.Flavour;
import org.ssdtier.node.differential.Round.Subject;
import org.ssdtier.node.differential.Twins.Pair;
import org.ssdtier.node.differential.Twins.Way;
import org.ssdtier.node.embedded.EmbeddedNode;

/** The events of the twins between two turns of a round: flushes, compactions, changes of their definition, and the like. */
final class Upkeep {
    private static final String[] CACHINGS = {"ALL", "ALL", "ALL", "1", "2", "3", "5", "NONE"};

    private final Round round;
    private final EmbeddedNode node;
    private final Random random;
    private boolean cached;

    Upkeep(Round round, EmbeddedNode node) {
        this.round = round;
        this.node = node;
        this.random = round.random;
    }

    boolean isCached() {
        return cached;
    }

    /** Flushes and compacts both twins. */
    void flushAndCompact() {
        flush();
        compactBoth();
    }

    /** Triggers a flush most of the time, and one to three random events. */
    void something() throws Exception {
        if (random.nextInt(3) > 0) {
            flush();
        }
        int events = 1 + random.nextInt(3);
        for (int i = 0; i < events; i++) {
            event();
        }
    }

    private void event() throws Exception {
        switch (random.nextInt(13)) {
            case 0, 1 -> compactOne();
            case 2, 3 -> alterColumns();
            case 4 -> alterCaching();
            case 5 -> {
                round.note(Round.ALL, "nodetool invalidaterowcache");
                CacheService.instance.invalidateRowCache();
            }
            case 6 -> setCapacity();
            case 7 -> rewrite();
            case 8 -> {
                if (random.nextInt(6) == 0) {
                    truncate();
                }
            }
            case 9 -> {
                if (round.subject == Subject.CATALOGUED) {
                    choose();
                    reclaim();
                }
            }
            case 10 -> compactBoth();
            default -> both(round.batch());
        }
    }

    /** Removes the definitions that no SSTable has any more; cached images may still refer to them. */
    private void reclaim() {
        round.note(Round.ALL, "-- reclaim definitions");
        EmbeddedCatalogue.reclaim();
    }

    private void flush() {
        round.note(Round.ALL, "-- flush");
        Future<?> first = round.twins.cachedTable().forceFlush(FlushReason.UNIT_TESTS);
        Future<?> second = round.twins.plainTable().forceFlush(FlushReason.UNIT_TESTS);
        FBUtilities.waitOnFutures(List.of(first, second));
        round.totals.flushes++;
    }

    /** Compacts both twins. Flushes first in a purging round: a change of the definition flushes asynchronously, and purging must not depend on it. */
    private void compactBoth() {
        if (round.purges) {
            flush();
        }
        round.note(Round.ALL, "-- compact both");
        List<Future<?>> compactions = new ArrayList<>(compaction(round.twins.cachedTable()));
        compactions.addAll(compaction(round.twins.plainTable()));
        FBUtilities.waitOnFutures(compactions);
        round.totals.compactions++;
    }

    private static List<? extends Future<?>> compaction(ColumnFamilyStore store) {
        long gcBefore = CompactionManager.getDefaultGcBefore(store, FBUtilities.nowInSeconds());
        return CompactionManager.instance.submitMaximal(store, gcBefore, false);
    }

    private void compactOne() {
        if (round.purges) {
            compactBoth();
            return;
        }
        boolean first = random.nextBoolean();
        round.note(Round.ALL, first ? "-- compact cached" : "-- compact plain");
        FBUtilities.waitOnFutures(compaction(first ? round.twins.cachedTable() : round.twins.plainTable()));
        round.totals.compactions++;
    }

    void bringToOneLayout() {
        flushAndCompact();
        CacheService.instance.invalidateRowCache();
    }

    private void alterColumns() {
        String alter =
                random.nextBoolean() ? round.table.alterAdd(random) : round.table.alterDrop(random, dropTimestamp());
        if (!alter.isEmpty()) {
            both(alter);
            round.totals.schemaChanges++;
        }
    }

    /** Returns a timestamp later than all writes: stock fails reads of cells that are newer than the drop of their column. */
    private long dropTimestamp() {
        return round.explicitTime ? round.latestTimestamp() : System.currentTimeMillis() * 1_000 + 1_000_000;
    }

    /** Runs a statement on both twins through the coordinator. */
    private void both(String cql) {
        round.note(Round.ALL, cql);
        Pair statements = round.twins.parse(cql);
        Way way = new Way(true, round.explicitTime ? round.latestSecond() : null, -1);
        String answer = round.twins.answer(statements.cached(), way);
        round.same(Round.ALL, cql, answer, round.twins.answer(statements.plain(), way));
    }

    private void alterCaching() {
        String alter = "ALTER TABLE %T WITH caching = " + caching();
        round.note(Round.ALL, alter);
        node.process(Twins.on(alter, round.twins.cached));
        round.totals.schemaChanges++;
    }

    /** Returns a random caching option; without images in a purging round, because an image keeps what a compaction has purged. */
    String caching() {
        boolean none = round.subject == Subject.CATALOGUED && (round.purges || random.nextInt(3) == 0);
        String rows = none ? "NONE" : CACHINGS[random.nextInt(CACHINGS.length)];
        cached = !rows.equals("NONE");
        return "{'keys': 'ALL', 'rows_per_partition': '" + rows + "'}";
    }

    /** Sets how the first twin's SSTables are written from now on; sometimes in Cassandra's format, so that it has both. */
    void choose() {
        String table = round.twins.cached;
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, table);
        boolean stock = random.nextInt(8) == 0;
        String chosen = stock ? "stock" : CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, random);
        round.note(Round.ALL, "-- " + chosen);
    }

    private void setCapacity() {
        boolean writeMeanwhile = random.nextBoolean();
        round.note(Round.ALL, "nodetool setcachecapacity 0");
        CacheService.instance.setRowCacheCapacityInMB(0);
        if (writeMeanwhile) {
            History history = round.any();
            history.write();
            history.warm();
            flush();
        }
        round.note(Round.ALL, "nodetool setcachecapacity 1");
        CacheService.instance.setRowCacheCapacityInMB(1);
    }

    private void truncate() {
        round.note(Round.ALL, "TRUNCATE %T");
        node.process("TRUNCATE " + round.twins.cached);
        node.process("TRUNCATE " + round.twins.plain);
    }

    /**
     * Rewrites the first twin's SSTables without changing their content. Scrub is not used: in 5.0.9 it fails with a
     * NullPointerException or ClassCastException on partitions without rows or with range tombstones, and loses them.
     */
    private void rewrite() throws Exception {
        ColumnFamilyStore store = round.twins.cachedTable();
        if (round.purges) {
            return;
        }
        switch (random.nextInt(round.subject == Subject.CATALOGUED ? 4 : 3)) {
            case 3 -> stream(store);
            case 0 -> {
                round.note(Round.ALL, "-- nodetool garbagecollect");
                store.garbageCollect(CompactionParams.TombstoneOption.CELL, 1);
            }
            case 1 -> {
                round.note(Round.ALL, "-- nodetool upgradesstables -a");
                store.sstablesRewrite(false, Long.MAX_VALUE, false, 1);
            }
            default -> {
                round.note(Round.ALL, "-- nodetool cleanup");
                store.forceCleanup(1);
            }
        }
    }

    /**
     * Streams the SSTables to a node that reads our format, one with the format switched off, or one without the jar.
     * The answers must be the same in each case.
     */
    private void stream(ColumnFamilyStore store) throws IOException {
        List<StreamLoop.Peer> peers = List.of(StreamLoop.Peer.values());
        StreamLoop.Peer peer = peers.get(random.nextInt(peers.size()));
        round.note(Round.ALL, "-- streams to a node that is " + peer);
        StreamLoop.replaceAll(store, peer, random);
        if (round.table.flavour == Flavour.COUNTERS) {
            // An increment after a deletion starts at the value in the counter cache, without that at 0. A stream
            // removes only some values: Bounds.getNonOverlappingBounds makes [0, 20] of [0, 100] and [10, 20].
            CacheService.instance.invalidateCounterCacheForCf(store.metadata());
            CacheService.instance.invalidateCounterCacheForCf(
                    round.twins.plainTable().metadata());
        }
    }
}
