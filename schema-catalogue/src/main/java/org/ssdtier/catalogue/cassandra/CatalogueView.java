package org.ssdtier.catalogue.cassandra;

import com.codahale.metrics.Gauge;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.CatalogueStats;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.cassandra.image.ImageCatalogue;
import org.ssdtier.catalogue.cassandra.image.KnownSchemas;
import org.ssdtier.catalogue.cassandra.row.PlanCache;
import org.ssdtier.catalogue.cassandra.row.WriteTotals;
import org.ssdtier.catalogue.cassandra.sstable.CatalogueReads;
import org.ssdtier.catalogue.cassandra.sstable.CurrentCatalogue;
import org.ssdtier.catalogue.cassandra.sstable.NodeDefinitions;

/**
 * The operator's view of the schema catalogue: the virtual table {@code system_schema_catalogue.status} and the metrics
 * {@code org.apache.cassandra.metrics:type=SchemaCatalogue,name=…}, with the same figures.
 */
final class CatalogueView {
    static final String KEYSPACE = "system_schema_catalogue";
    /** The figure that is 1 if the node has its catalogue, and 0 if it runs without schema IDs. */
    static final String OPEN = "catalogueOpen";

    private CatalogueView() {}

    static void register() {
        VirtualKeyspaceRegistry.instance.register(new VirtualKeyspace(KEYSPACE, List.of(new Status())));
        DefaultNameFactory names = new DefaultNameFactory("SchemaCatalogue");
        for (String figure : names()) {
            Gauge<Long> value = () -> figures().getOrDefault(figure, 0L);
            CassandraMetricsRegistry.Metrics.register(names.createMetricName(capital(figure)), value);
        }
    }

    /**
     * Returns the names of all figures, also of those that a node has only while its catalogue is open: the catalogue is
     * opened in the background, after the metrics are registered.
     */
    static Set<String> names() {
        Map<String, Long> all = figures(null);
        add(CatalogueStats.NONE, all);
        addImages(null, all);
        return all.keySet();
    }

    private static String capital(String figure) {
        return Character.toUpperCase(figure.charAt(0)) + figure.substring(1);
    }

    private static Map<String, Long> figures() {
        return figures(CurrentCatalogue.get());
    }

    /** Returns the figures of a node with this catalogue, or without one. */
    static Map<String, Long> figures(@Nullable SchemaCatalogue catalogue) {
        Map<String, Long> figures = WriteTotals.NODE.figures();
        figures.put(OPEN, catalogue == null ? 0L : 1L);
        addReaders(figures);
        if (catalogue != null) {
            add(catalogue.stats(), figures);
        }
        KnownSchemas known = ImageCatalogue.known();
        if (known != null) {
            addImages(known, figures);
        }
        return figures;
    }

    private static void addReaders(Map<String, Long> figures) {
        NodeDefinitions definitions = NodeDefinitions.NODE;
        figures.put("readerDefinitions", definitions.memory().count());
        figures.put("readerDefinitionBytes", definitions.memory().bytes());
        figures.put("readerDefinitionMaxBytes", definitions.memory().maxBytes());
        figures.put("readerDefinitionsEvicted", definitions.memory().evicted());
        figures.put("readerHeapBytes", definitions.heapBytes());
        figures.put("readerHeapMaxBytes", definitions.maxHeapBytes());
        figures.put("readerPlanBytes", PlanCache.NODE.heapBytes());
        figures.put("readerPlanMaxBytes", PlanCache.NODE.maxHeapBytes());
        figures.put("readerHits", definitions.hits());
        figures.put("readerMisses", definitions.misses());
        figures.put("readerCatalogueReads", CatalogueReads.NODE.reads());
        figures.put("readerCatalogueFailures", CatalogueReads.NODE.failures());
        figures.put("readerCatalogueSlow", CatalogueReads.NODE.slow());
    }

    private static void add(CatalogueStats stats, Map<String, Long> figures) {
        figures.put("definitions", stats.content().definitions());
        figures.put("definitionsPending", stats.content().definitionsPending());
        figures.put("definitionsPendingBytes", stats.content().definitionsPendingBytes());
        figures.put("definitionsUnwritten", stats.content().definitionsUnwritten());
        figures.put("reservedIds", stats.ids().reservedIds());
        figures.put("highestId", stats.ids().highestId());
        figures.put("usedBytes", stats.space().usedBytes());
        figures.put("liveBytes", stats.space().liveBytes());
        figures.put("indexBytes", stats.space().indexBytes());
        figures.put("leases", (long) stats.ids().leases());
        figures.put("definitionReads", stats.content().definitionReads());
        figures.put("interned", stats.ids().interned());
        figures.put("found", stats.ids().found());
        stats.ids().refused().forEach((why, count) -> figures.put("refused" + camel(why.name()), count));
        figures.put("syncs", stats.log().syncs());
        figures.put("syncFailures", stats.log().syncFailures());
        figures.put("syncNanos", stats.log().syncNanos());
        figures.put("longestSyncNanos", stats.log().longestSyncNanos());
        figures.put("unqueued", stats.log().unqueued());
        figures.put("adopted", stats.rounds().adopted());
        figures.put("unadopted", stats.rounds().unadopted());
        figures.put("rounds", stats.rounds().rounds());
        figures.put("roundsGivenUp", stats.rounds().roundsGivenUp());
        figures.put("reclaimed", stats.rounds().reclaimed());
        figures.put("checkpoints", stats.log().checkpoints());
    }

    private static void addImages(@Nullable KnownSchemas known, Map<String, Long> figures) {
        figures.put("imageDefinitions", known == null ? 0L : known.count());
        figures.put("imageDefinitionBytes", known == null ? 0L : known.heapBytes());
        figures.put("imageDefinitionMaxBytes", known == null ? 0L : known.maxHeapBytes());
        figures.put("imageDefinitionsEvicted", known == null ? 0L : known.evicted());
    }

    private static String camel(String name) {
        StringBuilder text = new StringBuilder();
        for (String word : name.split("_", -1)) {
            text.append(word.charAt(0)).append(word.substring(1).toLowerCase(Locale.ROOT));
        }
        return text.toString();
    }

    /** The virtual table, with one row for each figure. */
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
