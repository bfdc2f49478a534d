package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.service.StorageService;
import org.apache.cassandra.utils.NoSpamLogger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.LiveDictionaries;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueOptions;
import org.ssdtier.catalogue.cassandra.image.ImageCatalogue;
import org.ssdtier.catalogue.cassandra.image.KnownSchemas;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.catalogue.cassandra.sstable.CatalogueReads;
import org.ssdtier.catalogue.cassandra.sstable.CurrentCatalogue;
import org.ssdtier.catalogue.cassandra.sstable.IdSource;
import org.ssdtier.catalogue.cassandra.sstable.SstableDictionaries;
import org.ssdtier.segmentlog.device.NanoClock;

/**
 * The schema catalogue of this node: opened and maintained on a thread of its own, see {@link CatalogueKeeper}, and
 * closed after the last SSTable has been written. Tools and clients have none.
 *
 * <p>SSTables that are written before the catalogue has been compared with those on disk, for example while the commit
 * log is replayed, have definitions without IDs. A bootstrapping node opens the catalogue when it begins to gossip,
 * before it receives SSTables.
 */
public final class NodeCatalogue {
    private static final Logger logger = LoggerFactory.getLogger(NodeCatalogue.class);
    /**
     * The longest wait of the node's start for the catalogue: schemas must be known before the images that refer to
     * them are used.
     */
    private static final long OPENING_SECONDS = 30;

    private static final long FAILURE_LOG_MINUTES = 10;

    /** The source of the schema IDs of this node's SSTables. */
    public static final IdSource IDS = new IdSource() {
        @Override
        public SchemaIds idsFor(TableId table) {
            return NodeCatalogue.idsFor(table);
        }

        @Override
        public void learn(long instanceId, int[] ids, RowSchemas schemas) {
            ImageCatalogue.learn(instanceId, ids, schemas);
        }
    };

    private static volatile @Nullable Thread keeping;
    private static volatile boolean isStopping;
    private static final CountDownLatch FIRST_OPENING = new CountDownLatch(1);

    private NodeCatalogue() {}

    /** Returns a view of the catalogue for the writer of one SSTable, which closes it. Never blocks. */
    static SchemaIds idsFor(TableId table) {
        if (keeping == null && DatabaseDescriptor.isDaemonInitialized() && StorageService.instance.isBootstrapMode()) {
            keep();
        }
        SchemaCatalogue catalogue = CurrentCatalogue.compared();
        return catalogue == null ? SchemaIds.WITHOUT : catalogue.lease(table.asUUID());
    }

    /**
     * Starts the thread that opens and maintains the catalogue, and has the catalogue closed at shutdown. Waits for the
     * opening, up to a bound, only if cached images refer to it; without the catalogue they begin cold.
     */
    static void start() {
        keep();
        StorageService.instance.addPostShutdownHook(NodeCatalogue::close);
        if (keeping != null && ImageCatalogue.isRequired() && !isFirstOpeningOver()) {
            logger.warn(
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
    public static void prepare() {
        if (DatabaseDescriptor.isDaemonInitialized()) {
            keep();
        }
    }

    /** Starts the keeper's thread, if the catalogue is enabled. */
    private static void keep() {
        SchemaCatalogueOptions options = SchemaCatalogueOptions.current();
        if (options.isEnabled()) {
            keep(() -> keeper(options), Thread::new);
        }
    }

    private static CatalogueKeeper keeper(SchemaCatalogueOptions options) {
        CatalogueDirectory directory = new CatalogueDirectory(options.directory());
        return new CatalogueKeeper(
                directory.toString(), () -> open(directory, options), new SstableDictionaries(), new Use());
    }

    /**
     * Starts the keeper's thread, if none has been started. Does not throw, because the node's start, its gossip and flushes call
     * it; after a failure the next call, if there is one, tries again.
     */
    static synchronized void keep(Supplier<CatalogueKeeper> keepers, ThreadFactory threads) {
        if (keeping != null) {
            return;
        }
        try {
            CatalogueKeeper keeper = keepers.get();
            Thread thread = threads.newThread(() -> keep(keeper));
            thread.setName("schema-catalogue-keeper");
            thread.setDaemon(true);
            thread.start();
            keeping = thread;
        } catch (RuntimeException | Error e) { // as a lack of threads
            NoSpamLogger.log(
                    logger,
                    NoSpamLogger.Level.ERROR,
                    FAILURE_LOG_MINUTES,
                    TimeUnit.MINUTES,
                    "The schema catalogue could not be started. No data is affected: until the next start the node writes SSTables without schema IDs",
                    e);
        }
    }

    private static void keep(CatalogueKeeper keeper) {
        while (!isStopping) {
            long pauseNanos = keeper.step(NanoClock.SYSTEM.getAsLong());
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
            publish(catalogue, ImageCatalogue.isRequired() ? KnownSchemas.MAX_HEAP_BYTES : 0);
            FIRST_OPENING.countDown();
        }

        @Override
        public void compared(SchemaCatalogue catalogue) {
            CurrentCatalogue.markCompared();
            ImageCatalogue.follow(catalogue);
        }
    }

    /**
     * Sets the node's catalogue to one that is known to fit its SSTables.
     *
     * @param knownBytes bound of the heap for the schemas that images may refer to; 0 if there are no images
     */
    static void use(SchemaCatalogue catalogue, long knownBytes) {
        publish(catalogue, knownBytes);
        CurrentCatalogue.markCompared();
    }

    private static void publish(SchemaCatalogue catalogue, long knownBytes) {
        @Nullable KnownSchemas loaded = knownBytes == 0 ? null : ImageCatalogue.load(catalogue, knownBytes);
        ImageCatalogue.begin(catalogue);
        synchronized (NodeCatalogue.class) {
            if (!isStopping) {
                CurrentCatalogue.set(catalogue);
                ImageCatalogue.use(loaded);
                return;
            }
        }
        catalogue.close(); // the node was stopped meanwhile
    }

    /** Closes the node's catalogue, after the last SSTable has been written. Idempotent. */
    static void close() {
        SchemaCatalogue catalogue;
        synchronized (NodeCatalogue.class) {
            Thread thread = keeping;
            isStopping = thread != null;
            LockSupport.unpark(thread);
            catalogue = CurrentCatalogue.get();
            ImageCatalogue.use(null);
            CurrentCatalogue.unmarkCompared();
        }
        if (catalogue != null) {
            catalogue.close();
            ImageCatalogue.end(catalogue);
            CurrentCatalogue.set(null);
        }
    }

    /** Compares the catalogue with all SSTables once more, as its keeper does twice a day. */
    static void round(LiveDictionaries dictionaries) throws IOException {
        SchemaCatalogue catalogue = CurrentCatalogue.get();
        if (catalogue != null) {
            catalogue.round(dictionaries);
            CurrentCatalogue.raiseEpoch();
            ImageCatalogue.follow(catalogue);
        }
    }
}
