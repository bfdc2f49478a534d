package org.ssdtier.rowcache.cassandra;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SystemKeyspace;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.service.CacheService;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;

/** The node's one row cache: the tiers, the read path and the changes, made when Cassandra asks for its row cache. */
public final class SsdRowCache {
    private static final Logger log = LoggerFactory.getLogger(SsdRowCache.class);
    private static final long MIB = 1L << 20;
    private static final int NAMED_TABLES = 10;
    private static volatile @Nullable SsdRowCache current;
    private static volatile ImageSchemas nodeSchemas = ImageSchemas.NONE;

    private final TieredCache tiers;
    private final ImageSchemas schemas = nodeSchemas;
    private final ImageTables tables;
    private final ImageReads reads;
    private final ImageChanges changes;
    private final SsdRowCacheOptions options;
    private final boolean invalidatesOnWrite;
    private final ProtocolSteps steps = new ProtocolSteps();

    private SsdRowCache(SsdRowCacheOptions options, TieredCache tiers) {
        this.options = options;
        this.tiers = tiers;
        this.tables = new ImageTables(tiers, schemas);
        this.reads = new ImageReads(tiers, tables, options.maxRowBytes(), steps);
        this.changes = new ImageChanges(tiers, tables, options.maxRowBytes(), options.flushRefreshNanos(), steps);
        this.invalidatesOnWrite = options.writePolicy() == SsdRowCacheOptions.WritePolicy.INVALIDATE;
    }

    /** Says what the images of a cache that is started from now on may refer to. */
    public static void use(ImageSchemas schemas) {
        nodeSchemas = schemas;
    }

    /** Opens the tiers. Called once, while Cassandra's {@code CacheService} is being initialized: the schema is not there. */
    static SsdRowCache start() {
        SsdRowCacheOptions options = SsdRowCacheOptions.current()
                .orElseThrow(() -> new IllegalStateException("ssd_row_cache.enabled is false"));
        TieredCache tiers = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(DatabaseDescriptor.getRowCacheSizeInMiB() * MIB)
                .maxImageBytes(options.maxRowBytes())
                .identity(identity())
                .ssd(options.ssd())
                .build());
        SsdRowCache cache = new SsdRowCache(options, tiers);
        current = cache;
        return cache;
    }

    /** The cache, or null on a node that has none (yet). */
    static @Nullable SsdRowCache current() {
        return current;
    }

    /** The cache; makes sure that it is there if the node is to have one. */
    static @Nullable SsdRowCache ready() {
        SsdRowCache cache = current;
        if (cache == null
                && DatabaseDescriptor.getRowCacheSizeInMiB() > 0
                && SsdRowCacheOptions.current().isPresent()) {
            CacheService.instance.rowCache.getCapacity();
            cache = current;
        }
        return cache;
    }

    ImageReads reads() {
        return reads;
    }

    ImageChanges changes() {
        return changes;
    }

    TieredCache tiers() {
        return tiers;
    }

    ProtocolSteps steps() {
        return steps;
    }

    ImageTables tables() {
        return tables;
    }

    SsdRowCacheOptions options() {
        return options;
    }

    boolean invalidatesOnWrite() {
        return invalidatesOnWrite;
    }

    /** Runs a change of this table's images; if it fails, all images of the table are purged. */
    void guarded(ColumnFamilyStore table, Runnable change) {
        try {
            change.run();
        } catch (Throwable e) {
            log.warn(
                    "Cached rows of {}.{} could not follow a change and are dropped",
                    table.keyspace.getName(),
                    table.name,
                    e);
            tiers.purge(tables.of(table).state);
        }
    }

    /** Runs a change of images; if it fails, all images are purged. */
    void guarded(Runnable change) {
        try {
            change.run();
        } catch (Throwable e) {
            log.warn("The row cache could not follow a change and is emptied", e);
            tiers.clear();
        }
    }

    /** The node is loaded: confirm what a clean stop left, and be ready for the next one. */
    void nodeStarted() {
        byte[] host = hostId();
        List<String> dropped = new ArrayList<>();
        boolean foreign = false;
        for (Map.Entry<TableId, byte[]> start : StartDigests.all().entrySet()) {
            TableMetadata metadata = Schema.instance.getTableMetadata(start.getKey());
            if (metadata != null) {
                CachedTable table = tables.of(metadata).state;
                ByteBuffer saved = table.recoveredDigest();
                byte[] digest = digest(start.getValue(), schemas.stampAtStart(metadata), host);
                if (tiers.confirm(table, digest)) {
                    foreign |= saved != null && !endsWith(saved, host);
                    dropped.add(metadata.params.caching.cacheRows() ? 0 : dropped.size(), metadata.toString());
                }
            }
        }
        warnOfDropped(dropped, foreign);
        List<String> different = changes.journal().reconcile();
        if (!different.isEmpty()) {
            log.warn(
                    "Row cache: what was recovered after a crash of tables={} is dropped, their SSTables are not those of"
                            + " the journal: {}",
                    different.size(),
                    different.subList(0, Math.min(different.size(), NAMED_TABLES)));
        }
        StorageService.instance.addPostShutdownHook(this::stop);
    }

    private static boolean endsWith(ByteBuffer bytes, byte[] end) {
        int from = bytes.remaining() - end.length;
        return from >= 0 && bytes.slice(from, end.length).equals(ByteBuffer.wrap(end));
    }

    /** The tables that are cached by rows come first; the others have been changed while they had nothing to lose. */
    private static void warnOfDropped(List<String> tables, boolean foreign) {
        if (!tables.isEmpty()) {
            log.warn(
                    "Row cache: what was recovered of tables={} is dropped, {}: {}",
                    tables.size(),
                    foreign
                            ? "it was written under another host id"
                            : "their SSTables, or the schema catalogue, are not those of the clean stop",
                    tables.subList(0, Math.min(tables.size(), NAMED_TABLES)));
        }
    }

    /** After the last flush of a clean stop. */
    private void stop() {
        byte[] host = hostId();
        guarded(() -> tiers.cleanStop(identity(), id -> tableDigest(id, host)));
    }

    private byte @Nullable [] tableDigest(UUID id, byte[] host) {
        ColumnFamilyStore table = Schema.instance.getColumnFamilyStoreInstance(TableId.fromUUID(id));
        return table == null
                ? null
                : digest(StartDigests.digest(table.getLiveSSTables()), schemas.stampAtStop(table.metadata()), host);
    }

    /** All that a table's images depend on. */
    private static byte[] digest(byte[] sstables, String schemaStamp, byte[] host) {
        byte[] stamp = schemaStamp.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(sstables.length + stamp.length + host.length)
                .put(sstables)
                .put(stamp)
                .put(host)
                .array();
    }

    private static byte[] hostId() {
        return String.valueOf(SystemKeyspace.getLocalHostId()).getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] identity() {
        String identity = "cassandra " + FBUtilities.getReleaseVersionString() + " messaging "
                + MessagingService.current_version + " images " + RowImageDescriptor.VERSION;
        return identity.getBytes(StandardCharsets.UTF_8);
    }
}
