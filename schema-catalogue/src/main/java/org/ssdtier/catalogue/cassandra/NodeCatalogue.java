package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.LiveDictionaries;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaIds;

/**
 * The schema catalogue of this node: opened and looked after on a thread of its own, see {@link CatalogueKeeper}, closed after the
 * last SSTable has been written. Tools and clients have none.
 *
 * <p>SSTables that are written before it has been compared with those on disk, while the commit log is replayed for example, have
 * definitions without IDs. A node that bootstraps opens it when it begins to gossip, before it is sent SSTables.
 */
final class NodeCatalogue {
    private static final Logger log = LoggerFactory.getLogger(NodeCatalogue.class);
    /** What cached images refer to must be known before they answer; for so long the node's start waits for it. */
    private static final long OPENING_SECONDS = 30;

    private static final String NO_STAMP = "no catalogue";

    private static volatile @Nullable SchemaCatalogue opened;
    /** Whether it has been compared with the SSTables: before that nobody gets an ID. */
    private static volatile boolean isCompared;

    private static volatile @Nullable KnownSchemas known;
    private static volatile String stampAtStart = NO_STAMP;
    private static volatile String stampAtStop = NO_STAMP;
    private static volatile @Nullable Thread keeping;
    private static volatile boolean isStopping;
    /** Whether this node has a row cache whose images may refer to it. */
    private static volatile boolean wantedForImages;

    /** Grows when a look-up of a definition may find an ID that it did not find before. */
    private static final AtomicInteger EPOCH = new AtomicInteger();

    private static final CountDownLatch FIRST_OPENING = new CountDownLatch(1);

    private NodeCatalogue() {}

    /** A view of the catalogue for the writer of one SSTable, who closes it. Waits for nothing. */
    static SchemaIds idsFor(TableId table) {
        if (keeping == null && DatabaseDescriptor.isDaemonInitialized() && StorageService.instance.isBootstrapMode()) {
            keep();
        }
        SchemaCatalogue catalogue = opened;
        return catalogue == null || !isCompared ? SchemaIds.WITHOUT : catalogue.lease(table.asUUID());
    }

    /** The node's catalogue; null if it has none. */
    static @Nullable SchemaCatalogue current() {
        return opened;
    }

    /** The node's catalogue once it has been compared with the SSTables, and its IDs stand for what they say; null before. */
    static @Nullable SchemaCatalogue compared() {
        SchemaCatalogue catalogue = opened;
        return isCompared ? catalogue : null;
    }

    /** The identity of the node's catalogue; 0 if it has none. */
    static long instanceId() {
        SchemaCatalogue catalogue = opened;
        return catalogue == null ? 0 : catalogue.instanceId();
    }

    /** Another one each time that a definition without an ID is worth another look. */
    static int epoch() {
        return EPOCH.get();
    }

    /** Says, before the catalogue is opened, that cached images will refer to it. */
    static void wantForImages() {
        wantedForImages = true;
    }

    /** What cached images may refer to; null if the node has no catalogue, or no cache that asks for it. */
    static @Nullable KnownSchemas known() {
        return known;
    }

    /** Lets images refer to the definitions of an SSTable, whose dictionary is durable now. */
    static void learn(long instanceId, int[] ids, RowSchemas schemas) {
        KnownSchemas all = known;
        if (all != null && all.instanceId() == instanceId) {
            all.addAll(instanceId, ids, schemas.definitions());
        }
    }

    /**
     * Which catalogue the node found when it started: its identity and the highest ID that it had ever given out. Where both are
     * those of {@link #stampAtStop} of a run before, every ID stands for what it stood for then, or for nothing. An older copy
     * of it has another highest ID, and so has a crashed one.
     */
    static String stampAtStart() {
        return stampAtStart;
    }

    /** Which catalogue the node leaves behind; it was closed before, or nobody is given an ID any more. */
    static String stampAtStop() {
        SchemaCatalogue catalogue = opened;
        return catalogue == null
                ? stampAtStop
                : stamp(catalogue, catalogue.stats().highestId());
    }

    private static String stamp(SchemaCatalogue catalogue, long highestId) {
        return "catalogue " + Long.toHexString(catalogue.instanceId()) + " " + highestId;
    }

    /**
     * Has the catalogue opened, looked after and closed in time. Waits for its opening, within a bound, only where cached images
     * refer to it; without it they begin cold.
     */
    static void start() {
        keep();
        StorageService.instance.addPostShutdownHook(NodeCatalogue::close);
        if (wantedForImages && !isFirstOpeningOver()) {
            log.warn(
                    "The schema catalogue is not open after {} s; the node goes on without, and cached rows with schema IDs begin cold",
                    OPENING_SECONDS);
        }
    }

    private static boolean isFirstOpeningOver() {
        try {
            return FIRST_OPENING.await(OPENING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Has the catalogue of a node opened before the node is sent SSTables; waits for nothing. */
    static void prepare() {
        if (DatabaseDescriptor.isDaemonInitialized()) {
            keep();
        }
    }

    /** Begins to keep the catalogue, if the options ask for it and nobody has. */
    private static synchronized void keep() {
        SchemaCatalogueOptions options = SchemaCatalogueOptions.current();
        if (!options.isEnabled() || keeping != null) {
            return;
        }
        CatalogueDirectory directory = new CatalogueDirectory(options.directory());
        CatalogueKeeper keeper = new CatalogueKeeper(
                directory.toString(), () -> open(directory, options), new SstableDictionaries(), new Use());
        Thread thread = new Thread(() -> keep(keeper), "schema-catalogue-keeper");
        thread.setDaemon(true);
        keeping = thread;
        thread.start();
    }

    private static void keep(CatalogueKeeper keeper) {
        while (!isStopping) {
            long pauseNanos = keeper.step(System.nanoTime());
            FIRST_OPENING.countDown();
            LockSupport.parkNanos(keeper, pauseNanos);
        }
    }

    private static SchemaCatalogue open(CatalogueDirectory directory, SchemaCatalogueOptions options)
            throws IOException {
        CatalogueOptions limits = options.catalogue(
                Objects.requireNonNull(StorageService.instance.getLocalHostUUID(), "the node's own ID"));
        SchemaCatalogue catalogue = directory.openOrBegin(limits.withReadTimeout(CatalogueReads.TIMEOUT_NANOS));
        directory.warnOfDataDisk(Arrays.stream(DatabaseDescriptor.getAllDataFileLocations())
                .map(Path::of)
                .toList());
        return catalogue;
    }

    /** The keeper's catalogue is the node's. */
    static final class Use implements CatalogueKeeper.User {
        @Override
        public void opened(SchemaCatalogue catalogue) {
            publish(catalogue, wantedForImages ? KnownSchemas.MAX_HEAP_BYTES : 0);
            FIRST_OPENING.countDown();
        }

        @Override
        public void compared(SchemaCatalogue catalogue) {
            isCompared = true;
            EPOCH.incrementAndGet();
            follow(catalogue);
        }
    }

    /**
     * Makes this the node's catalogue, which is known to fit its SSTables.
     *
     * @param knownBytes bound of the heap that what images may refer to takes; 0 if there are no images
     */
    static void use(SchemaCatalogue catalogue, long knownBytes) {
        publish(catalogue, knownBytes);
        isCompared = true;
        EPOCH.incrementAndGet();
    }

    private static void publish(SchemaCatalogue catalogue, long knownBytes) {
        @Nullable KnownSchemas loaded = knownBytes == 0 ? null : load(catalogue, knownBytes);
        stampAtStart = stamp(catalogue, catalogue.foundHighestId());
        synchronized (NodeCatalogue.class) {
            if (!isStopping) {
                opened = catalogue;
                known = loaded;
                return;
            }
        }
        catalogue.close(); // the node has stopped meanwhile
    }

    private static KnownSchemas load(SchemaCatalogue catalogue, long knownBytes) {
        KnownSchemas loaded = KnownSchemas.of(catalogue, knownBytes);
        log.info(
                "Cached rows may refer to definitions={} bytes={} of at most {}",
                loaded.count(),
                loaded.heapBytes(),
                knownBytes);
        return loaded;
    }

    /** After a round: images may refer to what was adopted, and not to what was reclaimed. */
    private static void follow(SchemaCatalogue catalogue) {
        KnownSchemas all = known;
        if (all != null && all.instanceId() != catalogue.instanceId()) {
            known = KnownSchemas.of(catalogue, all.maxHeapBytes());
        } else if (all != null) {
            all.retain(catalogue);
            all.load(catalogue);
        }
    }

    static void close() {
        SchemaCatalogue catalogue;
        synchronized (NodeCatalogue.class) {
            Thread thread = keeping;
            isStopping = thread != null;
            LockSupport.unpark(thread);
            catalogue = opened;
            known = null;
            isCompared = false;
        }
        if (catalogue != null) {
            catalogue.close();
            stampAtStop = stamp(catalogue, catalogue.stats().highestId());
            opened = null;
        }
    }

    /** Compares the catalogue with all SSTables once more, as its keeper does twice a day. */
    static void round(LiveDictionaries dictionaries) throws IOException {
        SchemaCatalogue catalogue = opened;
        if (catalogue != null) {
            catalogue.round(dictionaries);
            EPOCH.incrementAndGet();
            follow(catalogue);
        }
    }
}
