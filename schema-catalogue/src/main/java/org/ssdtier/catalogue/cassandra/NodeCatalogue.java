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
 * The schema catalogue of this node: opened and maintained on a thread of its own, see {@link CatalogueKeeper}, and
 * closed after the last SSTable has been written. Tools and clients have none.
 *
 * <p>SSTables that are written before the catalogue has been compared with those on disk, for example while the commit
 * log is replayed, have definitions without IDs. A bootstrapping node opens the catalogue when it begins to gossip,
 * before it receives SSTables.
 */
final class NodeCatalogue {
    private static final Logger log = LoggerFactory.getLogger(NodeCatalogue.class);
    /**
     * The longest wait of the node's start for the catalogue: schemas must be known before the images that refer to
     * them are used.
     */
    private static final long OPENING_SECONDS = 30;

    private static final String NO_STAMP = "no catalogue";

    private static volatile @Nullable SchemaCatalogue opened;
    /** True if it has been compared with the SSTables; no ID is given out before. */
    private static volatile boolean isCompared;

    private static volatile @Nullable KnownSchemas known;
    private static volatile String stampAtStart = NO_STAMP;
    private static volatile String stampAtStop = NO_STAMP;
    private static volatile @Nullable Thread keeping;
    private static volatile boolean isStopping;
    /** True if this node has a row cache whose images may refer to it. */
    private static volatile boolean wantedForImages;

    /** Incremented when a look-up of a definition may find an ID that it did not find before. */
    private static final AtomicInteger EPOCH = new AtomicInteger();

    private static final CountDownLatch FIRST_OPENING = new CountDownLatch(1);

    private NodeCatalogue() {}

    /** Returns a view of the catalogue for the writer of one SSTable, which closes it. Never blocks. */
    static SchemaIds idsFor(TableId table) {
        if (keeping == null && DatabaseDescriptor.isDaemonInitialized() && StorageService.instance.isBootstrapMode()) {
            keep();
        }
        SchemaCatalogue catalogue = opened;
        return catalogue == null || !isCompared ? SchemaIds.WITHOUT : catalogue.lease(table.asUUID());
    }

    /** Returns the node's catalogue; null if it has none. */
    static @Nullable SchemaCatalogue current() {
        return opened;
    }

    /**
     * Returns the node's catalogue once it has been compared with the SSTables, so that its IDs match theirs; null
     * before.
     */
    static @Nullable SchemaCatalogue compared() {
        SchemaCatalogue catalogue = opened;
        return isCompared ? catalogue : null;
    }

    /** Returns the identity of the node's catalogue; 0 if it has none. */
    static long instanceId() {
        SchemaCatalogue catalogue = opened;
        return catalogue == null ? 0 : catalogue.instanceId();
    }

    /** Returns a number that changes whenever it is worth looking up definitions without an ID again. */
    static int epoch() {
        return EPOCH.get();
    }

    /** Declares, before the catalogue is opened, that cached images will refer to it. */
    static void requireForImages() {
        wantedForImages = true;
    }

    /**
     * Returns the schemas that cached images may refer to; null if the node has no catalogue or no cache that needs
     * them.
     */
    static @Nullable KnownSchemas known() {
        return known;
    }

    /** Allows images to refer to the definitions of an SSTable whose dictionary is now durable. */
    static void learn(long instanceId, int[] ids, RowSchemas schemas) {
        KnownSchemas all = known;
        if (all != null && all.instanceId() == instanceId) {
            all.addAll(instanceId, ids, schemas.definitions());
        }
    }

    /**
     * Returns a stamp of the catalogue that the node found when it started: its identity and the highest ID that it had
     * ever given out. If it equals {@link #stampAtStop} of an earlier run, every ID stands for the same definition as
     * then, or for none. An older copy of the catalogue has another highest ID, and so has one that crashed.
     */
    static String stampAtStart() {
        return stampAtStart;
    }

    /**
     * Returns a stamp of the catalogue that the node leaves behind. Called once it is closed or gives out no more IDs.
     */
    static String stampAtStop() {
        SchemaCatalogue catalogue = opened;
        return catalogue == null
                ? stampAtStop
                : stamp(catalogue, catalogue.stats().ids().highestId());
    }

    private static String stamp(SchemaCatalogue catalogue, long highestId) {
        return "catalogue " + Long.toHexString(catalogue.instanceId()) + " " + highestId;
    }

    /**
     * Starts the thread that opens and maintains the catalogue, and has the catalogue closed at shutdown. Waits for the
     * opening, up to a bound, only if cached images refer to it; without the catalogue they begin cold.
     */
    static void start() {
        keep();
        StorageService.instance.addPostShutdownHook(NodeCatalogue::close);
        if (wantedForImages && !isFirstOpeningOver()) {
            log.warn(
                    "The schema catalogue is not open after {} s; the node runs without it, and cached rows with schema IDs begin cold",
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

    /** Starts opening the catalogue of a node before the node receives SSTables. Never blocks. */
    static void prepare() {
        if (DatabaseDescriptor.isDaemonInitialized()) {
            keep();
        }
    }

    /** Starts the keeper's thread, if the catalogue is enabled and the thread has not been started. */
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
        SchemaCatalogue catalogue = directory.openOrCreate(limits.withReadTimeout(CatalogueReads.TIMEOUT_NANOS));
        directory.warnIfOnDataDisk(Arrays.stream(DatabaseDescriptor.getAllDataFileLocations())
                .map(Path::of)
                .toList());
        return catalogue;
    }

    /** The user of the keeper that makes the keeper's catalogue the node's. */
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
     * Sets the node's catalogue to one that is known to fit its SSTables.
     *
     * @param knownBytes bound of the heap for the schemas that images may refer to; 0 if there are no images
     */
    static void use(SchemaCatalogue catalogue, long knownBytes) {
        publish(catalogue, knownBytes);
        isCompared = true;
        EPOCH.incrementAndGet();
    }

    private static void publish(SchemaCatalogue catalogue, long knownBytes) {
        @Nullable KnownSchemas loaded = knownBytes == 0 ? null : load(catalogue, knownBytes);
        stampAtStart = stamp(catalogue, catalogue.highestIdAtOpen());
        synchronized (NodeCatalogue.class) {
            if (!isStopping) {
                opened = catalogue;
                known = loaded;
                return;
            }
        }
        catalogue.close(); // the node was stopped meanwhile
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

    /** Updates the known schemas after a round: images may refer to adopted definitions, but not to reclaimed ones. */
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
            stampAtStop = stamp(catalogue, catalogue.stats().ids().highestId());
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
