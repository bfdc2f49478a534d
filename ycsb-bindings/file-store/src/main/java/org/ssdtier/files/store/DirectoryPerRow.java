package org.ssdtier.files.store;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;

/** A partition per directory or bucket, with a row per file. */
final class DirectoryPerRow implements Records {
    private final Entries entries;

    DirectoryPerRow(Entries entries) {
        this.entries = entries;
    }

    @Override
    public Optional<FileRow> find(StorePath path, Columns columns) throws IOException {
        return entries.find(path, columns).flatMap(EntryRow::file);
    }

    @Override
    public List<Optional<FileRow>> find(List<EntryRow> of) {
        return of.stream().map(EntryRow::file).toList();
    }

    @Override
    public void put(FileRow row, boolean replaces) throws IOException {
        entries.put(EntryRow.ofFile(row.stat().path(), row.stat().version(), Optional.of(row)), replaces);
    }

    @Override
    public void reserve(StorePath directory, List<NewFile> files) {
        // the entry is the file
    }

    @Override
    public void putReserved(FileRow row) throws IOException {
        put(row, false);
    }

    @Override
    public void delete(StorePath path, UUID upTo) throws IOException {
        entries.delete(path, upTo);
    }
}
