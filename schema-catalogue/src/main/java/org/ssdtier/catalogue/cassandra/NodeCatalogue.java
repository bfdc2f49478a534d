package org.ssdtier.catalogue.cassandra;

import java.io.IOError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.cassandra.concurrent.ScheduledExecutors;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Directories;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.io.sstable.CorruptSSTableException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.service.StorageService;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.Reclamation;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schema catalogue of this node: opened when the node's SSTables are, closed after the last of them has been written.
 * Tools and clients have none.
 *
 * <p>SSTables that are written before it is open, while the commit log is replayed, have definitions without IDs. So nothing
 * is given an ID before the catalogue has been compared with what the SSTables say. A node that bootstraps opens it for the
 * first SSTable that it is sent.
 */
final class NodeCatalogue {
    private static final Logger log = LoggerFactory.getLogger(NodeCatalogue.class);
    private static final long RECLAIM_HOURS = 24;
    private static final String NO_STAMP = "no catalogue";

    private static volatile @Nullable SchemaCatalogue opened;
    private static volatile @Nullable KnownSchemas known;
    private static volatile String stampAtStart = NO_STAMP;
    private static volatile String stampAtStop = NO_STAMP;
    private static volatile @Nullable ScheduledFuture<?> reclaiming;
    /** Whether this node has a row cache whose images may refer to it. */
    private static volatile boolean wantedForImages;
    /** Whether anything has tried to open it. */
    private static volatile boolean tried;

    private NodeCatalogue() {}

    /** A view of the catalogue for the writer of one SSTable, who closes it. */
    static SchemaIds idsFor(TableId table) {
        if (!tried && DatabaseDescriptor.isDaemonInitialized() && StorageService.instance.isBootstrapMode()) {
            open();
        }
        SchemaCatalogue catalogue = opened;
        return catalogue == null ? SchemaIds.WITHOUT : catalogue.lease(table.asUUID());
    }

    /** The node's catalogue; null if it has none. */
    static @Nullable SchemaCatalogue current() {
        return opened;
    }

    /** Says, before the catalogue is opened, that cached images will refer to it. */
    static void wantForImages() {
        wantedForImages = true;
    }

    /** What cached images may refer to; null if the node has no catalogue, or no cache that asks for it. */
    static @Nullable KnownSchemas known() {
        return known;
    }

    /** Lets images refer to the definitions of an SSTable, whose IDs are durable now. */
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

    /** Opens the catalogue if it is not open yet, and has it reclaimed and closed in time. */
    static void start() {
        open();
        if (opened != null && reclaiming == null) {
            StorageService.instance.addPostShutdownHook(NodeCatalogue::close);
            reclaiming = ScheduledExecutors.optionalTasks.scheduleWithFixedDelay(
                    NodeCatalogue::reclaim, RECLAIM_HOURS, RECLAIM_HOURS, TimeUnit.HOURS);
        }
    }

    /**
     * Opens the catalogue, if the options ask for it and nothing has tried so before. Asks nothing of Cassandra that waits for
     * the bootstrap to end.
     */
    private static synchronized void open() {
        SchemaCatalogueOptions options = SchemaCatalogueOptions.current();
        if (!options.isEnabled() || tried) {
            return;
        }
        try {
            SchemaCatalogue catalogue = openAndSettle(options.directory(), () -> limits(options), NodeCatalogue::lists);
            if (catalogue != null) {
                use(catalogue, wantedForImages ? KnownSchemas.MAX_HEAP_BYTES : 0);
            }
        } finally {
            tried = true;
        }
    }

    private static CatalogueOptions limits(SchemaCatalogueOptions options) {
        return options.catalogue(
                Objects.requireNonNull(StorageService.instance.getLocalHostUUID(), "the node's own ID"));
    }

    /**
     * Opens a catalogue, and makes it anew from the SSTables if it does not fit them. Nothing depends on it for reading or
     * writing: whatever fails here, the node's start goes on.
     *
     * @param lists the dictionaries of all SSTables
     * @return null if it can not be used: definitions have no IDs then
     */
    static @Nullable SchemaCatalogue openAndSettle(
            Path directory, Supplier<CatalogueOptions> limits, Supplier<Stream<TableList>> lists) {
        SchemaCatalogue catalogue = null;
        try {
            catalogue = openOrBegin(directory, limits.get());
            catalogue.settle(lists);
            return catalogue;
        } catch (IOException | RuntimeException | IOError e) { // Cassandra's own errors of files are IOErrors
            log.error(
                    "No schema catalogue: directory={} could not be opened or compared with the SSTables. No data is affected: "
                            + "the node goes on and writes SSTables without schema IDs. Remove the cause and restart the node; "
                            + "the directory may be deleted, the catalogue is made anew from the SSTables then",
                    directory,
                    e);
            closeAfterFailure(catalogue);
            return null;
        }
    }

    private static void closeAfterFailure(@Nullable SchemaCatalogue catalogue) {
        try {
            if (catalogue != null) {
                catalogue.close();
            }
        } catch (RuntimeException | IOError e) {
            log.warn("The schema catalogue that can not be used could not be closed either", e);
        }
    }

    /**
     * Makes this the node's catalogue.
     *
     * @param knownBytes bound of the heap that what images may refer to takes; 0 if there are no images
     */
    static void use(SchemaCatalogue catalogue, long knownBytes) {
        @Nullable KnownSchemas loaded = knownBytes == 0 ? null : load(catalogue, knownBytes);
        stampAtStart = stamp(catalogue, catalogue.foundHighestId());
        opened = catalogue;
        known = loaded;
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

    /** A catalogue that is damaged, or of another version, is set aside: what it knows is in the SSTables too. */
    static SchemaCatalogue openOrBegin(Path directory, CatalogueOptions limits) throws IOException {
        try {
            return SchemaCatalogue.open(directory, limits);
        } catch (FormatException e) {
            Path aside = unusedNameBeside(directory);
            Files.move(directory, aside);
            log.error(
                    "The schema catalogue in {} can not be read. It is now {}; a new one is made from the SSTables, no data is lost",
                    directory,
                    aside,
                    e);
            return SchemaCatalogue.open(directory, limits);
        }
    }

    private static Path unusedNameBeside(Path directory) {
        for (int number = 1; ; number++) {
            Path name = directory.resolveSibling(directory.getFileName() + ".damaged-" + number);
            if (Files.notExists(name)) {
                return name;
            }
        }
    }

    static void close() {
        ScheduledFuture<?> task = reclaiming;
        if (task != null) {
            task.cancel(false);
        }
        SchemaCatalogue catalogue = opened;
        if (catalogue != null) {
            stampAtStop = stamp(catalogue, catalogue.stats().highestId());
            known = null;
            opened = null;
            catalogue.close();
        }
    }

    static void reclaim() {
        SchemaCatalogue catalogue = opened;
        KnownSchemas all = known;
        if (catalogue == null) {
            return;
        }
        try {
            Reclamation done = catalogue.reclaim(() -> lists().map(TableList::list));
            if (all != null) {
                all.retain(catalogue);
            }
            log.info("Schema catalogue: {}", done);
        } catch (IOException | RuntimeException | IOError e) {
            log.warn("Schema catalogue: definitions that no SSTable uses stay", e);
        }
    }

    /** The dictionaries of all SSTables on disk. */
    private static Stream<TableList> lists() {
        List<ColumnFamilyStore> tables = new ArrayList<>();
        Keyspace.all().forEach(keyspace -> tables.addAll(keyspace.getColumnFamilyStores()));
        return tables.stream().flatMap(NodeCatalogue::lists);
    }

    private static Stream<TableList> lists(ColumnFamilyStore table) {
        return table
                .getDirectories()
                .sstableLister(Directories.OnTxnErr.IGNORE)
                .skipTemporary(true)
                .list()
                .keySet()
                .stream()
                .filter(descriptor -> descriptor.getFormat() instanceof CataloguedFormat)
                .flatMap(descriptor -> list(table, descriptor));
    }

    /** An SSTable may go while its dictionary is read; one that is damaged is reported where it is opened. */
    private static Stream<TableList> list(ColumnFamilyStore table, Descriptor descriptor) {
        try {
            return Stream.of(new TableList(
                    table.metadata.id.asUUID(),
                    SchemasComponent.load(descriptor).list()));
        } catch (CorruptSSTableException e) {
            log.debug("{} has no dictionary that can be read", descriptor, e);
            return Stream.empty();
        }
    }
}
