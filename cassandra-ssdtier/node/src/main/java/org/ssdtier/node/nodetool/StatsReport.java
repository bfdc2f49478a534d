package org.ssdtier.node.nodetool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A formatter of the statistics as readable text: grouped, bytes and times in readable units, names as in JMX and the docs. */
final class StatsReport {
    private static final String[] UNITS = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    /** Titles of the groups, each with the names or name prefixes of its figures. */
    private static final Map<String, List<String>> GROUPS = groups();

    private StatsReport() {}

    private static Map<String, List<String>> groups() {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        groups.put(
                "Look-ups",
                List.of("memoryHits", "pendingHits", "ssdHits", "misses", "hitRate", "memoryHitRate", "ssdHitRate"));
        groups.put("Memory tier", List.of("memory", "publish"));
        groups.put("Schema IDs in rows", List.of("schema"));
        groups.put(
                "SSD tier: content",
                List.of("entries", "capacity", "segments", "freeSegments", "pending", "journalKept"));
        groups.put("SSD tier: index", List.of("index"));
        groups.put(
                "SSD tier: movement",
                List.of(
                        "demot",
                        "promot",
                        "admitted",
                        "reject",
                        "already",
                        "overtaken",
                        "dropped",
                        "reclaim",
                        "reinsert"));
        groups.put("SSD tier: device", List.of("lookups", "device", "falseDevice", "bytes", "read", "write"));
        groups.put("Changes and errors", List.of());
        return groups;
    }

    static String text(
            String state, Map<String, Long> figures, Map<String, Double> ratios, Map<String, String> settings) {
        Map<String, String> shown = new LinkedHashMap<>();
        figures.forEach((name, value) -> shown.put(name, readable(name, value)));
        ratios.forEach((name, value) -> shown.put(name, String.format(Locale.ROOT, "%.4f", value)));
        StringBuilder text = new StringBuilder();
        text.append("SSD row cache: ").append(state);
        text.append(" (")
                .append(settings.get("directory"))
                .append(", ")
                .append(settings.get("size"))
                .append(")\n");
        GROUPS.forEach((title, names) -> append(text, title, names, shown));
        return text.toString();
    }

    private static void append(StringBuilder text, String title, List<String> names, Map<String, String> shown) {
        Map<String, String> group = new LinkedHashMap<>(shown);
        if (!names.isEmpty()) {
            group.keySet().removeIf(name -> names.stream().noneMatch(name::startsWith));
        }
        shown.keySet().removeAll(group.keySet());
        if (!group.isEmpty()) {
            text.append('\n').append(title).append('\n');
            group.forEach((name, value) -> text.append(String.format(Locale.ROOT, "  %-24s %s%n", name, value)));
        }
    }

    private static String readable(String name, long value) {
        boolean bytes = name.endsWith("Bytes") || name.startsWith("bytes");
        if (name.endsWith("Nanos")) {
            return String.format(Locale.ROOT, "%d (%.1f us)", value, value / 1e3);
        }
        if (!bytes || value < 1024) {
            return Long.toString(value);
        }
        double number = value;
        int unit = 0;
        while (number >= 1024 && unit < UNITS.length - 1) {
            number /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%d (%.1f %s)", value, number, UNITS[unit]);
    }
}
