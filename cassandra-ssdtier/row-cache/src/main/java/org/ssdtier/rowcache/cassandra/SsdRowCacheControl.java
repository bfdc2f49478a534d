package org.ssdtier.rowcache.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.cassandra.schema.KeyspaceMetadata;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.CacheState;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.SsdOutage;
import org.ssdtier.rowcache.Tier;
import org.ssdtier.segmentlog.ResizeResult;

/** The operators' interface to the cache. Every action is logged. */
final class SsdRowCacheControl implements SsdRowCacheMBean {
    private static final Logger logger = LoggerFactory.getLogger(SsdRowCacheControl.class);

    private static final long LONGEST_RESIZE_SECONDS = 60;

    private final SsdRowCache cache;

    SsdRowCacheControl(SsdRowCache cache) {
        this.cache = cache;
    }

    @Override
    public String getState() {
        return cache.tiers().state().name();
    }

    @Override
    public String getOutageReason() {
        SsdOutage outage = cache.tiers().ssd().outage();
        return outage == null ? "" : outage.reason();
    }

    @Override
    public long getNextAttemptMillis() {
        SsdOutage outage = cache.tiers().ssd().outage();
        return outage == null ? -1 : outage.nextAttemptMillis();
    }

    @Override
    public Map<String, Long> getStatistics() {
        return CacheFigure.values(cache.tiers().stats());
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
    public Map<String, Map<String, Long>> getTables() {
        Map<String, Map<String, Long>> tables = new TreeMap<>();
        for (TableImages images : cache.tables().all()) {
            CachedTable table = images.state;
            TableMetadata metadata = Schema.instance.getTableMetadata(TableId.fromUUID(table.id()));
            if (metadata != null && metadata.params.caching.cacheRows()) {
                Map<String, Long> lookups = new LinkedHashMap<>();
                lookups.put("memoryHits", table.hits(Tier.MEMORY));
                lookups.put("pendingHits", table.hits(Tier.PENDING));
                lookups.put("ssdHits", table.hits(Tier.SSD));
                lookups.put("misses", table.misses());
                tables.put(metadata.keyspace + "." + metadata.name, lookups);
            }
        }
        return tables;
    }

    @Override
    public Map<String, Object> getCurve() {
        return CurveView.of(
                cache.tiers().counters().samples().curve(), cache.tiers().stats());
    }

    @Override
    public void restartCurve() {
        cache.tiers().counters().samples().sampler().forgetReads();
        logger.info("The estimate of hit rates at other sizes was started anew by an operator");
    }

    @Override
    public boolean isCurveSampling() {
        return cache.tiers().counters().samples().sampler().isOn();
    }

    @Override
    public void setCurveSampling(boolean on) {
        cache.tiers().counters().samples().sampler().switchOn(on);
        logger.info(
                "The sampling of reads for the curve of hit rates was switched {} by an operator", on ? "on" : "off");
    }

    @Override
    public void invalidate() {
        cache.tiers().clear();
        checkNotStopped();
        logger.info("The row cache was emptied by an operator");
    }

    /** After a drain the SSD has the rows of the next start, which nothing in this process can drop any more. */
    private void checkNotStopped() {
        if (cache.tiers().ssd().isStopped()) {
            throw new IllegalStateException(
                    "state=DISABLED: the SSD tier is stopped, as after nodetool drain; rows are dropped"
                            + " from memory, but those on the SSD answer after the next start; drop them then");
        }
    }

    @Override
    public void erase() {
        if (!cache.tiers().erase()) {
            throw new IllegalStateException("state=" + getState()
                    + ": the cached rows are dropped, but the SSD cannot be erased; allowed: ONLINE");
        }
        logger.info("The row cache was emptied, and is being erased on the SSD, by an operator");
    }

    @Override
    public long getEraseRemainingBytes() {
        return cache.tiers().ssd().eraseRemainingBytes();
    }

    @Override
    public void invalidateKeyspace(String keyspace) {
        for (TableMetadata table : keyspace(keyspace).tablesAndViews()) {
            cache.changes().purge(table);
        }
        checkNotStopped();
        logger.info("The cached rows of keyspace {} were dropped by an operator", keyspace);
    }

    @Override
    public void invalidateTable(String keyspace, String table) {
        TableMetadata metadata = keyspace(keyspace).getTableOrViewNullable(table);
        if (metadata == null) {
            throw new IllegalArgumentException("keyspace=" + keyspace + " table=" + table + ": no such table");
        }
        cache.changes().purge(metadata);
        checkNotStopped();
        logger.info("The cached rows of {} were dropped by an operator", metadata);
    }

    private static KeyspaceMetadata keyspace(String name) {
        KeyspaceMetadata keyspace = Schema.instance.getKeyspaceMetadata(name);
        if (keyspace == null || keyspace.isVirtual()) {
            throw new IllegalArgumentException("keyspace=" + name + ": no such keyspace");
        }
        return keyspace;
    }

    @Override
    public String resize(long bytes) {
        CacheState state = cache.tiers().state();
        if (state != CacheState.ONLINE && state != CacheState.RECOVERING) {
            throw new IllegalStateException(
                    "state=" + state + ": the SSD tier cannot be resized; allowed: ONLINE, RECOVERING");
        }
        cache.options().checkSize(bytes);
        long segments = bytes / cache.options().segmentBytes();
        long open = cache.tiers().ssd().segments().size();
        SsdRowCacheOptions.checkDescriptors(bytes, DescriptorLimit.ofThisProcess(segments, open));
        logger.info("The SSD tier is being resized to size={} by an operator", OptionRule.text(bytes));
        CompletableFuture<ResizeResult> ended = new CompletableFuture<>();
        cache.tiers().ssd().resize(bytes, ended::complete);
        ResizeResult result = await(ended);
        long reached = (long) result.segments() * cache.options().segmentBytes();
        cache.options().resized(reached);
        if (result.outcome() != ResizeResult.Outcome.DONE) {
            throw new IllegalStateException("size=" + OptionRule.text(bytes) + " could not be reached, outcome="
                    + result.outcome() + ": the SSD tier has size=" + OptionRule.text(reached) + " now");
        }
        return OptionRule.text(reached);
    }

    private ResizeResult await(CompletableFuture<ResizeResult> resize) {
        try {
            return resize.get(LONGEST_RESIZE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException("the resize has not ended in s=" + LONGEST_RESIZE_SECONDS + ", state="
                    + cache.tiers().state() + ": it continues, see capacityBytes");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: the resize continues, see capacityBytes");
        } catch (ExecutionException e) {
            throw new IllegalStateException("the resize failed: " + e.getCause());
        }
    }

    @Override
    public void pause() {
        cache.tiers().ssd().pause();
    }

    @Override
    public void resume() {
        cache.tiers().ssd().resume();
    }
}
