package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.nio.file.Files;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@code cassandra.yaml} of a stock node into which the tier is installed: with our settings while they are switched
 * on, and afterwards as it was, byte for byte.
 */
public final class YamlSwitch {
    private final NodeHome home;
    private final String stock;

    private YamlSwitch(NodeHome home, String stock) {
        this.home = home;
        this.stock = stock;
    }

    /** Reads the configuration of a stock node. */
    public static YamlSwitch of(NodeHome home) throws IOException {
        return new YamlSwitch(home, Files.readString(home.yamlFile()));
    }

    /**
     * Switches on the row cache with a directory in the node's home, and what else is set.
     *
     * @param settings settings by key, {@code NAME} or {@code BLOCK.NAME}
     */
    public void on(Map<String, String> settings) throws IOException {
        Map<String, String> all = new LinkedHashMap<>();
        all.put("ssd_row_cache.enabled", "true");
        all.put("ssd_row_cache.directory", "\"" + home.tierDirectory() + "\"");
        all.put("ssd_row_cache.allow_shared_device", "true");
        all.putAll(settings);
        NodeYaml yaml = NodeYaml.parse(stock);
        all.forEach(yaml::set);
        Files.writeString(home.yamlFile(), yaml.text());
    }

    /** Restores the configuration of the stock node. */
    public void off() throws IOException {
        Files.writeString(home.yamlFile(), stock);
    }
}
