package org.ssdtier.rowcache.cassandra;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
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
import org.ssdtier.rowcache.RateLimitedWarning;
import org.ssdtier.rowcache.TableChange;
import org.ssdtier.rowcache.TieredCache;
import org.ssdtier.rowcache.TieredCacheOptions;

/** The node's one row cache: the tiers, the read path and the changes, made when Cassandra asks for its row cache. */
public final class SsdRowCache {
    private static final Logger log = LoggerFactory.getLogger(SsdRowCache.class);
    private static final long MIB = 1L << 20;
    private static final int NAMED_TABLES = 10;
    /** What a stop takes for the digests of all tables: a part of what systemd grants it. */
    private static final long DIGESTS_NANOS = 20_000_000_000L;

    private static volatile @Nullable SsdRowCache current;
    private static volatile ImageSchemas nodeSchemas = ImageSchemas.NONE;

    private final TieredCache tiers;
    private final ImageSchemas schemas = nodeSchemas;
    private final ImageTables tables;
    private final ImageReads reads;
    private final ImageChanges changes;
    private final SSTableJournal journal;
    private final SsdRowCacheOptions options;
    private final boolean invalidatesOnWrite;
    private final ProtocolSteps steps = new ProtocolSteps();
    private final Rewrites rewrites = new Rewrites(this);
    private final RateLimitedWarning warning = RateLimitedWarning.of(log);

    private SsdRowCache(SsdRowCacheOptions options, TieredCache tiers) {
        this.options = options;
        this.tiers = tiers;
        this.tables = new ImageTables(tiers, schemas);
        this.reads = new ImageReads(tiers, tables, options.maxRowBytes(), steps);
        this.changes = new ImageChanges(tiers, tables, options.maxRowBytes(), options.flushRefreshNanos(), steps);
        this.journal = new SSTableJournal(tiers, tables);
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
                .memoryHeapBytes(options.heapLimitBytes())
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

    SSTableJournal journal() {
        return journal;
    }

    Rewrites rewrites() {
        return rewrites;
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

    /**
     * Opens a change by which no SSTable comes or goes, as {@link #begin(ColumnFamilyStore, Runnable, Consumer)} does.
     */
    Runnable begin(ColumnFamilyStore table, Runnable change) {
        return begin(table, change, begun -> journal.commit(begun, List.of(), List.of()));
    }

    /**
     * Opens a change of a table's SSTables, runs what the change does to the images, and writes it to the journal. Never throws:
     * what cannot be told to the images purges them, and not even that keeps the change open.
     *
     * @param commit writes what comes and goes to the journal
     * @return what ends the change, to be run once Cassandra has switched its view; does not throw
     */
    Runnable begin(ColumnFamilyStore table, Runnable change, Consumer<TableChange> commit) {
        return open(table, state -> {
            journal.ensureDeclared(table);
            TableChange begun = tiers.begin(state);
            try {
                change.run();
                commit.accept(begun);
            } catch (Throwable e) {
                giveUp(state, table, e);
            }
            return begun::close;
        });
    }

    /**
     * Lets nothing of a table be published. Its images stay. Never throws.
     *
     * @return what ends it; does not throw
     */
    Runnable hold(ColumnFamilyStore table) {
        return open(table, state -> {
            state.beginChange();
            return state::endChange;
        });
    }

    private Runnable open(ColumnFamilyStore table, Function<CachedTable, Runnable> beginning) {
        Runnable end = () -> guarded(tiers::clear);
        try {
            CachedTable state = tables.of(table).state;
            steps.reached(ProtocolSteps.Step.CHANGE_BEGINS, table);
            Runnable close = beginning.apply(state);
            end = () -> end(table, state, close);
        } catch (Throwable e) {
            giveUp(null, table, e);
        }
        return end;
    }

    private void end(ColumnFamilyStore table, CachedTable state, Runnable close) {
        try {
            steps.reached(ProtocolSteps.Step.REPLACED, table);
        } catch (Throwable e) {
            giveUp(state, table, e);
        } finally {
            close.run();
        }
        guarded(table, () -> journal.ensureDeclared(table)); // a record may have been lost
    }

    /** Runs something about this table's images; if it fails, all images of the table are purged. */
    void guarded(ColumnFamilyStore table, Runnable change) {
        guarded(table.metadata.id, change);
    }

    /** Runs something about this table's images; if it fails, all images of the table are purged. */
    void guarded(TableId table, Runnable change) {
        try {
            change.run();
        } catch (Throwable e) {
            giveUp(tiers.table(table.asUUID()), table, e);
        }
    }

    /** Runs a change of images; if it fails, all images are purged. */
    void guarded(Runnable change) {
        try {
            change.run();
        } catch (Throwable e) {
            giveUp(null, "all tables", e);
        }
    }

    /** Purges what could not follow a change: one table, or all if it is not even known which. */
    private void giveUp(@Nullable CachedTable state, Object what, Throwable cause) {
        if (state == null) {
            tiers.clear();
        } else {
            tiers.purge(state);
        }
        try {
            warning.say("following a change of " + what + ", whose cached rows are dropped,", cause);
        } catch (Throwable unsaid) {
            cause.addSuppressed(unsaid); // the purge is what counts: nothing may reach Cassandra
        }
    }

    /** The node is loaded: confirm what a clean stop left, and be ready for the next one. */
    void nodeStarted() {
        byte[] host = hostId();
        List<String> dropped = new ArrayList<>();
        for (Map.Entry<TableId, byte[]> start : StartDigests.takeAll().entrySet()) {
            TableMetadata metadata = Schema.instance.getTableMetadata(start.getKey());
            if (metadata != null) {
                byte[] digest = digest(start.getValue(), schemas.stampAtStart(metadata), host);
                if (tiers.confirm(tables.of(metadata).state, digest)) {
                    dropped.add(metadata.params.caching.cacheRows() ? 0 : dropped.size(), metadata.toString());
                }
            }
        }
        warnOfDropped(dropped);
        warnOfDifferent(journal.reconcile());
        tiers.claim(SystemKeyspace.getLocalHostId());
        Schema.instance.registerListener(new DroppedTables(this));
        StorageService.instance.addPostShutdownHook(this::stop);
    }

    /** The tables that are cached by rows come first; the others have been changed while they had nothing to lose. */
    private static void warnOfDropped(List<String> tables) {
        if (!tables.isEmpty()) {
            log.warn(
                    "Row cache: what was recovered of tables={} is dropped, their SSTables, the schema catalogue or the host"
                            + " are not those of the clean stop: {}",
                    tables.size(),
                    tables.subList(0, Math.min(tables.size(), NAMED_TABLES)));
        }
    }

    private static void warnOfDifferent(List<String> tables) {
        if (!tables.isEmpty()) {
            log.warn(
                    "Row cache: what was recovered after a crash of tables={} is dropped, their SSTables are not those of"
                            + " the journal: {}",
                    tables.size(),
                    tables.subList(0, Math.min(tables.size(), NAMED_TABLES)));
        }
    }

    /** After the last flush of a clean stop, which whoever stops the node waits for, but not for ever. */
    private void stop() {
        byte[] host = hostId();
        long deadlineNanos = System.nanoTime() + DIGESTS_NANOS;
        List<String> late = new ArrayList<>();
        guarded(() -> tiers.cleanStop(identity(), id -> tableDigest(id, host, deadlineNanos, late)));
        if (!late.isEmpty()) {
            log.warn(
                    "Row cache: the SSTables of tables={} were not all looked at within {} s, their rows are not kept: {}",
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
        byte[] sstables = StartDigests.digest(table.getLiveSSTables(), deadlineNanos);
        if (sstables == null) {
            late.add(table.metadata().toString());
            return null;
        }
        return digest(sstables, schemas.stampAtStop(table.metadata()), host);
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
