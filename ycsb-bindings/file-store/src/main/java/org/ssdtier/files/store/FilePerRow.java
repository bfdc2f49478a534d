package org.ssdtier.files.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;
import org.ssdtier.files.table.StoreTables;

/**
 * A partition per file, beside an index of the names of each directory. The entry of a file is written before its row
 * and deleted after it, so that every file has an entry; an entry without a file is skipped.
 */
final class FilePerRow implements Records {
    private final StoreTables tables;
    private final Entries entries;

    FilePerRow(StoreTables tables, Entries entries) {
        this.tables = tables;
        this.entries = entries;
    }

    @Override
    public Optional<FileRow> find(StorePath path, Columns columns) throws IOException {
        return tables.file(path, columns);
    }

    @Override
    public List<Optional<FileRow>> find(List<EntryRow> of) throws IOException {
        List<StorePath> paths = of.stream()
                .filter(row -> !row.isDirectory())
                .map(EntryRow::path)
                .toList();
        Iterator<Optional<FileRow>> files =
                tables.files(paths, Columns.METADATA).iterator();
        List<Optional<FileRow>> found = new ArrayList<>(of.size());
        for (EntryRow row : of) {
            found.add(row.isDirectory() ? Optional.empty() : files.next());
        }
        return found;
    }

    @Override
    public void put(FileRow row, boolean replaces) throws IOException {
        StorePath path = row.stat().path();
        entries.put(EntryRow.ofFile(path, row.stat().version(), Optional.empty()), replaces);
        tables.putFile(row, replaces);
    }

    @Override
    public void reserve(StorePath directory, List<NewFile> files) throws IOException {
        entries.putAll(
                directory,
                files.stream()
                        .map(file -> EntryRow.ofFile(file.path(), file.version(), Optional.empty()))
                        .toList());
    }

    @Override
    public void putReserved(FileRow row) throws IOException {
        tables.putFile(row, false);
    }

    @Override
    public void delete(StorePath path, UUID upTo) throws IOException {
        tables.deleteFile(path, upTo);
        entries.delete(path, upTo);
    }
}
