package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Directories;
import org.apache.cassandra.db.DisallowedDirectories;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.util.File;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.LiveDictionaries;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListSalvage;
import org.ssdtier.catalogue.TableList;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The dictionaries of all SSTables on this node's disks.
 *
 * <p>An SSTable counts from the moment its dictionary is on disk, although its transaction may stay open for hours, as
 * that of a stream does. Its writer releases its lease only later, so at every moment the dictionary or the lease
 * refers to its IDs.
 */
public final class SstableDictionaries implements LiveDictionaries {
    private static final Logger logger = LoggerFactory.getLogger(SstableDictionaries.class);

    @Override
    public List<String> read(Consumer<TableList> each) {
        Pass pass = new Pass(each);
        // those with SSTables are open since the start; Keyspace.all would open others, even one being dropped
        Keyspace.allExisting()
                .flatMap(keyspace -> keyspace.getColumnFamilyStores().stream())
                .forEach(table -> read(table, pass));
        return pass.unreadable();
    }

    private static void read(ColumnFamilyStore table, Pass pass) {
        for (File directory : table.getDirectories().getCFDirectories()) {
            if (DisallowedDirectories.isUnreadable(directory)) {
                pass.unreadable.add(directory.path()); // Cassandra silently omits it from its lists
            }
        }
        Set<Descriptor> all = descriptors(table, false);
        Set<Descriptor> visible =
                descriptors(table, true); // listed later: one that became visible meanwhile is complete
        for (Descriptor descriptor : all) {
            if (descriptor.getFormat() instanceof CataloguedFormat) {
                pass.read(table.metadata.id.asUUID(), descriptor, visible.contains(descriptor));
            }
        }
    }

    private static Set<Descriptor> descriptors(ColumnFamilyStore table, boolean onlyVisible) {
        return table.getDirectories()
                .sstableLister(Directories.OnTxnErr.IGNORE)
                .skipTemporary(onlyVisible)
                .list()
                .keySet();
    }

    /** One pass over all dictionaries. */
    static final class Pass {
        private final Consumer<TableList> each;
        private final List<String> unreadable = new ArrayList<>();
        private final List<Descriptor> without = new ArrayList<>();

        Pass(Consumer<TableList> each) {
            this.each = each;
        }

        /**
         * Reads the dictionary of an SSTable.
         *
         * @param isVisible whether its transaction has ended; if not, its writer may still be writing the dictionary
         *     and holds its lease
         */
        void read(UUID table, Descriptor descriptor, boolean isVisible) {
            read(
                    table,
                    descriptor,
                    isVisible,
                    new SchemasFile(descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath()));
        }

        void read(UUID table, Descriptor descriptor, boolean isVisible, SchemasFile file) {
            try {
                SchemaList list = file.read(input -> SchemaList.read(input, file.name()));
                each.accept(new TableList(table, list));
            } catch (NoSuchFileException e) {
                if (isVisible) {
                    without.add(descriptor);
                }
            } catch (IOException e) {
                boolean isRead = isVisible && DamagedSchemas.isDamage(e) && salvage(table, file, e);
                if (!isRead && (isVisible || !(e instanceof FormatException))) {
                    logger.debug("{} cannot be read", file.path(), e);
                    unreadable.add(file.path() + " (" + e + ")");
                }
            }
        }

        /**
         * Reads what can be read of a damaged dictionary: its IDs, too, tell whether the catalogue is an older copy of itself.
         *
         * @return whether all its IDs are known, so that the catalogue keeps what it refers to; otherwise one damaged SSTable
         *     that no compaction takes would end the reclamation of the whole node
         */
        private boolean salvage(UUID table, SchemasFile file, IOException damage) {
            try {
                SchemaListSalvage salvage = file.read(input -> SchemaListSalvage.of(input, file.name()));
                each.accept(new TableList(table, salvage));
                if (salvage.hasIds()) {
                    DamagedSchemas.warnLost(file.path(), salvage, damage);
                }
                return salvage.hasIds();
            } catch (IOException e) {
                logger.debug("{}: nothing of it can be read", file.path(), e);
                return false;
            }
        }

        /**
         * Returns the dictionaries that cannot be read, including those missing from SSTables that exist. SSTables that
         * were deleted during the pass are omitted.
         */
        List<String> unreadable() {
            for (Descriptor descriptor : without) {
                if (Files.exists(
                        descriptor.fileFor(SSTableFormat.Components.DATA).toPath())) {
                    unreadable.add(descriptor.fileFor(CataloguedFormat.SCHEMAS) + " (missing)");
                }
            }
            return unreadable;
        }
    }
}
