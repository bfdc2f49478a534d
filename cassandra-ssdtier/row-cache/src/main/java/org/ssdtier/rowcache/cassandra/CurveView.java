package org.ssdtier.rowcache.cassandra;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.rowcache.CacheStats;
import org.ssdtier.rowcache.SsdStats;
import org.ssdtier.rowcache.curve.CandidateCurve;
import org.ssdtier.rowcache.curve.Curve;
import org.ssdtier.rowcache.curve.CurvePoint;

/** The curve of hit ratios by size as operators see it: nested maps and lists of types that every JMX client has. */
final class CurveView {
    private CurveView() {}

    /** Returns the curve; for the keys see {@link SsdRowCacheMBean#getCurve}. */
    static Map<String, Object> of(Curve curve, CacheStats stats) {
        SsdStats ssd = stats.ssd();
        long ssdBytes = ssd == null ? 0 : ssd.content().capacityBytes();
        Map<String, Object> view = new LinkedHashMap<>();
        view.put("sampledReads", curve.sampledReads());
        view.put("sampleRate", curve.rate());
        view.put("droppedSamples", curve.droppedSamples());
        view.put("readsPerSecond", curve.readsPerSecond());
        view.put("ssd", ssd == null ? new ArrayList<>() : points(curve.ssd(), ssdBytes, curve.readsPerSecond()));
        view.put("memory", points(curve.memory(), stats.memory().memoryCapacityBytes(), curve.readsPerSecond()));
        view.put("uncachedTables", candidates(curve, ssdBytes));
        return view;
    }

    private static List<Map<String, Object>> points(List<CurvePoint> points, long bytes, double readsPerSecond) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (CurvePoint point : points) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("factor", point.factor());
            row.put("bytes", Math.round(point.factor() * bytes));
            row.put("memoryHitRate", point.memoryHitRatio());
            row.put("hitRate", point.hitRatio());
            row.put("missesPerSecond", (1 - point.hitRatio()) * readsPerSecond);
            row.put("fill", point.fill());
            rows.add(row);
        }
        return rows;
    }

    /** Returns the tables that are not cached; one that is by now, or was dropped, is left out. */
    private static List<Map<String, Object>> candidates(Curve curve, long ssdBytes) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (CandidateCurve candidate : curve.candidates()) {
            TableMetadata table = Schema.instance.getTableMetadata(TableId.fromUUID(candidate.table()));
            if (table != null && !table.params.caching.cacheRows()) {
                Map<String, Object> row = new LinkedHashMap<>();
                row.put("table", table.toString());
                row.put("sampledReads", candidate.sampledReads());
                row.put("readsPerSecond", candidate.readsPerSecond());
                row.put("ssd", points(candidate.ssd(), ssdBytes, candidate.readsPerSecond()));
                rows.add(row);
            }
        }
        return rows;
    }
}
