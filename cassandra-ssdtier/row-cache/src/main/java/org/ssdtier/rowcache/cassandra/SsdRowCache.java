package org.ssdtier.rowcache.cassandra;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
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
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;
import org.ssdtier.rowcache.compression.CompressionPolicy;
import org.ssdtier.segmentlog.device.NanoClock;

/** The row cache of a node: the tiers, the read path and the changes. Created when Cassandra initializes its row cache. */
public final class SsdRowCache {
    private static final Logger logger = LoggerFactory.getLogger(SsdRowCache.class);
    private static final long MIB = 1L << 20;
    private static final int NAMED_TABLES = 10;
    /** Time limit for the digests of all tables at a stop; a part of the stop timeout of systemd. */
    private static final long DIGESTS_NANOS = 20_000_000_000L;

    private static volatile @Nullable SsdRowCache current;
    private static volatile ImageSchemas nodeSchemas = ImageSchemas.NONE;
    private static volatile CompressionPolicy compressionPolicy = CompressionPolicy.STANDARD;

    private final TieredCache tiers;
    private final ImageSchemas schemas = nodeSchemas;
    private final ImageTables tables;
    private final ImageReads reads;
    private final ImageChanges changes;
    private final SSTableJournal journal;
    private final SsdRowCacheOptions options;
    private final boolean invalidatesOnWrite;
    private final ProtocolSteps steps = new ProtocolSteps();
    private final GuardedChanges guarded;
    private final Rewrites rewrites;
    private final CurveSampling curveSampling;

    private SsdRowCache(SsdRowCacheOptions options, TieredCache tiers) {
        this.options = options;
        this.tiers = tiers;
        this.tables = new ImageTables(tiers, schemas);
        this.reads = new ImageReads(tiers, tables, options.maxRowBytes(), steps, NanoClock.SYSTEM);
        this.changes = new ImageChanges(
                tiers, tables, options.maxRowBytes(), options.flushRefreshNanos(), steps, NanoClock.SYSTEM);
        this.journal = new SSTableJournal(tiers, tables, changes::arriveAtStart);
        this.guarded = new GuardedChanges(tiers, tables, journal, steps, NanoClock.SYSTEM);
        this.rewrites = new Rewrites(tiers, changes, journal, guarded);
        this.curveSampling = new CurveSampling(tiers, options.maxRowBytes());
        this.invalidatesOnWrite = options.writePolicy() == SsdRowCacheOptions.WritePolicy.INVALIDATE;
    }

    /** Sets the schema IDs for the images of a cache that is started from now on. */
    public static void use(ImageSchemas schemas) {
        nodeSchemas = schemas;
    }

    /** Sets the bounds of the compression of a cache that is started from now on; for tests with small tables. */
    public static void use(CompressionPolicy policy) {
        compressionPolicy = policy;
    }

    /** Opens the tiers. Called once, while Cassandra's {@code CacheService} is initialized; the schema is not loaded yet. */
    static SsdRowCache start() {
        SsdRowCacheOptions options = SsdRowCacheOptions.current()
                .orElseThrow(() -> new IllegalStateException("ssd_row_cache.enabled is false"));
        TieredCache tiers = TieredCache.open(TieredCacheOptions.builder()
                .memoryCapacityBytes(DatabaseDescriptor.getRowCacheSizeInMiB() * MIB)
                .memoryHeapBytes(options.heapLimitBytes())
                .maxImageBytes(options.maxRowBytes())
                .identity(identity())
                .ssd(options.ssd())
                .sampleRate(CurveSampling.MAX_RATE)
                .compression(options.compression(), compressionPolicy)
                .build());
        SsdRowCache cache = new SsdRowCache(options, tiers);
        current = cache;
        return cache;
    }

    /** Returns the cache; null if the node has none, or not yet. */
    static @Nullable SsdRowCache current() {
        return current;
    }

    /** Returns the cache, starting it if the node is configured to have one; otherwise null. */
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

    SSTableJournal journal() {
        return journal;
    }

    GuardedChanges guarded() {
        return guarded;
    }

    Rewrites rewrites() {
        return rewrites;
    }

    CurveSampling curveSampling() {
        return curveSampling;
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

    /** Confirms or drops the recovered tables once the node is loaded, and prepares for the next clean stop. */
    void nodeStarted() {
        byte[] host = hostId();
        List<String> dropped = new ArrayList<>();
        for (Map.Entry<TableId, byte[]> start : StartDigests.takeAll().entrySet()) {
            ColumnFamilyStore table = Schema.instance.getColumnFamilyStoreInstance(start.getKey());
            if (table != null) {
                TableMetadata metadata = table.metadata();
                byte[] digest = digest(start.getValue(), schemas.stampAtStart(metadata), host);
                if (tiers.confirm(tables.of(table).state, digest)) {
                    dropped.add(metadata.params.caching.cacheRows() ? 0 : dropped.size(), metadata.toString());
                }
            }
        }
        warnOfDropped(dropped);
        warnOfDifferent(journal.reconcile());
        tiers.ssd().claim(SystemKeyspace.getLocalHostId());
        tiers.compression().keepOnly(id -> Schema.instance.getTableMetadata(TableId.fromUUID(id)) != null);
        Schema.instance.registerListener(new DroppedTables(tables, guarded));
        StorageService.instance.addPostShutdownHook(this::stop);
        curveSampling.start();
    }

    /** Warns of dropped tables. Tables with row caching come first in the list; the others changed while they were not cached. */
    private static void warnOfDropped(List<String> tables) {
        if (!tables.isEmpty()) {
            logger.warn(
                    "Row cache: recovered rows of tables={} are dropped, their SSTables, the schema catalogue"
                            + " or the host are not those of the clean stop: {}",
                    tables.size(),
                    tables.subList(0, Math.min(tables.size(), NAMED_TABLES)));
        }
    }

    private static void warnOfDifferent(List<String> tables) {
        if (!tables.isEmpty()) {
            logger.warn(
                    "Row cache: rows recovered after a crash are dropped, tables={}: their SSTables are not"
                            + " those of the journal: {}",
                    tables.size(),
                    tables.subList(0, Math.min(tables.size(), NAMED_TABLES)));
        }
    }

    /** Saves the cache after the last flush of a clean stop. The stop of the node waits for it, so its time is bounded. */
    private void stop() {
        byte[] host = hostId();
        long deadlineNanos = NanoClock.SYSTEM.getAsLong() + DIGESTS_NANOS;
        List<String> late = new ArrayList<>();
        guarded.run(() -> tiers.cleanStop(identity(), id -> tableDigest(id, host, deadlineNanos, late)));
        if (!late.isEmpty()) {
            logger.warn(
                    "Row cache: not all SSTables of tables={} could be checked within {} s; rows are not kept: {}",
                    late.size(),
                    TimeUnit.NANOSECONDS.toSeconds(DIGESTS_NANOS),
                    late.subList(0, Math.min(late.size(), NAMED_TABLES)));
        }
    }

    private byte @Nullable [] tableDigest(UUID id, byte[] host, long deadlineNanos, List<String> late) {
        ColumnFamilyStore table = Schema.instance.getColumnFamilyStoreInstance(TableId.fromUUID(id));
        if (table == null || !StartDigests.hasCachedRows(table)) {
            return null;
        }
        byte[] sstables = StartDigests.digest(SSTableJournal.whole(table), deadlineNanos);
        if (sstables == null) {
            late.add(table.metadata().toString());
            return null;
        }
        return digest(sstables, schemas.stampAtStop(table.metadata()), host);
    }

    /** Returns the concatenation of everything that a table's images depend on. */
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
