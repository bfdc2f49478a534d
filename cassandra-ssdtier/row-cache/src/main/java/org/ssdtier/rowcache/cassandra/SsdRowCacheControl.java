package org.ssdtier.rowcache.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.CacheState;

/** What an operator asks of the cache, and may do to it. Every action leaves a line in the log. */
final class SsdRowCacheControl implements SsdRowCacheMBean {
    private static final Logger log = LoggerFactory.getLogger(SsdRowCacheControl.class);

    private final SsdRowCache cache;

    SsdRowCacheControl(SsdRowCache cache) {
        this.cache = cache;
    }

    @Override
    public String getState() {
        return cache.tiers().state().name();
    }

    @Override
    public Map<String, Long> getStatistics() {
        return CacheFigure.all(cache.tiers().stats());
    }

    @Override
    public Map<String, Double> getRatios() {
        return CacheRatio.all(cache.tiers().stats());
    }

    @Override
    public Map<String, String> getSettings() {
        Map<String, String> settings = new LinkedHashMap<>();
        cache.options().rules().forEach(rule -> settings.put(rule.key(), rule.value()));
        return settings;
    }

    @Override
    public void invalidate() {
        cache.tiers().clear();
        log.info("The row cache was emptied by an operator");
    }

    @Override
    public void erase() {
        if (!cache.tiers().erase()) {
            throw new IllegalStateException("state=" + getState()
                    + ": the cached rows are dropped, but the SSD cannot be erased; allowed: ONLINE");
        }
        log.info("The row cache was emptied, and is being erased on the SSD, by an operator");
    }

    @Override
    public long getEraseRemainingBytes() {
        return cache.tiers().eraseRemainingBytes();
    }

    @Override
    public void invalidateKeyspace(String keyspace) {
        for (TableMetadata table : keyspace(keyspace).tables) {
            cache.changes().purge(table);
        }
        log.info("The cached rows of keyspace {} were dropped by an operator", keyspace);
    }

    @Override
    public void invalidateTable(String keyspace, String table) {
        TableMetadata metadata = keyspace(keyspace).tables.getNullable(table);
        if (metadata == null) {
            throw new IllegalArgumentException("keyspace=" + keyspace + " table=" + table + ": no such table");
        }
        cache.changes().purge(metadata);
        log.info("The cached rows of {} were dropped by an operator", metadata);
    }

    private static KeyspaceMetadata keyspace(String name) {
        KeyspaceMetadata keyspace = Schema.instance.getKeyspaceMetadata(name);
        if (keyspace == null || keyspace.isVirtual()) {
            throw new IllegalArgumentException("keyspace=" + name + ": no such keyspace");
        }
        return keyspace;
    }

    @Override
    public void resize(long bytes) {
        if (cache.tiers().state() == CacheState.DISABLED) {
            throw new IllegalStateException("state=DISABLED: there is no SSD tier to resize");
        }
        cache.options().resized(bytes);
        cache.tiers().resizeSsd(bytes);
        log.info("The SSD tier gets size={} from an operator", OptionRule.text(bytes));
    }

    @Override
    public void pause() {
        cache.tiers().pause();
    }

    @Override
    public void resume() {
        cache.tiers().resume();
    }
}
