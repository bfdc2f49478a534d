package org.ssdtier.node.differential;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.schema.CompactionParams;
import org.apache.cassandra.service.CacheService;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.CataloguedTables;
import org.ssdtier.node.differential.RandomTable.Flavour;
import org.ssdtier.node.embedded.EmbeddedNode;

/**
 * One random history on twins. Reads are repeated: the first may fill the cache, the second is answered from it.
 *
 * <p>Time does not pass by itself: statements carry their timestamp and what they take for now (from ten minutes ahead on,
 * so that a compaction, which looks at the clock, never sees more expired than a read does).
 */
final class History {
    private static final String[] CACHINGS = {"ALL", "ALL", "ALL", "1", "2", "3", "5", "NONE"};
    private static final List<Flavour> FLAVOURS = List.copyOf(EnumSet.allOf(Flavour.class));
    private static final int[] PAGE_SIZES = {-1, -1, -1, 1, 2, 3, 7};

    /** What the first twin has that the second has not. */
    enum Subject {
        /** The row cache. */
        ROW_CACHE,
        /** Its SSTables are of the format {@code catalogued}; now and then it has the row cache, too. */
        CATALOGUED
    }

    /** What histories did, all together. */
    static final class Totals {
        long reads;
        long rejectedReads;
        long digests;
        long digestsOfLayout;
        long hits;
        long outOfRange;

        @Override
        public String toString() {
            return "reads=" + reads + " rejected=" + rejectedReads + " hits=" + hits + " out of range=" + outOfRange
                    + " digests=" + digests + " different for the layout on disk=" + digestsOfLayout;
        }
    }

    private final Random random;
    private final Subject subject;
    private final RandomTable table;
    private final RandomWrites writes;
    private final RandomSelects selects;
    private final Twins twins;
    private final Totals totals;
    private final List<String> log = new ArrayList<>();
    private final boolean explicitTime;
    private long nowInSeconds = System.currentTimeMillis() / 1_000 + 600;

    History(EmbeddedNode node, Subject subject, long seed, Totals totals) {
        this.subject = subject;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L); // neighbouring seeds alone begin alike
        Flavour flavour = FLAVOURS.get(random.nextInt(FLAVOURS.size()));
        this.table = new RandomTable(random, flavour);
        this.explicitTime = flavour == Flavour.COLUMNS || flavour == Flavour.TTL;
        this.writes = new RandomWrites(random, table, System.currentTimeMillis() * 1_000 - 1_000_000_000L);
        this.selects = new RandomSelects(random, table, writes);
        this.twins = new Twins(node, "t" + Long.toString(seed).replace('-', 'm'));
        this.totals = totals;
        create(node);
    }

    private void create(EmbeddedNode node) {
        node.process("CREATE TYPE IF NOT EXISTS pair (a int, b text)");
        String create = table.create("%T", caching());
        log.add(create);
        node.process(Twins.on(create, twins.cached));
        node.process(table.create(twins.plain, Twins.NO_ROWS));
        if (subject == Subject.CATALOGUED) {
            log.add("-- " + CataloguedTables.choose(EmbeddedNode.KEYSPACE, twins.cached, random));
        }
        twins.cachedTable().disableAutoCompaction();
        twins.plainTable().disableAutoCompaction();
    }

    private String caching() {
        boolean none = subject == Subject.CATALOGUED && random.nextInt(4) > 0;
        String rows = none ? "NONE" : CACHINGS[random.nextInt(CACHINGS.length)];
        return "{'keys': 'ALL', 'rows_per_partition': '" + rows + "'}";
    }

    /** Runs this many steps and drops the tables. */
    void run(EmbeddedNode node, int steps) {
        try {
            for (int i = 0; i < steps; i++) {
                step(node);
            }
            totals.hits += twins.cachedTable().metric.rowCacheHit.getCount();
            totals.outOfRange +=
                    twins.cachedTable().metric.rowCacheHitOutOfRange.getCount();
            CataloguedTables.forget(EmbeddedNode.KEYSPACE, twins.cached);
            node.process("DROP TABLE " + twins.cached);
            node.process("DROP TABLE " + twins.plain);
        } catch (Exception e) {
            throw new AssertionError("a statement failed" + story(), e);
        }
    }

    private void step(EmbeddedNode node) throws Exception {
        nowInSeconds += random.nextInt(4) == 0 ? random.nextInt(8) : 0;
        int dice = random.nextInt(100);
        if (dice < 40) {
            write(writes.next());
        } else if (dice < 88) {
            read(selects.next());
        } else if (dice < 90) {
            warm();
        } else {
            maintain(node);
        }
    }

    private void write(String cql) {
        log.add(cql);
        if (table.flavour == Flavour.COUNTERS) {
            awaitNextMillisecond();
        }
        List<String> answers = twins.both(cql, now());
        same(cql, answers.get(0), answers.get(1));
    }

    /** An increment's timestamp is in milliseconds, a deletion's is not: within one, either may be the later. */
    private static void awaitNextMillisecond() {
        long millis = System.currentTimeMillis();
        while (System.currentTimeMillis() <= millis + 1) {
            Thread.onSpinWait();
        }
    }

    private @Nullable Long now() {
        return explicitTime ? nowInSeconds : null;
    }

    private void warm() {
        String cql = selects.partition();
        log.add(cql);
        same(cql, twins.answerOfCached(cql, now(), -1), twins.answerOfPlain(cql, now(), -1));
    }

    private void read(RandomSelects.Select select) {
        String cql = select.cql();
        int pageSize = select.pageable() ? PAGE_SIZES[random.nextInt(PAGE_SIZES.length)] : -1;
        log.add(cql + " -- pages of " + pageSize + " at " + nowInSeconds);
        String expected = twins.answerOfPlain(cql, now(), pageSize);
        totals.reads++;
        totals.rejectedReads += expected.startsWith("invalid") ? 1 : 0;
        same(cql, twins.answerOfCached(cql, now(), pageSize), expected);
        if (random.nextInt(3) > 0) {
            same(cql, twins.answerOfCached(cql, now(), pageSize), expected);
        }
        if (explicitTime && !table.hasLists()) {
            compareDigests(cql);
        }
    }

    /**
     * A digest depends on how a partition is spread over memtables and SSTables, in stock too: a read of certain rows leaves
     * out the partition deletion of an SSTable that it need not read, and a cell that nobody asked for goes if its own source
     * has a newer row liveness. An image counts as SSTables that have just been compacted. So where the digests differ, they
     * must be equal once both tables are flushed and compacted.
     */
    private void compareDigests(String cql) {
        List<String> expected = twins.digests(cql, twins.plain, nowInSeconds);
        totals.digests += expected.size();
        if (expected.equals(twins.digests(cql, twins.cached, nowInSeconds))) {
            return;
        }
        totals.digestsOfLayout++;
        flush();
        compact(twins.cachedTable(), "compact cached");
        compact(twins.plainTable(), "compact plain");
        CacheService.instance.invalidateRowCache();
        for (String state : List.of("loaded", "cached")) {
            String actual = twins.digests(cql, twins.cached, nowInSeconds).toString();
            String wanted = twins.digests(cql, twins.plain, nowInSeconds).toString();
            if (!actual.equals(wanted)) {
                same(
                        state + " digest of " + cql,
                        actual + twins.content(cql, twins.cached, nowInSeconds),
                        wanted + twins.content(cql, twins.plain, nowInSeconds));
            }
        }
    }

    private void maintain(EmbeddedNode node) throws Exception {
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3, 4 -> flush();
            case 5 -> compact(twins.cachedTable(), "compact cached");
            case 6 -> compact(twins.plainTable(), "compact plain");
            case 7 -> alterColumns();
            case 8 -> {
                String alter = "ALTER TABLE %T WITH caching = " + caching();
                log.add(alter);
                node.process(Twins.on(alter, twins.cached));
            }
            case 9 -> {
                log.add("nodetool invalidaterowcache");
                CacheService.instance.invalidateRowCache();
            }
            case 10 -> setCapacity();
            case 11 -> rewrite();
            case 12 -> {
                if (random.nextInt(4) == 0) {
                    truncate(node);
                }
            }
            default -> writes.timestamp();
        }
    }

    private void flush() {
        log.add("-- flush");
        twins.cachedTable().forceBlockingFlush(FlushReason.UNIT_TESTS);
        twins.plainTable().forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    private void compact(ColumnFamilyStore store, String what) {
        log.add("-- " + what);
        store.forceMajorCompaction();
    }

    private void truncate(EmbeddedNode node) {
        log.add("TRUNCATE %T");
        node.process("TRUNCATE " + twins.cached);
        node.process("TRUNCATE " + twins.plain);
    }

    private void alterColumns() {
        String alter = random.nextBoolean() ? table.alterAdd(random) : table.alterDrop(random, dropTimestamp());
        if (!alter.isEmpty()) {
            log.add(alter);
            List<String> answers = twins.both(alter, null);
            same(alter, answers.get(0), answers.get(1));
        }
    }

    /** Later than all that was written: stock fails reads of cells that are newer than the drop of their column. */
    private long dropTimestamp() {
        return explicitTime ? writes.latestTimestamp() : System.currentTimeMillis() * 1_000 + 1_000_000;
    }

    private void setCapacity() {
        boolean writeMeanwhile = random.nextBoolean();
        log.add("nodetool setcachecapacity 0");
        CacheService.instance.setRowCacheCapacityInMB(0);
        if (writeMeanwhile) {
            write(writes.next());
            warm();
            flush();
        }
        log.add("nodetool setcachecapacity 1");
        CacheService.instance.setRowCacheCapacityInMB(1);
    }

    /**
     * Rewrites the cached table's SSTables without changing their content. Not by scrub: that of 5.0.9 fails with a
     * NullPointerException or ClassCastException on partitions without rows or with range tombstones, and loses them.
     */
    private void rewrite() throws Exception {
        ColumnFamilyStore store = twins.cachedTable();
        switch (random.nextInt(3)) {
            case 0 -> {
                log.add("-- nodetool garbagecollect");
                store.garbageCollect(CompactionParams.TombstoneOption.CELL, 1);
            }
            case 1 -> {
                log.add("-- nodetool upgradesstables -a");
                store.sstablesRewrite(false, Long.MAX_VALUE, false, 1);
            }
            default -> {
                log.add("-- nodetool cleanup");
                store.forceCleanup(1);
            }
        }
    }

    private void same(String what, String actual, String expected) {
        if (!actual.equals(expected)) {
            throw new AssertionError("not the same: " + what + "\nwith " + subject + ":\n" + actual + "\nwithout:\n"
                    + expected + story());
        }
    }

    private String story() {
        return "\nthe history, flavour " + table.flavour + ":\n" + String.join("\n", log);
    }
}
