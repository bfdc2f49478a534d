package org.ssdtier.node.doctor;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/**
 * The figures of a node's row cache, and what alerts need of the rest, at one time.
 *
 * @param state state of the SSD tier
 * @param outageReason why it is offline; empty if it is not
 * @param statistics counters and gauges by name; of key indexes and catalogue those that alerts are about
 * @param ratios ratios by name
 * @param settings options in effect by key
 */
record TierFigures(
        String state,
        String outageReason,
        Map<String, Long> statistics,
        Map<String, Double> ratios,
        Map<String, String> settings) {
    /** The gauge {@code ConfiguredBytes} among the statistics. */
    static final String CONFIGURED_BYTES = "ConfiguredBytes";

    /** The gauge {@code Online} of the key indexes among the statistics. */
    static final String KEY_INDEX_ONLINE = "SsdKeyIndex.Online";

    /** The gauge {@code CatalogueOpen} of the schema catalogue among the statistics. */
    static final String CATALOGUE_OPEN = "SchemaCatalogue.CatalogueOpen";

    /** The gauge {@code SyncFailures} of the schema catalogue among the statistics. */
    static final String CATALOGUE_SYNC_FAILURES = "SchemaCatalogue.SyncFailures";

    /** The gauge {@code DefinitionsUnwritten} of the schema catalogue among the statistics. */
    static final String CATALOGUE_UNWRITTEN = "SchemaCatalogue.DefinitionsUnwritten";

    /** The gauge {@code DefinitionsPending} of the schema catalogue among the statistics. */
    static final String CATALOGUE_PENDING = "SchemaCatalogue.DefinitionsPending";

    /** The gauge {@code Syncs} of the schema catalogue among the statistics. */
    static final String CATALOGUE_SYNCS = "SchemaCatalogue.Syncs";

    private static final String METRICS = "org.apache.cassandra.metrics:type=";
    private static final Map<String, String> GAUGES = Map.of(
            CONFIGURED_BYTES, METRICS + "Cache,scope=SsdRowCache,name=ConfiguredBytes",
            KEY_INDEX_ONLINE, METRICS + "SsdKeyIndex,name=Online",
            CATALOGUE_OPEN, METRICS + "SchemaCatalogue,name=CatalogueOpen",
            CATALOGUE_SYNC_FAILURES, METRICS + "SchemaCatalogue,name=SyncFailures",
            CATALOGUE_UNWRITTEN, METRICS + "SchemaCatalogue,name=DefinitionsUnwritten",
            CATALOGUE_PENDING, METRICS + "SchemaCatalogue,name=DefinitionsPending",
            CATALOGUE_SYNCS, METRICS + "SchemaCatalogue,name=Syncs");

    /** Returns whether a node has a row cache of ours. */
    static boolean areAt(NodeConnection node) throws IOException {
        return node.has(SsdRowCacheMBean.NAME);
    }

    static TierFigures read(NodeConnection node) throws IOException {
        Map<String, Long> statistics = new TreeMap<>();
        numbers(node, "Statistics").forEach((name, number) -> statistics.put(name, number.longValue()));
        for (Map.Entry<String, String> gauge : GAUGES.entrySet()) {
            if (node.attribute(gauge.getValue(), "Value") instanceof Number number) {
                statistics.put(gauge.getKey(), number.longValue());
            }
        }
        Map<String, Double> ratios = new TreeMap<>();
        numbers(node, "Ratios").forEach((name, number) -> ratios.put(name, number.doubleValue()));
        Map<String, String> settings = new TreeMap<>();
        if (node.attribute(SsdRowCacheMBean.NAME, "Settings") instanceof Map<?, ?> map) {
            map.forEach((key, value) -> settings.put(String.valueOf(key), String.valueOf(value)));
        }
        Object reason = node.attribute(SsdRowCacheMBean.NAME, "OutageReason");
        return new TierFigures(
                String.valueOf(node.attribute(SsdRowCacheMBean.NAME, "State")),
                reason == null ? "" : reason.toString(),
                statistics,
                ratios,
                settings);
    }

    private static Map<String, Number> numbers(NodeConnection node, String attribute) throws IOException {
        Map<String, Number> numbers = new TreeMap<>();
        if (node.attribute(SsdRowCacheMBean.NAME, attribute) instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (value instanceof Number number) {
                    numbers.put(String.valueOf(key), number);
                }
            });
        }
        return numbers;
    }

    /** Returns whether the node has a counter or gauge. */
    boolean has(String name) {
        return statistics.containsKey(name);
    }

    /** Returns a counter or gauge; 0 if the node does not have it. */
    long statistic(String name) {
        return statistics.getOrDefault(name, 0L);
    }

    /** Returns a ratio; 0 if the node does not have it. */
    double ratio(String name) {
        return ratios.getOrDefault(name, 0.0);
    }

    /** Returns the look-ups of all tiers. */
    long lookups() {
        return statistic("memoryHits") + statistic("pendingHits") + statistic("ssdHits") + statistic("misses");
    }
}
