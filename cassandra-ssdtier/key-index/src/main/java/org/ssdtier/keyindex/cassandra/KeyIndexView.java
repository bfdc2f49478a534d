package org.ssdtier.keyindex.cassandra;

import com.codahale.metrics.Gauge;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.virtual.AbstractVirtualTable;
import org.apache.cassandra.db.virtual.SimpleDataSet;
import org.apache.cassandra.db.virtual.VirtualKeyspace;
import org.apache.cassandra.db.virtual.VirtualKeyspaceRegistry;
import org.apache.cassandra.dht.LocalPartitioner;
import org.apache.cassandra.metrics.CassandraMetricsRegistry;
import org.apache.cassandra.metrics.DefaultNameFactory;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.keyindex.KeyIndexStats;

/**
 * The operator's view of the key indexes: the virtual table {@code system_ssd_key_index.status} and the metrics {@code
 * org.apache.cassandra.metrics:type=SsdKeyIndex,name=…}, with the same figures.
 */
final class KeyIndexView {
    static final String KEYSPACE = "system_ssd_key_index";

    private final Supplier<KeeperFigures> source;

    private KeyIndexView(Supplier<KeeperFigures> source) {
        this.source = source;
    }

    /** Registers the table and the metrics. */
    static void register(Supplier<KeeperFigures> source) {
        KeyIndexView view = new KeyIndexView(source);
        VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(KEYSPACE, List.of(view.new Status())));
        DefaultNameFactory names = new DefaultNameFactory("SsdKeyIndex");
        for (String figure : view.figures().keySet()) {
            Gauge<Long> value = () -> view.figures().getOrDefault(figure, 0L);
            String metric = Character.toUpperCase(figure.charAt(0)) + figure.substring(1);
            CassandraMetricsRegistry.Metrics.register(names.createMetricName(metric), value);
        }
    }

    private Map<String, Long> figures() {
        KeeperFigures keeper = source.get();
        KeyIndexStats stats = keeper.stats();
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("online", stats.online() ? 1L : 0L);
        figures.put("files", (long) stats.files());
        figures.put("keys", stats.keys());
        figures.put("bytes", stats.bytes());
        figures.put("limitBytes", stats.limitBytes());
        figures.put("sstablesWithout", keeper.sstablesWithout());
        figures.put("found", stats.lookups().found());
        figures.put("absent", stats.lookups().absent());
        figures.put("unknown", stats.lookups().unknown());
        figures.put("mismatches", stats.lookups().mismatches());
        figures.put("late", stats.lookups().late());
        figures.put("built", stats.builtFiles());
        figures.put("builtFromDrafts", keeper.builtFromDrafts());
        figures.put("bytesWritten", stats.bytesWritten());
        figures.put("draftFreeBytes", keeper.draftFreeBytes());
        figures.put("errors", stats.errors());
        figures.put("checksumErrors", stats.checksumErrors());
        return figures;
    }

    /** The virtual table, with one row for each figure. */
    private final class Status extends AbstractVirtualTable {
        Status() {
            super(TableMetadata.builder(KEYSPACE, "status")
                    .comment("figures of the key indexes of SSTables on the SSD")
                    .kind(TableMetadata.Kind.VIRTUAL)
                    .partitioner(new LocalPartitioner(UTF8Type.instance))
                    .addPartitionKeyColumn("name", UTF8Type.instance)
                    .addRegularColumn("value", LongType.instance)
                    .build());
        }

        @Override
        public DataSet data() {
            SimpleDataSet rows = new SimpleDataSet(metadata());
            figures().forEach((name, value) -> rows.row(name).column("value", value));
            return rows;
        }
    }
}
