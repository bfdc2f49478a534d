package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.CatalogueRebuild;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The directory of a node's catalogue. It may be a link to another or a mount point; what makes it the catalogue's own is the same
 * as for the row cache's (see {@link FileStorage}).
 */
final class CatalogueDirectory {
    private static final Logger log = LoggerFactory.getLogger(CatalogueDirectory.class);

    /** Gives a directory another name. */
    @FunctionalInterface
    interface Renaming {
        void rename(Path from, Path to) throws IOException;
    }

    private final Path path;
    private final Renaming renaming;

    CatalogueDirectory(Path path) {
        this(path, (from, to) -> Files.move(from, to));
    }

    CatalogueDirectory(Path path, Renaming renaming) {
        this.path = path;
        this.renaming = renaming;
    }

    /**
     * Opens the catalogue. One that is damaged, or of another version, is set aside and begun anew: what it knows is in the
     * SSTables too.
     *
     * @throws IOException when the directory cannot be used
     */
    SchemaCatalogue openOrBegin(CatalogueOptions limits) throws IOException {
        try {
            return SchemaCatalogue.open(path, limits);
        } catch (FormatException e) {
            setAside(limits, e);
            return SchemaCatalogue.open(path, limits);
        }
    }

    private void setAside(CatalogueOptions limits, FormatException damage) throws IOException {
        Path real = path.toRealPath(); // of a link, what it leads to: the link stays
        Path aside = unusedNameBeside(real);
        try {
            renaming.rename(real, aside);
        } catch (IOException e) { // a mount point has no other name, and its parent may not be ours
            log.error(
                    "The schema catalogue in {} cannot be read, and cannot be set aside ({}). It is deleted and a new one is made"
                            + " from the SSTables, no data is lost",
                    path,
                    e,
                    damage);
            CatalogueRebuild.clear(FileStorage.open(path, limits.directIo(), SchemaCatalogue.DIRECTORY_KIND));
            return;
        }
        log.error(
                "The schema catalogue in {} cannot be read. It is now {}; a new one is made from the SSTables, no data is lost",
                path,
                aside,
                damage);
        Files.createDirectory(real, FileStorage.directoryMode());
    }

    private static Path unusedNameBeside(Path directory) {
        for (int number = 1; ; number++) {
            Path name = directory.resolveSibling(directory.getFileName() + ".damaged-" + number);
            if (Files.notExists(name)) {
                return name;
            }
        }
    }

    /** Warns if it lies on the file system of one of the node's data directories. */
    void warnOfDataDisk(List<Path> data) {
        for (Path directory : data) {
            if (isOnDiskOf(directory)) {
                log.warn(
                        "schema_catalogue.directory={} is on the disk of data_file_directories={}: reads of definitions and its own"
                                + " writes compete with it. Name a directory on an SSD of its own, if there is one",
                        path,
                        directory);
                return;
            }
        }
    }

    /** Returns whether both are of one file system; false where that cannot be told. */
    boolean isOnDiskOf(Path other) {
        try {
            return Objects.equals(Files.getAttribute(path, "unix:dev"), Files.getAttribute(other, "unix:dev"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            log.debug("{} or {} cannot be looked at", path, other, e);
            return false;
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
