package org.ssdtier.node.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A check of which tables are cached: those that would gain from it and those that lose by it. What counts is the work that a hit saves,
 * which is the SSTables of a read, and what a cached table costs, which is the merge of its writes at each flush.
 */
final class TablesCheck {
    private static final String NAME = "tables";
    private static final long LEAST_READS = 1_000;
    private static final double LEAST_SHARE = 0.01;
    private static final long LEAST_LOOKUPS = 10_000;
    private static final double LOW_HIT_RATE = 0.1;
    /** With more writes for each read than this, the merges at flushes may outweigh the hits, unless most reads are hits. */
    private static final double MOST_WRITES_PER_READ = 10;

    /** A read of some rows of a larger partition would read all of it at a miss. */
    private static final long MOST_MEAN_BYTES = 64 << 10;

    /** Before that, a low hit rate may be that of a cache which is not warm yet. */
    private static final double WARM_SECONDS = 3_600;

    private final List<TableFigures> tables;
    private final long maxRowBytes;
    private final double seconds;
    private final List<Finding> findings = new ArrayList<>();

    private TablesCheck(List<TableFigures> tables, long maxRowBytes, double seconds) {
        this.tables = tables;
        this.maxRowBytes = maxRowBytes;
        this.seconds = Math.max(1, seconds);
    }

    /**
     * Checks the tables of a node.
     *
     * @param maxRowBytes size of the largest partition that is cached
     * @param uptimeSeconds time since the start of the node
     */
    static List<Finding> of(List<TableFigures> tables, long maxRowBytes, double uptimeSeconds) {
        TablesCheck check = new TablesCheck(tables, maxRowBytes, uptimeSeconds);
        check.check();
        return check.findings;
    }

    private void check() {
        long allReads = tables.stream().mapToLong(TableFigures::reads).sum();
        long cached = tables.stream().filter(TableFigures::isCached).count();
        if (allReads < LEAST_READS) {
            findings.add(Finding.ok(
                    NAME, cached + " cached; too few reads for advice, " + allReads + " since the start of the node"));
            return;
        }
        for (TableFigures table : tables) {
            if (table.isCached()) {
                checkCached(table);
            } else if (table.reads() >= Math.max((double) LEAST_READS, LEAST_SHARE * allReads)) {
                checkUncached(table);
            }
        }
        if (findings.isEmpty()) {
            findings.add(Finding.ok(NAME, cached + " cached, none of them loses by it, and no other would gain"));
        }
    }

    private void checkCached(TableFigures table) {
        double hitRate = table.lookups() == 0 ? 0 : (double) table.hits() / table.lookups();
        if (hitRate >= LOW_HIT_RATE) {
            return;
        }
        String cause = null;
        if (table.meanPartitionBytes() > maxRowBytes) {
            cause = "its partitions are larger than max_row_size=" + Amounts.bytes(maxRowBytes);
        } else if (seconds < WARM_SECONDS) {
            return;
        } else if (table.writes() > LEAST_LOOKUPS && table.writes() > MOST_WRITES_PER_READ * table.reads()) {
            cause = "it is mostly written, and each flush merges its cached rows";
        } else if (table.lookups() >= LEAST_LOOKUPS) {
            cause = "most rows are wanted only once, or the tier is too small for them";
        }
        if (cause != null) {
            findings.add(Finding.warn(
                    NAME,
                    table.cql() + " loses by row caching: " + cause + "; " + describe(table) + ", hit rate "
                            + Amounts.percent(hitRate),
                    alter(table, "NONE")));
        }
    }

    private void checkUncached(TableFigures table) {
        boolean isTooLarge = table.meanPartitionBytes() > Math.min(maxRowBytes, MOST_MEAN_BYTES);
        boolean isMostlyWritten = table.writes() > MOST_WRITES_PER_READ * table.reads();
        if (!isTooLarge && !isMostlyWritten && table.sstablesPerRead() > 0) {
            findings.add(Finding.warn(
                    NAME,
                    table.cql() + " would gain from row caching, if rows are read again: " + describe(table)
                            + String.format(
                                    Locale.ROOT,
                                    ", so a hit rate of 50 %% would save %.0f reads of SSTables a second",
                                    0.5 * table.reads() / seconds * table.sstablesPerRead()),
                    alter(table, "ALL")));
        }
    }

    private String describe(TableFigures table) {
        return String.format(
                Locale.ROOT,
                "%.1f reads/s, %.1f writes/s, %.1f SSTables per read, mean partition %s",
                table.reads() / seconds,
                table.writes() / seconds,
                table.sstablesPerRead(),
                Amounts.bytes(table.meanPartitionBytes()));
    }

    private static String alter(TableFigures table, String rows) {
        return "ALTER TABLE " + table.cql() + " WITH caching = {'keys': 'ALL', 'rows_per_partition': '" + rows
                + "'}; (of a view: ALTER MATERIALIZED VIEW)";
    }
}
