package org.ssdtier.node.lifetimes;

import com.codahale.metrics.Counter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.db.virtual.VirtualTable;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;
import org.apache.cassandra.schema.TableMetadata;

/**
 * The operator's view of the lifetimes: the virtual table {@code system_ssdtier.write_lifetimes}, and the metrics {@code
 * org.apache.cassandra.metrics:type=WriteKind,scope=…} and {@code type=WriteLifetime,scope=…} with the same figures.
 */
final class LifetimeView {
    /** The keyspace that the row cache has too; whichever comes later adds its tables. */
    private static final String KEYSPACE = "system_ssdtier";

    private LifetimeView() {}

    static void register(WriteLifetimes lifetimes) {
        List<VirtualTable> tables = new ArrayList<>();
        VirtualKeyspace existing = VirtualKeyspaceRegistry.instance.getKeyspaceNullable(KEYSPACE);
        if (existing != null) {
            tables.addAll(existing.tables());
        }
        tables.add(new Kinds(lifetimes));
        VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(KEYSPACE, tables));
        registerMetrics(lifetimes);
    }

    private static void registerMetrics(WriteLifetimes lifetimes) {
        LifetimeCounters counters = lifetimes.counters();
        for (FileKind kind : FileKind.values()) {
            DefaultNameFactory names = new DefaultNameFactory("WriteKind", kind.word());
            counter(names, "Files", () -> counters.files(kind));
            counter(names, "Bytes", () -> counters.bytes(kind));
            counter(names, "IndexBytes", () -> counters.indexBytes(kind));
        }
        for (Lifetime lifetime : Lifetime.values()) {
            counter(
                    new DefaultNameFactory("WriteLifetime", lifetime.word()),
                    "Bytes",
                    () -> bytes(lifetimes, lifetime));
        }
        counter(new DefaultNameFactory("WriteLifetime"), "Refused", lifetimes::refused);
    }

    private static long bytes(WriteLifetimes lifetimes, Lifetime lifetime) {
        long bytes = 0;
        for (FileKind kind : FileKind.values()) {
            bytes +=
                    lifetimes.plan().of(kind) == lifetime ? lifetimes.counters().bytes(kind) : 0;
        }
        return bytes;
    }

    private static void counter(DefaultNameFactory names, String name, LongSupplier value) {
        CassandraMetricsRegistry.Metrics.register(names.createMetricName(name), new CountElsewhere(value));
    }

    /** A counter that reads its count when it is read. */
    private static final class CountElsewhere extends Counter {
        private final LongSupplier count;

        CountElsewhere(LongSupplier count) {
            this.count = count;
        }

        @Override
        public long getCount() {
            return count.getAsLong();
        }
    }

    /** The virtual table, with one row for each kind. */
    private static final class Kinds extends AbstractVirtualTable {
        private final WriteLifetimes lifetimes;

        Kinds(WriteLifetimes lifetimes) {
            super(TableMetadata.builder(KEYSPACE, "write_lifetimes")
                    .comment("files and bytes written since the node started, by kind")
                    .kind(TableMetadata.Kind.VIRTUAL)
                    .partitioner(new LocalPartitioner(UTF8Type.instance))
                    .addPartitionKeyColumn("kind", UTF8Type.instance)
                    .addRegularColumn("lifetime", UTF8Type.instance)
                    .addRegularColumn("files", LongType.instance)
                    .addRegularColumn("bytes", LongType.instance)
                    .addRegularColumn("index_bytes", LongType.instance)
                    .addRegularColumn("share", DoubleType.instance)
                    .build());
            this.lifetimes = lifetimes;
        }

        @Override
        public DataSet data() {
            SimpleDataSet rows = new SimpleDataSet(metadata());
            LifetimeCounters counters = lifetimes.counters();
            long all = counters.bytes();
            for (FileKind kind : FileKind.values()) {
                long bytes = counters.bytes(kind);
                rows.row(kind.word())
                        .column("lifetime", lifetimes.plan().of(kind).word())
                        .column("files", counters.files(kind))
                        .column("bytes", bytes)
                        .column("index_bytes", counters.indexBytes(kind))
                        .column("share", all == 0 ? 0.0 : (double) bytes / all);
            }
            return rows;
        }
    }
}
