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
 * The directory of a node's catalogue. It may be a link to another directory, or a mount point. The proof that it
 * belongs to the catalogue is the same as for the row cache's directory (see {@link FileStorage}).
 */
final class CatalogueDirectory {
    private static final Logger logger = LoggerFactory.getLogger(CatalogueDirectory.class);

    /** The operation that renames a directory. */
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
     * Opens the catalogue. One that is damaged or of another version is set aside, and a new one is begun: its
     * definitions are in the SSTables too.
     *
     * @throws IOException when the directory cannot be used
     */
    SchemaCatalogue openOrCreate(CatalogueOptions limits) throws IOException {
        try {
            return SchemaCatalogue.open(path, limits);
        } catch (FormatException e) {
            setAside(limits, e);
            return SchemaCatalogue.open(path, limits);
        }
    }

    private void setAside(CatalogueOptions limits, FormatException damage) throws IOException {
        Path real = path.toRealPath(); // the target of a link; the link itself stays
        Path aside = unusedNameBeside(real);
        try {
            renaming.rename(real, aside);
        } catch (IOException e) { // a mount point cannot be renamed, and its parent may not be ours
            logger.error(
                    "The schema catalogue in {} cannot be read and cannot be set aside ({}). It is deleted, and a new one is built"
                            + " from the SSTables; no data is lost",
                    path,
                    e,
                    damage);
            CatalogueRebuild.clear(FileStorage.open(path, limits.io().files(), SchemaCatalogue.DIRECTORY_KIND));
            return;
        }
        logger.error(
                "The schema catalogue in {} cannot be read. It is now {}; a new one is built from the SSTables, no data is lost",
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

    /** Logs a warning if the directory is on the file system of one of the node's data directories. */
    void warnIfOnDataDisk(List<Path> data) {
        for (Path directory : data) {
            if (isOnDiskOf(directory)) {
                logger.warn(
                        "schema_catalogue.directory={} is on the disk of data_file_directories={}: the catalogue's reads and writes"
                                + " compete with those of the data. Use a directory on a separate SSD, if there is one",
                        path,
                        directory);
                return;
            }
        }
    }

    /** Returns whether both directories are on one file system; false if that cannot be determined. */
    boolean isOnDiskOf(Path other) {
        try {
            return Objects.equals(Files.getAttribute(path, "unix:dev"), Files.getAttribute(other, "unix:dev"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            logger.debug("The file system of {} or {} cannot be determined", path, other, e);
            return false;
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
