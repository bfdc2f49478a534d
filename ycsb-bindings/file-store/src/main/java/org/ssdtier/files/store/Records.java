package org.ssdtier.files.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;

/** The files of a store in the tables of its data model. */
interface Records {
    /** Returns the current version of a file. */
    Optional<FileRow> find(StorePath path, Columns columns) throws IOException;

    /** Returns the current versions of the files among some entries, in the order of the entries. */
    List<Optional<FileRow>> find(List<EntryRow> entries) throws IOException;

    /**
     * Writes a version of a file.
     *
     * @param replaces whether there is an older version
     */
    void put(FileRow row, boolean replaces) throws IOException;

    /** Writes what comes before the rows of files that did not exist. */
    void reserve(StorePath directory, List<NewFile> files) throws IOException;

    /** Writes a file whose place was reserved, with the version of the reservation. */
    void putReserved(FileRow row) throws IOException;

    /** Deletes the versions of a file up to one. */
    void delete(StorePath path, UUID upTo) throws IOException;
}
