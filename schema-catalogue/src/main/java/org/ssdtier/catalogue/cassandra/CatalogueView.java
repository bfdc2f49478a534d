package org.ssdtier.catalogue.cassandra;

import com.codahale.metrics.Gauge;
import java.util.List;
import java.util.Map;
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

/**
 * What an operator sees of the schema catalogue: the virtual table {@code system_schema_catalogue.status} and the metrics
 * {@code org.apache.cassandra.metrics:type=SchemaCatalogue,name=…}, of the same figures.
 */
final class CatalogueView {
    static final String KEYSPACE = "system_schema_catalogue";

    private CatalogueView() {}

    static void register() {
        VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(KEYSPACE, List.of(new Status())));
        DefaultNameFactory names = new DefaultNameFactory("SchemaCatalogue");
        for (String figure : figures().keySet()) {
            Gauge<Long> value = () -> figures().getOrDefault(figure, 0L);
            CassandraMetricsRegistry.Metrics.register(names.createMetricName(capital(figure)), value);
        }
    }

    private static String capital(String figure) {
        return Character.toUpperCase(figure.charAt(0)) + figure.substring(1);
    }

    private static Map<String, Long> figures() {
        return WriteTotals.NODE.figures();
    }

    /** One row for each figure. */
    private static final class Status extends AbstractVirtualTable {
        Status() {
            super(TableMetadata.builder(KEYSPACE, "status")
                    .comment("figures of the schema catalogue and of the SSTables written with it")
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
