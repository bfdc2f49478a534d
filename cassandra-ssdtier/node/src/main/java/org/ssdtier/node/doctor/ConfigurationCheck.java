package org.ssdtier.node.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.cassandra.SsdRowCacheBlock;

/** A check of cassandra.yaml: the tier is switched on, and a node would accept every option of it. */
final class ConfigurationCheck {
    private static final String NAME = "yaml";
    private static final String SETTINGS = "; see docs/operating.md, Settings";

    private final NodeConfiguration yaml;
    private final @Nullable SsdRowCacheBlock block;
    private final List<Finding> findings = new ArrayList<>();

    private ConfigurationCheck(NodeConfiguration yaml, @Nullable SsdRowCacheBlock block) {
        this.yaml = yaml;
        this.block = block;
    }

    /**
     * Checks a configuration.
     *
     * @param block its block of options; null if it has none
     */
    static List<Finding> of(NodeConfiguration yaml, @Nullable SsdRowCacheBlock block) {
        ConfigurationCheck check = new ConfigurationCheck(yaml, block);
        check.checkBlock();
        return check.findings;
    }

    private void checkBlock() {
        if (block == null) {
            boolean isNoBlock = yaml.keys().get(NodeConfiguration.BLOCK) != null;
            findings.add(
                    isNoBlock
                            ? Finding.fail(
                                    NAME,
                                    yaml.file() + ": ssd_row_cache="
                                            + yaml.keys().get(NodeConfiguration.BLOCK) + " is no block of keys",
                                    "Write its keys below it, indented" + SETTINGS)
                            : Finding.warn(
                                    NAME,
                                    yaml.file() + ": has no block ssd_row_cache, so the tier is off",
                                    "Add ssd_row_cache with enabled: true and directory" + SETTINGS));
            checkStockCache();
            return;
        }
        block.violations()
                .forEach(violation -> findings.add(Finding.fail(
                        NAME, yaml.file() + ": " + violation, "Correct it; the node refuses to start" + SETTINGS)));
        if (!block.isEnabled()) {
            findings.add(Finding.warn(
                    NAME, yaml.file() + ": ssd_row_cache.enabled=false, so the tier is off", "Set enabled: true"));
            checkStockCache();
        } else {
            checkRowCacheSize();
        }
    }

    private void checkRowCacheSize() {
        long bytes = rowCacheBytes();
        if (bytes == 0) {
            findings.add(Finding.fail(
                    NAME,
                    yaml.file() + ": row_cache_size=" + written()
                            + " switches the row cache off, including the SSD tier",
                    "Set row_cache_size, the size of the memory tier, for example to 256MiB, and restart"));
        } else if (bytes > 0 && findings.isEmpty() && block != null) {
            findings.add(Finding.ok(
                    NAME,
                    String.format(
                            Locale.ROOT,
                            "%s: row_cache_size=%s, ssd_row_cache: directory=%s size=%s",
                            yaml.file(),
                            Amounts.bytes(bytes),
                            block.directory(),
                            Amounts.bytes(block.sizeBytes()))));
        }
    }

    /** Without the tier, a row cache is one of stock Cassandra's, and the default one may return outdated rows. */
    private void checkStockCache() {
        if (rowCacheBytes() > 0) {
            Object provider = yaml.keys().get("row_cache_class_name");
            findings.add(Finding.warn(
                    NAME,
                    yaml.file() + ": row_cache_size=" + written() + " without the tier: stock Cassandra's row cache "
                            + (provider == null ? "OHCProvider" : provider)
                            + " is used, which may return outdated rows",
                    "Switch the tier on, or set row_cache_size: 0MiB"));
        }
    }

    /** Returns the size of the row cache; -1 if it cannot be used, which is a finding. */
    private long rowCacheBytes() {
        try {
            return yaml.rowCacheBytes();
        } catch (IllegalArgumentException e) {
            findings.add(
                    Finding.fail(NAME, yaml.file() + ": " + e.getMessage(), "Correct it; the node refuses to start"));
            return -1;
        }
    }

    private String written() {
        Map<?, ?> keys = yaml.keys();
        Object size = keys.get("row_cache_size");
        return size == null ? "0MiB (the default)" : String.valueOf(size);
    }
}
