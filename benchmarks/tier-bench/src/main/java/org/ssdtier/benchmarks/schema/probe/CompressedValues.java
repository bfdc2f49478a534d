package org.ssdtier.benchmarks.schema.probe;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Static methods to make values with much in common: a point of a monitored host, and an order in a shop. */
final class CompressedValues {
    private static final int HOSTS = 1_000;
    private static final List<String> TAGS = List.of(
            "hostname", "region", "datacenter", "rack", "os", "arch", "team", "service", "version", "environment");
    private static final List<String> FIELDS = List.of(
            "usage_user",
            "usage_system",
            "usage_idle",
            "usage_nice",
            "usage_iowait",
            "usage_irq",
            "usage_softirq",
            "usage_steal",
            "usage_guest",
            "usage_guest_nice");
    private static final List<String> WORDS =
            List.of("anna", "berg", "carlo", "dahl", "emil", "fuchs", "greta", "holm");
    private static final List<String> COUNTRIES = List.of("AT", "CH", "DE", "DK", "FR", "IT", "NL", "SE");
    private static final List<String> STATES = List.of("PAID", "PACKED", "SHIPPED", "DELIVERED", "RETURNED");

    private CompressedValues() {}

    /** Returns the tags of a random host, which always has the same. */
    static Map<String, String> tags(Random random) {
        int host = random.nextInt(HOSTS);
        Random ofHost = new Random(host);
        Map<String, String> tags = new TreeMap<>();
        TAGS.forEach(tag -> tags.put(tag, tag.equals("hostname") ? "host_" + host : tag + "-" + ofHost.nextInt(20)));
        return tags;
    }

    /** Returns ten measured values, whole percents. */
    static Map<String, Double> fields(Random random) {
        Map<String, Double> fields = new TreeMap<>();
        FIELDS.forEach(field -> fields.put(field, (double) random.nextInt(100)));
        return fields;
    }

    /** Returns an order in JSON, about 500 bytes. */
    static String order(Random random) {
        StringBuilder items = new StringBuilder();
        for (int left = 1 + random.nextInt(4); left > 0; left--) {
            items.append("{\"sku\":\"SKU-").append(random.nextInt(10_000));
            items.append("\",\"quantity\":").append(1 + random.nextInt(9));
            items.append(",\"unit_price\":").append(random.nextInt(10_000) / 100.0);
            items.append(",\"currency\":\"EUR\"}").append(left > 1 ? "," : "");
        }
        return "{\"order_id\":" + random.nextInt(100_000_000)
                + ",\"customer\":{\"id\":" + random.nextInt(1_000_000)
                + ",\"email\":\"" + any(WORDS, random) + "." + any(WORDS, random) + random.nextInt(1_000)
                + "@example.com\",\"country\":\"" + any(COUNTRIES, random)
                + "\"},\"created_at\":\"2026-11-" + (10 + random.nextInt(20)) + "T" + (10 + random.nextInt(14)) + ":"
                + (10 + random.nextInt(50)) + ":00Z\",\"status\":\"" + any(STATES, random)
                + "\",\"items\":[" + items
                + "],\"shipping\":{\"method\":\"standard\",\"tracking\":\"" + Long.toHexString(random.nextLong())
                + "\",\"signature_required\":" + random.nextBoolean() + "}}";
    }

    private static String any(List<String> words, Random random) {
        return words.get(random.nextInt(words.size()));
    }
}
