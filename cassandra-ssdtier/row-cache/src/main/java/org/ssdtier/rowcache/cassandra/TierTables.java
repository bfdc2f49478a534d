package org.ssdtier.rowcache.cassandra;

import java.util.List;
import java.util.function.Consumer;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.Tier;
import org.ssdtier.segmentlog.SegmentStatus;

/** The virtual tables of {@code system_ssdtier}: status, segments, tables, settings. */
final class TierTables {
    static final String KEYSPACE = "system_ssdtier";

    private TierTables() {}

    static VirtualKeyspace keyspace(SsdRowCache cache, SsdRowCacheControl control) {
        return new VirtualKeyspace(KEYSPACE, List.of(status(control), segments(cache), tables(cache), settings(cache)));
    }

    /** Returns a table with one row for each figure and ratio, and for the state. */
    private static AbstractVirtualTable status(SsdRowCacheControl control) {
        TableMetadata.Builder columns = table(
                        "status", "state and figures of the row cache and its SSD tier", UTF8Type.instance)
                .addPartitionKeyColumn("name", UTF8Type.instance)
                .addRegularColumn("value", UTF8Type.instance);
        return new Filled(columns.build(), rows -> {
            rows.row("state").column("value", control.getState());
            rows.row("outageReason").column("value", control.getOutageReason());
            rows.row("nextAttemptMillis").column("value", Long.toString(control.getNextAttemptMillis()));
            control.getStatistics().forEach((name, value) -> rows.row(name).column("value", value.toString()));
            control.getRatios().forEach((name, value) -> rows.row(name).column("value", value.toString()));
        });
    }

    /** Returns a table with one row for each segment; empty while the tier is offline. */
    private static AbstractVirtualTable segments(SsdRowCache cache) {
        TableMetadata.Builder columns = table("segments", "the segments of the SSD tier", Int32Type.instance)
                .addPartitionKeyColumn("slot", Int32Type.instance)
                .addRegularColumn("sequence", LongType.instance)
                .addRegularColumn("state", UTF8Type.instance)
                .addRegularColumn("used_bytes", LongType.instance)
                .addRegularColumn("garbage_bytes", LongType.instance)
                .addRegularColumn("records", Int32Type.instance);
        return new Filled(columns.build(), rows -> {
            for (SegmentStatus segment : cache.tiers().ssd().segments()) {
                rows.row(segment.slot())
                        .column("sequence", Integer.toUnsignedLong(segment.sequence()))
                        .column("state", segment.state().name())
                        .column("used_bytes", segment.usedBytes())
                        .column("garbage_bytes", segment.garbageBytes())
                        .column("records", segment.records());
            }
        });
    }

    /** Returns a table with one row for each cached table that was read or changed since the node started. */
    private static AbstractVirtualTable tables(SsdRowCache cache) {
        TableMetadata.Builder columns = table("tables", "look-ups in the row cache by table", UTF8Type.instance)
                .addPartitionKeyColumn("keyspace_name", UTF8Type.instance)
                .addClusteringColumn("table_name", UTF8Type.instance)
                .addRegularColumn("rows_per_partition", UTF8Type.instance)
                .addRegularColumn("memory_hits", LongType.instance)
                .addRegularColumn("pending_hits", LongType.instance)
                .addRegularColumn("ssd_hits", LongType.instance)
                .addRegularColumn("misses", LongType.instance)
                .addRegularColumn("hit_rate", DoubleType.instance)
                .addRegularColumn("layouts", Int32Type.instance)
                .addRegularColumn("compressed", BooleanType.instance)
                .addRegularColumn("compression_ratio", DoubleType.instance)
                .addRegularColumn("dictionaries", Int32Type.instance);
        return new Filled(columns.build(), rows -> cache.tables().all().forEach(images -> fill(rows, images)));
    }

    private static void fill(SimpleDataSet rows, TableImages images) {
        CachedTable table = images.state;
        TableMetadata metadata = Schema.instance.getTableMetadata(TableId.fromUUID(table.id()));
        if (metadata == null || !metadata.params.caching.cacheRows()) {
            return;
        }
        long hits = table.hits(Tier.MEMORY) + table.hits(Tier.PENDING) + table.hits(Tier.SSD);
        long lookups = hits + table.misses();
        rows.row(metadata.keyspace, metadata.name)
                .column("rows_per_partition", metadata.params.caching.asMap().get("rows_per_partition"))
                .column("memory_hits", table.hits(Tier.MEMORY))
                .column("pending_hits", table.hits(Tier.PENDING))
                .column("ssd_hits", table.hits(Tier.SSD))
                .column("misses", table.misses())
                .column("hit_rate", lookups == 0 ? 0.0 : (double) hits / lookups)
                .column("layouts", images.layoutsMade())
                .column("compressed", images.compression.isCompressed())
                .column("compression_ratio", images.compression.ratio())
                .column("dictionaries", images.compression.dictionaries());
    }

    /** Returns a table with one row for each option in effect. */
    private static AbstractVirtualTable settings(SsdRowCache cache) {
        TableMetadata.Builder columns = table("settings", "options of ssd_row_cache in effect", UTF8Type.instance)
                .addPartitionKeyColumn("name", UTF8Type.instance)
                .addRegularColumn("value", UTF8Type.instance)
                .addRegularColumn("allowed", UTF8Type.instance);
        return new Filled(columns.build(), rows -> cache.options().rules().forEach(rule -> rows.row(rule.key())
                .column("value", rule.value())
                .column("allowed", rule.allowed())));
    }

    private static TableMetadata.Builder table(String name, String comment, AbstractType<?> keyType) {
        return TableMetadata.builder(KEYSPACE, name)
                .comment(comment)
                .kind(TableMetadata.Kind.VIRTUAL)
                .partitioner(new LocalPartitioner(keyType));
    }

    /** A virtual table whose rows are created when it is read. */
    private static final class Filled extends AbstractVirtualTable {
        private final Consumer<SimpleDataSet> source;

        Filled(TableMetadata metadata, Consumer<SimpleDataSet> source) {
            super(metadata);
            this.source = source;
        }

        @Override
        public DataSet data() {
            SimpleDataSet rows = new SimpleDataSet(metadata());
            source.accept(rows);
            return rows;
        }
    }
}
